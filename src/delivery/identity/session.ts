import { batch } from '@preact/signals-react';
import type { Connection } from '../../slices/connection';
import type { Conversations } from '../../slices/conversations';
import type { Messages } from '../../slices/messages';
import type { User } from '../../slices/user';
import type { Outbox } from '../sending/outbox';

/** Ends one visitor's session, so that another visitor can start. */
export type Session = {
  /**
   * Forgets the visitor: stops realtime, clears identity and memory. Answers to pending calls are ignored.
   * @param unsent the fate of unsent messages: `keep` them until this visitor is back, `pass` them to the
   * same person's next app user id, or `drop` them
   */
  end(unsent: 'keep' | 'pass' | 'drop'): void;
  /** Clears memory for a login but keeps the identity: the slices start as after a reload. */
  clear(): void;
};

export const createSession = (deps: {
  user: User;
  conversations: Conversations;
  messages: Messages;
  connection: Connection;
  outbox: Outbox;
  starter: { reset(): void };
  sender: { stop(): void };
  /** The realtime connection; it can be stopped at any time. */
  live: { stop(): void };
}): Session => {
  const clear = () => {
    deps.live.stop();
    deps.starter.reset();
    deps.sender.stop();
    const id = deps.conversations.active.value?._id;
    batch(() => {
      // An empty conversation is not kept on screen: after the login the visitor sees their earlier one.
      deps.conversations.reset(id !== undefined && deps.messages.of(id).value.length > 0);
      deps.messages.reset();
      deps.connection.reset();
      deps.user.setInitialized('notConnected');
    });
  };
  return {
    clear,
    end(unsent) {
      const before = deps.user.appUserId.value ?? '';
      deps.user.clear(unsent === 'pass');
      batch(() => {
        clear();
        deps.conversations.reset();
      });
      if (unsent === 'pass') {
        deps.outbox.reassign(before);
      } else if (unsent === 'drop') {
        for (const { message } of deps.outbox.of(before)) deps.outbox.remove(message.key);
      }
    },
  };
};
