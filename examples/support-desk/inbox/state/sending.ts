import type { Signal } from '@preact/signals-react';
import type { AgentMessage, AgentSendBody } from '../../shared/agentApi';
import type { AgentApi, ApiFailure, ApiResult } from '../api';
import { type Entry, mergeEntries, newestReceived, unsentEntry, updateUnsent } from '../model/entries';

/** How an agent's replies reach the desk. */
export type Sending = {
  /** Shows the reply at once and sends it after those before it. Settles when the desk has answered. */
  send(message: AgentSendBody & { type: string }): Promise<void>;
  /** The same for a file, with what is said of it. */
  sendFile(file: File, said?: AgentSendBody): Promise<void>;
  /** Sends after those before it and shows nothing until it is stored; the failure is the caller's to tell. */
  submit(body: AgentSendBody, file?: File): Promise<ApiResult<AgentMessage>>;
  /** Sends a failed reply again, under the same `referenceId`, so that it can never be stored twice. */
  retry(key: string): Promise<void>;
  /** Sends again, in their order, what only the way to the desk held back: whenever it may work now. */
  resend(): Promise<void>;
  /** Takes a failed reply away, or calls off a file that is under way; gives its text. */
  discard(key: string): string | undefined;
};

export type SendingDeps = {
  api: AgentApi;
  agentName: string;
  newId(): string;
  /** Float seconds. */
  now(): number;
  onFailure(failure: ApiFailure): void;
  /** Something waits to be sent again; `false` once one has got through. */
  onHeld(held: boolean): void;
};

/** What is no fault of the message, so that the same one may be taken later. */
export const isHeld = (failure: ApiFailure | undefined): boolean =>
  failure === 'network' || failure === 'server' || failure === 'busy' || failure === 'unauthorized';

export const createSending = (id: string, entries: Signal<Entry[]>, deps: SendingDeps): Sending => {
  const { api } = deps;
  /** Files on their way, by their entries' keys. */
  const uploads = new Map<string, { file: File; body: AgentSendBody; abort: AbortController }>();
  let unsure: { same: string; referenceId: string } | undefined;
  let sending: Promise<void> = Promise.resolve();
  /** Why the one before could not reach the desk: none overtakes it. */
  let held: ApiFailure | undefined;

  const update = (key: string, change: Parameters<typeof updateUnsent>[2]) => {
    entries.value = updateUnsent(entries.peek(), key, change);
  };

  const post = (key: string, message: AgentMessage): Promise<ApiResult<AgentMessage>> => {
    const upload = uploads.get(key);
    if (!upload) {
      const { _id, received, role, name, ...body } = message;
      return api.send(id, body);
    }
    upload.abort = new AbortController();
    return api.upload(id, upload.file, upload.body, {
      signal: upload.abort.signal,
      onProgress: (progress) => update(key, { progress }),
    });
  };

  const attempt = async (key: string): Promise<void> => {
    const entry = entries.peek().find((e) => e.key === key);
    if (!entry || entry.state === 'sent') return;
    if (held) return update(key, { state: 'failed', failure: held });
    const answer = await post(key, entry.message);
    // Called off meanwhile, it is gone; should it have been stored all the same, the live channel brings it.
    if (!entries.peek().some((e) => e.key === key)) return;
    if (answer.ok) {
      uploads.delete(key);
      entries.value = mergeEntries(entries.peek(), [
        { ...answer.value, referenceId: entry.message.referenceId },
      ]);
      deps.onHeld(false);
      return;
    }
    const { failure, reason } = answer;
    // The live channel may have brought it although its answer was lost.
    const lost = entries.peek().some((e) => e.key === key && e.state === 'sending');
    if (lost && isHeld(failure)) {
      held = failure;
      deps.onHeld(true);
    }
    update(key, { state: 'failed', failure, reason });
    deps.onFailure(failure);
  };

  /** One at a time, so that replies are stored in the order they were written. */
  const enqueue = (key: string): Promise<void> => {
    sending = sending.then(() => attempt(key));
    return sending;
  };

  const again = (key: string): Promise<void> => {
    update(key, { state: 'sending', reason: undefined, progress: uploads.has(key) ? 0 : undefined });
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

  const show = (message: AgentSendBody & { type: string }, progress?: number): string => {
    void resend();
    const key = deps.newId();
    const received = Math.max(deps.now(), newestReceived(entries.peek()) ?? 0);
    const entry = unsentEntry({ name: deps.agentName, ...message, received }, key, progress);
    entries.value = [...entries.peek(), entry];
    return key;
  };

  return {
    send: (message) => enqueue(show(message)),
    sendFile: (file, said = {}) => {
      const key = show({ ...said, type: 'file', altText: file.name.slice(0, 128), mediaSize: file.size }, 0);
      const body = { ...said, referenceId: key };
      uploads.set(key, { file, body, abort: new AbortController() });
      return enqueue(key);
    },
    submit: (body, file) => {
      void resend();
      const same = JSON.stringify([body, file?.name, file?.size, file?.lastModified]);
      // Tried again as it was, it may have been stored although no answer came.
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
      const upload = uploads.get(key);
      const entry = entries
        .peek()
        .find((e) => e.key === key && (e.state === 'failed' || (upload && e.state === 'sending')));
      if (!entry) return undefined;
      entries.value = entries.peek().filter((e) => e !== entry);
      uploads.delete(key);
      upload?.abort.abort();
      return entry.message.text;
    },
  };
};
