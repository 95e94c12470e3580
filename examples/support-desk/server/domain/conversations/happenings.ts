import { DeskError } from '../../model/deskError';
import type { Happening, InboxRow, Json, Message } from '../../model/entities';
import { hashToken } from '../../model/tokens';
import type { Deps, DeskTransaction } from '../deps';
import { inboxView } from '../inboxViews';
import { beginCampaign } from '../insights/campaigns';
import { publishMessage } from '../messages/messages';
import { storeMessage } from '../messages/storeMessage';
import { happeningView } from '../views';
import { wake } from './snoozing';

/** An event for the campaign that led to a conversation. The same campaign counts once. */
export const newReferral = (
  deps: Pick<Deps, 'now' | 'newId'>,
  conversationId: string,
  signedCampaignData: string,
): Happening => ({
  id: deps.newId(),
  conversationId,
  kind: 'referral',
  referenceId: hashToken(signedCampaignData),
  createdAt: deps.now(),
  body: { signedCampaignData },
});

/** @returns the conversation, if it still exists */
const tellAgents = async (tx: DeskTransaction, happening: Happening): Promise<InboxRow | undefined> => {
  const row = await tx.inboxRow(happening.conversationId);
  if (!row) return undefined;
  const conversation = inboxView(row);
  const view = happeningView(happening);
  tx.publisher.toAgents(
    happening.kind === 'postback'
      ? { type: 'postback', conversation, postback: view }
      : { type: 'referral', conversation, referral: view },
  );
  return row;
};

/** Stores the campaign that brought a visitor back and notifies the agents, once per campaign. */
export const refer = (deps: Deps, conversationId: string, signedCampaignData: string): Promise<void> =>
  deps.inTurn(conversationId, async () => {
    const referral = newReferral(deps, conversationId, signedCampaignData);
    await deps.store.transaction(async (tx) => {
      const locked = await tx.lockConversation(conversationId);
      if (!locked || !(await tx.insertHappening(referral))) return;
      const begun = await beginCampaign(deps, tx, locked.conversation, signedCampaignData);
      if (begun)
        await publishMessage(deps, tx, {
          ...locked,
          ...begun,
          created: true,
          lastMessage: begun.message,
          changes: [],
        });
      await tellAgents(tx, referral);
    });
  });

type Press = { actionId: string; referenceId?: string; source: Json };

type Button = Json & { type?: unknown; text?: string; payload?: string; metadata?: Json };

const buttonOf = ({ body }: Message, actionId: string): Button | undefined => {
  const actionsOf = (value: Json) => (value.actions as Button[] | undefined) ?? [];
  const items = (body.items as Json[] | undefined) ?? [];
  return [body, ...items].flatMap(actionsOf).find((action) => action._id === actionId);
};

/** A visitor who presses a button has answered: their conversation wakes. */
const wakePressed = async (deps: Deps, tx: DeskTransaction, conversationId: string): Promise<void> => {
  const locked = await tx.lockConversation(conversationId);
  if (locked?.conversation.status === 'active' && locked.conversation.snoozedAt !== null)
    await wake(deps, tx, locked.conversation, 'visitor');
};

/**
 * Takes the press of a postback button, once per referenceId, and notifies the agents. With `echoPostback` the button's
 * text also appears as a message of the visitor.
 * @throws not_found if the conversation has no such button, bad_request if the button is of another kind
 */
export const pressButton = (
  deps: Deps,
  userId: string,
  conversationId: string,
  press: Press,
): Promise<void> =>
  deps.inTurn(conversationId, async () => {
    const { actionId, referenceId, source } = press;
    const message = await deps.store.messageByAction(conversationId, actionId);
    const button = message && buttonOf(message, actionId);
    if (!message || !button) throw new DeskError('not_found', 'There is no such button in this conversation');
    if (button.type !== 'postback') throw new DeskError('bad_request', 'This button is not a postback');
    const { text, payload, metadata } = button;
    const happening: Happening = {
      id: deps.newId(),
      conversationId,
      kind: 'postback',
      referenceId: referenceId ?? null,
      createdAt: deps.now(),
      body: { actionId, messageId: message.id, text, payload, metadata },
    };
    const sender = { role: 'appUser' as const, userId };
    await deps.store.transaction(async (tx) => {
      if (!(await tx.insertHappening(happening))) return;
      if (deps.settings().app.echoPostback) {
        const body = { text, payload, metadata, authorId: userId, source };
        const echo = { type: 'text', referenceId, body };
        await publishMessage(deps, tx, await storeMessage(deps, tx, conversationId, sender, echo));
      }
      const row = await tellAgents(tx, happening);
      if (!row) return;
      await wakePressed(deps, tx, conversationId);
      const postback = { payload, metadata };
      const { conversation, user } = row;
      tx.tellIntegrations({ type: 'conversation:postback', conversation, user, postback, source });
    });
  });
