import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentConversation, AgentMessage } from '../../shared/agentApi';
import type { AgentApi, ListQuery } from '../api';
import type { ApiFailure } from '../apiResult';
import type { Conversations } from './conversations';

/** The views of the inbox. */
export const VIEWS = ['all', 'queued', 'mine', 'closed'] as const;
export type ViewName = (typeof VIEWS)[number];

/** A row: a conversation and, in a search, the message that matches. */
export type Shown = { conversation: AgentConversation; match?: AgentMessage };

/** The conversations shown, in order. */
export type Listing = {
  view: ReadonlySignal<ViewName>;
  setView(view: ViewName): void;
  /** Only conversations with this tag are shown; empty for all. */
  tag: ReadonlySignal<string>;
  setTag(tag: string): void;
  /** The tags of the loaded conversations, in order. */
  tags: ReadonlySignal<readonly string[]>;
  /** The search text as typed; an empty text shows the whole view. */
  query: ReadonlySignal<string>;
  /** Sets the search text; the request is debounced. */
  setQuery(text: string): void;
  /** The search text that `shown` belongs to. */
  searched: ReadonlySignal<string>;
  shown: ReadonlySignal<readonly Shown[]>;
  /** 'loading' while `shown` may be incomplete. */
  status: ReadonlySignal<'ready' | 'loading' | ApiFailure>;
  counts: ReadonlySignal<Record<'queued' | 'mine', number>>;
  hasMore: ReadonlySignal<boolean>;
  loadMore(): Promise<void>;
  /** Requests the view or the search again. */
  refresh(): Promise<void>;
  dispose(): void;
};

export type ListingDeps = {
  api: Pick<AgentApi, 'conversations'>;
  conversations: Conversations;
  agentName: ReadonlySignal<string>;
  onFailure(failure: ApiFailure): void;
};

const TYPING_PAUSE_MS = 200;

const isIn = (view: ViewName, c: AgentConversation, agentName: string): boolean => {
  if (view === 'queued') return c.routingStatus === 'queued';
  if (view === 'mine') return c.routingStatus === 'assigned' && c.assignee === agentName;
  return view === 'all' || c.status === 'idle';
};

export const createListing = ({ api, conversations, agentName, onFailure }: ListingDeps): Listing => {
  const view = signal<ViewName>('all');
  const tag = signal('');
  const query = signal('');
  const searched = signal('');
  /** The rows of the pages that came, in the order of the desk; one that moved may be there twice. */
  const found = signal<readonly { id: string; match?: AgentMessage }[]>([]);
  const status = signal<'ready' | 'loading' | ApiFailure>('ready');
  const more = signal(false);
  /** Where the next page of the view or the search begins. */
  let nextPage: string | undefined;
  let request = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const inView = computed(() => {
    const rows = conversations.items.value.filter(
      (c) => isIn(view.value, c, agentName.value) && (!tag.value || c.tags.includes(tag.value)),
    );
    // The longest wait comes first.
    return view.value === 'queued' ? rows.sort((a, b) => (a.queuedAt ?? 0) - (b.queuedAt ?? 0)) : rows;
  });
  const shown = computed((): readonly Shown[] => {
    if (!searched.value) return inView.value.map((conversation) => ({ conversation }));
    const known = new Map(conversations.items.value.map((c) => [c._id, c]));
    const hits = new Map(found.value.map((hit) => [hit.id, hit]));
    return [...hits.values()].flatMap(({ id, match }) => {
      const conversation = known.get(id);
      return conversation ? [{ conversation, match }] : [];
    });
  });

  /** Whether all conversations are shown. */
  const isWhole = () => !query.peek().trim() && view.peek() === 'all' && !tag.peek();

  const replaceRequest = (): AbortController => {
    request.abort();
    request = new AbortController();
    return request;
  };

  const ask = async (after?: string): Promise<void> => {
    const mine = replaceRequest();
    const search = query.peek().trim();
    const wanted: ListQuery = {
      view:
        view.peek() === 'mine' ? 'assigned' : view.peek() === 'all' ? undefined : (view.peek() as 'queued'),
      assignee: view.peek() === 'mine' ? agentName.peek() : undefined,
      search: search || undefined,
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
      return;
    }
    const { conversations: rows, hasMore, next } = answer.value;
    batch(() => {
      conversations.absorb(rows, asOf);
      const hits = rows.map(({ _id, match }) => ({ id: _id, match }));
      found.value = after === undefined ? hits : [...found.peek(), ...hits];
      searched.value = search;
      more.value = hasMore;
      nextPage = next;
      if (isWhole()) conversations.pageCame(next, hasMore);
      status.value = 'ready';
    });
  };

  const begin = (pauseMs: number): void => {
    clearTimeout(timer);
    // A running request belongs to another query. The desk ends the search, too.
    replaceRequest();
    if (isWhole()) {
      batch(() => {
        searched.value = '';
        more.value = false;
        status.value = 'ready';
      });
      return;
    }
    status.value = 'loading';
    timer = setTimeout(() => void ask(), pauseMs);
  };

  return {
    view,
    query,
    searched,
    shown,
    status,
    counts: computed(() => {
      const count = (name: ViewName) =>
        conversations.items.value.filter((c) => isIn(name, c, agentName.value)).length;
      return { queued: count('queued'), mine: count('mine') };
    }),
    hasMore: computed(() =>
      searched.value || view.value !== 'all' || tag.value ? more.value : conversations.hasMore.value,
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
    setQuery: (text) => {
      query.value = text;
      begin(text.trim() ? TYPING_PAUSE_MS : 0);
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
      clearTimeout(timer);
    },
  };
};
