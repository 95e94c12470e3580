import { createPublishing } from '../../examples/support-desk/server/bus/publishing';
import type { DeskStore } from '../../examples/support-desk/server/domain/deps';
import type { Json, Message, User } from '../../examples/support-desk/server/model/entities';
import type { Integration, Webhook } from '../../examples/support-desk/server/model/integrationEntities';
import { createInTurn } from '../../examples/support-desk/server/process/inTurn';
import type { Store } from '../../examples/support-desk/server/store/store';
import { createDeliveries } from '../../examples/support-desk/server/webhooks/deliver';
import type { Attempt, Post } from '../../examples/support-desk/server/webhooks/postWebhook';
import { createRecorder } from '../../examples/support-desk/server/webhooks/recordEvents';
import { aConversation, aUser, newId } from './deskRows';
import type { FakeClock } from './fakeClock';

/** What a receiver has got: the id of the delivery, and the texts of its events. */
export type Got = { webhook: string; id: string; eventId: string; text: string; conversation: string };

export type Receiver = {
  got: Got[];
  /** What it answers, by the webhook's id; it takes everything by default. */
  answers: Map<string, (text: string) => Attempt | Promise<Attempt>>;
  post: Post;
};

type Body = { webhook: { id: string }; events: [Json & { id: string; payload: Json }] };

export const TAKEN: Attempt = { outcome: 'taken', answer: '200' };
export const DOWN: Attempt = { outcome: 'failed', answer: 'ECONNREFUSED' };
export const REFUSED: Attempt = { outcome: 'refused', answer: '400' };

/** A receiver that notes what it takes. */
export const createReceiver = (): Receiver => {
  const got: Got[] = [];
  const answers: Receiver['answers'] = new Map();
  return {
    got,
    answers,
    post: async (webhook, id, body) => {
      const [event] = (JSON.parse(body) as Body).events;
      const { message, conversation } = event.payload as { message: Json; conversation: { id: string } };
      const { text } = (message as { content: { text: string } }).content;
      const attempt = (await answers.get(webhook.id)?.(text)) ?? TAKEN;
      if (attempt.outcome !== 'taken') return attempt;
      got.push({ webhook: webhook.id, id, eventId: event.id, text, conversation: conversation.id });
      return attempt;
    },
  };
};

const ignore = { toVisitor: () => undefined, toAgents: () => undefined, endSubscriptions: () => undefined };
const SETTINGS = { messenger: { appId: 'porch' } };

/** A process of a desk that does nothing but tell webhooks. */
export const startTelling = (store: Store, clock: FakeClock, { post }: Pick<Receiver, 'post'>) => {
  const { now } = clock;
  const deps = { newId, now };
  const publishing = createPublishing({
    store,
    local: ignore,
    ...deps,
    integrations: {
      record: createRecorder(deps),
      onRecorded: () => void deliveries.begin(),
    },
  });
  const deliveries = createDeliveries({
    store: publishing.store,
    ...deps,
    inTurn: createInTurn(),
    post,
    settings: (() => SETTINGS) as never,
    log: { warn: () => undefined },
    random: () => 0.5,
  });
  return { store: publishing.store, deliveries };
};

/** Makes a webhook that is told of messages. @returns its id */
export const addListener = async (
  store: Store,
  change: Partial<Integration & Webhook> = {},
): Promise<string> => {
  const id = newId();
  const integration: Integration = {
    id: `bot_${id}`,
    name: id,
    displayName: 'Bot',
    answersFirst: false,
    hearsAll: change.hearsAll ?? true,
    createdAt: 1,
  };
  const webhook: Webhook = {
    id,
    integrationId: integration.id,
    target: 'https://bot.example/hook',
    triggers: change.triggers ?? ['conversation:message'],
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    includeFullUser: false,
    includeFullSource: false,
    createdAt: 1,
  };
  await store.transaction(async (tx) => {
    await tx.putIntegration(integration);
    await tx.putWebhook(webhook);
  });
  return id;
};

/** Makes a conversation. @returns its id */
export const addConversation = async (store: Store, user: Partial<User> = {}): Promise<string> => {
  const id = newId();
  const conversation = aConversation(id);
  await store.transaction(async (tx) => {
    await tx.insertUser(aUser({ id, ...user }));
    await tx.insertConversation(conversation);
  });
  return conversation.id;
};

/** Tells of a message, in a transaction. */
export const say = (store: DeskStore, conversationId: string, text: string): Promise<void> =>
  store.transaction(async (tx) => {
    const locked = await tx.lockConversation(conversationId);
    if (!locked) throw new Error('There is no such conversation');
    const message: Message = {
      id: newId(),
      conversationId,
      referenceId: null,
      received: 1,
      role: 'appUser',
      type: 'text',
      body: { text },
    };
    tx.tellIntegrations({ type: 'conversation:message', ...locked, message });
  });
