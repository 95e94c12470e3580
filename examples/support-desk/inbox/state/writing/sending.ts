import type { Clock } from '@porch/messenger/platform/clock';
import type { Signal } from '@preact/signals-react';
import type { AgentMessage } from '../../../shared/answers/messages';
import type { AgentSendBody } from '../../../shared/bodies/messages';
import { cutText } from '../../../shared/cutText';
import type { FollowUp } from '../../model/acts';
import { type ApiResult, isTransient } from '../../model/apiResult';
import { type Entry, mergeEntries, newestReceived, unsentEntry } from '../../model/entries';
import type { AgentApi } from '../../services/api';
import { createPosting } from './posting';
import { createSendQueue, type SendQueueDeps } from './sendQueue';
import type { UnsentFile } from './unsentReplies';

/** Sends an agent's replies to the desk. */
export type Sending = {
  /**
   * Shows the reply at once and sends it after the earlier ones. Resolves when the desk has answered.
   * @param waitMs how long it can be undone before it is sent; then it resolves at once. The next message ends the wait
   * @param followUp what the desk does once it has the reply
   */
  send(message: AgentSendBody & { type: string }, waitMs?: number, followUp?: FollowUp): Promise<void>;
  /**
   * Sends at once what can still be undone. Resolves when the desk has answered.
   * @param leaving the page is closing: no request waits for another
   */
  sendWaiting(leaving?: boolean): Promise<void>;
  /** Sends everything that waits, for any reason. Resolves to whether the desk then has every reply. */
  settle(): Promise<boolean>;
  /** The same for a file, with the other fields of its message. */
  sendFile(file: File, said?: AgentSendBody): Promise<void>;
  /** Sends after the earlier replies and shows the message once it is stored. The caller reports failures. */
  submit(body: AgentSendBody, file?: File): Promise<ApiResult<AgentMessage>>;
  /** Retries a failed reply with the same `referenceId`, so that it cannot be stored twice. */
  retry(key: string): Promise<void>;
  /** Retries, in order, the replies that failed only because the desk could not be reached. */
  flush(): Promise<void>;
  /** Removes a reply that failed or waits, or cancels an upload; returns its message. */
  discard(key: string): AgentMessage | undefined;
  /** Stops uploads and waits; files and replies stay stored as unsent. */
  stopUploads(): void;
};

export type SendingDeps = SendQueueDeps & {
  api: AgentApi;
  /** The author of unsent messages: the signed-in agent. */
  author(): Pick<AgentMessage, 'name' | 'authorId'>;
  /** The unsent files, by the keys of their entries. */
  files: Map<string, UnsentFile>;
  newId(): string;
  clock: Clock;
};

export const createSending = (id: string, entries: Signal<Entry[]>, deps: SendingDeps): Sending => {
  const { api, files } = deps;
  const posting = createPosting(id, {
    api,
    files,
    clock: deps.clock,
    onProgress: (key, progress) => queue.update(key, { progress }),
  });
  const queue = createSendQueue(entries, posting, deps);
  const { flush } = queue;
  /** The replies that can still be undone, in order, each with the function that stops its wait. */
  const waiting = new Map<string, () => void>();
  let unsure: { same: string; referenceId: string } | undefined;

  const sendNow = (key: string): Promise<void> => {
    waiting.get(key)?.();
    waiting.delete(key);
    queue.update(key, { waits: undefined });
    return queue.send(key);
  };

  const sendWaiting = async (leaving = false): Promise<void> => {
    posting.setLeaving(leaving);
    // A closing page cannot wait for the answer to an earlier message.
    if (leaving) queue.skipWait();
    await Promise.all([...waiting.keys()].map(sendNow));
  };

  const show = (
    message: AgentSendBody & { type: string },
    { progress, followUp }: Pick<Entry, 'progress' | 'followUp'> = {},
  ): string => {
    void flush();
    const key = deps.newId();
    const received = Math.max(deps.clock.now() / 1000, newestReceived(entries.peek()) ?? 0);
    const entry = unsentEntry({ ...deps.author(), ...message, received }, key, progress);
    entries.value = [...entries.peek(), followUp ? { ...entry, followUp } : entry];
    return key;
  };

  const sendText = async (message: AgentSendBody): Promise<ApiResult<AgentMessage>> => {
    const answer = await api.send(id, message);
    return answer.ok ? { ok: true, value: answer.value.message } : answer;
  };

  const submit: Sending['submit'] = (body, file) => {
    void sendWaiting();
    void flush();
    const same = JSON.stringify([body, file?.name, file?.size, file?.lastModified]);
    // An unchanged retry reuses the referenceId, because the desk may have stored the first attempt.
    const referenceId = unsure?.same === same ? unsure.referenceId : deps.newId();
    return queue.inTurn(async () => {
      const signal = new AbortController().signal;
      const message = { ...body, referenceId };
      const answer = await (file
        ? api.upload(id, file, message, { signal, onProgress: () => undefined })
        : sendText(message));
      unsure = answer.ok ? undefined : { same, referenceId };
      if (answer.ok) entries.value = mergeEntries(entries.peek(), [answer.value]);
      else deps.onFailure(answer.failure);
      return answer;
    });
  };

  return {
    sendWaiting,
    settle: async () => {
      await Promise.all([flush(), sendWaiting()]);
      await queue.settled();
      return entries.peek().every(({ state }) => state === 'sent');
    },
    send: async (message, waitMs = 0, followUp = undefined) => {
      void sendWaiting();
      const key = show(message, { followUp });
      if (waitMs <= 0) return queue.send(key);
      queue.update(key, { waits: true });
      waiting.set(
        key,
        deps.clock.after(waitMs, () => void sendNow(key)),
      );
    },
    sendFile: (file, said = {}) => {
      void sendWaiting();
      const key = show(
        { ...said, type: 'file', altText: cutText(file.name, 128), mediaSize: file.size },
        { progress: 0 },
      );
      files.set(key, { file, body: { ...said, referenceId: key } });
      return queue.send(key);
    },
    submit,
    retry: (key) => {
      const failed = entries.peek().find((e) => e.key === key);
      return isTransient(failed?.failure) ? flush() : queue.retry(key);
    },
    flush,
    discard: (key) => {
      const entry = entries
        .peek()
        .find(
          (e) => e.key === key && (e.state === 'failed' || e.waits || files.has(key)) && e.state !== 'sent',
        );
      if (!entry) return undefined;
      waiting.get(key)?.();
      waiting.delete(key);
      entries.value = entries.peek().filter((e) => e !== entry);
      posting.forgetFile(key);
      return entry.message;
    },
    stopUploads: () => {
      for (const stop of waiting.values()) stop();
      waiting.clear();
      posting.stop();
    },
  };
};
