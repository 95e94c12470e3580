import { cutText } from '../model/clean';
import type { DeskEvent } from '../model/deskEvents';
import type { Json, Role, User } from '../model/entities';
import type { Integration, Webhook } from '../model/integrationEntities';
import { conversationRef } from '../sunshine/model/conversations';
import { messageView, sourceView } from '../sunshine/model/messages';
import { iso } from '../sunshine/model/times';
import { userRef, userView } from '../sunshine/model/users';

type Includes = Pick<Webhook, 'includeFullUser' | 'includeFullSource'>;

const userIn = (user: User, { includeFullUser }: Includes): Json =>
  includeFullUser ? userView(user) : userRef(user);

const authorOf = (role: Role, user: User, includes: Includes): Json =>
  role === 'appUser' ? { type: 'user', userId: user.id, user: userIn(user, includes) } : { type: 'business' };

/** With the visitor's browser, if the webhook wants it. */
const sourceIn = (source: unknown, role: Role, { includeFullSource }: Includes): Json => {
  const { id } = (source ?? {}) as Json;
  const client = includeFullSource && id !== undefined ? { id, type: 'web', status: 'active' } : undefined;
  return { ...sourceView(source, role), client };
};

/** A longer text has its own call. */
const LONGEST_EMAIL = 32_000;

/** The event's data about the message's email: the whole text or, if it is long, its beginning. */
const emailIn = (email: unknown, mailText: string | undefined): Json =>
  mailText === undefined
    ? {}
    : {
        email: {
          ...(email as Json),
          text: cutText(mailText, LONGEST_EMAIL),
          ...(mailText.length > LONGEST_EMAIL && { isCut: true }),
        },
      };

const payloadOf = (event: DeskEvent, includes: Includes): Json => {
  const { user } = event;
  switch (event.type) {
    case 'conversation:create':
      return {
        creationReason: event.reason,
        user: userIn(user, includes),
        source: { type: event.reason === 'none' ? 'api' : 'web' },
      };
    case 'conversation:message':
    case 'conversation:message:changed': {
      const { message } = event;
      const mailText = 'mailText' in event ? event.mailText : undefined;
      const view = messageView(message, user);
      const { role, body } = message;
      return {
        message: {
          ...view,
          ...emailIn(view.email, mailText),
          author: { ...(view.author as Json), ...authorOf(role, user, includes) },
          source: sourceIn(body.source, role, includes),
        },
      };
    }
    case 'conversation:read':
    case 'conversation:typing':
      return {
        activity: {
          type: event.type === 'conversation:read' ? event.type : event.activity,
          author: authorOf(event.role, user, includes),
          source: sourceView(undefined, event.role),
        },
      };
    case 'conversation:postback':
      return {
        postback: event.postback,
        user: userIn(user, includes),
        source: sourceIn(event.source, 'appUser', includes),
      };
    case 'switchboard:passControl':
      return { metadata: event.metadata };
  }
};

/**
 * An event for webhooks, in version 2 of the API.
 * @param at ms
 * @param integrations those of the switchboard
 */
export const eventView = (
  event: DeskEvent,
  { id, at }: { id: string; at: number },
  integrations: readonly Integration[],
  includes: Includes,
): Json => ({
  id,
  createdAt: iso(at),
  type: event.type,
  payload: {
    conversation: conversationRef(event.conversation, integrations),
    ...payloadOf(event, includes),
  },
});
