import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentPerson, AgentPersonAnswer } from '../../../shared/answers/people';
import type { AgentCorrectionBody } from '../../../shared/bodies/visitors';
import { type ApiFailure, refusalWords } from '../../model/apiResult';
import type { VisitorsApi } from '../../services/visitorsApi';
import { createLoaded, type Loaded } from '../parts/loaded';
import { createPaged, type Paged } from '../parts/paged';

/** The list of all visitors, newest first, and the one whose page is shown. `refresh` searches. */
export type People = Paged<AgentPerson> & {
  /** The search text as typed. */
  query: ReadonlySignal<string>;
  setQuery(text: string): void;
  /** The search text that `rows` belong to. */
  searched: ReadonlySignal<string>;
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
  const query = signal('');
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
    setQuery: (text) => {
      query.value = text;
    },
    searched,
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
