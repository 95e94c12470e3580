import { textOf } from '../lib/bridge.js';
import { isFinal } from '../lib/queue.js';

/**
 * @typedef {import('../lib/bridge.js').Inbox} Inbox
 * @typedef {ReturnType<typeof connectSlack>} Slack
 * @typedef {{ conversation_id: string } | { message_id: string }} Payload the metadata that the bridge attaches to the
 * first message of a thread, and to the others
 * @typedef {{ ts: string, metadata?: { event_type: string, event_payload: Record<string, string> } }} SlackMessage
 */

export const SLACK_SETTINGS = {
  SLACK_BOT_TOKEN: 'the Bot User OAuth Token of the Slack app, xoxb-…',
  SLACK_SIGNING_SECRET: 'the Signing Secret of the Slack app',
  SLACK_CHANNEL: 'the id of the channel, C…, to which the app was added',
};

const EVENT_TYPE = 'porch_message';
const TIMEOUT_MS = 30_000;
/** Errors that a retry does not change, unlike a missing scope or a channel without the app, which somebody can fix. */
const REFUSALS = ['msg_too_long', 'no_text', 'thread_not_found', 'user_not_found', 'user_not_visible'];

/** Only these three characters are special in Slack. @param {string} text */
const toSlack = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** @param {string} text */
const fromSlack = (text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** @param {{ ok: boolean, error?: string }} answer @param {Response} response @param {string} method */
const check = ({ ok, error }, response, method) => {
  if (ok) return;
  const status = REFUSALS.includes(error ?? '') ? 400 : response.status;
  const retryAfterMs = Number(response.headers.get('retry-after') ?? 0) * 1000;
  throw Object.assign(new Error(`Slack, ${method}: ${error ?? status}`), { status, retryAfterMs });
};

/**
 * The calls of Slack's Web API that the bridge needs.
 * @param {Record<'SLACK_BOT_TOKEN' | 'SLACK_CHANNEL' | 'SLACK_API' | 'DESK_URL', string>} settings
 */
export const connectSlack = ({ SLACK_BOT_TOKEN, SLACK_CHANNEL: channel, SLACK_API, DESK_URL }) => {
  const authorization = `Bearer ${SLACK_BOT_TOKEN}`;
  /** @type {Map<string, Promise<{ name: string, picture?: string }>>} */
  const people = new Map();
  /** The conversations of the threads. @type {Map<string, string | undefined>} */
  const threads = new Map();

  /** @param {string} method @param {string} query @param {RequestInit} [init] @returns {Promise<any>} */
  const call = async (method, query, init) => {
    const response = await fetch(`${SLACK_API}/${method}${query}`, {
      ...init,
      headers: { authorization, ...init?.headers },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = await response.json().catch(() => ({ ok: false, error: `status ${response.status}` }));
    check(answer, response, method);
    return answer;
  };

  /** @param {string} method @param {Record<string, string>} args */
  const read = (method, args) => call(method, `?${new URLSearchParams(args)}`);

  /** @param {string} method @param {object} args */
  const write = (method, args) =>
    call(method, '', {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(args),
    });

  /** @param {{ text: string, thread_ts?: string, username?: string, icon_url?: string }} message @param {Payload} payload */
  const post = (message, payload) =>
    write('chat.postMessage', {
      channel,
      unfurl_links: false,
      unfurl_media: false,
      metadata: { event_type: EVENT_TYPE, event_payload: payload },
      ...message,
    });

  /** A page of messages. @param {string} method @param {Record<string, string>} args */
  const readMessages = async (method, args) => {
    const page = await read(method, { channel, limit: '200', include_all_metadata: 'true', ...args });
    /** @type {{ messages: SlackMessage[], next: string }} */
    const found = { messages: page.messages, next: page.response_metadata?.next_cursor ?? '' };
    return found;
  };

  /** @type {Inbox} */
  const inbox = {
    open: async (id, { name }) => {
      const link = `${DESK_URL}/agent#conversation=${id}`;
      const text = `*${toSlack(name)}* asks for help. Answer in this thread. <${link}|Open the desk>`;
      return (await post({ text }, { conversation_id: id })).ts;
    },
    // It is new, so it is among the newest messages of the channel.
    find: async (id) => {
      const { messages } = await readMessages('conversations.history', {});
      return messages.find(({ metadata }) => metadata?.event_payload.conversation_id === id)?.ts;
    },
    copied: async (thread) => {
      const found = new Set();
      let cursor = '';
      do {
        const args = { ts: thread, ...(cursor && { cursor }) };
        const { messages, next } = await readMessages('conversations.replies', args);
        for (const { metadata } of messages) found.add(metadata?.event_payload.message_id);
        cursor = next;
      } while (cursor);
      return found;
    },
    post: (thread, message) => {
      const { displayName: username = 'The desk', avatarUrl } = message.author;
      const picture = avatarUrl && { icon_url: avatarUrl };
      const text = toSlack(textOf(message));
      return post({ text, thread_ts: thread, username, ...picture }, { message_id: message.id });
    },
  };

  /** @param {string} id @returns {Promise<{ name: string, picture?: string }>} */
  const askPerson = async (id) => {
    const { user } = await read('users.info', { user: id }).catch((error) => {
      // A guest of another workspace may not be visible.
      if (isFinal(error)) return { user: { name: 'A colleague', profile: {} } };
      throw error;
    });
    const { display_name, image_192 } = user.profile;
    return { name: display_name || user.real_name || user.name, picture: image_192 };
  };

  /** @param {string} id of a user @returns {Promise<{ name: string, picture?: string }>} */
  const person = (id) => {
    const known = people.get(id) ?? askPerson(id);
    people.set(id, known);
    known.catch(() => people.delete(id));
    return known;
  };

  return {
    inbox,
    person,
    /** @param {string} thread @returns {Promise<string | undefined>} the conversation of a thread that the bridge made */
    conversationOf: async (thread) => {
      if (threads.has(thread)) return threads.get(thread);
      const [first] = (await readMessages('conversations.replies', { ts: thread, limit: '1' })).messages;
      threads.set(thread, first?.metadata?.event_payload.conversation_id);
      return threads.get(thread);
    },
    /** Posts a message to a thread, but not to the visitor. @param {string} thread @param {string} text */
    remark: (thread, text) => write('chat.postMessage', { channel, thread_ts: thread, text: toSlack(text) }),
    /** @param {string} url a file's `url_private` */
    download: async (url) => {
      const response = await fetch(url, {
        headers: { authorization },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`Slack has not given a file: status ${response.status}`);
      return response.blob();
    },
    /** @param {string} text of a message in Slack @returns {Promise<string>} as people read it */
    readable: async (text) => {
      const parts = text.split(/<([^<>]+)>/);
      const read = parts.map(async (part, at) => {
        if (at % 2 === 0) return part;
        const [target = '', label] = part.split('|');
        if (target.startsWith('@')) return `@${(await person(target.slice(1))).name}`;
        if (/^[#!]/.test(target)) return `${target[0] === '#' ? '#' : '@'}${label ?? target.slice(1)}`;
        const address = target.replace(/^mailto:/, '');
        return label && label !== address ? `${label} (${address})` : address;
      });
      return fromSlack((await Promise.all(read)).join(''));
    },
  };
};
