import { kindOf } from '../../../shared/messageKinds';
import { nameOfVisitor } from '../../domain/inboxViews';
import { PEOPLE } from '../../domain/integrations/integrations';
import { noteOfEmail } from '../../domain/mail/messageEmail';
import type { Json, Message, User } from '../../model/entities';
import { iso } from './times';

/** Buttons, items and fields without the ids that the desk gives them. */
const withoutIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (value === null || typeof value !== 'object') return value;
  const { _id, ...rest } = value as Json;
  return rest.actions === undefined ? rest : { ...rest, actions: withoutIds(rest.actions) };
};

const contentOf = ({ type, body }: Pick<Message, 'type' | 'body'>): Json => {
  const { fields: own = ['textFallback'] } = kindOf(type) ?? {};
  const fields = ['text', ...own].filter((field) => body[field] !== undefined);
  return { type, ...Object.fromEntries(fields.map((field) => [field, withoutIds(body[field])])) };
};

const authorOf = ({ role, body }: Message, user: User): Json => {
  if (role === 'appUser')
    return { type: 'user', userId: user.id, displayName: nameOfVisitor(user).displayName };
  const { name, avatarUrl, authorSubtypes } = body;
  return { type: 'business', displayName: name, avatarUrl, subtypes: authorSubtypes };
};

/** The origin of a message or a pressed button. */
export const sourceView = (source: unknown, role: Message['role']): Json => {
  const { type, integrationId } = (source ?? {}) as Json;
  return { type: type ?? (role === 'appUser' ? 'web' : PEOPLE.type), integrationId };
};

const quoteOf = (quoted: unknown): Json | undefined => {
  if (quoted === null || typeof quoted !== 'object') return undefined;
  const { type, content, externalMessageId } = quoted as Json;
  if (type !== 'message') return { type, externalMessageId };
  const { _id: id, type: kind, role, received, ...body } = content as Json;
  return {
    type,
    message: {
      id,
      received: typeof received === 'number' ? iso(received * 1000) : undefined,
      author: { type: role === 'appUser' ? 'user' : 'business', displayName: body.name },
      content: contentOf({ type: String(kind), body }),
    },
  };
};

/** The desk's data about the email of a message. */
const emailOf = ({ body }: Message): Json | undefined => {
  const { isFolded, isCut, from } = noteOfEmail({ body });
  const { leftOut, saysLeftOut } = body;
  return isFolded || leftOut || from ? { isFolded, isCut, from, leftOut, saysLeftOut } : undefined;
};

/** When its author last edited it. */
const editedAt = ({ body: { edited } }: Message): string | undefined =>
  typeof edited === 'number' ? iso(edited * 1000) : undefined;

/** A message in the API's format. @param user the user of its conversation */
export const messageView = (message: Message, user: User): Json => ({
  id: message.id,
  received: iso(message.received),
  author: authorOf(message, user),
  content: contentOf(message),
  source: sourceView(message.body.source, message.role),
  quotedMessage: quoteOf(message.body.quotedMessage),
  metadata: message.body.metadata,
  deleted: message.body.deleted,
  edited: message.body.deleted === undefined ? editedAt(message) : undefined,
  email: emailOf(message),
});
