import type { Clock } from '../platform/clock';
import type { Messaging } from '../services/messaging';
import type { Author } from '../wire/client';

/** A start is repeated no sooner than this, and stopped after this long without a key. */
const QUIET_MS = 5000;

/** Tells the agent that the visitor is typing. Failures are left alone: it is a hint. */
export const createTypingSender = (deps: {
  messaging: Messaging;
  clock: Clock;
  author: () => Author;
  conversationId: () => string | undefined;
}) => {
  let typing = false;
  let toldAt = 0;
  let cancel = () => {};
  const send = (type: 'typing:start' | 'typing:stop') => {
    const id = deps.conversationId();
    if (!id) return;
    typing = type === 'typing:start';
    toldAt = deps.clock.now();
    deps.messaging.sendActivity(id, { author: deps.author(), activity: { type } }).catch(() => {});
  };
  const stop = () => {
    cancel();
    if (typing) send('typing:stop');
  };
  return {
    /** The visitor pressed a key; `empty` when the composer holds nothing (any more). */
    typed(empty: boolean) {
      if (empty) {
        stop();
        return;
      }
      cancel();
      cancel = deps.clock.after(QUIET_MS, stop);
      // The agent's indicator goes out by itself, so one who types on says so again.
      if (!typing || deps.clock.now() - toldAt >= QUIET_MS) send('typing:start');
    },
    dispose: () => cancel(),
  };
};
