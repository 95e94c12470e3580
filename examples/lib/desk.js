import { Webhook } from 'standardwebhooks';
import sunshine from 'sunshine-conversations-client';

/**
 * @typedef {{ type: 'user' | 'business', userId?: string, displayName?: string, avatarUrl?: string, subtypes?: string[] }} Author
 * @typedef {{ type: string, text?: string, [field: string]: any }} Content
 * @typedef {{ id: string, received: string, author: Author, content: Content, metadata?: Record<string, unknown> }} Message
 * @typedef {{ id: string, name: string, integrationType: string }} Integration
 * @typedef {{ id: string, metadata?: Record<string, any>, activeSwitchboardIntegration: Integration }} Conversation
 * @typedef {{ id: string, externalId?: string, profile?: Record<string, string> }} User `externalId` only if signed in
 * @typedef {{ id: string, type: string, payload: { conversation: Conversation, message?: Message } }} DeskEvent
 * @typedef {ReturnType<typeof connectDesk>} Desk
 */

/** What every program for a desk needs. The inbox shows it under Settings. */
export const DESK_SETTINGS = {
  DESK_URL: 'the address of the desk, such as https://help.example',
  KEY_ID: 'the id of an API key that may do Bots and bridges (Settings → API keys)',
  KEY: 'the API key itself',
  INTEGRATION: 'the name in calls of the bot or bridge (Settings → Bots and webhooks)',
  WEBHOOK_SECRET: 'the secret of its webhook (Settings → Bots and webhooks)',
};

/** Settings with a default. */
export const USUAL_SETTINGS = { APP_ID: 'porch', HOST: '127.0.0.1', PORT: '8080', DATA: 'data' };

const TIMEOUT_MS = 30_000;

/** @param {number} [status] @param {{ errors?: { title: string }[] }} [body] @param {string} [message] */
const refusal = (status, body, message) =>
  Object.assign(new Error(`The desk: ${body?.errors?.[0]?.title ?? message ?? 'no answer'}`), { status });

/**
 * Makes a call. The client rejects with an object that is not an error.
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T>}
 */
const call = (answer) =>
  answer.catch(({ status, body, error }) => {
    throw refusal(status, body, error?.message);
  });

/**
 * The calls of the desk's API that a bot or a bridge needs, made with the official client.
 * @param {Record<'DESK_URL' | 'KEY_ID' | 'KEY' | 'APP_ID', string>} settings
 */
export const connectDesk = ({ DESK_URL, KEY_ID, KEY, APP_ID }) => {
  const client = new sunshine.ApiClient();
  client.basePath = `${DESK_URL}/sc`;
  client.timeout = TIMEOUT_MS;
  Object.assign(client.authentications.basicAuth, { username: KEY_ID, password: KEY });
  const conversations = new sunshine.ConversationsApi(client);
  const messages = new sunshine.MessagesApi(client);
  const participants = new sunshine.ParticipantsApi(client);
  const users = new sunshine.UsersApi(client);
  const control = new sunshine.SwitchboardActionsApi(client);
  const activities = new sunshine.ActivitiesApi(client);

  return {
    /** @param {string} id @returns {Promise<Conversation>} its current state; an event can be old */
    conversation: async (id) => (await call(conversations.getConversation(APP_ID, id))).conversation,

    /** @param {string} id the conversation's @returns {Promise<User>} its visitor */
    visitor: async (id) => {
      const { participants: all } = await call(participants.listParticipants(APP_ID, id));
      return (await call(users.getUser(APP_ID, all[0].userId))).user;
    },

    /**
     * The messages of a conversation after a time, oldest first.
     * @param {string} id
     * @param {string} [since] the `received` of a message
     */
    messagesSince: async (id, since = '') => {
      /** @type {Message[]} */
      const found = [];
      /** @type {string | undefined} */
      let before;
      do {
        const page = await call(messages.listMessages(APP_ID, id, before && { page: { before } }));
        const fresh = page.messages.filter((/** @type {Message} */ { received }) => received > since);
        found.unshift(...fresh);
        const isWhole = fresh.length === page.messages.length;
        before = isWhole && page.meta.hasMore ? page.meta.beforeCursor : undefined;
      } while (before !== undefined);
      return found;
    },

    /**
     * Sends a message. With `content.referenceId`, repeated calls send it once, with the first content.
     * @param {string} id
     * @param {{ author: Author, content: Content, metadata?: object }} message
     */
    say: (id, message) =>
      call(messages.postMessage(APP_ID, id, message)).catch((error) => {
        // The desk already has an answer to this event, with other content.
        if (error.status !== 409) throw error;
      }),

    /** Shows the visitor for some seconds that somebody is typing. @param {string} id @param {Author} author */
    typing: (id, author) => call(activities.postActivity(APP_ID, id, { author, type: 'typing:start' })),

    /**
     * Uploads a file for the `mediaUrl` of a message. The client takes only files on disk.
     * @param {string} id
     * @param {Blob} file
     * @param {string} name
     * @returns {Promise<string>} its address
     */
    attach: async (id, file, name) => {
      const query = new URLSearchParams({ access: 'public', for: 'message', conversationId: id });
      const body = new FormData();
      body.append('source', file, name);
      const response = await fetch(`${DESK_URL}/sc/v2/apps/${APP_ID}/attachments?${query}`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${KEY_ID}:${KEY}`)}` },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const answer = await response.json();
      if (!response.ok) throw refusal(response.status, answer);
      return answer.attachment.mediaUrl;
    },

    /** Adds to the metadata of a conversation. @param {string} id @param {Record<string, unknown>} metadata */
    note: (id, metadata) => call(conversations.updateConversation(APP_ID, id, { metadata })),

    /**
     * Gives a conversation to an integration or to people.
     * @param {string} id
     * @param {string} to the integration's name, or `people`
     * @param {object} [metadata] metadata for the receiver
     */
    pass: (id, to, metadata) =>
      call(control.passControl(APP_ID, id, { switchboardIntegration: to, ...(metadata && { metadata }) })),

    /** Passes a conversation to the first responder. @param {string} id */
    release: (id) => call(control.releaseControl(APP_ID, id)),
  };
};

/**
 * Takes the deliveries of the desk's webhook: checks the signature, stores the events and responds at once. The queue's
 * handler `desk` gets a conversation's events one after the other.
 * @param {string} secret
 * @param {import('./queue.js').Queue} queue
 * @returns {import('./serve.js').Route}
 */
export const takeEvents = (secret, queue) => {
  const webhook = new Webhook(secret);
  return async (body, headers) => {
    /** @type {DeskEvent[]} */
    let events;
    try {
      ({ events } = /** @type {{ events: DeskEvent[] }} */ (webhook.verify(body, headers)));
    } catch {
      return { status: 401 };
    }
    await Promise.all(
      events.map((event) =>
        queue.put({ id: event.id, kind: 'desk', key: event.payload.conversation.id, data: event }),
      ),
    );
    return { status: 200 };
  };
};
