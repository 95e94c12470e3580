import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentTicketFieldsAnswer } from '../../../shared/answers/conversations';
import type { AgentTagsBody } from '../../../shared/bodies/conversations';
import { type ApiFailure, failureWords } from '../../model/apiResult';
import type { AgentApi } from '../../services/api';
import type { Conversations } from './conversations';

/** The tags of conversations, and the names of their ticket fields. */
export type Tagging = {
  /** Why the last change failed, and its conversation; cleared by the next one. */
  failed: ReadonlySignal<{ id: string; words: string } | undefined>;
  /** Changes run one after another. Resolves to whether it succeeded. */
  change(conversationId: string, change: AgentTagsBody): Promise<boolean>;
  /** The name of a ticket field; its id if it has none. */
  fieldName(id: string): string;
  /** Reads the names again. */
  refresh(): void;
};

export const createTagging = (
  api: Pick<AgentApi, 'tag' | 'ticketFields'>,
  conversations: Conversations,
  onFailure: (failure: ApiFailure) => void,
): Tagging => {
  const failed = signal<{ id: string; words: string } | undefined>(undefined);
  const fields = signal<AgentTicketFieldsAnswer['fields']>([]);
  let running: Promise<unknown> = Promise.resolve();
  const go = async (id: string, change: AgentTagsBody): Promise<boolean> => {
    failed.value = undefined;
    const answer = await api.tag(id, change);
    if (answer.ok) {
      conversations.upsert(answer.value);
      return true;
    }
    const { failure, reason } = answer;
    failed.value = { id, words: failure === 'rejected' && reason ? `${reason}` : failureWords[failure] };
    onFailure(failure);
    return false;
  };
  return {
    failed,
    change: (id, change) => {
      const made = running.then(() => go(id, change));
      running = made;
      return made;
    },
    fieldName: (id) => fields.value.find((field) => field.id === id)?.title || `Field ${id}`,
    refresh: () =>
      void api.ticketFields().then((answer) => {
        // Without the names, the ids are shown.
        if (answer.ok) fields.value = answer.value;
      }),
  };
};
