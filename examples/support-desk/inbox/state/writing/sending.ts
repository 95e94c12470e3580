import type { Clock } from '@porch/messenger/platform/clock';
import type { Signal } from '@preact/signals-react';
import type { AgentMessage, AgentSendBody } from '../../../shared/agentApi';
import { cutText } from '../../../shared/cutText';
import { type ApiFailure, type ApiResult, isHeld } from '../../model/apiResult';
import { type Entry, mergeEntries, newestReceived, unsentEntry, updateUnsent } from '../../model/entries';
import type { AgentApi } from '../../services/api';
import type { UnsentFile } from './outbox';

/** Sends an agent's replies to the desk. */
export type Sending = {
  /**
   * Shows the reply at once and sends it after the earlier ones. Resolves when the desk has answered.
   * @param waitMs how long it can be undone before it is sent; then it resolves at once. The next message ends the wait
   */
  send(message: AgentSendBody & { type: string }, waitMs?: number): Promise<void>;
  /**
   * Sends at once what can still be undone. Resolves when the desk has answered.
   * @param leaving the page is closing: no request waits for another
   */
  flush(leaving?: boolean): Promise<void>;
  /** Sends everything that waits, for any reason. Resolves to whether the desk then has every reply. */
  settle(): Promise<boolean>;
  /** The same for a file, with the other fields of its message. */
  sendFile(file: File, said?: AgentSendBody): Promise<void>;
  /** Sends after the earlier replies and shows the message once it is stored. The caller reports failures. */
  submit(body: AgentSendBody, file?: File): Promise<ApiResult<AgentMessage>>;
  /** Retries a failed reply with the same `referenceId`, so that it cannot be stored twice. */
  retry(key: string): Promise<void>;
  /** Retries, in order, the replies that failed only because the desk could not be reached. */
  resend(): Promise<void>;
  /** Removes a reply that failed or waits, or cancels an upload; returns its message. */
  discard(key: string): AgentMessage | undefined;
  /** Stops uploads and waits; files and replies stay stored as unsent. */
  stopUploads(): void;
};

export type SendingDeps = {
  api: AgentApi;
  /** The author of unsent messages: the signed-in agent. */
  author(): Pick<AgentMessage, 'name' | 'authorId'>;
  /** The unsent files, by the keys of their entries. */
  files: Map<string, UnsentFile>;
  newId(): string;
  clock: Clock;
  onFailure(failure: ApiFailure): void;
  /** `true` when a reply waits to be sent again; `false` once one has been sent. `waitS` is the desk's wait, in seconds. */
  onHeld(held: boolean, waitS?: number): void;
};

export const createSending = (id: string, entries: Signal<Entry[]>, deps: SendingDeps): Sending => {
  const { api, files } = deps;
  /** The last upload of each unsent file. */
  const uploads = new Map<string, AbortController>();
  /** The replies that can still be undone, in order, each with the function that stops its wait. */
  const waiting = new Map<string, () => void>();
  let isLeaving = false;
  let unsure: { same: string; referenceId: string } | undefined;
  let sending: Promise<void> = Promise.resolve();
  /** Why the last reply could not be sent. Later replies then wait, so that they do not overtake it. */
  let held: ApiFailure | undefined;

  const update = (key: string, change: Parameters<typeof updateUnsent>[2]) => {
    entries.value = updateUnsent(entries.peek(), key, change);
  };

  const post = (key: string, message: AgentMessage): Promise<ApiResult<AgentMessage>> => {
    const unsent = files.get(key);
    if (!unsent) {
      const { _id, received, role, name, authorId, seen, ...body } = message;
      // Once the page closes, nobody can be asked.
      return api.send(id, isLeaving ? body : { ...body, seen }, { keepalive: isLeaving });
    }
    const upload = new AbortController();
    uploads.set(key, upload);
    return api.upload(id, unsent.file, unsent.body, {
      signal: upload.signal,
      onProgress: (progress) => update(key, { progress }),
    });
  };

  const forgetFile = (key: string): void => {
    files.delete(key);
    uploads.get(key)?.abort();
    uploads.delete(key);
  };

  const attempt = async (key: string): Promise<void> => {
    const entry = entries.peek().find((e) => e.key === key);
    if (!entry || entry.state === 'sent') return;
    if (held) return update(key, { state: 'failed', failure: held });
    const answer = await post(key, entry.message);
    // It was canceled since. If the desk stored it anyway, a live event brings it.
    if (!entries.peek().some((e) => e.key === key)) return;
    if (answer.ok) {
      forgetFile(key);
      entries.value = mergeEntries(entries.peek(), [
        { ...answer.value, referenceId: entry.message.referenceId },
      ]);
      deps.onHeld(false);
      return;
    }
    const { failure, reason, waitS } = answer;
    // A live event may have brought it although the answer was lost.
    const unsent = entries.peek().some((e) => e.key === key && e.state === 'sending');
    if (!unsent) forgetFile(key);
    if (unsent && isHeld(failure)) {
      held = failure;
      deps.onHeld(true, waitS);
    }
    const { seen: _, ...message } = entry.message;
    // The agent knows, and decides.
    update(key, { state: 'failed', failure, reason, ...(failure === 'conflict' && { message }) });
    deps.onFailure(failure);
  };

  /** Sends one reply at a time, so that they are stored in the order they were written. */
  const enqueue = (key: string): Promise<void> => {
    sending = sending.then(() => attempt(key));
    return sending;
  };

  const again = (key: string): Promise<void> => {
    update(key, { state: 'sending', reason: undefined, progress: files.has(key) ? 0 : undefined });
    return enqueue(key);
  };

  const resend = async (): Promise<void> => {
    held = undefined;
    await Promise.all(
      entries
        .peek()
        .filter((e) => e.state === 'failed' && isHeld(e.failure))
        .map((e) => again(e.key)),
    );
  };

  const sendNow = (key: string): Promise<void> => {
    waiting.get(key)?.();
    waiting.delete(key);
    update(key, { waits: undefined });
    return enqueue(key);
  };

  const flush = async (leaving = false): Promise<void> => {
    isLeaving = leaving;
    // A closing page cannot wait for the answer to an earlier message.
    if (leaving) sending = Promise.resolve();
    await Promise.all([...waiting.keys()].map(sendNow));
  };

  const show = (message: AgentSendBody & { type: string }, progress?: number): string => {
    void resend();
    const key = deps.newId();
    const received = Math.max(deps.clock.now() / 1000, newestReceived(entries.peek()) ?? 0);
    const entry = unsentEntry({ ...deps.author(), ...message, received }, key, progress);
    entries.value = [...entries.peek(), entry];
    return key;
  };

  return {
    flush,
    settle: async () => {
      await Promise.all([resend(), flush()]);
      await sending;
      return entries.peek().every(({ state }) => state === 'sent');
    },
    send: async (message, waitMs = 0) => {
      void flush();
      const key = show(message);
      if (waitMs <= 0) return enqueue(key);
      update(key, { waits: true });
      waiting.set(
        key,
        deps.clock.after(waitMs, () => void sendNow(key)),
      );
    },
    sendFile: (file, said = {}) => {
      void flush();
      const key = show({ ...said, type: 'file', altText: cutText(file.name, 128), mediaSize: file.size }, 0);
      files.set(key, { file, body: { ...said, referenceId: key } });
      return enqueue(key);
    },
    submit: (body, file) => {
      void flush();
      void resend();
      const same = JSON.stringify([body, file?.name, file?.size, file?.lastModified]);
      // An unchanged retry reuses the referenceId, because the desk may have stored the first attempt.
      const referenceId = unsure?.same === same ? unsure.referenceId : deps.newId();
      const done = sending.then(async (): Promise<ApiResult<AgentMessage>> => {
        if (held) return { ok: false, failure: held };
        const signal = new AbortController().signal;
        const message = { ...body, referenceId };
        const answer = await (file
          ? api.upload(id, file, message, { signal, onProgress: () => undefined })
          : api.send(id, message));
        unsure = answer.ok ? undefined : { same, referenceId };
        if (answer.ok) entries.value = mergeEntries(entries.peek(), [answer.value]);
        else deps.onFailure(answer.failure);
        return answer;
      });
      sending = done.then(() => undefined);
      return done;
    },
    retry: (key) => {
      const failed = entries.peek().find((e) => e.key === key);
      return isHeld(failed?.failure) ? resend() : again(key);
    },
    resend,
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
      forgetFile(key);
      return entry.message;
    },
    stopUploads: () => {
      for (const stop of waiting.values()) stop();
      waiting.clear();
      for (const upload of uploads.values()) upload.abort();
    },
  };
};
