import { list, listOf, num, obj, oneOf, str } from '@porch/messenger/wire/decode';

/** A condition of a campaign, with the names of settings.json. */
export type Rule =
  | { on: 'page'; how: PageTest; value: string }
  | { on: 'time'; value: number }
  | { on: 'scroll'; value: number }
  | { on: 'exit' }
  | { on: 'returning' };

export type PageTest = 'is' | 'begins' | 'contains' | 'lacks';

export type Campaign = {
  id: string;
  title?: string;
  text: string;
  name?: string;
  enabled?: boolean;
  /** Times in ISO format. */
  from?: string;
  to?: string;
  any?: boolean;
  rules?: Rule[];
};

export const CAMPAIGNS = 'messenger/campaigns';
export const MOST_CAMPAIGNS = 20;
export const MOST_RULES = 10;

export const RULES: Readonly<Record<Rule['on'], string>> = {
  page: 'The address of the page',
  time: 'Time on the page',
  scroll: 'The page is scrolled',
  exit: 'The pointer leaves the page',
  returning: 'The visitor has been here before',
};

export const PAGE_TESTS: Readonly<Record<PageTest, string>> = {
  is: 'is',
  begins: 'begins with',
  contains: 'contains',
  lacks: 'does not contain',
};

/** A rule with its initial values. */
export const newRule = (on: Rule['on']): Rule => {
  if (on === 'page') return { on, how: 'contains', value: '/' };
  if (on === 'time') return { on, value: 10 };
  if (on === 'scroll') return { on, value: 50 };
  return { on };
};

const decodeRule = (value: unknown): Rule | undefined => {
  const rule = obj(value);
  const on = oneOf(rule.on, Object.keys(RULES) as Rule['on'][]);
  if (on === 'page') {
    const how = oneOf(rule.how, Object.keys(PAGE_TESTS) as PageTest[]) ?? 'contains';
    return { on, how, value: str(rule.value) ?? '' };
  }
  if (on === 'time' || on === 'scroll') return { on, value: num(rule.value) ?? 0 };
  return on && newRule(on);
};

export const campaignsOf = (value: unknown): Campaign[] =>
  listOf(list(value), (entry) => {
    const c = obj(entry);
    return {
      ...(c as Campaign),
      id: str(c.id) ?? '',
      text: str(c.text) ?? '',
      rules: listOf(c.rules, decodeRule),
    };
  });

/** A campaign's name in the inbox. */
export const titleOf = ({ title, text }: Campaign): string => title?.trim() || text.trim() || 'New campaign';

/** Whether it is active now. @param now ms */
export const stateOf = ({ enabled = true, from, to }: Campaign, now: number): string => {
  if (!enabled) return 'Off';
  if (to && Date.parse(to) <= now) return 'Over';
  if (from && Date.parse(from) > now) return 'Not begun';
  return 'On';
};

/**
 * A time as a date and time field shows it, in this computer's time zone. A year that is being typed is in the first
 * centuries, when offsets from UTC had seconds.
 */
export const toField = (moment: string | undefined): string => {
  const at = new Date(moment ?? '');
  if (Number.isNaN(at.getTime())) return '';
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = [String(at.getFullYear()).padStart(4, '0'), two(at.getMonth() + 1), two(at.getDate())];
  return `${day.join('-')}T${two(at.getHours())}:${two(at.getMinutes())}`;
};

/** The reverse of `toField`. */
export const ofField = (text: string): string | undefined => {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
};

/**
 * The settings for the preview of one campaign: it comes at once, the others never. All keep their places, because
 * mistakes are reported by place.
 */
export const showingCampaign = (value: Record<string, unknown>, id: string): Record<string, unknown> => {
  const messenger = obj(value.messenger);
  const campaigns = list(messenger.campaigns).map((entry) => {
    const { from: _from, to: _to, ...c } = obj(entry);
    return c.id === id ? { ...c, enabled: true, rules: [] } : { ...c, enabled: false };
  });
  return { ...value, messenger: { ...messenger, campaigns } };
};

/** The part of a campaign with the mistake, if `showingCampaign` leaves that part out. */
export const unshownPart = (path: string, campaigns: unknown, shown: string | undefined): unknown => {
  const [, at, part] = /^messenger\/campaigns\/(\d+)\/(from|to|rules)\b/.exec(path) ?? [];
  if (shown === undefined || part === undefined) return undefined;
  const { id, from, to, rules } = obj(list(campaigns)[Number(at)]);
  if (part === 'rules') return id === shown ? rules : undefined;
  return [from, to];
};
