import type { Clock } from '@porch/messenger/platform/clock';
import { createTimer } from '@porch/messenger/platform/timer';
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import type { ApiFailure } from '../../model/apiResult';
import { byWait, isSameChoice, passes, queryOf, type ViewName, WHOLE } from '../../model/listViews';
import type { AgentApi } from '../../services/api';
import type { ListQuery } from '../../services/listQuery';
import { type Choosing, createChoosing } from './choosing';
import type { Conversations } from './conversations';

/** In a search, the message and the note that match. */
export type Hit = Pick<AgentConversation, 'match' | 'matchedNote'>;

/** A row of the list. */
export type Shown = { conversation: AgentConversation; hit?: Hit };

/** The conversations shown, in order. */
export type Listing = Choosing & {
  /** Shows one of the inbox's own views. Filters stay, but for those of a saved view. */
  setView(view: ViewName): void;
  /** The tags of the loaded conversations, in order. */
  tags: ReadonlySignal<readonly string[]>;
  /** The search text as typed; an empty text shows the whole view. */
  query: ReadonlySignal<string>;
  /** Sets the search text; the request is debounced. */
  setQuery(text: string): void;
  /** The trimmed search text, once the agent has stopped typing. */
  search: ReadonlySignal<string>;
  /** Sets the search text and searches at once. */
  setSearch(text: string): void;
  /** The search text that `shown` belongs to. */
  searched: ReadonlySignal<string>;
  shown: ReadonlySignal<readonly Shown[]>;
  /** 'loading' while `shown` may be incomplete. */
  status: ReadonlySignal<'ready' | 'loading' | ApiFailure>;
  hasMore: ReadonlySignal<boolean>;
  loadMore(): Promise<void>;
  /** Requests the view or the search again. */
  refresh(): Promise<void>;
  dispose(): void;
};

type ListingDeps = {
  clock: Pick<Clock, 'after'>;
  api: Pick<AgentApi, 'conversations'>;
  conversations: Conversations;
  /** The id of the signed-in agent. */
  ownId: string;
  /** Float seconds; changes now and then. */
  now: ReadonlySignal<number>;
  onFailure(failure: ApiFailure): void;
};

const TYPING_PAUSE_MS = 200;
/** The list is requested again once the desk allows it. This is the longest wait that a desk can ask for. */
const LONGEST_WAIT_S = 300;

export const createListing = (deps: ListingDeps): Listing => {
  const { clock, api, conversations, ownId, now, onFailure } = deps;
  const choosing = createChoosing(() => begin(0));
  const { chosen, choose } = choosing;
  const query = signal('');
  const search = signal('');
  const searched = signal('');
  /** The rows of the loaded pages, in the desk's order; one that moved may occur twice. */
  const found = signal<readonly (Hit & { id: string })[]>([]);
  const status = signal<'ready' | 'loading' | ApiFailure>('ready');
  const more = signal(false);
  /** Where the next page of the view or the search begins. */
  let nextPage: string | undefined;
  let request = new AbortController();
  const timer = createTimer(clock);

  const inView = computed(() => {
    const { sort, waits } = chosen.value;
    // Only waits change with the time.
    const at = waits > 0 ? now.value : 0;
    const rows = conversations.items.value.filter((c) => passes(c, chosen.value, ownId, at));
    if (sort === 'newest') return rows;
    return rows.sort(byWait);
  });
  const shown = computed((): readonly Shown[] => {
    if (!searched.value) return inView.value.map((conversation) => ({ conversation }));
    const known = new Map(conversations.items.value.map((c) => [c._id, c]));
    const hits = new Map(found.value.map((hit) => [hit.id, hit]));
    return [...hits.values()].flatMap((hit) => {
      const conversation = known.get(hit.id);
      return conversation ? [{ conversation, hit }] : [];
    });
  });

  /** Whether all conversations are shown. */
  const isWhole = () => !query.peek().trim() && isSameChoice({ ...chosen.peek(), saved: '' }, WHOLE);

  const replaceRequest = (): AbortController => {
    request.abort();
    request = new AbortController();
    return request;
  };

  const ask = async (after?: string): Promise<void> => {
    const mine = replaceRequest();
    const text = query.peek().trim();
    search.value = text;
    const { view, sort, tag, agentId, waits } = chosen.peek();
    const wanted: ListQuery = {
      ...(agentId && { assigneeId: agentId }),
      ...queryOf(view, ownId, text !== ''),
      sort: sort === 'waiting' ? 'waiting' : undefined,
      search: text || undefined,
      tag: tag || undefined,
      waits: waits > 0 ? String(waits) : undefined,
      after,
    };
    status.value = 'loading';
    const asOf = conversations.moment();
    const answer = await api.conversations(wanted, mine.signal);
    if (mine.signal.aborted) return;
    if (!answer.ok) {
      status.value = answer.failure;
      onFailure(answer.failure);
      if (answer.waitS !== undefined) askAfter(Math.min(answer.waitS, LONGEST_WAIT_S) * 1000, after);
      return;
    }
    const { conversations: rows, hasMore, next } = answer.value;
    batch(() => {
      conversations.absorb(rows, asOf);
      const hits = rows.map(({ _id, match, matchedNote }) => ({ id: _id, match, matchedNote }));
      found.value = after === undefined ? hits : [...found.peek(), ...hits];
      searched.value = text;
      more.value = hasMore;
      nextPage = next;
      if (isWhole()) conversations.pageCame(next, hasMore);
      status.value = 'ready';
    });
  };
  const askAfter = (pauseMs: number, after?: string): void => timer.set(pauseMs, () => void ask(after));

  const begin = (pauseMs: number): void => {
    timer.stop();
    // A running request belongs to another query. The desk cancels the search too.
    replaceRequest();
    if (isWhole()) {
      batch(() => {
        search.value = '';
        searched.value = '';
        more.value = false;
        status.value = 'ready';
      });
      return;
    }
    status.value = 'loading';
    askAfter(pauseMs);
  };

  // As time passes, more visitors have waited long enough.
  const stopWaits = effect(() => {
    void now.value;
    untracked(() => {
      if (chosen.peek().waits > 0 && status.peek() === 'ready') void ask();
    });
  });

  return {
    ...choosing,
    setView: (view) => {
      if (!chosen.peek().saved) return choose({ view });
      query.value = '';
      choose({ ...WHOLE, view });
    },
    query,
    searched,
    shown,
    status,
    hasMore: computed(() =>
      searched.value || !isSameChoice({ ...chosen.value, saved: '' }, WHOLE)
        ? more.value
        : conversations.hasMore.value,
    ),
    tags: computed(() => [...new Set(conversations.items.value.flatMap((c) => c.tags))].sort()),
    setQuery: (text) => {
      query.value = text;
      begin(text.trim() ? TYPING_PAUSE_MS : 0);
    },
    search,
    setSearch: (text) => {
      if (text.trim() === search.peek() && text === query.peek()) return;
      query.value = text;
      search.value = text.trim();
      begin(0);
    },
    loadMore: async () => {
      if (status.peek() === 'loading') return;
      await ask(isWhole() ? conversations.next() : nextPage);
    },
    refresh: async () => {
      if (!isWhole()) await ask();
    },
    dispose: () => {
      stopWaits();
      request.abort();
      timer.stop();
    },
  };
};
