import { cleanText } from '@porch/messenger/model/validation';
import { type ReadonlySignal, signal } from '@preact/signals-react';
import { type ApiFailure, refusalWords } from '../../model/apiResult';
import { mentionsIn } from '../../model/mentions';
import type { AgentApi } from '../../services/api';
import type { Team } from '../account/team';
import type { Drafts } from '../writing/drafts';
import type { Thread } from './thread';

/** Writes notes into conversations, which only agents see. */
export type Notes = {
  /** Whether the agent writes a note in this conversation, not a reply. It is stored with the draft. */
  isWriting(conversationId: string): boolean;
  setWriting(conversationId: string, on: boolean): void;
  /** The text of the unsent note. */
  draft(conversationId: string): string;
  setDraft(conversationId: string, text: string): void;
  /** The conversation whose note is being sent. */
  sending: ReadonlySignal<string | undefined>;
  /** Why the last note could not be stored; its text stays in the draft. */
  failed: ReadonlySignal<{ id: string; words: string } | undefined>;
  /** Stores the draft as a note. */
  send(conversationId: string): Promise<void>;
  /**
   * Refuses files while a note is written: they may be meant for the team, and must not go to the visitor.
   * @returns whether it has refused them
   */
  refuseFiles(conversationId: string): boolean;
};

const NO_FILES = 'Nothing was sent: a note has no files. To send files to the visitor, choose Reply first.';

type NotesDeps = {
  api: Pick<AgentApi, 'note'>;
  drafts: Drafts;
  team: Pick<Team, 'colleagues'>;
  threadOf(id: string): Thread;
  newId(): string;
  onFailure(failure: ApiFailure): void;
};

export const createNotes = (deps: NotesDeps): Notes => {
  const { drafts } = deps;
  const sending = signal<string | undefined>(undefined);
  const failed = signal<{ id: string; words: string } | undefined>(undefined);
  /** The last attempt, which the desk may have stored although its answer was lost. */
  let unsure: { same: string; referenceId: string } | undefined;

  const setDraft = (id: string, text: string): void => drafts.set(id, text, 'note');

  const isWriting = (id: string): boolean => drafts.get(id, 'mode') === 'note';

  return {
    isWriting,
    setWriting: (id, on) => {
      if (failed.peek()?.words === NO_FILES) failed.value = undefined;
      drafts.set(id, on ? 'note' : '', 'mode');
    },
    draft: (id) => drafts.get(id, 'note'),
    setDraft,
    sending,
    failed,
    send: async (id) => {
      const text = cleanText(drafts.get(id, 'note'));
      if (!text || sending.peek() !== undefined) return;
      const same = JSON.stringify([id, text]);
      const referenceId = unsure?.same === same ? unsure.referenceId : deps.newId();
      unsure = { same, referenceId };
      sending.value = id;
      failed.value = undefined;
      const mentions = mentionsIn(text, deps.team.colleagues.peek());
      const answer = await deps.api.note(id, { text, mentions, referenceId });
      sending.value = undefined;
      if (answer.ok) {
        unsure = undefined;
        // Text typed since then stays.
        if (cleanText(drafts.get(id, 'note')) === text) setDraft(id, '');
        deps.threadOf(id).receiveHappening(answer.value);
        return;
      }
      failed.value = { id, words: refusalWords(answer) };
      deps.onFailure(answer.failure);
    },
    refuseFiles: (id) => {
      if (!isWriting(id)) return false;
      failed.value = { id, words: NO_FILES };
      return true;
    },
  };
};
