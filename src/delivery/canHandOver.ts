import { FILE_KEY } from '../model/message';
import type { Store } from '../platform/storage';
import type { Conversations } from '../slices/conversations';
import { type Messages, NEW_CONVERSATION } from '../slices/messages';
import type { User } from '../slices/user';

/**
 * Whether a later build that takes over the page finds everything: the visitor, their draft and their unsent texts. It
 * finds only what the browser keeps: files that wait, but none that is being uploaded.
 * @param deps.kept a new store, which knows only what the browser keeps
 */
export const canHandOver = (deps: {
  kept: Store;
  user: Pick<User, 'idKey'>;
  conversations: Pick<Conversations, 'active'>;
  messages: Pick<Messages, 'of'>;
}): boolean => {
  const { value: log } = deps.messages.of(deps.conversations.active.value?._id ?? NEW_CONVERSATION);
  const uploading = log.some((m) => m.status === 'sending' && !m.isDelayed && m.key.startsWith(FILE_KEY));
  return deps.kept.get(deps.user.idKey) !== null && !uploading;
};
