import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { agent } from '../support/deskClient';
import { fixture } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { conversationWith, replyAs, widgetAt, widgetOf } from '../support/widget';

const campaign = { id: 'hello', text: 'Shall we help you?', rules: [{ on: 'time', value: 1 }] };
const { browser, desk, pages } = await setUp({
  settings: { messenger: { canUserSeeConversationList: true } },
});
const times = `${desk.origin}/times.html`;
const BODY =
  '<p><label>Password <input type="password"></label> <label>Note <textarea></textarea></label></p>';

/** A message of each kind, by the text that shows that it is there. */
const MESSAGES: Record<string, Record<string, unknown>> = {
  'A text': {},
  'With replies': { actions: [{ type: 'reply', text: 'Yes' }] },
  'With a form': {},
  'A page by itself': {
    actions: [{ type: 'webview', text: 'Times', uri: times, fallback: times, openOnReceive: true }],
  },
  'A big page by itself': {
    actions: [
      { type: 'webview', text: 'More times', uri: times, fallback: times, size: 'full', openOnReceive: true },
    ],
  },
  'A place to send': { actions: [{ type: 'locationRequest', text: 'Send location' }] },
  'Something to pay': { actions: [{ type: 'buy', text: 'Pay', amount: 500, currency: 'eur' }] },
};

/** What an agent does besides, by name. */
const activities = ['typing:start', 'typing:stop', 'conversation:read'];

/** Types a letter after each thing that arrives. @returns the letters */
const typeWhile = async (page: Page, things: (() => Promise<unknown>)[]): Promise<string> => {
  let letters = '';
  for (const [i, happen] of things.entries()) {
    const letter = String.fromCharCode(97 + (i % 26));
    await happen();
    await page.keyboard.type(letter);
    letters += letter;
  }
  return letters;
};

const arrivals = (id: string, shown: (text: string) => Promise<unknown>): (() => Promise<unknown>)[] => [
  async () => {},
  ...Object.entries(MESSAGES).map(([text, more]) => async () => {
    if (text === 'With a form') {
      const fields = [{ type: 'text', name: 'name', label: 'Your name' }];
      await agent(desk)('POST', `/conversations/${id}/messages`, { type: 'form', text, fields });
    } else await replyAs(desk, id, text, more);
    await shown(text);
  }),
  ...activities.map(
    (type) => () => agent(desk)('POST', `/conversations/${id}/activity`, { type, name: 'Maya' }),
  ),
  async () => {
    for (let i = 1; i <= 20; i++) await replyAs(desk, id, `Of many ${i}`);
    await shown('Of many 20');
  },
];

describe('every letter is in the field where the visitor types, whatever arrives', () => {
  it.each(['Password', 'Note'])('in the page’s field %s beside an open window', async (label) => {
    const { page } = await openPage(browser, { viewport: { width: 1280, height: 900 } });
    const widget = await widgetAt(page, pages.serve(fixture('plain.html', { DESK: desk.origin, BODY })));
    await widget.open();
    await widget.say(`Beside ${label}`);
    const id = await conversationWith(desk, `Beside ${label}`);
    const field = page.getByLabel(label);
    await field.click();
    const shown = (text: string) => widget.log.getByText(text, { exact: true }).first().waitFor();
    // The page's own timers call while the visitor types.
    const called = ['close', 'open', 'hide', 'show', 'close', 'open'].map(
      (name) => () => page.evaluate(`zE('messenger', '${name}')`),
    );
    const typed = await typeWhile(page, [...arrivals(id, shown), ...called, () => shown('Of many 20')]);
    expect(await field.inputValue()).toBe(typed);
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('in the field of the next page, and its keys scroll that page, while the window stays open (focus-4)', async () => {
    const { page } = await openPage(browser);
    const open = (body: string) =>
      page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin, BODY: body })));
    await open(BODY);
    const widget = widgetOf(page);
    await widget.open();
    await widget.say('From the first page');
    const again = () => widget.log.getByText('From the first page').first().waitFor();

    await open('<input aria-label="Search" autofocus>');
    await again();
    await page.keyboard.type('red shoes');
    expect(await page.getByLabel('Search').inputValue()).toBe('red shoes');

    await open('<p style="height:5000px">A long page</p>');
    await again();
    await page.keyboard.press('PageDown');
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);

    // A call after a press of the visitor takes the focus.
    const box = () => widget.composer.evaluate((element) => element === element.ownerDocument.activeElement);
    await open(`<button onclick="zE('messenger', 'open')">Chat</button>`);
    await again();
    await page.evaluate("zE('messenger', 'close')");
    await page.getByRole('button', { name: 'Chat' }).click();
    await expect.poll(box).toBe(true);
  });

  it('in the text box of the window', async () => {
    const { page } = await openPage(browser);
    const widget = await widgetAt(page, pages.serve(fixture('plain.html', { DESK: desk.origin, BODY })));
    await widget.open();
    await widget.say('In the box');
    const id = await conversationWith(desk, 'In the box');
    await widget.composer.click();
    const typed = await typeWhile(
      page,
      arrivals(id, (text) => widget.log.getByText(text, { exact: true }).first().waitFor()),
    );
    expect(await widget.composer.inputValue()).toBe(typed);
  });

  it('in the page’s field beside a closed window, where previews and a campaign come', async () => {
    const { body } = await agent(desk)('GET', '/settings');
    const { version: base } = body as unknown as { version: number };
    const { status } = await agent(desk)('POST', '/settings', {
      base,
      value: { messenger: { campaigns: [campaign] } },
    });
    expect(status).toBe(200);
    const { page } = await openPage(browser);
    await page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin, BODY })));
    const field = page.getByLabel('Note');
    await field.click();
    const typed = await typeWhile(page, [
      async () => {},
      () => page.getByRole('button', { name: campaign.text }).waitFor(),
    ]);
    expect(await field.inputValue()).toBe(typed);

    const widget = widgetOf(page);
    await widget.launcher.click();
    await widget.log.waitFor();
    await widget.say('Then closed');
    const id = await conversationWith(desk, 'Then closed');
    await widget.launcher.click();
    await field.click();
    // The first of several unread messages is shown beside the launcher.
    const seen = () =>
      page
        .getByRole('button', { name: /A text/ })
        .first()
        .waitFor();
    const later = await typeWhile(
      page,
      arrivals(id, (text) => (text === 'A text' ? seen() : Promise.resolve())),
    );
    expect(await field.inputValue()).toBe(typed + later);
  });
});

it('opens by Space on a page that has Space for itself, which keeps its other keys', async () => {
  const { page } = await openPage(browser);
  const HEAD = `<script>
    pressed = [];
    addEventListener('keydown', (event) => {
      if (event.target.closest('button,input,textarea')) return;
      pressed.push(event.key);
      if (event.key === ' ') event.preventDefault();
    });
    addEventListener('pointerdown', (event) => pressed.push(event.target.tagName));
  </script>`;
  const widget = await widgetAt(page, pages.serve(fixture('plain.html', { DESK: desk.origin, HEAD })));
  await widget.launcher.focus();
  // The focus fetches the messenger. Until it is there, the launcher keeps all keys from the page.
  await expect
    .poll(async () => {
      await page.keyboard.press('/');
      return page.evaluate('pressed.at(-1)');
    })
    .toBe('/');
  await page.evaluate('pressed.length = 0');
  for (const key of ['j', ' ']) await page.keyboard.press(key);
  await widget.log.waitFor();
  await widget.launcher.click();
  expect(await page.evaluate('pressed')).toEqual(['j']);
});
