import { isFinal } from '../lib/queue.js';
import { isSigned } from '../lib/signature.js';

/**
 * @typedef {{ id: string, name?: string, size?: number, url_private?: string }} SlackFile
 * @typedef {{ type: string, subtype?: string, channel: string, user?: string, bot_id?: string, text?: string, ts: string,
 *   thread_ts?: string, files?: SlackFile[] }} SlackEvent
 */

/** A reply with this text hands the conversation back, for example to a bot. */
const GIVE_BACK = '!done';
/** The maximum size of a file for the desk. */
const MOST_BYTES = 52_428_800;
/** Messages by people. Edits, deletions and messages by apps have other subtypes, or `bot_id`. */
const WRITTEN = [undefined, 'file_share', 'thread_broadcast'];

/** @param {SlackEvent} event @param {string} channel */
const isReply = ({ type, subtype, channel: where, user, bot_id, ts, thread_ts }, channel) =>
  type === 'message' &&
  WRITTEN.includes(subtype) &&
  where === channel &&
  user !== undefined &&
  bot_id === undefined &&
  thread_ts !== undefined &&
  thread_ts !== ts;

/**
 * Takes the requests of Slack's Events API: checks the signature, stores replies and responds at once. After three
 * seconds without a response, Slack sends the event again, with the same `event_id`.
 * @param {Record<'SLACK_SIGNING_SECRET' | 'SLACK_CHANNEL', string>} settings
 * @param {import('../lib/queue.js').Queue} queue
 * @returns {import('../lib/serve.js').Route}
 */
export const takeSlackEvents =
  ({ SLACK_SIGNING_SECRET: secret, SLACK_CHANNEL: channel }, queue) =>
  async (body, headers) => {
    const time = headers['x-slack-request-timestamp'];
    const of = { secret, text: `v0:${time}:${body}`, prefix: 'v0=', time };
    if (!isSigned(headers['x-slack-signature'], of)) return { status: 401 };
    const { type, challenge, event_id, event } = JSON.parse(body);
    if (type === 'url_verification') return { status: 200, body: { challenge } };
    if (type === 'event_callback' && isReply(event, channel))
      await queue.put({ id: event_id, kind: 'slack', key: event.thread_ts, data: event });
    return { status: 200 };
  };

/**
 * Makes the handler of replies in Slack.
 * @param {object} given
 * @param {import('./slack.js').Slack} given.slack
 * @param {import('../lib/desk.js').Desk} given.desk
 * @param {import('../lib/bridge.js').Bridge} given.bridge
 */
export const createReplies = ({ slack, desk, bridge }) => {
  /** @param {string} id @param {SlackEvent} event */
  const contentsOf = async (id, { ts, text = '', files = [] }) => {
    const readable = await slack.readable(text);
    /** @type {{ id: string, content: import('../lib/desk.js').Content }[]} */
    const contents = readable.trim() ? [{ id: ts, content: { type: 'text', text: readable } }] : [];
    for (const file of files) {
      if (!file.url_private) continue;
      const name = (file.name ?? 'file').slice(-128);
      if ((file.size ?? 0) > MOST_BYTES)
        throw Object.assign(new Error(`${name} is too large`), { status: 413 });
      const mediaUrl = await desk.attach(id, await slack.download(file.url_private), name);
      // The desk shows anything but a picture as a file.
      contents.push({ id: `${ts}-${file.id}`, content: { type: 'image', mediaUrl, altText: name } });
    }
    return contents;
  };

  /** @param {string} id @param {SlackEvent} event */
  const answer = async (id, event) => {
    const author = await slack.person(event.user ?? '');
    for (const content of await contentsOf(id, event)) await bridge.answer(id, { ...content, author });
  };

  return async (/** @type {SlackEvent} */ event) => {
    const thread = event.thread_ts ?? '';
    const id = await slack.conversationOf(thread);
    if (id === undefined) return;
    try {
      await (event.text === GIVE_BACK ? bridge.giveBack(id) : answer(id, event));
    } catch (error) {
      if (!isFinal(error)) throw error;
      await slack.remark(thread, `Not sent to the visitor. ${error}`);
    }
  };
};
