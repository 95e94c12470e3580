import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type OpenedPage, openPage } from '../support/browser';
import { holdBack } from '../support/loginPage';
import { setUp } from '../support/setUp';
import { roundTrip, widgetAt, widgetOf } from '../support/widget';

const { browser, desk, pageWith } = await setUp();

/** A first call of the page, which the loader finds. */
const calls = (...args: unknown[]) =>
  `window.zE = (...args) => zE.q.push(args); zE.q = [${JSON.stringify(args)}];`;

/** What the browser has kept of the log. */
const kept = (page: Page): Promise<string> =>
  page.evaluate(() => Object.entries(localStorage).find(([key]) => /^ZD-.*\.log$/.test(key))?.[1] ?? '');

/** A visitor who has got an answer, in the open window of a page. */
const talk = async (options?: Parameters<typeof openPage>[1]): Promise<OpenedPage & { answer: string }> => {
  const opened = await openPage(browser, options);
  const { page } = opened;
  await page.goto(pageWith());
  await roundTrip(desk, page);
  const answer =
    (await widgetOf(page)
      .log.getByText(/^Answer \d+$/)
      .last()
      .textContent()) ?? '';
  await expect.poll(() => kept(page)).toContain(answer);
  return { ...opened, answer };
};

const SERVICE = /\/appusers|\/conversations/;

/** The log's rows: where each is, and whether it is the element that was there before. */
const rowsOf = (page: Page, mark?: boolean) =>
  widgetOf(page).log.evaluate(
    (log, marks) =>
      [...log.querySelectorAll('li')].map((row) => {
        const { top, left, width, height } = row.getBoundingClientRect();
        const isSame = row.dataset.mark === 'seen';
        if (marks) row.dataset.mark = 'seen';
        return { text: row.textContent, box: [top, left, width, height], isSame };
      }),
    mark,
  );

describe('a returning visitor', () => {
  it('sees the last messages before the service has answered, and they stay in their places (store-10)', async () => {
    const { page, answer } = await talk();
    const service = await holdBack(page, SERVICE);
    await page.reload();
    const widget = widgetOf(page);
    await widget.message(answer).waitFor();
    expect(service.count()).toBeGreaterThan(0);
    const before = await rowsOf(page, true);
    const read = page.waitForResponse((r) => /\/messages/.test(r.url()) && r.request().method() === 'GET');
    await service.release();
    await (await read).finished();
    await widget.say('And now?');
    const after = (await rowsOf(page)).slice(0, before.length);
    expect(after.map(({ isSame }) => isSame)).toEqual(before.map(() => true));
    expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
  });

  it.each([
    ['logs out', ['messenger', 'logoutUser']],
    ['is reset', ['messenger', 'resetWidget']],
    ['takes consent back', ['messenger:set', 'cookies', 'none']],
  ])('who %s sees none of them on the next page, which keeps none (store-12)', async (_, call) => {
    const { page, answer } = await talk();
    const service = await holdBack(page, SERVICE);
    const widget = await widgetAt(page, pageWith(calls(...call)));
    await expect.poll(() => kept(page)).toBe('');
    await page.evaluate(`zE('messenger', 'open')`);
    await widget.composer.waitFor();
    expect(await widget.message(answer).count()).toBe(0);
    await service.release();
    expect(await kept(page)).toBe('');
  });

  it('who logs out sees them go (store-12)', async () => {
    const { page, answer } = await talk();
    const service = await holdBack(page, SERVICE);
    await page.reload();
    const widget = widgetOf(page);
    await widget.message(answer).waitFor();
    await page.evaluate(`zE('messenger', 'logoutUser')`);
    await widget.message(answer).waitFor({ state: 'detached' });
    expect(await kept(page)).toBe('');
    await service.release();
  });
});
