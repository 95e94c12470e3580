import { listOf, num, obj, str } from '@porch/messenger/wire/decode';
import { shownLabel } from '@porch/messenger/wire/shown';
import type { AgentCountsAnswer } from '../../shared/answers/conversations';
import type { AttendingAgent } from '../../shared/answers/work';

/** Decodes who attends to a conversation; undefined without an id. */
export const decodeAttending = (value: unknown): AttendingAgent[] =>
  listOf(value, (entry) => {
    const { id, name, avatarUrl, typing } = obj(entry);
    const known = str(id);
    if (!known) return undefined;
    const words = shownLabel(name)?.trim() || 'A colleague';
    return { id: known, name: words, avatarUrl: str(avatarUrl), typing: typing === true };
  });

const count = (value: unknown): number => Math.max(0, Math.floor(num(value) ?? 0));

export const decodeCounts = (value: unknown): AgentCountsAnswer => {
  const { unassigned, mine, mentions, open, snoozed, closed, moreClosed, refusedEmails } = obj(value);
  const { all, acceptable } = obj(refusedEmails);
  return {
    unassigned: count(unassigned),
    mine: count(mine),
    mentions: count(mentions),
    open: count(open),
    snoozed: count(snoozed),
    closed: count(closed),
    moreClosed: moreClosed === true,
    refusedEmails: { all: count(all), acceptable: count(acceptable) },
  };
};
