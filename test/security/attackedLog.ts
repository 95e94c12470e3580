import type { Browser, Page } from 'playwright-core';
import { type OpenedPage, openPage } from '../support/browser';
import type { Desk } from '../support/desk';
import { fixture, startHostPages } from '../support/hostPages';
import { type Widget, widgetOf } from '../support/widget';
import { type Guard, guard } from './guard';
import { startHostileDesk } from './hostileDesk';

export type AttackedLog = {
  opened: OpenedPage;
  page: Page;
  widget: Widget;
  watched: Guard;
  address: string;
  /**
   * Reloads a page with these messages and waits until the last one is drawn.
   * @param end more fields of the last message
   */
  show(raws: readonly Record<string, unknown>[], end?: Record<string, unknown>): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens the widget of a visitor whose service returns any messages a test wants. Images of `a.example` are
 * allowed but missing.
 */
export const attackLog = async (
  browser: Browser,
  desk: Desk,
  ...possibleProblems: RegExp[]
): Promise<AttackedLog> => {
  const [pages, liar, opened] = await Promise.all([
    startHostPages(),
    startHostileDesk(desk),
    openPage(browser, { possibleProblems: [/status of 404/, ...possibleProblems] }),
  ]);
  const { page } = opened;
  const watched = guard(opened, [liar.origin, pages.origin], { pictures: ['a.example'] });
  await page.context().route(/\.example\//, (route) => route.fulfill({ status: 404 }));
  const address = pages.serve(fixture('plain.html', { DESK: liar.origin }));
  const widget = widgetOf(page);
  await page.goto(address);
  await widget.open();
  await widget.say('Hello');
  await widget.log.getByText('Sent', { exact: true }).waitFor();
  return {
    opened,
    page,
    widget,
    watched,
    address,
    async show(raws, end = {}) {
      // The last message quotes another one, so it appears only once the part that draws rich messages has
      // loaded.
      const quotedMessage = { type: 'message', content: { type: 'text', text: 'Before the end' } };
      const said = { type: 'text', text: 'Before the end' };
      const last = { type: 'text', text: 'The end', quotedMessage, name: 'End', ...end };
      const messages = [...raws, said, last].map((raw, i) => ({
        _id: `m${i}`,
        role: 'appMaker',
        received: 1_700_000_000 + i,
        ...raw,
      }));
      liar.lie(({ method, path }) =>
        method === 'GET' && path.endsWith('/messages')
          ? () => ({ json: { messages, hasPrevious: false } })
          : undefined,
      );
      await page.reload({ waitUntil: 'commit' });
      await widget.frame.getByRole('log').waitFor();
      await widget.message('The end').waitFor();
      await widget.log.locator('blockquote', { hasText: 'Before the end' }).waitFor();
    },
    async close() {
      await opened.close();
      await Promise.all([pages.close(), liar.close()]);
    },
  };
};
