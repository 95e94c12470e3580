import { batch } from '@preact/signals-react';
import type { Conversations } from '../../slices/conversations';
import type { Experience } from '../../slices/experience';
import type { Messages } from '../../slices/messages';

export type LeaveDeps = {
  conversations: Conversations;
  messages: Messages;
  experience: Pick<Experience, 'listed'>;
  /** Opens another conversation, with the messages left unsent in this one. */
  onLeft: () => void;
};

/**
 * Removes a conversation that the visitor no longer belongs to. If it is open, a notice explains it and the list is
 * shown, or the next conversation if there is no list.
 */
export const leaveConversation = (deps: LeaveDeps, id: string): void => {
  const { conversations, messages } = deps;
  if (!conversations.find(id)) return;
  batch(() => {
    const active = conversations.active.value?._id === id;
    const open = active && !conversations.listShown.value;
    conversations.remove(id);
    messages.change(id, () => []);
    if (open && deps.experience.listed.value) conversations.show();
    if (open) conversations.setNotice('conversation_removed');
    if (active) deps.onLeft();
  });
};
