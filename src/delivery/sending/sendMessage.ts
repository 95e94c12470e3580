import { asFailed, type Draft, type Message, optimistic } from '../../model/message';
import { optimisticTime } from '../../model/messageOrder';
import { type RetryPolicy, retryDelay } from '../../model/retryPolicy';
import { cleanText, isTooLong } from '../../model/validation';
import type { Clock } from '../../platform/clock';
import type { Messaging } from '../../services/messaging';
import type { RequestError } from '../../services/requestError';
import type { Conversations } from '../../slices/conversations';
import { type Messages, NEW_CONVERSATION } from '../../slices/messages';
import type { Author } from '../../wire/client';
import type { Outbox } from './outbox';

/** A message still sending after this long is shown as delayed and offers a retry. */
const DELAYED_MS = 10_000;

export type Sender = {
  /** Shows the visitor's text at once and sends it when the service can be reached. */
  send(draft: Draft): void;
  /** Sends a failed message again, when the visitor taps it. */
  retry(key: string): void;
  /** Removes an unsent message from the log and the outbox. */
  remove(key: string): void;
  /** Sends waiting messages, and again those that failed because of the network. */
  flush(): void;
  /** Puts the messages that an earlier page left unsent back into the log, and sends them. */
  restore(appUserId: string): void;
  dispose(): void;
};

export const createSender = (deps: {
  messages: Messages;
  conversations: Conversations;
  messaging: Messaging;
  outbox: Outbox;
  clock: Clock;
  retryPolicy: RetryPolicy;
  createId: () => string;
  sessionId: string;
  author: () => Author;
  /** Creates user and conversation if missing; rejects with a `RequestError`. */
  ensureStarted: () => Promise<void>;
}): Sender => {
  const { messages, conversations, messaging, outbox, clock } = deps;
  const busy = new Set<string>();
  const delays = new Map<string, () => void>();
  let failures = 0;
  let cancelRetry = () => {};
  const activeId = () => conversations.active.value?._id ?? NEW_CONVERSATION;
  /** Any conversation may hold unsent messages, because the active one changes. */
  const ids = () => [...conversations.all.value.map((c) => c._id), NEW_CONVERSATION];

  const settle = (key: string) => {
    delays.get(key)?.();
    delays.delete(key);
  };

  /** Finds a message by key: it may have moved from the new conversation to a real one. */
  const find = (key: string): [string, Message] | undefined => {
    for (const id of ids()) {
      const message = messages.of(id).value.find((m) => m.key === key);
      if (message) return [id, message];
    }
    return undefined;
  };

  const startDelay = (key: string) => {
    settle(key);
    const late = () => {
      const found = find(key);
      if (found?.[1].status === 'sending') messages.patch(found[0], key, { isDelayed: true });
    };
    delays.set(key, clock.after(DELAYED_MS, late));
  };

  /** @param isDelayed keeps the delay notice on automatic retries, so that it is not announced each time */
  const resend = (conversationId: string, key: string, isDelayed: boolean) => {
    messages.patch(conversationId, key, { status: 'sending', errorReason: undefined, isDelayed });
    startDelay(key);
  };

  const fail = (conversationId: string, { key }: Message, error: RequestError) => {
    settle(key);
    const tooLong = error.code === 'characterLimit';
    const reason = tooLong ? 'characterLimit' : error.isTransient ? 'network' : 'unknown';
    messages.patch(conversationId, key, asFailed(reason));
  };

  const retryLater = () => {
    const seconds =
      retryDelay(deps.retryPolicy, ++failures, 'aggressive') ?? deps.retryPolicy.intervals.regular;
    cancelRetry();
    cancelRetry = clock.after(seconds * 1000, flush);
  };

  const post = async (conversationId: string, message: Message): Promise<void> => {
    const { key, text = '', payload, metadata } = message;
    const answer = await messaging.sendMessage(conversationId, {
      author: deps.author(),
      message: { role: 'appUser', type: 'text', text, referenceId: key, payload, metadata },
    });
    failures = 0;
    settle(key);
    outbox.remove(key);
    // Set the key here, so that the answer is matched even if the service drops `referenceId`.
    messages.merge(conversationId, [{ ...answer, referenceId: key }]);
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
        await post(conversationId, next);
      } catch (cause) {
        const error = cause as RequestError;
        // Cancelled because the visitor changed: the log has other messages now.
        if (error.isActionCancelled) continue;
        // Realtime may have confirmed it although the answer was lost.
        if (find(next.key)?.[1].status !== 'sending') continue;
        fail(conversationId, next, error);
        if (error.isTransient) retryLater();
      }
    }
    busy.delete(conversationId);
  };

  const flush = () => {
    cancelRetry();
    for (const id of ids()) {
      for (const m of messages.of(id).value) if (m.errorReason === 'network') resend(id, m.key, true);
      if (id !== NEW_CONVERSATION) void drain(id);
    }
    const waiting = messages.of(NEW_CONVERSATION);
    if (!waiting.value.some((m) => m.status === 'sending')) return;
    deps.ensureStarted().catch((error: RequestError) => {
      if (error.isActionCancelled) return;
      const stopped = waiting.value.filter((m) => m.status === 'sending');
      for (const m of stopped) fail(NEW_CONVERSATION, m, error);
      // One retry covers all messages that wait for this start.
      if (stopped.length > 0 && error.isTransient) retryLater();
    });
  };

  const add = (draft: Draft, key: string, conversationId: string): Message => {
    const received = optimisticTime(messages.of(conversationId).value, clock.now() / 1000);
    const author = { appUserId: deps.author().appUserId, sessionId: deps.sessionId };
    const message = optimistic(draft, key, received, author);
    messages.add(conversationId, message);
    startDelay(key);
    return message;
  };

  return {
    flush,
    send(draft) {
      const text = cleanText(draft.text);
      if (!text) return;
      const conversationId = activeId();
      const message = add({ ...draft, text }, deps.createId(), conversationId);
      if (isTooLong(text)) {
        settle(message.key);
        messages.patch(conversationId, message.key, asFailed('characterLimit'));
        return;
      }
      outbox.put({ conversationId, appUserId: deps.author().appUserId, message: { ...message, text } });
      flush();
    },
    retry(key) {
      const found = find(key);
      if (!found?.[1].isOptimistic || found[1].isRetryable === false) return;
      resend(found[0], key, false);
      flush();
    },
    remove(key) {
      settle(key);
      outbox.remove(key);
      const found = find(key);
      if (found?.[1].isOptimistic) {
        messages.change(found[0], (held) => held.filter((m) => m.key !== key));
      }
    },
    restore(appUserId) {
      for (const { conversationId, message } of outbox.of(appUserId)) {
        const target = conversations.find(conversationId) ? conversationId : activeId();
        const known = [target, NEW_CONVERSATION].some((id) =>
          messages.of(id).value.some((m) => m.referenceId === message.key),
        );
        if (!known && !message.file) add(message, message.key, target);
      }
      flush();
    },
    dispose() {
      cancelRetry();
      for (const key of [...delays.keys()]) settle(key);
    },
  };
};
