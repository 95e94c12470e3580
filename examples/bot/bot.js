import { statusOf } from './orders.js';

/** @typedef {import('../lib/desk.js').Content} Content */

const AUTHOR = { type: /** @type {const} */ ('business'), displayName: 'Order bot', subtypes: ['bot'] };

const CHOICES = [
  { type: 'reply', text: 'Where is my order?', payload: 'order' },
  { type: 'reply', text: 'Talk to a person', payload: 'person' },
];

/** @param {string} text @returns {Content} */
const withChoices = (text) => ({ type: 'text', text, actions: CHOICES });

const ORDER_FORM = {
  type: 'form',
  fields: [
    { type: 'text', name: 'number', label: 'Order number', minSize: 1, maxSize: 20 },
    { type: 'email', name: 'email', label: 'Email address of the order' },
  ],
};

/** @param {Content} response to the form */
const answerToForm = async ({ fields }) => {
  /** @param {string} name */
  const fieldOf = (name) => fields.find((/** @type {{ name: string }} */ field) => field.name === name);
  const number = fieldOf('number')?.text ?? '';
  const status = await statusOf(number, fieldOf('email')?.email ?? '');
  return status === undefined
    ? withChoices(`I found no order ${number} with this email address.`)
    : withChoices(`Order ${number} is ${status}. Anything else?`);
};

/**
 * Finds the bot's answer. The bot has no memory: each event has everything that it needs.
 * @param {import('../lib/desk.js').DeskEvent} event
 * @returns {Promise<{ content: Content, handsOver?: boolean } | undefined>} undefined if the bot has nothing to say
 */
const answerTo = async ({ type, payload: { message } }) => {
  if (type === 'switchboard:passControl') return { content: withChoices('I am here again. Anything else?') };
  if (message?.author.type !== 'user') return undefined;
  const { content } = message;
  if (content.type === 'formResponse') return { content: await answerToForm(content) };
  if (content.payload === 'order') return { content: ORDER_FORM };
  if (content.payload === 'person')
    return { content: { type: 'text', text: 'A colleague will answer you here.' }, handsOver: true };
  return { content: withChoices('Hello! I can look up an order, or call a colleague.') };
};

/**
 * Makes the handler of events. The conversation must have been assigned to the bot then, and still be now: an event can
 * be old.
 * @param {Pick<import('../lib/desk.js').Desk, 'conversation' | 'say' | 'pass'>} desk
 * @param {string} name the bot's in calls
 */
export const createBot = (desk, name) => async (/** @type {import('../lib/desk.js').DeskEvent} */ event) => {
  const { id } = event.payload.conversation;
  const states = [event.payload.conversation, await desk.conversation(id)];
  if (states.some(({ activeSwitchboardIntegration: active }) => active.name !== name)) return;
  const answer = await answerTo(event);
  if (!answer) return;
  await desk.say(id, { author: AUTHOR, content: { ...answer.content, referenceId: event.id } });
  if (answer.handsOver) await desk.pass(id, 'people', { reason: 'asked' });
};
