import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentSavedFile } from '../../../shared/answers/acts';
import type { AgentSavedReply } from '../../../shared/answers/work';
import type { AgentSavedReplyBody } from '../../../shared/bodies/work';
import { type ApiFailure, failureWords } from '../../model/apiResult';
import type { SavedRepliesApi } from '../../services/savedRepliesApi';

/** The agents' saved replies, which all agents share. */
export type SavedReplies = {
  /** By shortcut. */
  all: ReadonlySignal<readonly AgentSavedReply[]>;
  status: ReadonlySignal<'loading' | 'ready' | ApiFailure>;
  /** The tags of replies that no conversation has. */
  unusedTags: ReadonlySignal<readonly string[]>;
  /** Fetches them again. */
  refresh(): Promise<void>;
  /**
   * Changes a reply, unless a colleague has changed it since it was read; without one, adds a reply. Resolves to what
   * went wrong, if anything. After a conflict, `all` is up to date.
   */
  save(
    input: Omit<AgentSavedReplyBody, 'name' | 'savedAt'>,
    read?: AgentSavedReply,
  ): Promise<string | undefined>;
  /** Uploads a file for a reply. Resolves to the file, or to why it was refused. */
  upload(file: File): Promise<AgentSavedFile | string>;
  /** Resolves to what went wrong, if anything. */
  remove(id: string): Promise<string | undefined>;
};

type SavedRepliesDeps = {
  api: SavedRepliesApi;
  onFailure(failure: ApiFailure): void;
};

export const createSavedReplies = ({ api, onFailure }: SavedRepliesDeps): SavedReplies => {
  const all = signal<readonly AgentSavedReply[]>([]);
  const status = signal<'loading' | 'ready' | ApiFailure>('loading');
  const unusedTags = signal<readonly string[]>([]);
  let latest = 0;

  const put = (replies: readonly AgentSavedReply[]): void => {
    all.value = [...replies].sort((a, b) => (a.shortcut < b.shortcut ? -1 : 1));
  };
  const wordsOf = ({ failure, reason }: { failure: ApiFailure; reason?: string }): string => {
    onFailure(failure);
    return (failure === 'rejected' || failure === 'conflict') && reason
      ? `${reason}.`
      : failureWords[failure];
  };

  const refresh = async (): Promise<void> => {
    latest += 1;
    const mine = latest;
    const answer = await api.read();
    if (mine !== latest) return;
    // The known replies remain usable.
    if (!answer.ok && status.peek() === 'ready') return onFailure(answer.failure);
    if (answer.ok) {
      put(answer.value.replies);
      unusedTags.value = answer.value.unusedTags;
    }
    status.value = answer.ok ? 'ready' : answer.failure;
    if (!answer.ok) onFailure(answer.failure);
  };

  return {
    all,
    status,
    unusedTags,
    refresh,
    upload: async (file) => {
      const answer = await api.upload(file);
      return answer.ok ? answer.value : wordsOf(answer);
    },
    save: async (input, read) => {
      const answer = await api.save({ ...input, savedAt: read?.savedAt }, read?._id);
      if (!answer.ok && answer.failure === 'conflict') await refresh();
      if (!answer.ok) return wordsOf(answer);
      // A list requested earlier is older.
      latest += 1;
      put([...all.peek().filter((reply) => reply._id !== answer.value._id), answer.value]);
      return undefined;
    },
    remove: async (id) => {
      const answer = await api.remove(id);
      if (!answer.ok) return wordsOf(answer);
      latest += 1;
      put(all.peek().filter((reply) => reply._id !== id));
      return undefined;
    },
  };
};
