import { effect, untracked } from '@preact/signals-react';
import type { Conversations } from '../slices/conversations';
import type { Experience } from '../slices/experience';
import type { Router } from '../slices/router';

/**
 * Keeps the conversation that is on screen there, whatever comes in the others, until the visitor or the page chooses another.
 * Where there is no list to find those others in, a closed widget takes up the one that was written in last.
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
