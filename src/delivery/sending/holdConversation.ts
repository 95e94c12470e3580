import { effect, untracked } from '@preact/signals-react';
import type { Conversations } from '../../slices/conversations';
import type { Experience } from '../../slices/experience';
import type { Router } from '../../slices/router';

/**
 * Keeps the same conversation on screen when others receive messages, until the visitor or the page chooses
 * another. Without a conversation list, closing the widget releases it: the next opening shows the most
 * recent conversation.
 * @returns the undo
 */
export const holdConversation = (deps: {
  conversations: Conversations;
  router: Pick<Router, 'widgetOpen'>;
  experience: Pick<Experience, 'listed'>;
}): (() => void) => {
  const { active, hold } = deps.conversations;
  return effect(() => {
    const open = deps.router.widgetOpen.value;
    const listed = deps.experience.listed.value;
    const id = active.value?._id;
    untracked(() => {
      if (open && id) hold(id);
      else if (!open && !listed) hold();
    });
  });
};
