import type { Clock } from '../../../platform/clock';
import { createTimer } from '../../../platform/timer';
import type { Messaging } from '../../../services/messaging';
import type { Author } from '../../../wire/client';

/** A start is repeated at most this often; a stop follows this long after the last key. */
const QUIET_MS = 5000;

/** Shows the agent that the visitor is typing. Failures are ignored: it is only a hint. */
export const createTypingSender = (deps: {
  messaging: Messaging;
  clock: Clock;
  author: () => Author;
  /** The open conversation; false if agents see no indicator. */
  conversationId: () => string | false | undefined;
}) => {
  /** The conversation whose agents saw the last indicator. */
  let typing: string | undefined;
  let toldAt = 0;
  const quiet = createTimer(deps.clock);
  const send = (id: string, type: 'typing:start' | 'typing:stop') =>
    deps.messaging.sendActivity(id, { author: deps.author(), activity: { type } }).catch(() => {});
  const stop = () => {
    quiet.stop();
    if (typing) send(typing, 'typing:stop');
    typing = undefined;
  };
  return {
    /** Call when the visitor presses a key. @param empty whether the composer is empty now */
    typed(empty: boolean) {
      if (empty) {
        stop();
        return;
      }
      const id = deps.conversationId();
      if (typing !== id) stop();
      quiet.set(QUIET_MS, stop);
      // The agent's indicator ends automatically, so repeat the start while the visitor keeps typing.
      if (!id || (typing && deps.clock.now() - toldAt < QUIET_MS)) return;
      typing = id;
      toldAt = deps.clock.now();
      send(id, 'typing:start');
    },
    dispose: quiet.stop,
  };
};
