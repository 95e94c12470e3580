import { DeskError } from '../../model/deskError';
import type { Conversation, Happening, Json, Message, User } from '../../model/entities';
import type { Transaction } from '../../store/store';
import type { Assignee } from '../conversations/assigning';
import { waitsSince } from '../conversations/waiting';
import { waitAfter } from '../conversations/waits';
import type { Deps, DeskTransaction } from '../deps';
import { pageOf } from '../insights/insights';
import { afterMessage, afterQuiet } from './afterMessage';
import { jsonWithoutLinkKeys } from './linkKeys';
import { lockForMessage, type Sender } from './lockForMessage';
import { routedBy, storeRouted } from './routedBy';
import { isOfMessenger, mayRepeat } from './sameMessage';

/** Messages of one conversation. */
export const MAX_MESSAGES = 30_000;

/** A new message, already checked and cleaned, without the fields that the desk sets. */
export type NewMessage = {
  type: string;
  referenceId?: string;
  body: Json;
  /** Whether the desk sends it automatically. It has no author, and so is `quiet`. */
  automatic?: boolean;
  /**
   * It asks, answers and reopens nothing: the conversation keeps its place in lists, and lists do not show the message.
   * For example, an address that the desk has asked for.
   */
  quiet?: boolean;
  /** The whole text of its email, if the message leaves out some of it. */
  mailText?: string;
  /**
   * Writes in the same transaction. Not called for a repeat. An error here also undoes the message.
   * @param before the conversation before the message, locked
   */
  alongside?: (
    tx: Transaction,
    message: Message,
    before: { conversation: Conversation; user: User },
  ) => Promise<void>;
};

/** Whether the desk sent this message automatically, or it only answers such a message. Lists show others. */
export const isQuiet = ({ body }: Pick<Message, 'body'>): boolean =>
  body.automatic === true || body.quiet === true;

const CLOCK_STEP_MS = 1;

/** The result of `storeMessage`, for `publishMessage`. */
export type Stored = {
  message: Message;
  conversation: Conversation;
  user: User;
  created: boolean;
  mailText?: string;
  /** What the conversation's row in the inbox shows of it. */
  lastMessage: Message | undefined;
  /** What happened with the message: the conversation was reopened, or passed to a program. */
  changes: readonly Happening[];
  /** The agent who gets the conversation with this answer. */
  assigned?: Assignee;
};

/** Counts a conversation for the page where it begins. */
const countFirst = ({ figures }: Pick<Deps, 'figures'>, tx: DeskTransaction, { clients }: User): void => {
  const { info } = (clients[0] ?? {}) as { info?: { currentUrl?: unknown } };
  tx.afterCommit(() => figures.add({ kind: 'conversation', page: pageOf(info?.currentUrl) }));
};

/**
 * Stores a message in a transaction, or finds the one with its referenceId. Locks the conversation, and first a
 * messenger's user.
 */
export const storeMessage = async (
  deps: Deps,
  tx: DeskTransaction,
  conversationId: string,
  sender: Sender,
  input: NewMessage,
): Promise<Stored> => {
  const { locked, copies, ...takers } = await lockForMessage(deps, tx, conversationId, sender, input);
  if (!locked) throw new DeskError('not_found', 'There is no such conversation');
  const { conversation, user } = locked;
  if (sender.role === 'appUser' && conversation.userId !== sender.userId) {
    throw new DeskError('forbidden', 'This conversation belongs to someone else');
  }
  const message: Message = {
    id: deps.newId(),
    conversationId,
    referenceId: input.referenceId ?? null,
    received: Math.max(Math.floor(deps.now()), conversation.lastReceived + CLOCK_STEP_MS),
    role: sender.role,
    type: input.type,
    // Agents, programs and other sites read it.
    body: {
      ...jsonWithoutLinkKeys(input.body),
      ...(input.automatic && { automatic: true }),
      ...(input.quiet && { quiet: true }),
    },
  };
  const isHere = (copy: Message) => copy.conversationId === conversationId;
  const known =
    copies.find((copy) => !isHere(copy) && isOfMessenger(copy) && mayRepeat(copy, message)) ??
    copies.find(isHere);
  if (known) {
    if (!mayRepeat(known, message))
      throw new DeskError('conflict', 'Another message has this referenceId. Send this one with a new one');
    return { message: known, conversation, user, created: false, lastMessage: known, changes: [] };
  }
  if (conversation.messageCount >= MAX_MESSAGES) {
    throw new DeskError('conversation_full', `A conversation holds at most ${MAX_MESSAGES} messages`);
  }
  await tx.insertMessage(message);
  const { mailText } = input;
  if (mailText !== undefined) await tx.insertMailText({ messageId: message.id, text: mailText });
  await input.alongside?.(tx, message, locked);
  if (isQuiet(message)) {
    const change = afterQuiet(conversation, message);
    await tx.updateConversation(conversationId, change);
    const { lastMessageId } = conversation;
    const lastMessage =
      lastMessageId === null ? undefined : await tx.messageById(conversationId, lastMessageId);
    const after = { ...conversation, ...change };
    return { message, conversation: after, user, created: true, lastMessage, changes: [] };
  }
  const by = sender.role === 'appMaker' ? sender.by : undefined;
  const routed = await routedBy(deps, tx, locked, message, { by, ...takers });
  const change = { ...afterMessage(conversation, message), ...routed.fields };
  await tx.updateConversation(conversationId, change);
  const { campaignId } = conversation;
  if (campaignId !== null && sender.role === 'appUser') {
    await tx.answerCampaign({ campaignId, conversationId, answeredAt: message.received });
  }
  const startsWait = waitsSince(conversation) === null || conversation.snoozedAt !== null;
  await waitAfter(deps, tx, message, user, startsWait);
  if (conversation.firstAskedAt === null && change.firstAskedAt === message.received)
    countFirst(deps, tx, user);
  await storeRouted(deps, tx, routed, by);
  const { changes, assigned } = routed;
  const after = { ...conversation, ...change };
  return {
    message,
    conversation: after,
    user,
    created: true,
    mailText,
    lastMessage: message,
    changes,
    assigned,
  };
};
