import type { ListFilter } from '../../shared/bodies/views';
import type { Sort, ViewName } from './listViews';

export const VIEW_WORDS: Record<ViewName, string> = {
  unassigned: 'Unassigned',
  mine: 'Mine',
  mentions: 'Mentions',
  open: 'All',
  snoozed: 'Snoozed',
  closed: 'Closed',
  blocked: 'Blocked',
};

export const SORT_WORDS: Record<Sort, string> = { newest: 'Newest first', waiting: 'Longest wait first' };

const HOUR = 3600;
const DAY = 86_400;

/** The waits that the list can be limited to, in seconds. */
export const WAITS = [900, HOUR, 4 * HOUR, DAY, 3 * DAY];

/** '15 minutes', '3 days'; short, '15 min'. */
export const waitWords = (seconds: number, unitDisplay: 'long' | 'short' = 'long'): string => {
  const [size, unit] =
    seconds % DAY === 0 ? [DAY, 'day'] : seconds % HOUR === 0 ? [HOUR, 'hour'] : [60, 'minute'];
  const amount = new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 });
  return amount.format(seconds / size);
};

/**
 * What a view shows: 'All, of Ben, with the tag vip, waiting 1 hour or longer'.
 * @param labelOf the name of an agent or a bot
 */
export const filterWords = (
  { view, agentId, tag, waits, search, sort }: ListFilter,
  labelOf: (id: string) => string,
): string =>
  [
    VIEW_WORDS[view],
    agentId && `of ${labelOf(agentId)}`,
    tag && `with the tag “${tag}”`,
    waits && `waiting ${waitWords(waits)} or longer`,
    search && `found by “${search}”`,
    sort === 'waiting' && 'longest wait first',
  ]
    .filter(Boolean)
    .join(', ');
