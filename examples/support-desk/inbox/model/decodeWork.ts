import { listOf, num, obj, str } from '@porch/messenger/wire/decode';
import { shownLabel } from '@porch/messenger/wire/shown';
import type { AgentCountsAnswer } from '../../shared/answers/conversations';
import type { AgentSavedView, AttendingAgent } from '../../shared/answers/work';
import type { ListFilter } from '../../shared/bodies/views';
import { SORTS, VIEWS } from './listViews';

/** Decodes who attends to a conversation; undefined without an id. */
export const decodeAttending = (value: unknown): AttendingAgent[] =>
  listOf(value, (entry) => {
    const { id, name, avatarUrl, typing } = obj(entry);
    const known = str(id);
    if (!known) return undefined;
    const words = shownLabel(name)?.trim() || 'A colleague';
    return { id: known, name: words, avatarUrl: str(avatarUrl), typing: typing === true };
  });

const decodeFilter = (value: unknown): ListFilter => {
  const { view, agentId, tag, waits, search, sort } = obj(value);
  return {
    view: VIEWS.find((one) => one === view) ?? 'open',
    agentId: str(agentId),
    tag: str(tag),
    waits: num(waits),
    search: str(search),
    sort: SORTS.find((one) => one === sort),
  };
};

/** Decodes a saved view; undefined without an id. */
export const decodeSavedView = (value: unknown): AgentSavedView | undefined => {
  const { _id, name, shared, filter, author, savedAt } = obj(value);
  const id = str(_id);
  if (!id) return undefined;
  return {
    _id: id,
    name: shownLabel(name)?.trim() || 'A view',
    shared: shared === true,
    filter: decodeFilter(filter),
    author: shownLabel(author) ?? '',
    savedAt: num(savedAt) ?? 0,
  };
};

const count = (value: unknown): number => Math.max(0, Math.floor(num(value) ?? 0));

export const decodeCounts = (value: unknown): AgentCountsAnswer => {
  const { unassigned, mine, mentions, open, snoozed, closed, moreClosed, views, refusedEmails } = obj(value);
  const { all, acceptable } = obj(refusedEmails);
  return {
    unassigned: count(unassigned),
    mine: count(mine),
    mentions: count(mentions),
    open: count(open),
    snoozed: count(snoozed),
    closed: count(closed),
    moreClosed: moreClosed === true,
    views: Object.fromEntries(Object.entries(obj(views)).map(([id, of]) => [id, count(of)])),
    refusedEmails: { all: count(all), acceptable: count(acceptable) },
  };
};
