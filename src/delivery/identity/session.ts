import { batch } from '@preact/signals-react';
import type { Connection } from '../../slices/connection';
import type { Consent } from '../../slices/consent';
import type { Conversations } from '../../slices/conversations';
import { findMessage } from '../../slices/findMessage';
import type { Messages } from '../../slices/messages';
import type { User } from '../../slices/user';
import { type Outbox, ofLogin, UNCLAIMED } from '../sending/outbox';

/** Ends one visitor's session, so that another visitor can start. */
export type Session = {
  /**
   * Forgets the visitor: stops realtime, clears identity and memory. Answers to pending calls are ignored.
   * @param unsent what happens to unsent messages. `keep` keeps a login's until its user is back. `pass` gives them to
   * the same person's next app user id. `drop` removes them. `switch` keeps them, because another person's login has
   * begun. `split` keeps only those from an earlier page, because those written on this one are that person's. `out`
   * keeps those written before their page had identified the visitor, until it does
   * @param isSaid whether the card shows the visitor a notice
   */
  end(unsent: 'keep' | 'pass' | 'drop' | 'switch' | 'split' | 'out', isSaid?: boolean): void;
  /** Clears memory for a login but keeps the identity: the slices start as after a reload. */
  clear(): void;
};

export const createSession = (deps: {
  user: User;
  consent: Pick<Consent, 'level'>;
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
    end(unsent, isSaid = false) {
      const { outbox, user, conversations } = deps;
      const before = user.appUserId.value ?? '';
      const login = user.externalId();
      // The next visitor's login has begun in another tab, which has kept what is not theirs.
      const isSwitched = unsent === 'keep' && user.isSwitch();
      const splits = unsent === 'split' || isSwitched;
      const isSwitch = splits || unsent === 'switch' || user.isSwitch();
      const isKept = !!login && unsent !== 'pass' && unsent !== 'drop' && !user.isReset();
      const to = unsent === 'pass' ? '' : isKept ? ofLogin(login) : undefined;
      // If the visitor has left in another tab, that tab has handled the stored data. Only this tab's log is left.
      const follows = user.isOver() && deps.consent.level.value !== 'none';
      const stored = follows ? before : (user.stored.get('appUserId') ?? before);
      // Nobody can come back as an anonymous visitor.
      const ids = [before, stored, user.linked.value ? before : to];
      for (const each of ids.flatMap((id) => outbox.of(id))) {
        const { conversationId, message } = each;
        if (splits && (outbox.isNext(each) || (isSwitched && !each.appUserId))) {
          if (each.appUserId) outbox.put({ conversationId: '', appUserId: '', message });
          continue;
        }
        if (unsent === 'out' && isKept && (outbox.isUntold(message.key) || outbox.isEarly(message.key))) {
          outbox.put({ conversationId: '', appUserId: UNCLAIMED, message });
          continue;
        }
        const held = findMessage(deps, message.key)?.message;
        if (follows && !held) continue;
        // The history may have shown that it arrived.
        if (to === undefined || held?.status === 'sent') outbox.remove(message.key);
        else outbox.put({ conversationId: to && conversationId, appUserId: to, message }, isKept);
      }
      const notice = user.auth.value?.type === 'jwt' ? 'login_ended' : 'conversation_removed';
      const isTold = isSaid && conversations.active.value;
      if (unsent === 'split' || (isSwitched && user.isAsked())) user.splitTyped();
      // Both at once, because a draft moves with its visitor and its conversation, not with one of them first.
      batch(() => {
        user.clear(unsent === 'pass', unsent === 'drop', isSwitch);
        clear();
        conversations.reset();
        if (isTold) conversations.setNotice(notice);
      });
    },
  };
};
