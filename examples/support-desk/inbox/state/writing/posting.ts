import type { Clock } from '@porch/messenger/platform/clock';
import type { AgentMessage } from '../../../shared/answers/messages';
import type { AgentSendBody } from '../../../shared/bodies/messages';
import { type Followed, type FollowUp, followUpBodyOf } from '../../model/acts';
import type { ApiResult } from '../../model/apiResult';
import type { Entry } from '../../model/entries';
import type { AgentApi } from '../../services/api';
import type { Sent } from '../../services/sendApi';
import type { UnsentFile } from './unsentReplies';

/** Makes the calls that send replies: of texts, and of files, which can be stopped. */
export type Posting = {
  /** Sends a reply, or the file of its entry. */
  post(entry: Pick<Entry, 'key' | 'message' | 'followUp'>): Promise<ApiResult<Sent>>;
  /** Asks for what follows a stored reply. */
  follow(message: AgentMessage, followUp: FollowUp): Promise<ApiResult<Followed>>;
  /** Whether a reply is a file that can be sent. */
  hasFile(key: string): boolean;
  /** Stops the upload of an entry, and forgets its file. */
  forgetFile(key: string): void;
  /** Whether the page closes: then no call can wait for an answer. */
  setLeaving(leaving: boolean): void;
  /** Stops all uploads; the files stay. */
  stop(): void;
};

/**
 * @param id of the conversation
 * @param deps.files the unsent files, by the keys of their entries
 * @param deps.onProgress gets how much of a file has been sent, from 0 to 1
 */
export const createPosting = (
  id: string,
  deps: {
    api: AgentApi;
    files: Map<string, UnsentFile>;
    clock: Pick<Clock, 'now'>;
    onProgress(key: string, progress: number): void;
  },
): Posting => {
  const { api, files } = deps;
  /** The last upload of each unsent file. */
  const uploads = new Map<string, AbortController>();
  let isLeaving = false;
  const bodyOf = (followUp: FollowUp) => followUpBodyOf(followUp, deps.clock.now() / 1000);
  return {
    follow: (message, followUp) => api.followUp(id, message._id, bodyOf(followUp)),
    post: async ({ key, message, followUp }) => {
      const unsent = files.get(key);
      if (!unsent) {
        const { _id, received, role, name, authorId, seen, ...rest } = message;
        const body: AgentSendBody = { ...rest, ...(followUp && { followUp: bodyOf(followUp) }) };
        // Once the page closes, nobody can be asked.
        return api.send(id, isLeaving ? body : { ...body, seen: seen as AgentSendBody['seen'] }, {
          keepalive: isLeaving,
        });
      }
      const upload = new AbortController();
      uploads.set(key, upload);
      const answer = await api.upload(id, unsent.file, unsent.body, {
        signal: upload.signal,
        onProgress: (progress) => deps.onProgress(key, progress),
      });
      return answer.ok ? { ok: true, value: { message: answer.value } } : answer;
    },
    hasFile: (key) => files.has(key),
    forgetFile: (key) => {
      files.delete(key);
      uploads.get(key)?.abort();
      uploads.delete(key);
    },
    setLeaving: (leaving) => {
      isLeaving = leaving;
    },
    stop: () => {
      for (const upload of uploads.values()) upload.abort();
    },
  };
};
