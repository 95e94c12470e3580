import { batch } from '@preact/signals-react';
import type { Conversations } from '../slices/conversations';
import type { Experience } from '../slices/experience';
import type { Messages } from '../slices/messages';

export type LeaveDeps = {
  conversations: Conversations;
  messages: Messages;
  experience: Pick<Experience, 'listed'>;
  /** Takes up another conversation, with what was left unsent in this one. */
  onLeft: () => void;
};

/**
 * A conversation is the visitor's no longer. Who has it open is told, and led to the list, or without one to the
 * conversation that is next.
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
    if (open) conversations.removed.value = true;
    if (active) deps.onLeft();
  });
};
