import type { Needs } from '../../conversation/featureDeps';
import { sendReferral } from '../../services/conversationCalls';

/** The parts of the messenger that this uses. The messenger runs in its own realm. */
export type AnswerDeps = Needs<
  'createId' | 'report',
  'user' | 'conversations' | 'experience' | 'pageEvents',
  'messaging' | 'client' | 'author' | 'http' | 'refresh' | 'readExperience'
>;

/** Resolves once the visitor has a conversation. The messenger repeats a start that fails. */
const started = ({ slices }: AnswerDeps, onDispose: (undo: () => void) => void) =>
  new Promise<void>((resolve) => {
    onDispose(slices.user.initializedStatus.subscribe((status) => status === 'successful' && resolve()));
  });

/**
 * Brings a visitor who has opened a campaign to their conversation. If they may have several, it is a new one.
 * Otherwise the service gets a report that the campaign has led to the one they have.
 * @param jwt the campaign's signed data
 * @param ask.pressed whether the message was pressed; a visitor who opened the window another way keeps an active
 * conversation
 * @param ask.made whether the visitor or the conversation was created with the campaign already
 * @param ask.isReplaced whether the campaign was cleared since
 * @returns whether there is a conversation from the campaign
 */
export const answerCampaign = async (
  deps: AnswerDeps,
  jwt: string,
  ask: { pressed: boolean; made(): boolean; isReplaced(): boolean; onDispose(undo: () => void): void },
): Promise<boolean> => {
  const { slices, delivery } = deps;
  const { user, conversations, experience } = slices;
  await started(deps, ask.onDispose);
  if (ask.made() || ask.isReplaced()) return ask.made();
  if (!ask.pressed && conversations.all.value.some((c) => c.status === 'active')) return false;
  await delivery.readExperience();
  if (ask.isReplaced()) return false;
  if (!experience.mayCreate.value) {
    const id = conversations.active.value?._id;
    if (!id) return false;
    await sendReferral(delivery.http, id, delivery.author(), jwt);
    conversations.show(id);
    return true;
  }
  const { conversation } = await delivery.messaging.createConversation(user.appUserId.value ?? '', {
    client: delivery.client(),
    type: 'personal',
    intent: 'proactiveMessaging',
    signedCampaignData: jwt,
    referenceId: deps.createId(),
  });
  if (!conversation) return false;
  conversations.upsert(conversation);
  slices.pageEvents.emit('conversationStarted', { conversation: { id: conversation._id } });
  conversations.show(conversation._id);
  delivery.refresh();
  return true;
};
