import type { Clock } from '../../platform/clock';
import { createTimers } from '../../platform/timer';
import type { Conversations } from '../../slices/conversations';
import { findMessage } from '../../slices/findMessage';
import type { Messages } from '../../slices/messages';

/** A message still sending after this long is shown as delayed and offers a retry. */
const DELAYED_MS = 10_000;

export type DelayNotices = ReturnType<typeof createDelayNotices>;

/** Marks messages that are still sending after a while as delayed, and sets failed ones to sending again. */
export const createDelayNotices = (deps: {
  messages: Messages;
  conversations: Conversations;
  clock: Clock;
}) => {
  const delays = createTimers(deps.clock);
  const begin = (key: string) => {
    delays.set(key, DELAYED_MS, () => {
      const found = findMessage(deps, key);
      if (found?.message.status === 'sending') deps.messages.patch(found.id, key, { isDelayed: true });
    });
  };
  return {
    begin,
    /** Ends the wait for a message. */
    end: delays.stop,
    endAll: delays.stopAll,
    /** @param isDelayed keeps the notice on automatic retries, so that it is not announced each time */
    resend(conversationId: string, key: string, isDelayed: boolean) {
      deps.messages.patch(conversationId, key, { status: 'sending', errorReason: undefined, isDelayed });
      begin(key);
    },
  };
};
