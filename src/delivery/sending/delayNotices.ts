import type { Clock } from '../../platform/clock';
import type { Conversations } from '../../slices/conversations';
import type { Messages } from '../../slices/messages';
import { findMessage } from './findMessage';

/** A message still sending after this long is shown as delayed and offers a retry. */
const DELAYED_MS = 10_000;

export type DelayNotices = ReturnType<typeof createDelayNotices>;

/** Marks messages that are still sending after a while as delayed, and sets failed ones to sending again. */
export const createDelayNotices = (deps: {
  messages: Messages;
  conversations: Conversations;
  clock: Clock;
}) => {
  const delays = new Map<string, () => void>();
  /** Ends the wait for a message. */
  const end = (key: string) => {
    delays.get(key)?.();
    delays.delete(key);
  };
  const begin = (key: string) => {
    end(key);
    const late = () => {
      const found = findMessage(deps, key);
      if (found?.[1].status === 'sending') deps.messages.patch(found[0], key, { isDelayed: true });
    };
    delays.set(key, deps.clock.after(DELAYED_MS, late));
  };
  return {
    begin,
    end,
    /** @param isDelayed keeps the notice on automatic retries, so that it is not announced each time */
    resend(conversationId: string, key: string, isDelayed: boolean) {
      deps.messages.patch(conversationId, key, { status: 'sending', errorReason: undefined, isDelayed });
      begin(key);
    },
    endAll() {
      for (const key of [...delays.keys()]) end(key);
    },
  };
};
