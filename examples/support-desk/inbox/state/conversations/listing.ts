import type { Clock } from '@porch/messenger/platform/clock';
import { createTimer } from '@porch/messenger/platform/timer';
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import type { ApiFailure } from '../../model/apiResult';
import { byWait, isIn, queryOf, type Sort, type ViewName } from '../../model/listViews';
import type { AgentApi } from '../../services/api';
import type { ListQuery } from '../../services/listQuery';
import type { Conversations } from './conversations';

/** The maximum length of a search text. */
export const LONGEST_SEARCH = 200;

/** In a search, the message and the note that match. */
export type Hit = Pick<AgentConversation, 'match' | 'matchedNote'>;

/** A row of the list. */
export type Shown = { conversation: AgentConversation; hit?: Hit };

/** The conversations shown, in order. */
export type Listing = {
  view: ReadonlySignal<ViewName>;
  setView(view: ViewName): void;
  sort: ReadonlySignal<Sort>;
  setSort(sort: Sort): void;
  /** Only conversations with this tag are shown; empty for all. */
  tag: ReadonlySignal<string>;
  setTag(tag: string): void;
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
  onFailure(failure: ApiFailure): void;
};

const TYPING_PAUSE_MS = 200;
/** The list is requested again once the desk allows it. This is the longest wait that a desk can ask for. */
const LONGEST_WAIT_S = 300;

export const createListing = ({ clock, api, conversations, ownId, onFailure }: ListingDeps): Listing => {
  const view = signal<ViewName>('open');
  const sort = signal<Sort>('newest');
  const tag = signal('');
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
    const rows = conversations.items.value.filter(
      (c) => isIn(view.value, c, ownId) && (!tag.value || c.tags.includes(tag.value)),
    );
    if (sort.value === 'newest') return rows;
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
  const isWhole = () =>
    !query.peek().trim() && view.peek() === 'open' && !tag.peek() && sort.peek() === 'newest';

  const replaceRequest = (): AbortController => {
    request.abort();
    request = new AbortController();
    return request;
  };

  const ask = async (after?: string): Promise<void> => {
    const mine = replaceRequest();
    const text = query.peek().trim();
    search.value = text;
    const wanted: ListQuery = {
      ...queryOf(view.peek(), ownId, text !== ''),
      sort: sort.peek() === 'waiting' ? 'waiting' : undefined,
      search: text || undefined,
      tag: tag.peek() || undefined,
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

  return {
    view,
    query,
    searched,
    shown,
    status,
    hasMore: computed(() =>
      searched.value || view.value !== 'open' || tag.value || sort.value !== 'newest'
        ? more.value
        : conversations.hasMore.value,
    ),
    tag,
    tags: computed(() => [...new Set(conversations.items.value.flatMap((c) => c.tags))].sort()),
    setTag: (next) => {
      if (next === tag.peek()) return;
      tag.value = next;
      begin(0);
    },
    setView: (next) => {
      if (next === view.peek()) return;
      view.value = next;
      begin(0);
    },
    sort,
    setSort: (next) => {
      if (next === sort.peek()) return;
      sort.value = next;
      begin(0);
    },
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
      request.abort();
      timer.stop();
    },
  };
};
