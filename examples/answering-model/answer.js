/**
 * @typedef {import('../lib/desk.js').Desk} Desk
 * @typedef {import('../lib/desk.js').DeskEvent} DeskEvent
 * @typedef {import('./models/model.js').Model} Model
 * @typedef {import('./models/model.js').Turn} Turn
 * @typedef {ReturnType<typeof import('./growing.js').connectGrowing>} Growing
 */

const NAME = 'Assistant';
const AUTHOR = { type: /** @type {const} */ ('business'), displayName: NAME, subtypes: ['AI'] };
/** A version is sent as often as people can perceive it, not with every word. */
const EVERY_MS = 250;
/** The maximum length of a message. */
const MOST = 4_000;
/** How much of the conversation the model reads: this many messages of the last day. */
const DAY_MS = 86_400_000;
const TURNS = 20;
const CUT_OFF = '\n\nThe answer was cut off here.';
const HANDED_OVER = 'A colleague will answer you here.';

/** @param {import('../lib/desk.js').Message[]} messages @returns {Turn[]} */
const turnsOf = (messages) =>
  messages
    .map(({ author, content }) => ({
      role: author.type === 'user' ? /** @type {const} */ ('user') : /** @type {const} */ ('assistant'),
      text: content.text ?? content.textFallback ?? '',
    }))
    .filter(({ text }) => text)
    .slice(-TURNS);

/**
 * One answer, which begins with the model's first words.
 * @param {Growing} growing
 * @param {string} id the conversation's
 * @param {string} referenceId finds the answer again after a restart
 */
const createAnswer = (growing, id, referenceId) => {
  /** @type {{ uri: string, title: string }[]} */
  const references = [];
  let text = '';
  let sentAt = 0;
  /** @type {import('./growing.js').Growing | undefined} */
  let message;

  const begin = () => growing.begin(id, { text, name: NAME, referenceId });

  /** Sends the text so far. After a restart, it waits until the text is longer than what was sent before. */
  const send = async () => {
    if (!message) {
      message = await begin();
      return message.growing === true;
    }
    return text.length < message.text.length || growing.grow(id, message._id, { text });
  };

  /** A version that could not be sent is part of the next one. @param {unknown} error */
  const passOver = (error) => {
    console.error('A version was not sent:', error);
    return true;
  };

  return {
    /** @param {string} more @returns {Promise<boolean>} whether to continue */
    add: async (more) => {
      const goesOn = text.length + more.length <= MOST;
      text += goesOn ? more : '…';
      if (Date.now() - sentAt < EVERY_MS || !text.trim()) return goesOn;
      sentAt = Date.now();
      return (await send().catch(passOver)) && goesOn;
    },
    /** @param {{ uri: string, title: string }} source */
    cite: (source) => references.push(source),
    isEmpty: () => !text.trim(),
    /** Ends it. @param {string} [remark] */
    end: async (remark = '') => {
      text += remark;
      message ??= await begin();
      await growing.grow(id, message._id, { text, references, growing: false });
    },
  };
};

/**
 * Makes the handler of events: it answers visitors' messages, as long as the conversation is assigned to it.
 * @param {object} given
 * @param {Desk} given.desk
 * @param {Growing} given.growing
 * @param {Model} given.model
 * @param {string} given.name in calls
 */
export const createAnswers = ({ desk, growing, model, name }) => {
  /** @param {string} id @param {DeskEvent} event */
  const handOver = async (id, event) => {
    const content = { type: 'text', text: HANDED_OVER, referenceId: `${event.id}-over` };
    await desk.say(id, { author: AUTHOR, content });
    await desk.pass(id, 'people', { reason: 'no answer' });
  };

  /**
   * Streams the model's answer into a message. Without an answer, it tries again once.
   * @param {string} id
   * @param {DeskEvent} event
   * @param {{ turns: Turn[], again: boolean }} given
   */
  const stream = async (id, event, { turns, again }) => {
    const answer = createAnswer(growing, id, event.id);
    const stopped = new AbortController();
    try {
      for await (const part of model(turns, stopped.signal)) {
        if ('handOver' in part) return await handOver(id, event);
        if ('source' in part) answer.cite(part.source);
        else if (!(await answer.add(part.text))) break;
      }
    } catch (error) {
      if (answer.isEmpty() && !again) throw error;
      console.error('The model has broken off:', error);
      return answer.isEmpty() ? handOver(id, event) : answer.end(CUT_OFF);
    } finally {
      stopped.abort();
    }
    return answer.isEmpty() ? handOver(id, event) : answer.end();
  };

  return async (/** @type {DeskEvent} */ event, /** @type {{ again: boolean }} */ { again }) => {
    const { conversation, message } = event.payload;
    const { id } = conversation;
    if (event.type !== 'conversation:message' || message?.author.type !== 'user') return;
    const states = [conversation, await desk.conversation(id)];
    if (states.some(({ activeSwitchboardIntegration: active }) => active.name !== name)) return;
    await desk.typing(id, AUTHOR);
    const dayBefore = new Date(Date.parse(message.received) - DAY_MS).toISOString();
    const messages = await desk.messagesSince(id, dayBefore);
    const turns = turnsOf(messages.filter(({ received }) => received <= message.received));
    await stream(id, event, { turns, again });
  };
};
