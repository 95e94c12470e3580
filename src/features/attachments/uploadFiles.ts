import { batch, effect, untracked } from '@preact/signals-react';
import { type FileError, kindOf, refuseFile } from '../../model/fileRules';
import { asFailed, fileErrorOf, type Message, optimistic } from '../../model/message';
import { optimisticTime } from '../../model/messageOrder';
import type { Clock } from '../../platform/clock';
import { createTimer, createTimers } from '../../platform/timer';
import { PROXY_LIMIT, type RequestError } from '../../services/requestError';
import type { Conversations } from '../../slices/conversations';
import { findMessage, logIds } from '../../slices/findMessage';
import { type Messages, NEW_CONVERSATION } from '../../slices/messages';
import type { Settings } from '../../slices/settings';
import type { Author } from '../../wire/client';
import type { Uploads } from './uploadState';

/** If the message has not arrived this long after its file was uploaded, a history sync fetches it. */
const ARRIVAL_MS = 10_000;
/** A file that failed because of the network is sent again after this long, then after twice and four times as long. */
const AGAIN_MS = 15_000;
/** A file that still waits for its conversation after this long is shown as not sent yet, as a text is. */
const DELAYED_MS = 10_000;

export type Uploader = {
  /** Shows each file at once and sends the permitted ones, one at a time and in order. */
  send(files: readonly File[]): void;
  /**
   * Sends files that were chosen before this code loaded, and are in the log already.
   * @param held by the keys of their messages; those that have left the log are ignored
   */
  take(held: ReadonlyMap<string, File>): void;
  /**
   * Shows one file in a conversation and sends it.
   * @param refusal the reason not to send it; the visitor can still retry
   * @param at its earlier position in the log, in float seconds; at most the time of a new message
   */
  add(conversationId: string, key: string, file: File, refusal?: FileError, at?: number): void;
  /** Finds a message in any conversation, with that conversation's id. */
  find(key: string): { id: string; message: Message } | undefined;
  dispose(): void;
};

type Deps = {
  messages: Messages;
  conversations: Conversations;
  uploads: Uploads;
  clock: Clock;
  createId: () => string;
  author: () => Author;
  settings: Pick<Settings, 'oneFile'>;
  /**
   * Sends one file; rejects with a `RequestError`.
   * @returns the id under which the finished message arrives
   */
  upload: (
    conversationId: string,
    file: File,
    referenceId: string,
    watch: { cancelled: AbortSignal; onProgress: (progress: number) => void },
  ) => Promise<string>;
  /** Creates user and conversation if missing. */
  start: () => void;
  /** Runs the history sync. */
  refresh: () => void;
};

/** Whether a file is as it was chosen: browsers read none that has been changed, moved or deleted since. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** Sends again the files that failed because of the network. */
const createRetries = ({ messages, uploads, clock, start }: Deps, find: Uploader['find']) => {
  const timer = createTimer(clock);
  let failures = 0;
  const run = () => {
    for (const { id, message } of [...uploads.all.value.keys()].flatMap((key) => find(key) ?? [])) {
      if (!message.isDelayed || message.status !== 'failed') continue;
      messages.patch(id, message.key, { status: 'sending', errorReason: undefined });
      if (id === NEW_CONVERSATION) start();
    }
  };
  return {
    stop: timer.stop,
    reset() {
      failures = 0;
    },
    /** Shows a file as not sent yet. */
    keepBack(id: string, key: string) {
      messages.patch(id, key, { ...asFailed('unknown'), isDelayed: true });
      timer.set(AGAIN_MS * 2 ** Math.min(failures++, 2), run);
    },
  };
};

/** Shows files that still wait for their conversation as not sent yet. */
const delay = ({ messages }: Deps, found: ReturnType<Uploader['find']>) => {
  if (found?.id === NEW_CONVERSATION && found.message.status === 'sending')
    messages.patch(found.id, found.message.key, { isDelayed: true });
};

/** Takes files whose messages are in the log, except those that the rules refuse. */
const createTaker =
  ({ messages, uploads, settings }: Deps, find: Uploader['find']): Uploader['take'] =>
  (held) =>
    batch(() => {
      let taken = 0;
      for (const [key, file] of held) {
        const found = find(key);
        if (!found?.message.isOptimistic) continue;
        const refusal = refuseFile(file, taken, settings.oneFile.value);
        if (!refusal) taken++;
        uploads.add(key, file);
        messages.patch(found.id, key, { type: kindOf(file), ...(refusal && asFailed(refusal)) });
      }
    });

/**
 * Sends files as messages. It follows the message log: a file message set to 'sending' is uploaded, a removed
 * one is canceled. So retry and remove work as for any other message.
 */
export const createUploader = (deps: Deps): Uploader => {
  const { messages, conversations, uploads, clock } = deps;
  const timers = createTimers(clock);
  let current: { key: string; abort: AbortController } | undefined;
  const find = (key: string) => findMessage(deps, key);
  const retries = createRetries(deps, find);

  const forget = (key: string) => {
    if (current?.key === key) {
      current.abort.abort();
      // Do not wait for the aborted call before the next upload.
      current = undefined;
    }
    timers.stop(key);
    uploads.remove(key);
  };

  const run = async (id: string, key: string) => {
    const upload = uploads.all.value.get(key);
    if (!upload) return;
    const abort = new AbortController();
    current = { key, abort };
    uploads.setProgress(key, 0);
    try {
      const messageId = await deps.upload(id, upload.file, key, {
        cancelled: abort.signal,
        onProgress: (progress) => uploads.setProgress(key, progress),
      });
      retries.reset();
      uploads.setTaken(key, true);
      timers.set(key, ARRIVAL_MS, deps.refresh);
      if (find(key)?.message.isOptimistic) messages.patch(id, key, { _id: messageId });
    } catch (cause) {
      const error = cause as RequestError;
      // A proxy that takes no file of this size will not take it later.
      const isFinal = !error.isTransient || error.code === PROXY_LIMIT;
      const reason = isFinal ? fileErrorOf(error) : !(await isReadable(upload.file)) && 'fileChanged';
      // Realtime may have confirmed it although the answer was lost.
      if (!abort.signal.aborted && !error.isActionCancelled && find(key)?.message.isOptimistic) {
        if (reason) messages.patch(id, key, asFailed(reason));
        else retries.keepBack(id, key);
      }
    }
    if (current?.abort === abort) current = undefined;
    next();
  };

  const next = () => {
    for (const [key, upload] of uploads.all.value) {
      const found = find(key);
      if (!found?.message.isOptimistic) {
        forget(key);
        continue;
      }
      const { id, message } = found;
      // Upload progress replaces the delay notice.
      if (message.isDelayed && message.status === 'sending' && id !== NEW_CONVERSATION)
        messages.patch(id, key, { isDelayed: false });
      let { taken } = upload;
      if (message.status === 'failed') {
        taken = message.isRetryable === false;
        uploads.setTaken(key, taken);
        // The conversation could not be started.
        if (message.errorReason === 'network') retries.keepBack(id, key);
      }
      if (message.status !== 'sending' || taken) continue;
      // A retry counts as a new upload, so the file rules are checked again.
      const refusal = refuseFile(upload.file, 0);
      if (refusal) messages.patch(id, key, asFailed(refusal));
      else if (!current && id !== NEW_CONVERSATION) void run(id, key);
    }
  };

  const add = (id: string, key: string, file: File, refusal?: FileError, at?: number) => {
    const last = optimisticTime(messages.of(id).value, clock.now() / 1000);
    const waits = id === NEW_CONVERSATION && !refusal;
    batch(() => {
      uploads.add(key, file);
      messages.add(id, {
        ...optimistic({ text: '' }, key, Math.min(at ?? last, last), deps.author()),
        type: kindOf(file),
        text: undefined,
        mediaType: file.type,
        mediaSize: file.size,
        altText: file.name,
        // It has waited on an earlier page.
        isDelayed: waits && at !== undefined,
        ...(refusal && asFailed(refusal)),
      });
    });
    if (waits) timers.set(key, DELAYED_MS, () => delay(deps, find(key)));
  };

  const stop = effect(() => {
    // Test the values: a minifier may drop a bare read, and the effect would not follow them.
    if (logIds(deps).every((id) => messages.of(id).value)) untracked(next);
  });

  const take = createTaker(deps, find);
  return {
    find,
    add,
    take,
    send(files) {
      const id = conversations.active.value?._id ?? NEW_CONVERSATION;
      const held = new Map(files.map((file) => [deps.createId(), file]));
      batch(() => {
        for (const [key, file] of held) add(id, key, file);
        take(held);
      });
      if (id === NEW_CONVERSATION) deps.start();
    },
    dispose() {
      stop();
      retries.stop();
      for (const key of [...uploads.all.value.keys()]) forget(key);
    },
  };
};
