import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentPerson, AgentPersonAnswer } from '../../../shared/answers/people';
import type { AgentCorrectionBody } from '../../../shared/bodies/visitors';
import { type ApiFailure, refusalWords } from '../../model/apiResult';
import type { VisitorsApi } from '../../services/visitorsApi';
import { createLoaded, type Loaded } from '../parts/loaded';

/** The list of all visitors, and the one whose page is shown. */
export type People = {
  /** The loaded visitors, newest first. */
  rows: ReadonlySignal<readonly AgentPerson[]>;
  status: ReadonlySignal<'unread' | 'loading' | 'ready' | ApiFailure>;
  hasMore: ReadonlySignal<boolean>;
  /** The search text as typed. */
  query: ReadonlySignal<string>;
  setQuery(text: string): void;
  /** The search text that `rows` belong to. */
  searched: ReadonlySignal<string>;
  /** Reads the first page again, with the search text. */
  refresh(): Promise<void>;
  loadMore(): Promise<void>;
  /** One visitor, which the caller reads with `refresh`. */
  person(appUserId: string): Loaded<AgentPersonAnswer>;
  /** Begins a conversation, and opens it. @returns what went wrong */
  write(appUserId: string, body: { text: string; referenceId: string }): Promise<string | undefined>;
  /** Corrects a visitor. @returns what went wrong */
  correct(appUserId: string, body: AgentCorrectionBody): Promise<string | undefined>;
};

export const createPeople = (
  api: Pick<VisitorsApi, 'people' | 'person' | 'correct' | 'write'>,
  reveal: (conversationId: string) => void,
  onFailure: (failure: ApiFailure) => void,
): People => {
  const rows = signal<readonly AgentPerson[]>([]);
  const status = signal<'unread' | 'loading' | 'ready' | ApiFailure>('unread');
  const query = signal('');
  const searched = signal('');
  const next = signal<string | undefined>(undefined);
  let latest = 0;

  const read = async (search: string, after?: string): Promise<void> => {
    latest += 1;
    const mine = latest;
    status.value = 'loading';
    const answer = await api.people(search, after);
    if (mine !== latest) return;
    if (answer.ok) {
      rows.value = [...(after === undefined ? [] : rows.peek()), ...answer.value.people];
      next.value = answer.value.next;
      searched.value = search;
    } else onFailure(answer.failure);
    status.value = answer.ok ? 'ready' : answer.failure;
  };

  return {
    rows,
    status,
    hasMore: computed(() => next.value !== undefined),
    query,
    setQuery: (text) => {
      query.value = text;
    },
    searched,
    refresh: () => read(query.peek().trim()),
    loadMore: () => read(searched.peek(), next.peek()),
    person: (appUserId) => createLoaded(() => api.person(appUserId), onFailure),
    write: async (appUserId, body) => {
      const answer = await api.write(appUserId, body);
      if (answer.ok) {
        if (answer.value) reveal(answer.value._id);
        return undefined;
      }
      onFailure(answer.failure);
      return refusalWords(answer);
    },
    correct: async (appUserId, body) => {
      const answer = await api.correct(appUserId, body);
      if (answer.ok) return undefined;
      onFailure(answer.failure);
      return refusalWords(answer);
    },
  };
};
