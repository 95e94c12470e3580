import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentMergeAnswer, AgentPerson, AgentPersonAnswer } from '../../../shared/answers/people';
import type { AgentCorrectionBody } from '../../../shared/bodies/visitors';
import { type ApiFailure, type ApiResult, refusalWords } from '../../model/apiResult';
import type { VisitorsApi } from '../../services/visitorsApi';
import { createLoaded, type Loaded } from '../parts/loaded';
import { createPaged, type Paged } from '../parts/paged';

/** A list of visitors, newest first. `refresh` searches. */
export type PeopleSearch = Paged<AgentPerson> & {
  /** The search text as typed. */
  query: ReadonlySignal<string>;
  setQuery(text: string): void;
  /** The search text that `rows` belong to. */
  searched: ReadonlySignal<string>;
};

/** The list of all visitors, and what agents do with one. */
export type People = PeopleSearch & {
  /** Another list, which begins with this search. */
  search(text: string): PeopleSearch;
  /** One visitor, which the caller reads with `refresh`. */
  person(appUserId: string): Loaded<AgentPersonAnswer>;
  /** Begins a conversation, and opens it. @returns what went wrong */
  write(appUserId: string, body: { text: string; referenceId: string }): Promise<string | undefined>;
  /** Corrects a visitor. @returns what went wrong */
  correct(appUserId: string, body: AgentCorrectionBody): Promise<string | undefined>;
  /** What merging two visitors would do, which the caller reads with `refresh`. */
  merging(appUserId: string, otherId: string): Loaded<AgentMergeAnswer>;
  /** Merges the other visitor into the one who stays. @returns what went wrong */
  merge(keptId: string, otherId: string): Promise<string | undefined>;
  /** Takes a merge back. @returns what went wrong */
  separate(appUserId: string, mergedId: string): Promise<string | undefined>;
};

const createSearch = (
  api: Pick<VisitorsApi, 'people'>,
  onFailure: (failure: ApiFailure) => void,
  text = '',
): PeopleSearch => {
  const query = signal(text);
  const searched = signal('');
  const paged = createPaged(
    async (after) => {
      const search = after === undefined ? query.peek().trim() : searched.peek();
      const answer = await api.people(search, after);
      if (!answer.ok) return answer;
      const { people, next } = answer.value;
      return { ok: true, value: { rows: people, next, search } };
    },
    onFailure,
    ({ search }) => {
      searched.value = search;
    },
  );
  return {
    ...paged,
    query,
    setQuery: (next) => {
      query.value = next;
    },
    searched,
  };
};

export const createPeople = (
  api: Pick<VisitorsApi, 'people' | 'person' | 'correct' | 'write' | 'merging' | 'merge' | 'separate'>,
  reveal: (conversationId: string) => void,
  onFailure: (failure: ApiFailure) => void,
): People => {
  const wrongIn = (answer: ApiResult<unknown>): string | undefined => {
    if (answer.ok) return undefined;
    onFailure(answer.failure);
    return refusalWords(answer);
  };
  return {
    ...createSearch(api, onFailure),
    search: (text) => createSearch(api, onFailure, text),
    person: (appUserId) => createLoaded(() => api.person(appUserId), onFailure),
    write: async (appUserId, body) => {
      const answer = await api.write(appUserId, body);
      if (answer.ok && answer.value) reveal(answer.value._id);
      return wrongIn(answer);
    },
    correct: async (appUserId, body) => wrongIn(await api.correct(appUserId, body)),
    merging: (appUserId, otherId) => createLoaded(() => api.merging(appUserId, otherId), onFailure),
    merge: async (keptId, otherId) => wrongIn(await api.merge(keptId, otherId)),
    separate: async (appUserId, mergedId) => wrongIn(await api.separate(appUserId, mergedId)),
  };
};
