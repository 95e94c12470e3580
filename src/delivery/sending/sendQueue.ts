import { asFailed, type Message } from '../../model/message';
import { decodeRetryPolicy, retryDelay } from '../../model/retryPolicy';
import type { Clock } from '../../platform/clock';
import { inTurn, type Lock } from '../../platform/inTurn';
import { createTimer } from '../../platform/timer';
import { sendMessage } from '../../services/messageCalls';
import type { RequestError } from '../../services/requestError';
import type { Experience } from '../../slices/experience';
import { findMessage, logIds } from '../../slices/findMessage';
import { NEW_CONVERSATION } from '../../slices/messages';
import type { User } from '../../slices/user';
import type { Author } from '../../wire/client';
import type { Held } from '../held';
import type { DelayNotices } from './delayNotices';
import type { Outbox } from './outbox';

export type SendQueueDeps = Held & {
  outbox: Pick<Outbox, 'remove' | 'of'>;
  clock: Clock;
  lock?: Lock;
  user: Pick<User, 'idKey' | 'isOver'>;
  /** The configuration's policy for texts that wait for the network, as received. */
  restRetryPolicy?: unknown;
  /** The integration's policy replaces it, once loaded. */
  experience: Pick<Experience, 'integration'>;
  author: () => Author;
  /** Reads the conversation again. */
  refresh: () => void;
  /** Creates user and conversation if missing; rejects with a `RequestError`. */
  ensureStarted: () => Promise<void>;
};

/** A lazy chunk. Sends the messages of the logs that are to be sent, and repeats those that failed because of the network. */
export const createSendQueue = (deps: SendQueueDeps, delays: DelayNotices) => {
  const { messages, conversations, outbox, clock, user } = deps;
  const busy = new Set<string>();
  let failures = 0;
  const retry = createTimer(clock);

  const fail = (conversationId: string, { key }: Message, error: RequestError) => {
    delays.end(key);
    const tooLong = error.code === 'characterLimit';
    const reason = tooLong ? 'characterLimit' : error.isTransient ? 'network' : 'unknown';
    messages.patch(conversationId, key, asFailed(reason));
  };

  const retryLater = () => {
    const retryPolicy = decodeRetryPolicy(
      deps.experience.integration().restRetryPolicy ?? deps.restRetryPolicy,
    );
    retry.set(retryDelay(retryPolicy, ++failures) * 1000, flush);
  };

  /**
   * Whether the message is still there for this visitor and conversation: another tab may have sent it as another
   * visitor, or to another conversation.
   */
  const isMine = (conversationId: string, key: string) =>
    outbox
      .of(deps.author().appUserId)
      .some((unsent) => unsent.message.key === key && ['', conversationId].includes(unsent.conversationId));

  const post = async (conversationId: string, message: Message): Promise<void> => {
    const { key, text = '', payload, metadata } = message;
    const answer = await sendMessage(deps.http, conversationId, {
      author: deps.author(),
      message: { role: 'appUser', type: 'text', text, referenceId: key, payload, metadata },
    });
    failures = 0;
    delays.end(key);
    outbox.remove(key);
    // If an event has confirmed it first, the events since then count: an agent may have closed the conversation.
    const isNews = findMessage(deps, key)?.message.status === 'sending';
    // Set the key here, so that the answer is matched even if the service drops `referenceId`.
    messages.merge(conversationId, [{ ...answer, referenceId: key }]);
    // What a visitor writes opens an ended conversation again.
    if (isNews) conversations.routed(conversationId, { status: 'active' });
    conversations.setRead(conversationId, 'lastRead', answer.received);
  };

  /**
   * Sends the messages of a conversation one at a time, oldest first, so that they arrive in the order they
   * were written. It stops at a message that waits for the network.
   */
  const drain = async (conversationId: string): Promise<void> => {
    if (busy.has(conversationId)) return;
    busy.add(conversationId);
    for (;;) {
      const next = messages.of(conversationId).value.find(
        (m) =>
          // `uploadFiles.ts` sends files.
          m.isOptimistic && m.type === 'text' && (m.status === 'sending' || m.errorReason === 'network'),
      );
      if (next?.status !== 'sending') break;
      try {
        await inTurn(deps, `${user.idKey}.${next.key}`, async () => {
          if (isMine(conversationId, next.key)) return post(conversationId, next);
          // Another tab has sent it.
          delays.end(next.key);
          messages.change(conversationId, (held) => held.filter((m) => m.key !== next.key));
          deps.refresh();
        });
      } catch (cause) {
        const error = cause as RequestError;
        // Canceled because the visitor changed: the log has other messages now.
        if (error.isActionCancelled) continue;
        // Realtime may have confirmed it although the answer was lost.
        if (findMessage(deps, next.key)?.message.status !== 'sending') continue;
        fail(conversationId, next, error);
        if (error.isTransient) retryLater();
      }
    }
    busy.delete(conversationId);
  };

  /** Starts the conversation that messages wait for. */
  const startForWaiting = () => {
    const waiting = () => messages.of(NEW_CONVERSATION).value.filter((m) => m.status === 'sending');
    if (waiting().length === 0) return;
    deps.ensureStarted().catch((error: RequestError) => {
      if (error.isActionCancelled) return;
      const stopped = waiting();
      for (const m of stopped) fail(NEW_CONVERSATION, m, error);
      // One retry covers all messages that wait for this start.
      if (stopped.length > 0 && error.isTransient) retryLater();
    });
  };

  const flush = () => {
    retry.stop();
    // The history has shown that they arrived.
    for (const { message } of outbox.of(deps.author().appUserId))
      if (findMessage(deps, message.key)?.message.status === 'sent') outbox.remove(message.key);
    for (const id of logIds(deps)) {
      for (const m of messages.of(id).value) if (m.errorReason === 'network') delays.resend(id, m.key, true);
      if (id !== NEW_CONVERSATION) void drain(id);
    }
    startForWaiting();
  };

  return { flush, stop: retry.stop };
};
