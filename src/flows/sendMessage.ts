import { type Draft, type Message, optimistic } from '../model/message';
import { optimisticTime } from '../model/messageOrder';
import { cleanText, isTooLong } from '../model/validation';
import type { Clock } from '../platform/clock';
import type { Messaging } from '../services/messaging';
import type { RequestError } from '../services/requestError';
import type { Conversations } from '../slices/conversations';
import { type Messages, NEW_CONVERSATION } from '../slices/messages';
import type { Author } from '../wire/client';
import type { Outbox } from './outbox';

export type Sender = {
  /** Shows the visitor's text at once and sends it as soon as the service can be reached. */
  send(draft: Draft): void;
  /** "A failed message is retried by tapping it." (SPEC.md section 4) */
  retry(key: string): void;
  /** Sends what waits: after the conversation came to be, and again whenever the network may be back. */
  flush(): void;
  /** Puts what an earlier page left unsent back into the log. */
  restore(appUserId: string): void;
};

export const createSender = (deps: {
  messages: Messages;
  conversations: Conversations;
  messaging: Messaging;
  outbox: Outbox;
  clock: Clock;
  createId: () => string;
  sessionId: string;
  author: () => Author;
  /** Makes user and conversation where there is none yet; rejects when that fails. */
  ensureStarted: () => Promise<void>;
}): Sender => {
  const { messages, conversations, messaging, outbox } = deps;
  const busy = new Set<string>();
  const activeId = () => conversations.active.value?._id ?? NEW_CONVERSATION;

  const keep = (conversationId: string, message: Message) =>
    outbox.put({ conversationId, appUserId: deps.author().appUserId, message });

  const fail = (conversationId: string, message: Message, error?: RequestError) => {
    // A refusal (4xx) will be refused again, so it is not offered for another try, except when it was the credential.
    const refused = error?.kind === 'http' && error.status !== 401 && (error.status ?? 500) < 500;
    const tooLong = error?.code === 'characterLimit';
    messages.patch(conversationId, message.key, {
      status: 'failed',
      errorReason: tooLong ? 'characterLimit' : 'unknown',
      isRetryable: !tooLong && (!refused || error?.status === 429),
    });
  };

  /** One message of a conversation at a time, oldest first, so that they arrive in the order they were written. */
  const drain = async (conversationId: string): Promise<void> => {
    if (busy.has(conversationId)) return;
    busy.add(conversationId);
    try {
      for (;;) {
        const next = messages.of(conversationId).value.find((m) => m.status === 'sending');
        if (!next) return;
        try {
          const answer = await messaging.sendMessage(conversationId, {
            author: deps.author(),
            message: {
              role: 'appUser',
              type: 'text',
              text: next.text ?? '',
              referenceId: next.key,
              payload: next.payload,
              metadata: next.metadata,
            },
          });
          // A service that ignores referenceId still gets its answer matched.
          messages.merge(conversationId, [{ ...answer, referenceId: next.key }]);
          outbox.remove(next.key);
        } catch (error) {
          // Realtime may have brought it back although its answer was lost.
          const held = messages.of(conversationId).value.find((m) => m.key === next.key);
          if (held?.status === 'sending') fail(conversationId, next, error as RequestError);
        }
      }
    } finally {
      busy.delete(conversationId);
    }
  };

  const flush = () => {
    const id = conversations.active.value?._id;
    if (id) {
      void drain(id);
      return;
    }
    const waiting = messages.of(NEW_CONVERSATION);
    deps.ensureStarted().catch((error: RequestError) => {
      for (const m of waiting.value) if (m.status === 'sending') fail(NEW_CONVERSATION, m, error);
    });
  };

  const add = (draft: Draft, key: string, conversationId: string): Message => {
    const held = messages.of(conversationId).value;
    const received = optimisticTime(held, deps.clock.now() / 1000);
    const author = { appUserId: deps.author().appUserId, sessionId: deps.sessionId };
    const message = optimistic(draft, key, received, author);
    messages.add(conversationId, message);
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
        messages.patch(conversationId, message.key, {
          status: 'failed',
          errorReason: 'characterLimit',
          isRetryable: false,
        });
        return;
      }
      keep(conversationId, message);
      flush();
    },
    retry(key) {
      for (const id of [activeId(), NEW_CONVERSATION]) {
        const message = messages.of(id).value.find((m) => m.key === key);
        if (message?.status !== 'failed' || !message.isRetryable) continue;
        messages.patch(id, key, { status: 'sending', errorReason: undefined });
        flush();
      }
    },
    restore(appUserId) {
      for (const { conversationId, message } of outbox.of(appUserId)) {
        const target = conversations.find(conversationId) ? conversationId : activeId();
        const known = [target, NEW_CONVERSATION].some((id) =>
          messages.of(id).value.some((m) => m.referenceId === message.key),
        );
        if (!known) add({ ...message, text: message.text ?? '' }, message.key, target);
      }
      flush();
    },
  };
};
