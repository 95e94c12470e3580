import type { IntegrationSettings } from '../services/integrationCalls';
import type { Messaging } from '../services/messaging';
import type { Conversations } from '../slices/conversations';
import type { Author } from '../wire/client';

/**
 * Ends the conversation that is open: activity 'conversation:end'. The visitor stays in it, unless theirs is the experience
 * whose home page is the list (SPEC.md section 4, redirectToHomePage). Rejects with a `RequestError`.
 */
export const createEnding = (deps: {
  messaging: Pick<Messaging, 'sendActivity'>;
  conversations: Conversations;
  author: () => Author;
  /** Whether there is a list to be led to. */
  listed: boolean;
  fetchIntegration: () => Promise<IntegrationSettings>;
}) => {
  const { conversations } = deps;
  const { redirectToHomePage } = conversations;
  let known: IntegrationSettings | undefined;
  /** "while multi-conversation is enabled but the user cannot create more conversations"; not known is not so. */
  const isLimited = async () => {
    known ??= await deps.fetchIntegration().catch(() => undefined);
    return known?.multiConvoEnabled === true && !known.canUserCreateMoreConversations;
  };
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
    if (!deps.listed) return;
    const limited = redirectToHomePage.value || (await isLimited());
    // The visitor may have gone meanwhile, or have chosen another one.
    if (!limited || conversations.active.value?._id !== id) return;
    redirectToHomePage.value = true;
    conversations.show();
  };
};
