import { FACE } from '../../model/accountEntities';
import type { Caller } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import type { Conversation, Message, User } from '../../model/entities';
import type { VisitorText } from '../../words/visitorText';
import { note } from '../accounts/audit';
import { rowOf } from '../conversations/activity';
import { newChange } from '../conversations/changes';
import { waitsSince } from '../conversations/waiting';
import { alertAgain } from '../conversations/waits';
import type { Deps, DeskTransaction } from '../deps';
import { type FreeDeps, freeFiles } from '../files/freeFiles';
import { inboxView } from '../inboxViews';
import { conversationEventView, happeningView, messageView, seconds, visitorMessageView } from '../views';
import { nextVersion } from './growing';
import { jsonWithoutLinkKeys } from './linkKeys';
import { isQuiet } from './storeMessage';

export type ChangingDeps = Deps & FreeDeps & { visitorText: VisitorText };

/** What an agent corrects a text to. Without `markdownText` it has no formatting. */
type NewText = { text: string; markdownText?: string };

type What = 'edited' | 'deleted';

/** The message afterwards; undefined if nothing changes. */
type Next = (message: Message, user: User) => Pick<Message, 'type' | 'body'> | undefined;

/** A program can change what no agent has written, except the desk's own messages. */
const isWriter = async (tx: DeskTransaction, { role, body }: Message, by: Caller): Promise<boolean> => {
  if (role !== 'appMaker' || body.automatic === true) return false;
  if (by.kind === 'agent') return body.authorId === by.agent.id;
  return typeof body.authorId !== 'string' || (await tx.agentById(body.authorId)) === undefined;
};

/** How many of the newest messages to search for an answer. */
const NEWEST = 20;

/** The fields of a conversation without a deleted answer: its visitor waits again if they had no other one. */
const waitWithout = async (
  tx: DeskTransaction,
  conversation: Conversation,
): Promise<Pick<Conversation, 'waitingSince'> | undefined> => {
  if (conversation.status === 'idle' || waitsSince(conversation) !== null) return undefined;
  const { messages } = await tx.messages(conversation.id, { limit: NEWEST });
  const said = messages.filter((message) => !isQuiet(message) && message.body.deleted !== true);
  const first = said[said.findLastIndex(({ role }) => role === 'appMaker') + 1];
  return first && { waitingSince: first.received };
};

/** Sends the message to both sides, and to the integrations. */
const publish = async (
  { settings, store }: ChangingDeps,
  tx: DeskTransaction,
  message: Message,
  happening: ReturnType<typeof newChange>,
): Promise<void> => {
  const row = await rowOf(tx, message.conversationId);
  const { conversation, user } = row;
  tx.publisher.toVisitor(conversation.userId, {
    type: 'message:changed',
    logId: store.logId,
    conversation: conversationEventView(conversation, store.logId),
    message: visitorMessageView(settings(), message),
  });
  tx.publisher.toAgents({
    type: 'message',
    conversation: inboxView(row),
    message: messageView(message),
    change: happeningView(happening),
  });
  tx.tellIntegrations({ type: 'conversation:message:changed', conversation, user, message });
};

/** Changes a message, keeps its text in the conversation's log, and notifies everybody. */
const change = async (
  deps: ChangingDeps,
  { conversationId, messageId }: { conversationId: string; messageId: string },
  by: Caller,
  what: What,
  next: Next,
): Promise<Message> => {
  const { message, fileIds } = await deps.inTurn(conversationId, () =>
    deps.store.transaction(async (tx) => {
      const locked = await tx.lockConversation(conversationId);
      const before = locked && (await tx.messageById(conversationId, messageId));
      if (!before) throw new DeskError('not_found', 'There is no such message in this conversation');
      if (!(await isWriter(tx, before, by)))
        throw new DeskError('forbidden', 'Only those who sent a message can change it');
      if (before.body.growing === true)
        throw new DeskError('conflict', 'A program is still writing this answer');
      const after = next(before, locked.user);
      if (!after) return { message: before, fileIds: [] };
      const now = deps.now();
      const version = { edited: seconds(now), ...nextVersion(before.body, now) };
      const changed = { ...before, ...after, body: { ...after.body, ...version } };
      const cleared = what === 'deleted' ? await tx.clearMessage(conversationId, messageId) : [];
      await tx.updateMessage(messageId, { type: changed.type, body: changed.body });
      const { text, markdownText = text } = before.body;
      const happening = newChange(deps, conversationId, { what, messageId, text: markdownText }, now, by);
      await tx.insertHappening(happening);
      const target = { kind: 'conversation' as const, id: conversationId };
      await note(deps, tx, by, { action: `message-${what}`, target });
      const wait = what === 'deleted' && (await waitWithout(tx, locked.conversation));
      if (wait) {
        await tx.updateConversation(conversationId, wait);
        await alertAgain(deps, tx, { ...locked.conversation, ...wait });
      }
      await publish(deps, tx, changed, happening);
      return { message: changed, fileIds: cleared };
    }),
  );
  await freeFiles(deps, fileIds);
  return message;
};

/**
 * Corrects the text of a message. A repeat changes nothing.
 * @throws not_found, forbidden for others than its author; conflict if it was deleted or still grows, bad_request if it
 * is no text
 */
export const editMessage = (
  deps: ChangingDeps,
  of: { conversationId: string; messageId: string },
  { text, markdownText }: NewText,
  by: Caller,
): Promise<Message> =>
  change(deps, of, by, 'edited', ({ type, body }) => {
    if (body.deleted === true) throw new DeskError('conflict', 'This message was deleted');
    if (type !== 'text') throw new DeskError('bad_request', 'Only texts can be edited');
    if (body.text === text && body.markdownText === markdownText) return undefined;
    const { markdownText: _, ...rest } = body;
    const fresh = jsonWithoutLinkKeys({ text, ...(markdownText !== undefined && { markdownText }) });
    return { type, body: { ...rest, ...fresh } };
  });

/** What stays of a deleted message: who sent it, and from where. */
const KEPT = [...FACE, 'authorId', 'authorSubtypes', 'source'];

/**
 * Deletes a message: visitors read that it was deleted, in their language. Its files are deleted for good. A visitor
 * without another answer waits again. A repeat changes nothing.
 * @throws not_found, forbidden for others than its author; conflict if it still grows
 */
export const deleteMessage = (
  deps: ChangingDeps,
  of: { conversationId: string; messageId: string },
  by: Caller,
): Promise<Message> =>
  change(deps, of, by, 'deleted', ({ body }, { locale }) => {
    if (body.deleted === true) return undefined;
    const kept = Object.entries(body).filter(([field]) => KEPT.includes(field));
    const text = deps.visitorText('growing.deleted', locale);
    return { type: 'text', body: { ...Object.fromEntries(kept), text, deleted: true } };
  });
