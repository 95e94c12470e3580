import { beforeAll, describe, expect, it } from 'vitest';
import { forThisFile, setUp } from '../support/setUp';
import { attackLog } from './attackedLog';

const { browser, desk } = await setUp();
const attacked = await forThisFile(attackLog(browser, desk));

const PAGE = 50;
const fill = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
const text = (words: string) => ({ type: 'text', text: words });
const markdown = (source: string) => ({ type: 'text', text: 'Fallback', markdownText: source });
const page = (message: object) => Array.from({ length: PAGE }, () => ({ ...message }));

/** The maximum length of an agent's message. */
const AGENT = 20_000;
const PLAIN = page(markdown(fill('plain words in a row ', AGENT)));

const PAGES: [what: string, messages: Record<string, unknown>[]][] = [
  ['a heap of marks on a letter', page(markdown(`a${fill('\u0301\u0316', AGENT)}`))],
  ['marks on each letter', page(markdown(fill('a\u0301\u0316\u0334', AGENT)))],
  ['lists', page(markdown(fill('- a\n', AGENT)))],
  ['emphasis', page(markdown(fill('*a* ', AGENT)))],
  ['nested emphasis', page(markdown(fill('**a *b `c`* d** ', AGENT)))],
  ['paragraphs', page(markdown(fill('a\n\n', AGENT)))],
  ['links', page(markdown(fill('[a](https://a.example) https://b.example ', AGENT)))],
  ['turns of direction', page(markdown(fill('a\u202eb\u2067א', AGENT)))],
  ['a megabyte of marks', [text(`a${fill('\u0301', 1_000_000)}`), ...PLAIN]],
  ['a megabyte of links', [text(fill('https://a.example/b ', 1_000_000)), ...PLAIN]],
  ['300,000 turns of direction', [text(fill('\u202ea\u202cא', 300_000)), ...PLAIN]],
  [
    'a form of 100,000 fields',
    [
      { type: 'form', fields: Array.from({ length: 100_000 }, (_, i) => ({ type: 'text', name: `n${i}` })) },
      ...PLAIN,
    ],
  ],
  [
    'an answer of 100,000 rows',
    [
      {
        type: 'formResponse',
        fields: Array.from({ length: 100_000 }, () => ({ type: 'text', name: 'n', text: 'a' })),
      },
      ...PLAIN,
    ],
  ],
];

/** Time the browser's main thread spent drawing a page of these messages, in seconds. */
const drawing = async (messages: Record<string, unknown>[]): Promise<number> => {
  const { show, opened } = attacked;
  const session = await opened.page.context().newCDPSession(opened.page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = await spent();
  await show(messages);
  const after = await spent();
  await session.detach();
  return after - before;
};

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

describe('a message larger than any service allows', () => {
  /** The time for a page of as many plain messages. */
  let plain = 0;
  beforeAll(async () => {
    plain = median([await drawing(PLAIN), await drawing(PLAIN), await drawing(PLAIN)]);
    expect(plain).toBeGreaterThan(0);
  });

  it.each(PAGES)('takes less than ten times as long to draw as a plain one: %s', async (_, messages) => {
    const times = [await drawing(messages)];
    // A time that is clearly short needs no others to compare with.
    if ((times[0] as number) / plain > 5) times.push(await drawing(messages), await drawing(messages));
    expect(median(times) / plain).toBeLessThan(10);
    expect(await attacked.widget.log.locator('*').count()).toBeLessThan(PAGE * 1000);
  });

  it('can be read to its end, with “Show more” for each part', async () => {
    const { show, widget } = attacked;
    await show([text(`${fill('word ', 9000)}END`), markdown(`${fill('*word* ', 9000)}END`)]);
    const bodies = widget.log.locator('li', { hasText: 'word' });
    for (const at of [0, 1]) {
      const body = bodies.nth(at);
      await expect.poll(async () => (await body.textContent())?.includes('…Show more')).toBe(true);
      expect(await body.textContent()).not.toContain('END');
      for (let presses = 0; presses < 2; presses++) {
        await body.getByRole('button', { name: 'Show more' }).click();
      }
      expect(await body.textContent()).toContain('END');
      expect(await body.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    }
  });
});
