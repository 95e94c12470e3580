import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/run.mjs';
import { openPage } from '../support/browser';
import { bundleCode } from '../support/bundleCode';
import { setUp } from '../support/setUp';
import { runTranslator, TRANSLATORS, type TranslatorPage } from '../support/translator';

const { browser, pages } = await setUp();

/** A part of what is drawn: a text, texts side by side, or an element with a text, which may move by its key. */
type Part = string | null | [string, string] | { key: string; text: string };
/** What is drawn, and whether the translator has its turn before the next. */
type Step = { parts: Part[]; turn: boolean };
type Tested = Window & {
  draw(into: Element, parts: Part[]): void;
  keepTexts(root: Node): void;
  translator: TranslatorPage;
};

const CASES = 400;
const text = fc.constantFrom('one', 'two', 'three', 'four', 'five');
const parts = fc.uniqueArray(
  fc.oneof(
    { weight: 3, arbitrary: text },
    fc.constant(null),
    fc.tuple(text, text),
    fc.record({ key: fc.constantFrom('a', 'b', 'c'), text }),
  ),
  // Only keys must differ.
  {
    maxLength: 5,
    selector: (part) => (part && typeof part === 'object' && 'key' in part ? part.key : Symbol()),
  },
);
const histories = fc.sample(
  fc.array(fc.record({ parts, turn: fc.boolean() }), { minLength: 2, maxLength: 7 }),
  CASES,
) as Step[][];

const script = await bundleCode(
  `import { h, Fragment, render } from ${JSON.stringify(join(root, 'node_modules/preact'))};
   export { keepTexts } from ${JSON.stringify(join(root, 'src/platform/translatedTexts'))};
   const drawPart = (part) => typeof part === 'string' || !part ? part
     : Array.isArray(part) ? h(Fragment, null, part[0], part[1]) : h('b', { key: part.key }, part.text);
   export const draw = (into, parts) => render(h('p', null, parts.map(drawPart)), into);`,
  {
    language: 'ts',
    entry: `import { draw, keepTexts } from './code'; Object.assign(window, { draw, keepTexts });`,
  },
);
const address = pages.serve('<!doctype html><title>Texts</title><body></body>');

/** Draws each history. @returns those whose last state is not what is shown, translated and in the original */
const drawAll = async ({ histories, keepsFirst }: { histories: Step[][]; keepsFirst: boolean }) => {
  const { draw, keepTexts, translator } = window as unknown as Tested;
  const { port1, port2 } = new MessageChannel();
  const turn = () =>
    new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(undefined);
    });
  const wordsOf = (steps: Step[]) =>
    (steps.at(-1)?.parts ?? [])
      .map((part) => (part && typeof part === 'object' && 'key' in part ? part.text : [part].flat().join('')))
      .join('');
  const shownIn = (host: HTMLElement) => host.innerText.trim();
  const wrong: unknown[] = [];
  for (const steps of histories) {
    const host = document.createElement('div');
    if (keepsFirst) keepTexts(host);
    translator.translate(host);
    if (!keepsFirst) keepTexts(host);
    document.body.append(host);
    for (const step of steps) {
      draw(host, step.parts);
      if (step.turn) await turn();
    }
    await turn();
    const shown = shownIn(host);
    translator.showOriginal();
    await turn();
    const original = shownIn(host);
    translator.goOn();
    const words = wordsOf(steps);
    if (shown !== words.toUpperCase() || original !== words) wrong.push({ steps, words, shown, original });
    host.remove();
  }
  return wrong;
};

describe.each(Object.entries(TRANSLATORS))('texts with a translator that %s', (_, way) => {
  it.each([
    ['first', false],
    ['second', true],
  ] as const)(
    `are shown as they are now in ${CASES} histories, where it watches the page %s`,
    async (_, keepsFirst) => {
      const { page } = await openPage(browser);
      await page.addInitScript(runTranslator, way);
      await page.goto(address);
      await page.evaluate(script);
      const wrong = await page.evaluate(drawAll, { histories, keepsFirst });
      expect(wrong.slice(0, 2), `${wrong.length} of ${CASES}`).toEqual([]);
    },
  );
});
