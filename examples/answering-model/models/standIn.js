import { setTimeout as wait } from 'node:timers/promises';

/** @typedef {import('./model.js').Model} Model */

/** What the shop knows. Each answer comes from a page. */
const PAGES = [
  {
    words: ['return', 'returns', 'refund', 'back'],
    text: 'You can return everything within 30 days. Use the label in the parcel; we refund the price and the postage.',
    source: { uri: 'https://shop.example/returns', title: 'Returns' },
  },
  {
    words: ['deliver', 'delivery', 'ship', 'shipping', 'arrive'],
    text: 'A parcel takes two days within the country, and five to other countries. You get its number by email.',
    source: { uri: 'https://shop.example/delivery', title: 'Delivery' },
  },
];

/**
 * A stand-in for a model that needs no account. It finds the page with a word of the question.
 * @param {{ pauseMs: number }} options between two words
 * @returns {Model}
 */
export const createStandIn = ({ pauseMs }) =>
  async function* (turns, signal) {
    const asked = (turns.at(-1)?.text ?? '').toLowerCase().match(/\p{L}+/gu) ?? [];
    const page = PAGES.find(({ words }) => asked.some((word) => words.includes(word)));
    if (!page) {
      yield { handOver: true };
      return;
    }
    for (const text of page.text.match(/\S+\s*/g) ?? []) {
      yield { text };
      await wait(pauseMs, undefined, { signal });
    }
    yield { source: page.source };
  };
