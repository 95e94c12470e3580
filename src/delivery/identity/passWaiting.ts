import type { Conversations } from '../../slices/conversations';
import { findMessage } from '../../slices/findMessage';
import type { Messages } from '../../slices/messages';
import type { User } from '../../slices/user';
import { type Outbox, ofLogin } from '../sending/outbox';
import type { LoginRunner } from './loginRunner';

export type WaitingDeps = Pick<LoginRunner, 'isNobody'> & {
  user: Pick<User, 'externalId' | 'splitTyped'>;
  outbox: Pick<Outbox, 'of' | 'put' | 'isNext' | 'isEarly'>;
  messages: Messages;
  conversations: Conversations;
};

/**
 * Nobody has the token that a known person's words wait for. Where the page says that nobody is signed in, those of an
 * earlier page stay theirs; else all that this page shows goes out without a name.
 * @returns whether something stays for their login
 */
export const passWaiting = (deps: WaitingDeps): boolean => {
  const { user, outbox, messages } = deps;
  const login = ofLogin(user.externalId());
  if (!deps.isNobody()) {
    // Another tab, of a page without a login, may have put it aside.
    for (const each of outbox.of(login))
      if (each.appUserId === login && findMessage(deps, each.message.key))
        outbox.put({ ...each, appUserId: '' });
    return false;
  }
  user.splitTyped();
  const kept = outbox.of('').filter((each) => !outbox.isNext(each) && !outbox.isEarly(each.message.key));
  for (const each of kept) {
    outbox.put({ ...each, conversationId: '', appUserId: login });
    const found = findMessage(deps, each.message.key);
    if (found) messages.change(found.id, (held) => held.filter((m) => m !== found.message));
  }
  return kept.length > 0;
};
