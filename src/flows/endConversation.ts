import type { Messaging } from '../services/messaging';
import type { Conversations } from '../slices/conversations';
import type { Experience } from '../slices/experience';
import type { Author } from '../wire/client';

/**
 * Ends the conversation that is open: activity 'conversation:end'. The visitor stays in it, unless theirs is the experience
 * whose home page is the list (SPEC.md section 4, redirectToHomePage). Rejects with a `RequestError`.
 */
export const createEnding = (deps: {
  messaging: Pick<Messaging, 'sendActivity'>;
  conversations: Conversations;
  author: () => Author;
  experience: Pick<Experience, 'listed' | 'limited'>;
  /** Asks the integration what is allowed, until that is known. */
  readExperience: () => Promise<void>;
}) => {
  const { conversations } = deps;
  const { redirectToHomePage } = conversations;
  return async (): Promise<void> => {
    const id = conversations.active.value?._id;
    if (!id) return;
    await deps.messaging.sendActivity(id, {
      author: deps.author(),
      activity: { type: 'conversation:end' },
    });
    // The active conversation would otherwise be another one now.
    conversations.show(id);
    conversations.patch(id, { status: 'idle', routingStatus: undefined, typingUser: undefined });
    const { listed, limited } = deps.experience;
    if (!listed.value) return;
    await deps.readExperience();
    // "while multi-conversation is enabled but the user cannot create more conversations". The visitor may have gone
    // meanwhile, or have chosen another one.
    if (!limited.value || !listed.value || conversations.active.value?._id !== id) return;
    redirectToHomePage.value = true;
    conversations.show();
  };
};
