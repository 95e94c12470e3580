import { textOf } from '../lib/bridge.js';

/**
 * @typedef {import('../lib/bridge.js').Inbox} Inbox
 * @typedef {import('../lib/bridge.js').Visitor} Visitor
 * @typedef {{ id: number, identifier?: string, email?: string }} Contact
 * @typedef {{ id: number, custom_attributes?: Record<string, string> }} Conversation
 * @typedef {{ id: number, content_attributes?: Record<string, string> }} Copy
 */

export const CHATWOOT_SETTINGS = {
  CHATWOOT_URL: 'the address of Chatwoot, such as https://app.chatwoot.com',
  CHATWOOT_ACCOUNT: 'the id of the account, a number',
  CHATWOOT_INBOX: 'the id of the inbox, which has an API channel',
  CHATWOOT_TOKEN: 'the access token of an agent (Profile settings → Access Token)',
  CHATWOOT_SECRET: 'the secret of the inbox, which signs its webhook',
};

const TIMEOUT_MS = 30_000;
/** The names in attributes. */
const CONVERSATION = 'porch_conversation';
const MESSAGE = 'porch_message';

/** @param {{ custom_attributes?: Record<string, string> }} conversation @returns {string | undefined} the desk's */
export const deskConversationOf = ({ custom_attributes }) => custom_attributes?.[CONVERSATION];

/** @param {Response} response @param {any} answer @param {string} path */
const refusal = ({ status, headers }, answer, path) => {
  const why = answer?.message ?? answer?.error ?? `status ${status}`;
  const retryAfterMs = Number(headers.get('retry-after') ?? 0) * 1000;
  return Object.assign(new Error(`Chatwoot, ${path}: ${why}`), { status, retryAfterMs });
};

/**
 * The calls of Chatwoot's Application API that the bridge needs.
 * @param {Record<'CHATWOOT_URL' | 'CHATWOOT_ACCOUNT' | 'CHATWOOT_INBOX' | 'CHATWOOT_TOKEN', string>} settings
 */
export const connectChatwoot = ({ CHATWOOT_URL, CHATWOOT_ACCOUNT, CHATWOOT_INBOX, CHATWOOT_TOKEN }) => {
  const inbox_id = Number(CHATWOOT_INBOX);

  /** @param {string} path @param {object} [body] @returns {Promise<any>} */
  const call = async (path, body) => {
    const response = await fetch(`${CHATWOOT_URL}/api/v1/accounts/${CHATWOOT_ACCOUNT}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { api_access_token: CHATWOOT_TOKEN, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = await response.json().catch(() => undefined);
    if (!response.ok) throw refusal(response, answer, path);
    return answer;
  };

  /** @param {string} q @returns {Promise<Contact[]>} */
  const search = async (q) => (await call(`contacts/search?${new URLSearchParams({ q })}`)).payload;

  /** Identifiers and email addresses of contacts are unique. @param {Visitor} visitor @returns {Promise<Contact | undefined>} */
  const findContact = async ({ id, email }) => {
    const known = (await search(id)).find(({ identifier }) => identifier === id);
    if (known || !email) return known;
    return (await search(email)).find((contact) => contact.email === email.toLowerCase());
  };

  /** @param {object} contact @returns {Promise<Contact>} */
  const makeContact = async (contact) => (await call('contacts', contact)).payload.contact;

  /** @param {Visitor} visitor @returns {Promise<Contact>} */
  const contactOf = async (visitor) => {
    const known = await findContact(visitor);
    if (known) return known;
    const { id: identifier, name, email } = visitor;
    const contact = { inbox_id, identifier, name };
    // Chatwoot may refuse an address that the desk has accepted.
    return email
      ? makeContact({ ...contact, email }).catch(() => makeContact(contact))
      : makeContact(contact);
  };

  /** @param {string} conversation @param {object} message */
  const post = (conversation, message) => call(`conversations/${conversation}/messages`, message);

  /** @type {Inbox} */
  const inbox = {
    open: async (id, visitor) => {
      const contact = await contactOf(visitor);
      const made = await call('conversations', {
        source_id: id,
        inbox_id,
        contact_id: contact.id,
        custom_attributes: { [CONVERSATION]: id },
      });
      return String(made.id);
    },
    find: async (id, visitor) => {
      const contact = await findContact(visitor);
      if (!contact) return undefined;
      const { payload } = await call(`contacts/${contact.id}/conversations`);
      const found = payload.find((/** @type {Conversation} */ one) => deskConversationOf(one) === id);
      return found && String(found.id);
    },
    // The newest messages; only those of the last seconds matter.
    copied: async (conversation) => {
      const { payload } = await call(`conversations/${conversation}/messages`);
      return new Set(payload.flatMap((/** @type {Copy} */ copy) => copy.content_attributes?.[MESSAGE] ?? []));
    },
    // Messages by the desk or a bot become notes: as messages, they would go to the visitor again.
    post: (conversation, message) => {
      const { author, id } = message;
      const text = textOf(message);
      const isVisitor = author.type === 'user';
      return post(conversation, {
        content: isVisitor ? text : `${author.displayName ?? 'The desk'}: ${text}`,
        message_type: isVisitor ? 'incoming' : 'outgoing',
        private: !isVisitor,
        content_attributes: { [MESSAGE]: id },
      });
    },
  };

  return {
    inbox,
    /** Writes a note, which the visitor does not get. @param {string} conversation @param {string} content */
    remark: (conversation, content) =>
      post(conversation, { content, message_type: 'outgoing', private: true }),
  };
};

/** @typedef {ReturnType<typeof connectChatwoot>} Chatwoot */
