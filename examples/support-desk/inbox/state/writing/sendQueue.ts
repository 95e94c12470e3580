import type { Signal } from '@preact/signals-react';
import type { Followed, FollowUp } from '../../model/acts';
import { type ApiFailure, type ApiRefusal, type ApiResult, isTransient } from '../../model/apiResult';
import { type Entry, mergeEntries, updateUnsent, withoutFollowUp } from '../../model/entries';
import type { Posting } from './posting';

/** Sends one reply at a time, so that they are stored in the order they were written. */
type SendQueue = {
  /** Changes an unsent reply. */
  update(key: string, change: Parameters<typeof updateUnsent>[2]): void;
  /** Sends a reply after the earlier ones. Resolves when the desk has answered. */
  send(key: string): Promise<void>;
  /** The same for a reply that has failed. */
  retry(key: string): Promise<void>;
  /** Retries, in order, the replies that failed only because the desk could not be reached. */
  flush(): Promise<void>;
  /** Makes a call after the earlier replies; it fails when one of them could not be sent. */
  inTurn<T>(call: () => Promise<ApiResult<T>>): Promise<ApiResult<T>>;
  /** Resolves when the desk has answered all. */
  settled(): Promise<void>;
  /** Lets the next reply wait for no earlier one. */
  skipWait(): void;
};

/** A stored reply, and what was to follow it. */
export type FollowedReply = { messageId: string; followUp: FollowUp };

export type SendQueueDeps = {
  onFailure(failure: ApiFailure): void;
  /** Flushes later, because a reply waits to be sent again. @param waitS the wait that the desk asks for, in seconds */
  retryLater(waitS?: number): void;
  /** Called once a reply has been sent. */
  onSent(): void;
  /** Called with what the desk did after a reply, or why it is unknown what it did. */
  onFollowed(of: FollowedReply, answer: ApiResult<Followed>): void;
};

export const createSendQueue = (
  entries: Signal<Entry[]>,
  posting: Pick<Posting, 'post' | 'follow' | 'hasFile' | 'forgetFile'>,
  deps: SendQueueDeps,
): SendQueue => {
  let sending: Promise<void> = Promise.resolve();
  /** Why the last reply could not be sent. Later replies then wait, so that they do not overtake it. */
  let stopped: ApiFailure | undefined;

  const update: SendQueue['update'] = (key, change) => {
    entries.value = updateUnsent(entries.peek(), key, change);
  };

  const fail = (entry: Entry, { failure, reason, waitS }: ApiRefusal): void => {
    const { key } = entry;
    // A live event may have brought it although the answer was lost.
    const unsent = entries.peek().some((e) => e.key === key && e.state === 'sending');
    if (!unsent) posting.forgetFile(key);
    if (!unsent && entry.followUp) deps.retryLater(waitS);
    if (unsent && isTransient(failure)) {
      stopped = failure;
      deps.retryLater(waitS);
    }
    const { seen: _, ...message } = entry.message;
    // The agent knows, and decides.
    update(key, { state: 'failed', failure, reason, ...(failure === 'conflict' && { message }) });
    deps.onFailure(failure);
  };

  /** The reply is stored, and it is unknown whether what follows it is done. */
  const follow = async ({ key, message, followUp }: Entry): Promise<void> => {
    if (!followUp) return;
    const answer = await posting.follow(message, followUp);
    if (!answer.ok && isTransient(answer.failure)) return deps.retryLater(answer.waitS);
    const came = answer.ok ? answer.value.messages : [];
    entries.value = mergeEntries(withoutFollowUp(entries.peek(), key), came);
    deps.onFollowed({ messageId: message._id, followUp }, answer);
  };

  const attempt = async (key: string): Promise<void> => {
    const entry = entries.peek().find((e) => e.key === key);
    if (!entry) return;
    if (entry.state === 'sent') return follow(entry);
    if (stopped) return update(key, { state: 'failed', failure: stopped });
    const answer = await posting.post(entry);
    // It was canceled since. If the desk stored it anyway, a live event brings it.
    if (!entries.peek().some((e) => e.key === key)) return;
    if (!answer.ok) return fail(entry, answer);
    posting.forgetFile(key);
    const { message, followed } = answer.value;
    entries.value = mergeEntries(withoutFollowUp(entries.peek(), key), [
      { ...message, referenceId: entry.message.referenceId },
      ...(followed?.messages ?? []),
    ]);
    deps.onSent();
    const { followUp } = entry;
    if (!followUp) return;
    deps.onFollowed(
      { messageId: message._id, followUp },
      followed ? { ok: true, value: followed } : { ok: false, failure: 'server' },
    );
  };

  const send = (key: string): Promise<void> => {
    sending = sending.then(() => attempt(key));
    return sending;
  };

  const retry = (key: string): Promise<void> => {
    update(key, { state: 'sending', reason: undefined, progress: posting.hasFile(key) ? 0 : undefined });
    return send(key);
  };

  return {
    update,
    send,
    retry,
    flush: async () => {
      stopped = undefined;
      await Promise.all(
        entries
          .peek()
          .filter((e) => (e.state === 'failed' ? isTransient(e.failure) : e.state === 'sent' && e.followUp))
          .map((e) => retry(e.key)),
      );
    },
    inTurn: (call) => {
      const done = sending.then(() => (stopped ? { ok: false as const, failure: stopped } : call()));
      sending = done.then(() => undefined);
      return done;
    },
    settled: () => sending,
    skipWait: () => {
      sending = Promise.resolve();
    },
  };
};
