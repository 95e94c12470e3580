import type { Conversations } from '../../slices/conversations';
import { findMessage } from '../../slices/findMessage';
import type { Messages } from '../../slices/messages';
import type { User } from '../../slices/user';
import { type Outbox, ofLogin } from '../sending/outbox';
import type { LoginRunner } from './loginRunner';

export type WaitingDeps = Pick<LoginRunner, 'isNobody'> & {
  user: Pick<User, 'externalId' | 'splitTyped'>;
  outbox: Pick<Outbox, 'of' | 'put' | 'isNext'>;
  messages: Messages;
  conversations: Conversations;
};

/**
 * Nobody has the token that a known person's messages wait for. If the page reports that nobody is signed in, an
 * earlier page's messages stay that person's. Otherwise everything that this page shows is sent anonymously.
 * @returns whether messages stay for their login, or are sent
 */
export const passWaiting = (deps: WaitingDeps): 'stays' | 'goes' | undefined => {
  const { user, outbox, messages } = deps;
  const login = ofLogin(user.externalId());
  const waiting = () => outbox.of('').filter((each) => !outbox.isNext(each));
  if (!deps.isNobody()) {
    // Another tab, of a page without a login, may have put it aside.
    for (const each of outbox.of(login))
      if (each.appUserId === login && findMessage(deps, each.message.key))
        outbox.put({ ...each, appUserId: '' });
    return waiting()[0] && 'goes';
  }
  user.splitTyped();
  const kept = waiting();
  for (const each of kept) {
    outbox.put({ ...each, conversationId: '', appUserId: login });
    const found = findMessage(deps, each.message.key);
    if (found) messages.change(found.id, (held) => held.filter((m) => m !== found.message));
  }
  return kept[0] && 'stays';
};
