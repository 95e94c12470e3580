import { createHmac, randomUUID } from 'node:crypto';
import { type Answered, type Asked, type StandIn, startStandIn } from './standIn';

/**
 * Stands in for Chatwoot 4.13. It is made from what Chatwoot publishes: the OpenAPI description of its Application API
 * (swagger/ in github.com/chatwoot/chatwoot), the guide to API channels, and the pull requests 13573 and 13892 on the
 * signature of webhooks. It is stricter than Chatwoot: a field that the description does not have is an error.
 */

export const TOKEN = 'chatwoot-token';
export const SECRET = 'chatwoot-webhook-secret';
export const ACCOUNT = 3;
export const INBOX = 7;

type Fields = Record<string, unknown>;
type Contact = { id: number; name?: string; email?: string; identifier?: string };
type Conversation = {
  id: number;
  contactId: number;
  sourceId: string;
  status: string;
  custom_attributes: Fields;
};
export type ChatwootMessage = {
  id: number;
  conversationId: number;
  content: string;
  message_type: 'incoming' | 'outgoing';
  private: boolean;
  content_attributes: Fields;
  attachments?: { id: number; file_type: string; data_url: string }[];
};

/** A delivery of the webhook, so that it can be sent again. */
export type Delivery = { id: string; body: string; status: number };

export type ChatwootStandIn = StandIn & {
  contacts(): Contact[];
  conversations(): Conversation[];
  /** The messages of a conversation, as `kind: text`. */
  messages(conversationId: number): string[];
  /** An agent writes. */
  write(conversationId: number, message: Partial<ChatwootMessage>): Promise<Delivery>;
  /** An agent resolves a conversation. */
  resolve(conversationId: number): Promise<Delivery>;
  /** Adds a contact that the bridge did not make. */
  addContact(contact: Omit<Contact, 'id'>): Contact;
  /** Sends a delivery again. @param time of the signature, in seconds @param secret that signs it */
  sendAgain(delivery: Delivery, options?: { time?: number; secret?: string }): Promise<number>;
  /** Waits until all deliveries of what the bridge itself has written were sent. */
  settled(): Promise<void>;
};

const CONTACT_FIELDS = [
  'inbox_id',
  'name',
  'email',
  'blocked',
  'phone_number',
  'avatar_url',
  'identifier',
  'additional_attributes',
  'custom_attributes',
];
const CONVERSATION_FIELDS = [
  'source_id',
  'inbox_id',
  'contact_id',
  'additional_attributes',
  'custom_attributes',
  'status',
  'assignee_id',
  'team_id',
  'message',
];
const MESSAGE_FIELDS = ['content', 'message_type', 'private', 'content_type', 'content_attributes'];
const NEWEST = 20;

const ok = (body: unknown): Answered => ({ status: 200, body });
const invalid = (message: string, attributes: string[]): Answered => ({
  status: 422,
  body: { message, attributes },
});
const missing = (): Answered => ({ status: 404, body: { error: 'Resource could not be found' } });

/** @returns the fields; or what is wrong with them */
const fieldsOf = (body: string, known: string[]): Fields | Answered => {
  const fields = JSON.parse(body) as Fields;
  const unknown = Object.keys(fields).filter((name) => !known.includes(name));
  return unknown.length > 0 ? invalid(`Unknown: ${unknown.join(', ')}`, unknown) : fields;
};
const isAnswer = (value: Fields | Answered): value is Answered => typeof value.status === 'number';

/** Starts the stand-in. @param webhookUrl of the inbox */
export const startChatwoot = async (webhookUrl: () => string): Promise<ChatwootStandIn> => {
  const contacts: Contact[] = [];
  const conversations: Conversation[] = [];
  const messages: ChatwootMessage[] = [];
  const sending = new Set<Promise<unknown>>();
  let nextId = 100;

  const send = async (
    { id, body }: Pick<Delivery, 'id' | 'body'>,
    { time = Math.floor(Date.now() / 1000), secret = SECRET } = {},
  ): Promise<number> => {
    const digest = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    const headers = {
      'content-type': 'application/json',
      'x-chatwoot-timestamp': `${time}`,
      'x-chatwoot-signature': `sha256=${digest}`,
      'x-chatwoot-delivery': id,
    };
    return fetch(webhookUrl(), { method: 'POST', headers, body }).then(
      ({ status }) => status,
      () => 0,
    );
  };
  const deliver = async (payload: Fields): Promise<Delivery> => {
    const delivery = { id: randomUUID(), body: JSON.stringify(payload) };
    return { ...delivery, status: await send(delivery) };
  };

  const conversationData = ({
    id,
    contactId,
    sourceId,
    status,
    custom_attributes,
  }: Conversation): Fields => ({
    additional_attributes: {},
    can_reply: true,
    channel: 'Channel::Api',
    contact_inbox: { id, contact_id: contactId, inbox_id: INBOX, source_id: sourceId, hmac_verified: false },
    id,
    inbox_id: INBOX,
    messages: [],
    status,
    custom_attributes,
    unread_count: 0,
    timestamp: 1_700_000_000,
  });
  const AGENT = { id: 1, name: 'Grace', email: 'grace@shop.example', type: 'user' };
  const tell = (message: ChatwootMessage): Promise<Delivery> => {
    const { conversationId, ...fields } = message;
    const conversation = conversations.find(({ id }) => id === conversationId) as Conversation;
    const contact = contacts.find(({ id }) => id === conversation.contactId);
    return deliver({
      ...fields,
      content_type: 'text',
      created_at: '2026-11-27T22:00:00.000Z',
      source_id: null,
      sender: message.message_type === 'incoming' ? { ...contact, avatar: '', type: 'contact' } : AGENT,
      inbox: { id: INBOX, name: 'Porch' },
      conversation: conversationData(conversation),
      account: { id: ACCOUNT, name: 'Shop' },
      event: 'message_created',
    });
  };
  const add = (message: Omit<ChatwootMessage, 'id'>): ChatwootMessage => {
    const added = { id: nextId++, ...message };
    messages.push(added);
    return added;
  };

  const makeContact = (body: string): Answered => {
    const fields = fieldsOf(body, CONTACT_FIELDS);
    if (isAnswer(fields)) return fields;
    if (fields.inbox_id !== INBOX) return missing();
    const { name, email, identifier } = fields as Omit<Contact, 'id'>;
    if (identifier !== undefined && contacts.some((one) => one.identifier === identifier))
      return invalid('Identifier has already been taken', ['identifier']);
    const address = email?.toLowerCase();
    if (address !== undefined && contacts.some((one) => one.email === address))
      return invalid('Email has already been taken', ['email']);
    const contact = { id: nextId++, name, email: address, identifier };
    contacts.push(contact);
    const contact_inbox = { source_id: randomUUID(), inbox: { id: INBOX } };
    return ok({ payload: { contact, contact_inbox } });
  };

  const makeConversation = (body: string): Answered => {
    const fields = fieldsOf(body, CONVERSATION_FIELDS);
    if (isAnswer(fields)) return fields;
    if (typeof fields.source_id !== 'string') return invalid('Source is missing', ['source_id']);
    const contact = contacts.find(({ id }) => id === fields.contact_id);
    if (fields.inbox_id !== INBOX || !contact) return missing();
    const conversation: Conversation = {
      id: nextId++,
      contactId: contact.id,
      sourceId: fields.source_id,
      status: 'open',
      custom_attributes: (fields.custom_attributes ?? {}) as Fields,
    };
    conversations.push(conversation);
    return ok({ id: conversation.id, account_id: ACCOUNT, inbox_id: INBOX });
  };

  const makeMessage = (conversationId: number, body: string): Answered => {
    const fields = fieldsOf(body, MESSAGE_FIELDS);
    if (isAnswer(fields)) return fields;
    const { content, message_type = 'outgoing', private: isNote = false, content_attributes = {} } = fields;
    if (typeof content !== 'string' || content === '') return invalid('Content is missing', ['content']);
    if (message_type !== 'incoming' && message_type !== 'outgoing')
      return invalid('Message type is not included in the list', ['message_type']);
    const message = add({
      conversationId,
      content,
      message_type,
      private: isNote === true,
      content_attributes: content_attributes as Fields,
    });
    // The inbox's webhook gets what was written by the API, too.
    const telling = tell(message).finally(() => sending.delete(telling));
    sending.add(telling);
    return ok({ ...message, message_type: message_type === 'incoming' ? 0 : 1 });
  };

  const read = (path: string, query: URLSearchParams): Answered => {
    if (path === 'contacts/search') {
      const q = query.get('q') ?? '';
      const found = contacts.filter(
        ({ name, email, identifier }) =>
          identifier?.includes(q) ||
          [name, email].some((text) => text?.toLowerCase().includes(q.toLowerCase())),
      );
      return ok({ meta: { count: found.length, current_page: 1 }, payload: found });
    }
    const [, contactId] = /^contacts\/(\d+)\/conversations$/.exec(path) ?? [];
    if (contactId !== undefined)
      return ok({
        payload: conversations.filter((one) => one.contactId === Number(contactId)).map(conversationData),
      });
    return missing();
  };

  const answer = ({ method, path, query, headers, body }: Asked): Answered => {
    const token = headers.api_access_token;
    if (token === undefined)
      return { status: 401, body: { errors: ['You need to sign in or sign up before continuing.'] } };
    if (token !== TOKEN) return { status: 401, body: { error: 'Invalid Access Token' } };
    const base = `/api/v1/accounts/${ACCOUNT}/`;
    if (!path.startsWith(base)) return missing();
    const rest = path.slice(base.length);
    const [, inConversation] = /^conversations\/(\d+)\/messages$/.exec(rest) ?? [];
    if (inConversation !== undefined) {
      const id = Number(inConversation);
      if (!conversations.some((one) => one.id === id)) return missing();
      if (method === 'POST') return makeMessage(id, body);
      return ok({
        meta: {},
        payload: messages.filter((one) => one.conversationId === id).slice(-NEWEST),
      });
    }
    if (method === 'GET') return read(rest, query);
    if (rest === 'contacts') return makeContact(body);
    if (rest === 'conversations') return makeConversation(body);
    return missing();
  };

  const standIn = await startStandIn(answer);
  return {
    ...standIn,
    contacts: () => contacts,
    conversations: () => conversations,
    messages: (conversationId) =>
      messages
        .filter((one) => one.conversationId === conversationId)
        .map((one) => `${one.private ? 'note' : one.message_type}: ${one.content}`),
    write: (conversationId, message) =>
      tell(
        add({
          conversationId,
          content: '',
          message_type: 'outgoing',
          private: false,
          content_attributes: {},
          ...message,
        }),
      ),
    resolve: (conversationId) => {
      const conversation = conversations.find(({ id }) => id === conversationId) as Conversation;
      conversation.status = 'resolved';
      return deliver({
        ...conversationData(conversation),
        event: 'conversation_status_changed',
        changed_attributes: [{ status: { previous_value: 'open', current_value: 'resolved' } }],
      });
    },
    addContact: (contact) => {
      const added = { id: nextId++, ...contact };
      contacts.push(added);
      return added;
    },
    sendAgain: send,
    settled: async () => {
      while (sending.size > 0) await Promise.all(sending);
    },
  };
};
