import type { Messaging } from '../../services/messaging';
import type { Conversations } from '../../slices/conversations';
import type { Experience } from '../../slices/experience';
import type { Author } from '../../wire/client';

/**
 * Ends the open conversation with the activity 'conversation:end'. The visitor stays in it, unless they may
 * have several conversations but cannot start another: then the list is shown. Rejects with a `RequestError`.
 */
export const createEnding = (deps: {
  messaging: Pick<Messaging, 'sendActivity'>;
  conversations: Conversations;
  author: () => Author;
  experience: Pick<Experience, 'listed' | 'limited'>;
  /** Fetches the integration's settings until one fetch has succeeded. */
  readExperience: () => Promise<void>;
}) => {
  const { conversations } = deps;
  return async (): Promise<void> => {
    const id = conversations.active.value?._id;
    if (!id) return;
    await deps.messaging.sendActivity(id, {
      author: deps.author(),
      activity: { type: 'conversation:end' },
    });
    // Hold it on screen: an idle conversation is otherwise replaced as the active one.
    conversations.show(id);
    conversations.routed(id, { status: 'idle', routingStatus: undefined, typingUser: undefined });
    const { listed, limited } = deps.experience;
    if (!listed.value) return;
    await deps.readExperience();
    // During the fetch the visitor may have changed or opened another conversation.
    if (!limited.value || !listed.value || conversations.active.value?._id !== id) return;
    conversations.redirectHome();
    conversations.show();
  };
};
