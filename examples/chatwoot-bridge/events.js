import { unescape as decode } from 'node:querystring';
import { isFinal } from '../lib/queue.js';
import { isSigned } from '../lib/signature.js';
import { deskConversationOf } from './chatwoot.js';

/**
 * @typedef {{ id: number, custom_attributes?: Record<string, string> }} ChatwootConversation
 * @typedef {{ id: number, data_url?: string }} Attachment
 * @typedef {{ id: number, content: string | null, sender?: { name?: string, avatar_url?: string },
 *   attachments?: Attachment[], conversation: ChatwootConversation }} ChatwootMessage
 */

/** @param {string} mediaUrl @returns {import('../lib/desk.js').Content} */
const fileAt = (mediaUrl) => {
  const name = decode(new URL(mediaUrl).pathname.split('/').at(-1) ?? '');
  return { type: 'file', mediaUrl, altText: name.slice(0, 128) };
};

/** @param {any} event @returns {{ key: number, release: boolean } | undefined} undefined for an event to ignore */
const describe = ({ event, id, message_type, private: isNote, status, conversation }) => {
  // Notes are for agents. The bridge itself has written the incoming messages.
  if (event === 'message_created' && message_type === 'outgoing' && !isNote)
    return { key: conversation.id, release: false };
  if (event === 'conversation_status_changed' && status === 'resolved') return { key: id, release: true };
  return undefined;
};

/**
 * Takes the deliveries of the inbox's webhook: checks the signature, stores agents' answers and responds at once. After
 * five seconds, Chatwoot marks a message as failed. A repeated delivery has the same id.
 * @param {string} secret
 * @param {import('../lib/queue.js').Queue} queue
 * @returns {import('../lib/serve.js').Route}
 */
export const takeChatwootEvents = (secret, queue) => async (body, headers) => {
  const time = headers['x-chatwoot-timestamp'];
  const of = { secret, text: `${time}.${body}`, prefix: 'sha256=', time };
  if (!isSigned(headers['x-chatwoot-signature'], of)) return { status: 401 };
  const event = JSON.parse(body);
  const about = describe(event);
  if (about) {
    const { key, release } = about;
    const id = headers['x-chatwoot-delivery'] ?? `${event.event} ${event.id} ${time}`;
    await queue.put({ id, key: String(key), kind: 'chatwoot', data: { event, release } });
  }
  return { status: 200 };
};

/**
 * Makes the handler of agents' events in Chatwoot.
 * @param {object} given
 * @param {import('./chatwoot.js').Chatwoot} given.chatwoot
 * @param {import('../lib/bridge.js').Bridge} given.bridge
 */
export const createReplies = ({ chatwoot, bridge }) => {
  /** @param {string} conversationId @param {ChatwootMessage} message */
  const answer = async (conversationId, { id, content, sender, attachments = [] }) => {
    const author = { name: sender?.name ?? 'Support', picture: sender?.avatar_url };
    // Agents write Markdown.
    const text = { type: 'text', text: content ?? '', markdownText: content };
    /** @type {{ id: string, content: import('../lib/desk.js').Content }[]} */
    const contents = content ? [{ id: `${id}`, content: text }] : [];
    for (const { id: file, data_url } of attachments)
      if (data_url) contents.push({ id: `${id}-${file}`, content: fileAt(data_url) });
    for (const one of contents) await bridge.answer(conversationId, { ...one, author });
  };

  return async (/** @type {{ event: any, release: boolean }} */ { event, release }) => {
    const conversation = release ? event : event.conversation;
    const id = deskConversationOf(conversation);
    if (id === undefined) return;
    try {
      await (release ? bridge.giveBack(id) : answer(id, event));
    } catch (error) {
      if (!isFinal(error)) throw error;
      await chatwoot.remark(String(conversation.id), `Not sent to the visitor. ${error}`);
    }
  };
};
