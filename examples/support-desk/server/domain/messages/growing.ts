import type { Caller } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import type { Conversation, InboxRow, Json, Message, User } from '../../model/entities';
import type { Publisher } from '../../model/publisher';
import { rowOf } from '../conversations/activity';
import type { Deps, DeskTransaction } from '../deps';
import { inboxView } from '../inboxViews';
import { conversationEventView, messageView, seconds, visitorMessageView } from '../views';
import { jsonWithoutLinkKeys } from './linkKeys';

/** A program's report on its growing answer. Omitted fields stay unchanged. */
export type Growth = {
  /** The whole text so far, not only the new part, so that a repeated request changes nothing. */
  text?: string;
  markdownText?: string;
  references?: unknown[];
  /** `false` with the last part. */
  growing?: boolean;
};

/**
 * The fields of an answer that begins to grow. `grown` counts its versions, so that an older one never replaces a newer
 * one; `grownAt` is when it last grew, which shows whether its program is gone.
 * @param now in ms
 */
export const beginGrowing = (now: number): Json => ({ growing: true, grown: 0, grownAt: seconds(now) });

/** The fields of the next version of a message. @param now in ms */
export const nextVersion = ({ grown = 0 }: Json, now: number): Json => ({
  grown: Number(grown) + 1,
  grownAt: seconds(now),
});

/** @throws forbidden for people, who send finished messages; only programs write while others read */
export const checkMayGrow = (by: Caller): void => {
  if (by.kind !== 'key') throw new DeskError('forbidden', 'Only API keys can send an answer that grows');
};

/** The body after a change. The last one ends the growth. */
const bodyAfter = (body: Json, change: Json, growing: boolean, now: number): Json => {
  const { growing: _, ...rest } = { ...body, ...jsonWithoutLinkKeys(change) };
  return { ...rest, ...nextVersion(body, now), ...(growing && { growing }) };
};

/** What sending a message needs. */
export type TellDeps = Pick<Deps, 'settings'> & { store: Pick<Deps['store'], 'logId'> };

/** Sends a version of an answer to both sides. */
export const tellVersion = (
  { store, settings }: TellDeps,
  publisher: Publisher,
  message: Message,
  row: InboxRow,
): void => {
  const { logId } = store;
  publisher.toVisitor(row.conversation.userId, {
    type: 'message',
    logId,
    conversation: conversationEventView(row.conversation, logId),
    message: visitorMessageView(settings(), message),
  });
  publisher.toAgents({ type: 'message', conversation: inboxView(row), message: messageView(message) });
};

/** Writes a version of an answer, and sends it to both sides; the last one also to the integrations. */
const publish = async (
  deps: Deps,
  tx: DeskTransaction,
  message: Message,
  { conversation, user }: { conversation: Conversation; user: User },
): Promise<void> => {
  await tx.updateMessage(message.id, { body: message.body });
  tellVersion(deps, tx.publisher, message, await rowOf(tx, conversation.id));
  if (message.body.growing !== true)
    tx.tellIntegrations({ type: 'conversation:message', conversation, user, message });
};

/** Changes a growing answer in a transaction. @throws not_found; conflict if it no longer grows */
const change = (
  deps: Deps,
  conversationId: string,
  messageId: string,
  next: (body: Json) => Json,
): Promise<Message> =>
  deps.inTurn(conversationId, () =>
    deps.store.transaction(async (tx) => {
      const locked = await tx.lockConversation(conversationId);
      const message = locked && (await tx.messageById(conversationId, messageId));
      if (!message) throw new DeskError('not_found', 'There is no such message in this conversation');
      const { body } = message;
      if (body.growing !== true)
        throw new DeskError(
          'conflict',
          body.stopped === true ? 'The visitor has stopped this answer' : 'This answer has ended',
        );
      const grown = { ...message, body: next(body) };
      await publish(deps, tx, grown, locked);
      return grown;
    }),
  );

/**
 * Takes the next version of a growing answer.
 * @throws forbidden for people, not_found; conflict if it has ended or the visitor has stopped it, after which the
 * program should stop
 */
export const growMessage = (
  deps: Deps,
  conversationId: string,
  messageId: string,
  { growing = true, ...fields }: Growth,
  by: Caller,
): Promise<Message> => {
  checkMayGrow(by);
  return change(deps, conversationId, messageId, (body) => bodyAfter(body, fields, growing, deps.now()));
};

/**
 * Ends a growing answer, because its visitor has read enough. The caller must have checked that the conversation is the
 * visitor's own.
 * @throws not_found; conflict if it has ended
 */
export const stopGrowing = (deps: Deps, conversationId: string, messageId: string): Promise<Message> =>
  change(deps, conversationId, messageId, (body) => bodyAfter(body, { stopped: true }, false, deps.now()));
