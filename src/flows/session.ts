import { batch } from '@preact/signals-react';
import type { Connection } from '../slices/connection';
import type { Conversations } from '../slices/conversations';
import { type Messages, NEW_CONVERSATION } from '../slices/messages';
import type { User } from '../slices/user';
import type { Outbox } from './outbox';

/** Ends what belongs to one visitor, so that another can come. */
export type Session = {
  /**
   * Forgets the visitor: no realtime, no identity, nothing in memory. Answers still under way are refused.
   * @param unsent what becomes of messages that were not sent: `keep` them for when this visitor is back, `pass` them
   * on to whoever this same person becomes, or `drop` them
   */
  end(unsent: 'keep' | 'pass' | 'drop'): void;
  /** Empties memory for a login, identity kept: the slices start anew, as after a reload. */
  clear(): void;
};

export const createSession = (deps: {
  user: User;
  conversations: Conversations;
  messages: Messages;
  connection: Connection;
  outbox: Outbox;
  starter: { reset(): void };
  sender: { dispose(): void };
  /** The realtime connection; stopping it is safe at any time. */
  live: { stop(): void };
}): Session => {
  const clear = () => {
    deps.live.stop();
    deps.starter.reset();
    deps.sender.dispose();
    const id = deps.conversations.active.value?._id;
    batch(() => {
      // Where nothing is said in it yet, who logs in is to see what they have said before.
      deps.conversations.reset(id !== undefined && deps.messages.of(id).value.length > 0);
      deps.messages.reset();
      deps.connection.reset();
      deps.user.initializedStatus.value = 'notConnected';
    });
  };
  return {
    clear,
    end(unsent) {
      const before = deps.user.appUserId.value ?? '';
      const written = deps.messages.of(NEW_CONVERSATION).value;
      deps.user.clear(unsent === 'pass');
      batch(() => {
        clear();
        deps.conversations.reset();
      });
      if (unsent === 'pass') {
        deps.outbox.reassign(before);
      } else if (unsent === 'drop') {
        for (const { message } of deps.outbox.of(before)) deps.outbox.remove(message.key);
        for (const { key } of written) deps.outbox.remove(key);
      }
    },
  };
};
