import axe from 'axe-core';
import type { Frame, Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { startDesk } from '../support/desk';
import { openInbox, replyField } from '../support/inboxPage';
import { forThisFile, setUp } from '../support/setUp';
import { placesIn, sumShifts } from '../support/shifts';
import { conversationWith, replyAs, textsAt, widgetAt, widgetOf } from '../support/widget';

const { browser, desk } = await setUp({ settings: { messenger: { canUserSeeConversationList: false } } });

const GREETING = 'Hello! What may it be?';
const STARTERS = ['Where is my order?', 'May I try one on?', 'Something else'];

/** What axe finds in the window. */
const violations = (page: Page): Promise<string[]> => {
  const card = page
    .frames()
    .find((frame) => frame.name() === '' && frame.parentFrame() && frame.url() === 'about:blank');
  return (card as Frame).evaluate(async (source) => {
    (window as unknown as { eval(code: string): void }).eval(source);
    await Promise.all(document.getAnimations().map((a) => a.finished.catch(() => {})));
    const { axe: injected } = window as unknown as { axe: typeof axe };
    const found = await injected.run(document, {
      // The page's title and its regions are the page's.
      rules: { region: { enabled: false }, 'document-title': { enabled: false } },
    });
    return found.violations.flatMap((v) => v.nodes.map((node) => `${v.id}: ${node.html.slice(0, 160)}`));
  }, axe.source);
};

it('an agent sets greeting, starters and faces; a visitor starts with one press, and sees who answers', async () => {
  const inbox = await openInbox(browser, desk);
  const agent = inbox.page;
  await agent.getByRole('button', { name: 'Settings' }).click();
  await agent.getByRole('navigation').getByRole('button', { name: 'People and greeting' }).click();
  await agent.getByRole('checkbox', { name: 'Show faces' }).check();
  await agent.getByRole('checkbox', { name: /^Show who is there/ }).check();
  await agent.getByRole('textbox', { name: 'Greeting' }).fill(GREETING);
  await agent.getByRole('textbox', { name: 'Suggested replies' }).fill(STARTERS.join('\n'));
  const preview = agent
    .frameLocator('iframe[title="Page with the messenger"]')
    .frameLocator('iframe[title="Messaging window"]');
  await preview.getByRole('button', { name: 'Something else' }).waitFor();
  await preview.getByText(GREETING).waitFor();
  await agent.getByRole('button', { name: 'Save', exact: true }).click();
  await agent.getByText(/^Saved\./).waitFor();
  await agent.getByRole('button', { name: 'Back to the inbox' }).click();

  const { page } = await openPage(browser, { bypassCSP: true });
  // The messenger waits until the parts that are drawn are measured.
  const held: Route[] = [];
  await page.route(/\/messenger\./, (route) => void held.push(route));
  const widget = await widgetAt(page, `${desk.origin}/`);
  await widget.launcher.click();
  await widget.textBox.waitFor();
  await sumShifts(page);
  const before = await placesIn(page);
  await page.unroute(/\/messenger\./);
  for (const route of held) await route.continue().catch(() => {});
  await widget.message(GREETING).waitFor();
  const { title: _, ...after } = await placesIn(page);
  expect(before).toMatchObject(after);
  const header = widget.frame.getByRole('banner');
  await header.getByText('Online now').waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate('shifted')).toBeLessThanOrEqual(0.01);
  expect((await placesIn(page)).form).toEqual(before.form);

  // A window that is too low for all of it, as at 400% zoom, begins with the greeting.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 256 });
  const top = async (of: typeof widget.log) => (await of.boundingBox())?.y ?? Number.NaN;
  await expect
    .poll(async () => (await top(widget.message(GREETING))) - (await top(widget.log)))
    .toSatisfy((below: number) => below > 0 && below < 60);
  if (size) await page.setViewportSize(size);

  // By keyboard: backwards from the text box.
  const starter = widget.frame.getByRole('group', { name: 'Suggested messages' }).getByRole('button').first();
  await widget.composer.focus();
  const hasFocus = () => starter.evaluate((button) => button === button.ownerDocument.activeElement);
  for (let i = 0; i < 12 && !(await hasFocus()); i++) await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await widget.message('Where is my order?').waitFor();
  await starter.waitFor({ state: 'detached' });
  await expect
    .poll(() => widget.composer.evaluate((box) => box === box.ownerDocument.activeElement))
    .toBe(true);
  const id = await conversationWith(desk, 'Where is my order?');

  await replyAs(desk, id, 'On its way.', { name: 'Mara Lindqvist' });
  await replyAs(desk, id, 'It comes today.', { name: 'Mara Lindqvist' });
  await widget.message('It comes today.').waitFor();
  // The greeting is directly above the conversation, with the time between them.
  const greeted = await widget.message(GREETING).boundingBox();
  const asked = await widget.message('Where is my order?').boundingBox();
  expect((asked?.y ?? 0) - (greeted?.y ?? 0) - (greeted?.height ?? 0)).toBeLessThan(90);
  const group = widget.log.getByRole('listitem').filter({ hasText: 'On its way.' });
  const face = await group.getByText('ML', { exact: true }).boundingBox();
  expect([face?.width, face?.height]).toEqual([28, 28]);
  expect(await widget.log.getByText('ML', { exact: true }).count()).toBe(1);
  const lefts = await Promise.all(
    ['On its way.', 'It comes today.'].map((text) =>
      widget.message(text).evaluate((p) => p.getBoundingClientRect().left),
    ),
  );
  expect(lefts[0]).toBe(lefts[1]);
  expect(await violations(page)).toEqual([]);
  expect(await textsAt(desk, id)).toEqual(['Where is my order?', 'On its way.', 'It comes today.']);

  // An agent who is away is not told as online.
  await agent.locator(`[data-conversation="${id}"]`).click();
  await replyField(agent).waitFor();
  await agent.getByRole('button', { name: 'Menu' }).click();
  await agent.getByRole('checkbox', { name: 'Show me as away' }).check();
  await expect
    .poll(async () => {
      const answer = await fetch(`${desk.origin}/sc/sdk/v2/integrations/web/team`);
      return ((await answer.json()) as { team: { agentsOnline: number } }).team.agentsOnline;
    })
    .toBe(0);
});

it('a card with faces asks for all files that it waits for at once', async () => {
  const settings = { messenger: { people: { faces: true, team: [{ name: 'Ada' }] } } };
  const faced = await forThisFile(startDesk({ settings }));
  const { page } = await openPage(browser);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const held: Route[] = [];
  await page.route(/\/people\./, (route) => void held.push(route));
  await page.goto(`${faced.origin}/`);
  await widgetOf(page).launcher.click();
  await expect.poll(() => held.length).toBe(1);
  await expect.poll(() => asked.some((url) => /\/faces\./.test(url))).toBe(true);
  await held[0]?.continue();
  await widgetOf(page).log.waitFor();
});
