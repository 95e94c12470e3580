import { computed } from '@preact/signals-react';
import type { MenuEntry } from '../../conversation/featureRow';
import { decodeEndSession } from '../../wire/extras';
import { createEnding } from './endConversation';
import type { MenuDeps } from './option';

/** Ends the conversation, where the account allows it. */
export const endEntry = ({
  slices: { settings, conversations, experience },
  delivery: { messaging, author, readExperience },
}: MenuDeps): MenuEntry => {
  const mayEnd = decodeEndSession(settings.raw);
  return {
    label: 'options.end',
    available: computed(() => mayEnd && conversations.active.value?.status === 'active'),
    ends: true,
    confirm: 'options.end_confirm',
    done: 'options.end_done',
    run: createEnding({ messaging, conversations, author, experience, readExperience }),
  };
};
