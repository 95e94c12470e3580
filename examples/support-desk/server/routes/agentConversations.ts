import type { Context, Handler } from 'hono';
import type { AgentConversationsAnswer, AgentCountsAnswer } from '../../shared/answers/conversations';
import { countSavedViews } from '../domain/conversations/savedViews';
import { MAX_SEARCH } from '../domain/conversations/search';
import { waitOrder } from '../domain/conversations/waiting';
import { inboxHitView } from '../domain/inboxViews';
import { callerOf } from '../http/callerOf';
import { queryNumber } from '../http/query';
import { cleanText, cutText } from '../model/clean';
import { DeskError } from '../model/deskError';
import type { InboxHit } from '../model/entities';
import type { InboxView } from '../model/inboxEntities';
import { createShared } from '../process/shared';
import { type InboxPage, type InboxPlace, MOST_CLOSED } from '../store/reads';
import type { Store } from '../store/store';

const CONVERSATIONS_A_PAGE = 200;
/** A search reads messages of each conversation. */
const FOUND_A_PAGE = 50;

/** The views without further parameters. */
const SIMPLE = ['open', 'unassigned', 'queued', 'snoozed', 'closed', 'blocked'] as const;

const viewOf = (c: Context): InboxView | undefined => {
  const kind = c.req.query('view') ?? 'all';
  if (kind === 'all') return undefined;
  if (kind === 'mentions') {
    const caller = callerOf(c);
    if (caller.kind === 'agent') return { kind, agentId: caller.agent.id };
    throw new DeskError('bad_request', 'Only agents have the view mentions');
  }
  if (kind === 'assigned')
    return { kind, assignee: c.req.query('assignee'), assigneeId: c.req.query('assigneeId') };
  const known = SIMPLE.find((one) => one === kind);
  if (known) return { kind: known };
  throw new DeskError('bad_request', `view must be all, assigned, mentions, or one of ${SIMPLE.join(', ')}`);
};

/** The place in a list that `after` names, if any. @throws bad_request */
export const placeOf = (c: Context): InboxPlace | undefined => {
  if (c.req.query('offset') !== undefined)
    throw new DeskError(
      'bad_request',
      'offset is not supported. Pass the `next` of the previous page as `after`',
    );
  const after = c.req.query('after');
  if (after === undefined) return undefined;
  const [, at, id] = /^(\d{1,15})_(.{1,200})$/s.exec(cleanText(after)) ?? [];
  if (at === undefined || id === undefined)
    throw new DeskError('bad_request', 'after must be the `next` of a page');
  return { at: Number(at), id };
};

/** The place of a conversation, for `after`. */
const nextAfter = (
  { conversation }: InboxHit,
  { view, byWait }: Pick<InboxPage, 'view' | 'byWait'>,
): string => {
  const newest = byWait ? waitOrder(conversation) : conversation.lastUpdatedAt;
  const at = view?.kind === 'queued' ? (conversation.queuedAt ?? 0) : newest;
  return `${at}_${conversation.id}`;
};

const replaced = (): DeskError =>
  new DeskError('conflict', 'A newer search of this inbox has ended this one');

/** Cancels the search of an inbox when it begins another one. */
const createSearches = () => {
  const running = new Map<string, { turn: number; controller: AbortController }>();
  return async <T>(
    inbox: string | undefined,
    turn: number,
    request: AbortSignal,
    search: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const mine = new AbortController();
    const ended = AbortSignal.any([mine.signal, request]);
    const before = inbox === undefined ? undefined : running.get(inbox);
    // Two requests may arrive in the wrong order.
    if (before && before.turn > turn) throw replaced();
    before?.controller.abort(replaced());
    if (inbox !== undefined) running.set(inbox, { turn, controller: mine });
    try {
      return await search(ended);
    } catch (error) {
      // The database's error for a canceled query.
      throw mine.signal.aborted ? mine.signal.reason : error;
    } finally {
      if (inbox !== undefined && running.get(inbox)?.controller === mine) running.delete(inbox);
    }
  };
};

/** The search text, if there is one. */
export const searchTextOf = (c: Context): string | undefined =>
  cutText(cleanText(c.req.query('search') ?? '').trim(), MAX_SEARCH) || undefined;

const tagOf = (c: Context): string | undefined =>
  cutText(cleanText(c.req.query('tag') ?? ''), MAX_SEARCH) || undefined;

type CountStore = Pick<
  Store,
  'inboxCounts' | 'ownCounts' | 'filterCounts' | 'savedViews' | 'refusedMailCounts'
>;

/** `?waits=` in seconds, as the time in ms since when visitors have waited. */
const waitsBeforeOf = (c: Context, now: number): number | undefined => {
  const waits = queryNumber(c, 'waits', 0);
  return waits > 0 ? Math.max(0, now - waits * 1000) : undefined;
};

/**
 * `GET /conversation-counts`: the number of conversations in each of the agent's views.
 * @param wait waits between two counts of the shared views, whose result all agents share
 */
export const createConversationCounts = (
  store: CountStore,
  now: () => number,
  wait: () => Promise<void>,
): Handler => {
  const ofAll = createShared((tag: string | undefined) => store.inboxCounts(tag), wait);
  const refusedMails = createShared(() => store.refusedMailCounts(), wait);
  return async (c) => {
    const caller = callerOf(c);
    const tag = tagOf(c);
    const agentId = caller.kind === 'agent' ? caller.agent.id : undefined;
    const [{ closed, ...views }, own, saved, refusedEmails] = await Promise.all([
      ofAll(tag),
      agentId === undefined ? { mine: 0, mentions: 0 } : store.ownCounts(agentId, tag),
      countSavedViews(store, agentId, now()),
      refusedMails(),
    ]);
    const answer: AgentCountsAnswer = {
      ...views,
      ...own,
      views: saved,
      closed: Math.min(closed, MOST_CLOSED),
      moreClosed: closed > MOST_CLOSED,
      refusedEmails,
    };
    return c.json(answer);
  };
};

/** `GET /conversations`: the agents' list and search. */
export const createConversationList = (store: Pick<Store, 'inbox'>, now: () => number): Handler => {
  const searchOf = createSearches();
  return async (c) => {
    const search = searchTextOf(c);
    const view = viewOf(c);
    const size = search === undefined ? CONVERSATIONS_A_PAGE : FOUND_A_PAGE;
    const page = {
      after: placeOf(c),
      limit: size + 1,
      empty: c.req.query('all') === '1',
      view,
      byWait: c.req.query('sort') === 'waiting',
      search,
      tag: tagOf(c),
      assigneeId: view?.kind === 'assigned' ? undefined : c.req.query('assigneeId'),
      waitsBefore: waitsBeforeOf(c, now()),
    };
    const rows =
      search === undefined
        ? await store.inbox(page)
        : await searchOf(c.req.query('inbox'), queryNumber(c, 'turn', 0), c.req.raw.signal, (signal) =>
            store.inbox(page, signal),
          );
    const shown = rows.slice(0, size);
    const last = rows.length > size ? shown.at(-1) : undefined;
    const answer: AgentConversationsAnswer = {
      conversations: shown.map(inboxHitView),
      hasMore: last !== undefined,
      next: last && nextAfter(last, page),
    };
    return c.json(answer);
  };
};
