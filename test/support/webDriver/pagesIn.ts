import { expect, it } from 'vitest';
import { installPackages } from '../../../scripts/setup.mjs';
import { CHOSEN } from '../../browser/pages/chosen';
import type { Row } from '../../browser/pages/row';
import { ROWS } from '../../browser/pages/rows';
import { type PageServer, servePages } from '../../browser/pages/servePages';
import type { Desk } from '../desk';
import { forThisFile } from '../forThis';
import { conversationWith, replyAs } from '../widget';
import { until } from './children';
import { type Driver, ENTER, ESCAPE, type Found } from './driver';
import { widgetIn } from './widgetIn';

type Place = { desk: Desk; driver: Driver; server: PageServer };

let visits = 0;

/** The conversation of the table, as far as classic WebDriver can hold it. */
const visitRow = async ({ desk, driver, server }: Place, row: Row): Promise<void> => {
  const widget = widgetIn(driver);
  visits += 1;
  const texts = [`Question ${visits}`, `Answer ${visits}`] as const;
  const isThere = async () => {
    if (!(await widget.isOpen())) await widget.openEarly();
    await expect.poll(widget.texts).toEqual(texts);
  };
  await driver.goto(server.addressOf(row, false));
  await driver.run('localStorage.clear(); sessionStorage.clear()');
  await driver.goto(server.addressOf(row));
  await widget.openEarly();
  await widget.hasCard();
  await expect.poll(widget.hasFocus).toBe(true);
  await driver.type(`${texts[0]}${ENTER}`);
  await replyAs(desk, await conversationWith(desk, texts[0]), texts[1]);
  await expect.poll(widget.texts).toEqual(texts);
  await driver.type(ESCAPE);
  await expect.poll(widget.isClosed).toBe(true);
  if (row.link) {
    const title = () => driver.run<string>(`return document.querySelector('h1').textContent`);
    const first = await title();
    const link = row.link;
    await driver.click(
      await until('The link', () =>
        driver.run<Found | undefined>('return document.querySelector(arguments[0])', link),
      ),
    );
    await expect.poll(title).toBe('The next page');
    await isThere();
    await driver.run('history.back()');
    await expect.poll(title).toBe(first);
    await isThere();
  }
  await driver.reload();
  await isThere();
  expect(await widget.problems()).toEqual([]);
};

/**
 * Tests on the pages of the table that every browser runs.
 * @param watch what collects the problems of a page: the beginning of each
 */
export const onPagesOfOthers = async (desk: Desk, driver: Driver, watch: string): Promise<void> => {
  await installPackages('test/browser/pages');
  const server = await forThisFile(servePages(ROWS, desk.origin, watch));
  const rows = CHOSEN.filter(({ everyBrowser }) => everyBrowser);
  if (rows.length > 0)
    it.each(rows.map((row) => [row.name, row] as const))('works on %s', async (_, row) =>
      visitRow({ desk, driver, server }, row),
    );
};
