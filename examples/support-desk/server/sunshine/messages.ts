import { isHuge } from '@porch/messenger/wire/pictureSize';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { agentMessageBody } from '../../shared/bodies/messages';
import { rowOf } from '../domain/conversations/activity';
import { partsFor } from '../domain/deps';
import { NO_MESSAGE } from '../domain/files/files';
import { emailOf } from '../domain/mail/messageEmail';
import { sendAgentMessage } from '../domain/messages/agentMessages';
import { sendMessage } from '../domain/messages/messages';
import { quoteById } from '../domain/messages/quotes';
import type { NewMessage } from '../domain/messages/storeMessage';
import type { ForgetDeps } from '../domain/visitors/forget';
import { forgetMessages } from '../domain/visitors/forgetConversation';
import { checkShape, readBody, withKey } from '../http/bodies';
import { callerOf } from '../http/callerOf';
import type { OriginOf } from '../http/origin';
import type { Caller } from '../model/caller';
import { DeskError } from '../model/deskError';
import type { InboxRow, Json, Message } from '../model/entities';
import { isPicture } from '../model/fileTypes';
import { uploadIdOf, uploadPath } from '../model/uploadAddress';
import { readDimensions } from '../uploads/imageDimensions';
import { checkSameFile } from '../uploads/sameFile';
import type { Uploads } from '../uploads/uploads';
import { type Author, author, checkUser } from './authors';
import { optionalMetadata } from './fields';
import { messageView } from './model/messages';
import { type PageQuery, pageFields, pageQuery } from './pages';

export type MessageDeps = ForgetDeps & { uploads: Uploads };

/** A page has this many messages, whatever the requested size. */
const PAGE = 100;
/** What a program can send in a visitor's name. */
const OF_USERS = ['text', 'image', 'file', 'location', 'formResponse'];
const SOURCE = { type: 'api' };

const absent = (why: string) =>
  v.optional(
    v.pipe(
      v.any(),
      v.check(() => false, why),
    ),
  );

const postBody = v.object({
  author,
  content: v.record(v.string(), v.unknown()),
  metadata: optionalMetadata,
  destination: absent('this desk has one channel'),
  override: absent('this desk has one channel'),
  schema: absent('this desk knows only the content of the API'),
});

type Content = Json & { type: string; referenceId?: string; quotedMessageId?: string };
type NewContent = Pick<NewMessage, 'alongside'> & { content: Content };

/** Adds what is known about a file sent by `POST /attachments` for this conversation. */
const withFile = async (
  { store, uploads }: MessageDeps,
  conversationId: string,
  content: Content,
): Promise<NewContent> => {
  const id = typeof content.mediaUrl === 'string' ? uploadIdOf(content.mediaUrl) : undefined;
  const file = id === undefined ? undefined : await store.attachmentById(id);
  if (file?.conversationId !== conversationId) return { content };
  const { fileName, mediaType, size } = file;
  const dimensions = await readDimensions(uploads, file);
  const isDrawn = isPicture(mediaType) && !isHuge(dimensions?.mediaWidth, dimensions?.mediaHeight);
  return {
    content: {
      ...content,
      type: isDrawn ? content.type : 'file',
      mediaUrl: uploadPath(file.id, fileName),
      mediaType,
      mediaSize: size,
      attachmentId: file.id,
      ...(isDrawn ? dimensions : {}),
    },
    // A file that was already sent is deleted with its first message.
    alongside: async (tx, message) => {
      if (file.messageId === NO_MESSAGE) await tx.updateAttachment(file.id, { messageId: message.id });
    },
  };
};

const sendAsUser = async (
  deps: MessageDeps,
  { conversation, user }: InboxRow,
  author: Author,
  { content, alongside }: NewContent,
) => {
  checkUser(author, user);
  const { type, referenceId, quotedMessageId, ...body } = content;
  if (!OF_USERS.includes(type))
    throw new DeskError('bad_request', `content: a user can send ${OF_USERS.join(', ')}`);
  const quoted = await quoteById(deps.store, conversation.id, quotedMessageId);
  const sender = { role: 'appUser' as const, userId: user.id };
  const sent = { ...body, ...quoted, authorId: user.id, source: SOURCE };
  return sendMessage(deps, conversation.id, sender, { type, referenceId, body: sent, alongside });
};

/** An author with a name does not get the team's picture. */
const nameOf = ({ displayName, avatarUrl, subtypes }: Author): Json => ({
  ...(displayName !== undefined && { name: displayName, avatarUrl }),
  ...(displayName === undefined && avatarUrl !== undefined && { avatarUrl }),
  ...(subtypes && { authorSubtypes: subtypes }),
});

const sendAsTeam = (
  deps: MessageDeps,
  { conversation }: InboxRow,
  author: Author,
  { content, alongside }: NewContent,
  by: Caller,
) =>
  sendAgentMessage(deps, conversation.id, { ...content, ...nameOf(author), source: SOURCE }, by, {
    alongside,
  });

/** Messages around a cursor, ascending. @throws bad_request */
const readPage = async (
  { store }: MessageDeps,
  conversationId: string,
  { after, before }: PageQuery,
): Promise<{ rows: Message[]; beside: { before: boolean; after: boolean } }> => {
  const cursor = after ?? before;
  const at = cursor === undefined ? undefined : await store.messageById(conversationId, cursor);
  if (cursor !== undefined && !at)
    throw new DeskError('bad_request', 'The cursor of the page is no message of this conversation');
  if (after !== undefined && at) {
    const found = await store.messagesAfter(conversationId, at.received, PAGE + 1);
    return { rows: found.slice(0, PAGE), beside: { before: true, after: found.length > PAGE } };
  }
  const page = await store.messages(conversationId, { before: at?.received, limit: PAGE });
  return { rows: page.messages, beside: { before: page.hasPrevious, after: at !== undefined } };
};

/** `/apps/{appId}/conversations/{id}/messages`. */
export const messageRoutes = (deps: MessageDeps, originOf: OriginOf): Hono => {
  const routes = new Hono();
  const atOnce = partsFor(deps, 'desk');

  routes.post('/:id/messages', async (c) => {
    const { author, content, metadata } = await readBody(c, postBody);
    const row = await rowOf(atOnce.store, c.req.param('id'));
    const checked = withKey(c, checkShape({ ...content, metadata }, agentMessageBody));
    const made = await withFile(atOnce, row.conversation.id, checked);
    const sent = await (author.type === 'user'
      ? sendAsUser(atOnce, row, author, made)
      : sendAsTeam(atOnce, row, author, made, callerOf(c)));
    const { message } = await checkSameFile(deps.uploads, made.content.attachmentId, sent);
    return c.json({ messages: [messageView(message, row.user)] }, 201);
  });

  routes.get('/:id/messages', async (c) => {
    const query = pageQuery(c);
    const { conversation, user } = await rowOf(deps.store, c.req.param('id'));
    const { rows, beside } = await readPage(deps, conversation.id, query);
    return c.json({
      messages: rows.map((row) => messageView(row, user)),
      ...pageFields(c, originOf(c), rows, { beside, forward: query.after !== undefined }),
    });
  });

  routes.get('/:id/messages/:messageId/email', async (c) => {
    const { id, messageId } = c.req.param();
    return c.json({ email: await emailOf(deps.store, id, messageId) });
  });

  const remove = async (c: Context, messageId?: string): Promise<Response> => {
    await forgetMessages(deps, { conversationId: c.req.param('id') ?? '', messageId }, callerOf(c));
    return c.json({});
  };
  routes.delete('/:id/messages', (c) => remove(c));
  routes.delete('/:id/messages/:messageId', (c) => remove(c, c.req.param('messageId')));

  return routes;
};
