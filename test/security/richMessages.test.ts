import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyKind, URLS, XSS } from '../component/support/hostileVectors';
import { launchBrowser, openPage } from '../support/browser';
import { type Desk, startDesk } from '../support/desk';
import { fixture, type HostPages, startHostPages } from '../support/hostPages';
import { widgetOf } from '../support/widget';

let browser: Browser;
let desk: Desk;
let pages: HostPages;

beforeAll(async () => {
  [browser, desk, pages] = await Promise.all([launchBrowser(), startDesk(), startHostPages()]);
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
  await desk?.close();
});

/** What stands in the log that no kind of message draws, and whether a script ran anywhere. */
const foreign = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const ours = new Set(
      'a b bdi blockquote button code dialog div em img li nav ol p path small span strong svg time ul'.split(
        ' ',
      ),
    );
    const root = document.querySelector('[data-porch]')?.shadowRoot;
    const frames = [...(root?.querySelectorAll('iframe') ?? [])];
    for (const frame of frames) {
      for (const element of frame.contentDocument?.querySelectorAll('[role=log] *') ?? []) {
        const tag = element.tagName.toLowerCase();
        if (!ours.has(tag)) found.push(`<${tag}>`);
        for (const { name, value } of element.attributes) {
          if (/^on|^srcdoc$|^formaction$|^style$/i.test(name)) found.push(`${tag}[${name}]`);
          if (/href$/i.test(name) && !/^(https?:\/\/|mailto:|tel:)/.test(value)) found.push(`href=${value}`);
          if (name === 'src' && !/^https?:\/\//.test(value)) found.push(`src=${value}`);
        }
      }
    }
    const windows = [
      window,
      ...[...document.querySelectorAll('iframe'), ...frames].map((f) => f.contentWindow),
    ];
    for (const realm of windows) if (realm && 'hacked' in realm) found.push('hacked');
    return found;
  });

const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));

describe('every kind of message, in a browser', { timeout: 60_000 }, () => {
  const rounds = [
    ...chunks(XSS, 70).map((part) => part.flatMap((vector) => everyKind(vector))),
    ...chunks(URLS, 70).map((part) => part.flatMap((url) => everyKind('Words', url))),
  ];

  it.each(rounds.map((raws, i) => ({ raws, round: i + 1 })))(
    'is text and safe links alone, part $round',
    async ({ raws }) => {
      const opened = await openPage(browser);
      const { page } = opened;
      const signs: string[] = [];
      page.on('dialog', (dialog) => {
        signs.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      await page.context().route(/\.example\//, (route) => route.fulfill({ status: 204 }));
      await page.route(/\/messages(\?|$)/, async (route) => {
        if (route.request().method() !== 'GET') return route.continue();
        const messages = raws.map((raw, i) => ({
          role: 'appMaker',
          ...raw,
          _id: `m${i}`,
          received: 1_700_000_000 + i,
        }));
        const last = {
          type: 'text',
          role: 'appMaker',
          text: 'The end',
          _id: 'end',
          received: 1_800_000_000,
          authorSubtypes: ['bot'],
        };
        return route.fulfill({ json: { messages: [...messages, last], hasPrevious: false } });
      });
      const address = pages.serve(fixture('plain.html', { DESK: desk.origin }));
      await page.goto(address);
      const { open, say, frame, log } = widgetOf(page);
      await open();
      await say('Hello');
      await page.reload();
      await frame.getByRole('log').waitFor();
      // The last one's mark is drawn by the part that draws all the others.
      await log.getByText('Bot', { exact: true }).last().waitFor();
      expect(await log.getByRole('listitem').count()).toBeGreaterThan(raws.length);
      expect(await foreign(page)).toEqual([]);
      expect(signs).toEqual([]);
      expect(page.url()).toBe(address);
      expect(opened.problems.pageErrors).toEqual([]);
      await opened.close();
    },
  );
});
