import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { costOf } from '../support/cost';
import { installExample } from '../support/exampleApp';
import { startNext } from '../support/nextServer';
import { forThisFile, setUp } from '../support/setUp';
import { conversationWith, replyAs, widgetOf } from '../support/widget';

const { browser, desk } = await setUp();
const app = await installExample('next-app');
await app.run('build', [], { NEXT_PUBLIC_DESK: desk.origin, NEXT_TELEMETRY_DISABLED: '1' });
const { origin } = await forThisFile(startNext(app.folder));

const visit = async (path = '/') => {
  const { page } = await openPage(browser, { at: origin + path });
  const goTo = (name: string) => page.getByRole('link', { name }).click();
  return { ...widgetOf(page), goTo, heading: (name: string) => page.getByRole('heading', { name }) };
};

describe('the example next-app', () => {
  it('has its pages rendered on the server, without the messenger', async () => {
    const answer = await fetch(`${origin}/books/slow-trains`);
    const html = await answer.text();
    expect(html).toContain('<h1>Slow Trains</h1>');
    expect(html).toContain('<title>Slow Trains · Second Shelf</title>');
    expect(html).not.toMatch(/data-porch|<iframe|porch\.now\.js/);
    expect((await fetch(`${origin}/books/none`)).status).toBe(404);
  });

  it('keeps one messenger and its conversation over client navigation and Back', async () => {
    const { page, open, goTo, heading, log, say } = await visit();
    await page.evaluate('window.firstDocument = true');
    await open();
    await say('Do you buy books, too?');
    const id = await conversationWith(desk, 'Do you buy books, too?');
    await goTo('Tidal Hours');
    await heading('Tidal Hours').waitFor();
    await replyAs(desk, id, 'On Saturdays.');
    await log.getByText('On Saturdays.').waitFor();
    await page.goBack();
    await heading('Books that have been read once').waitFor();
    await say('I will come.');
    await conversationWith(desk, 'I will come.');
    expect(await page.locator('[data-porch]').count()).toBe(1);
    expect(await page.locator('script[src*="porch.now.js"]').count()).toBe(1);
    expect(await page.evaluate('firstDocument')).toBe(true);
  });

  it('brings the conversation back on a page that the server renders anew', async () => {
    const { page, open, log, say } = await visit('/books/field-notes');
    await open();
    await say('Are there stains?');
    await conversationWith(desk, 'Are there stains?');
    await page.goto(`${origin}/`);
    await log.getByText('Are there stains?').waitFor();
  });

  it('begins a question about a book', async () => {
    const { page, composer } = await visit('/books/tidal-hours');
    await page.getByRole('button', { name: 'Ask about this copy' }).click();
    await expect.poll(() => composer.inputValue()).toBe('About Tidal Hours: ');
  });

  it('passes its budget', async () => {
    expect(await costOf(origin, 'next-app', desk)).toContain('within the budget');
  });
});
