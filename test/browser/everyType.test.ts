import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { AgentMessage } from '../../examples/support-desk/shared/answers/messages';
import { type OpenedPage, openPage } from '../support/browser';
import { agent as agentOf } from '../support/deskClient';
import { fillIn, messageLog, openInbox, replyField, rows } from '../support/inboxPage';
import { setUp } from '../support/setUp';
import { conversationWith, panelLink, widgetOf } from '../support/widget';

const { browser, desk } = await setUp();
const visitor = await openPage(browser, {
  permissions: ['geolocation'],
  geolocation: { latitude: 53.55, longitude: 9.99 },
});
const widget = widgetOf(visitor.page);
let agent: OpenedPage;

const button = (name: string) => widget.log.getByRole('button', { name, exact: true }).last();
const inInbox = (text: string | RegExp) => messageLog(agent.page).getByText(text).last();

/** Follows a link of the newest message. @returns the address it opened in a new tab */
const follow = async (link: Locator): Promise<string> => {
  const [page] = await Promise.all([visitor.page.context().waitForEvent('page'), link.click()]);
  await page.waitForLoadState('domcontentloaded');
  const led = page.url();
  expect(await page.evaluate(() => window.opener)).toBeNull();
  await page.close();
  return led;
};
const link = (name: string | RegExp) => widget.log.getByRole('link', { name }).last();

const fillForm = async () => {
  await widget.log.getByLabel('Name', { exact: true }).fill('Ann');
  await button('Next').click();
  await widget.log.getByLabel('Email', { exact: true }).fill('ann@boots.example');
  await button('Next').click();
  await widget.log.getByLabel('Size', { exact: true }).selectOption({ label: 'Medium' });
  await button('Submit').click();
};

/**
 * Each sample of the inbox's menu: what the visitor sees, what the visitor does, and what the inbox then
 * shows.
 */
const TYPES: [name: string, seen: RegExp, act?: () => Promise<unknown>, back?: string | RegExp][] = [
  ['Quoted reply', /Are the boots waterproof\?.*Yes, they are\./s],
  ['Formatted text', /Returns are free for 30 days\..*Print the label.*Drop the parcel off/s],
  ['Answer with sources', /within 30 days of delivery.*Sources.*Returns.*Shipping/s],
  [
    'Quick replies',
    /Which size do you need\?.*Small.*Medium.*Large/s,
    () => button('Medium').click(),
    /^Medium$/,
  ],
  [
    'Link buttons',
    /Here is what you need\..*Size guide.*Contact/s,
    async () => {
      expect(await follow(link('Size guide'))).toBe(`${desk.origin}/?page=sizes`);
      expect(await link('Contact').getAttribute('href')).toBe('mailto:help@shop.example');
    },
  ],
  [
    'Buttons',
    /What would you like to do\?.*Track order.*Return something/s,
    () => button('Track order').click(),
    /pressed “Track order”/,
  ],
  [
    'Ask for the location',
    /Where shall we deliver\?.*Share my location/s,
    () => button('Share my location').click(),
    /My location:.*mlat=53\.55&mlon=9\.99/,
  ],
  [
    'Page in the window',
    /Choose a time for your fitting\..*Choose a time/s,
    async () => {
      await panelLink(widget.log, 'Choose a time').click();
      const card = visitor.page.frameLocator('iframe[data-card]');
      await card.frameLocator('iframe').getByRole('heading', { name: 'When shall we meet?' }).waitFor();
      await card.getByRole('button', { name: 'Back to the conversation' }).click();
      await visitor.page.locator('iframe[data-card]').waitFor({ state: 'detached' });
    },
  ],
  [
    'Payment',
    /reserved until tomorrow\..*Pay now.*89\.90/s,
    async () => expect(await follow(link(/Pay now/))).toBe(`${desk.origin}/?page=pay`),
  ],
  ['Form', /Name.*Next/s, fillForm, 'ann@boots.example'],
  ['Carousel', /Trail boots.*Day pack.*Camping lamp/s],
  ['List', /Trail boots.*Day pack.*Camping lamp.*Show more/s],
  ['Location', /Porch, the shop.*Pariser Platz, Berlin/s],
  ['Channel template', /Your order 1043 is on its way\./],
  ['Picture with description', /Enlarge image: A pair of brown boots/],
  ['File with caption', /size-guide\.txt/],
];

/** The message that each sample leaves at the desk, and the text that the agent's log shows. */
const STORED: Record<string, [message: object, shown: RegExp]> = {
  'Quoted reply': [
    { type: 'text', quotedMessage: { type: 'message', content: { text: 'Are the boots waterproof?' } } },
    /Are the boots waterproof\?.*Yes, they are\./,
  ],
  'Formatted text': [
    { type: 'text', markdownText: expect.stringContaining('**Returns**') },
    /Returns are free/,
  ],
  'Answer with sources': [
    { type: 'text', name: 'Support', references: [{ title: 'Returns' }, {}] },
    /Sources.*Returns.*Shipping/s,
  ],
  'Quick replies': [
    { actions: [{ type: 'reply', text: 'Small', payload: 'SMALL' }, {}, {}] },
    /Small.*quick reply/,
  ],
  'Link buttons': [
    { actions: [{ type: 'link', text: 'Size guide' }, { uri: 'mailto:help@shop.example' }] },
    /Contact/,
  ],
  Buttons: [{ actions: [{ type: 'postback', payload: 'TRACK_ORDER' }, {}] }, /Track order button/],
  'Ask for the location': [{ actions: [{ type: 'locationRequest' }] }, /Share my location/],
  'Page in the window': [{ actions: [{ type: 'webview', size: 'tall' }] }, /Choose a time/],
  Payment: [{ actions: [{ type: 'buy', amount: 8990, currency: 'EUR' }] }, /Pay now.*89\.90/],
  Form: [
    { type: 'form', fields: [{ type: 'text' }, { type: 'email' }, { type: 'select' }] },
    /Not submitted yet/,
  ],
  Carousel: [{ type: 'carousel', items: [{ title: 'Trail boots' }, {}, {}] }, /3 items.*Trail boots/s],
  List: [{ type: 'list', items: [{ size: 'large' }, { size: 'compact' }, {}] }, /3 items.*Camping lamp/s],
  Location: [{ type: 'location', coordinates: { lat: 52.5163, long: 13.3777 } }, /Porch, the shop/],
  'Channel template': [
    { type: 'template', textFallback: 'Your order 1043 is on its way.' },
    /Your order 1043/,
  ],
  'Picture with description': [
    {
      type: 'image',
      mediaType: 'image/png',
      mediaWidth: 480,
      mediaHeight: 320,
      altText: 'A pair of brown boots',
    },
    /./,
  ],
  'File with caption': [{ type: 'file', altText: 'size-guide.txt' }, /size-guide\.txt/],
};

/** The visitor's log, row by row: author, text, images and links. */
const visitorLog = () =>
  widget.log.locator('li').evaluateAll((all) =>
    (all as HTMLElement[])
      .filter((li) => !li.parentElement?.closest('li'))
      .map((li) => {
        const copy = li.cloneNode(true) as HTMLElement;
        for (const state of copy.querySelectorAll('small')) if (state.parentElement === copy) state.remove();
        const more = [...copy.querySelectorAll('[aria-label],[src],[href],[alt]')].flatMap((e) =>
          ['aria-label', 'src', 'href', 'alt'].map((name) => e.getAttribute(name) ?? ''),
        );
        return [li.dataset.own ? 'visitor' : 'agent', copy.textContent, ...more].filter(Boolean).join(' ');
      }),
  );
const inboxLog = (page: Page) => messageLog(page).getByRole('article').allTextContents();

it('Every type is sent from the inbox by an agent, reaches the visitor, and is there again after a reload of both', async () => {
  await visitor.page.goto(`${desk.origin}/`);
  await widget.open();
  await widget.say('Are the boots waterproof?');
  await widget.log.getByText('Sent', { exact: true }).waitFor();
  const id = await conversationWith(desk, 'Are the boots waterproof?');
  const newest = async (): Promise<AgentMessage | undefined> =>
    (await agentOf(desk)('GET', `/conversations/${id}/messages`)).body.messages.at(-1);
  agent = await openInbox(browser, desk);
  const { page } = agent;
  await rows(page).first().click();
  await messageLog(page).getByRole('article').first().waitFor();
  await page.getByRole('button', { name: 'More to send' }).click();
  const offered = await page.getByRole('menuitem').allTextContents();
  expect(offered.sort()).toEqual([...TYPES.map(([name]) => name), 'Saved replies'].sort());
  await page.keyboard.press('Escape');

  await replyField(page).fill('Just words');
  await page.keyboard.press('Enter');
  await widget.message('Just words').waitFor();
  for (const [name, seen, act, back] of TYPES) {
    await page.getByRole('button', { name: 'More to send' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    const dialog = page.getByRole('dialog', { name, exact: true });
    await fillIn(dialog, name);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(async () => (await visitorLog()).at(-1), { message: name }).toMatch(seen);
    expect((await visitorLog()).at(-1), name).toMatch(/^agent /);
    const [stored, shown] = STORED[name] ?? [{}, /^$/];
    expect(await newest(), name).toMatchObject({ role: 'appMaker', ...stored });
    await expect.poll(async () => (await inboxLog(page)).at(-1), { message: name }).toMatch(shown);
    await act?.();
    if (back) await inInbox(back).waitFor();
  }
  expect((await visitorLog()).filter((row) => row.startsWith('visitor'))).toHaveLength(4);
  const picture = messageLog(page).getByRole('img', { name: 'A pair of brown boots' }).last();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(480);

  // The visitor writes last, so that both sides have read everything.
  await widget.say('Thank you');
  await inInbox('Thank you').waitFor();
  // The visitor's read mark may come after the message.
  const marked = messageLog(page)
    .getByRole('article')
    .filter({ hasText: /(Seen|Delivered)$/ });
  await expect.poll(() => marked.allTextContents()).toEqual([expect.stringMatching(/size-guide.*Seen$/s)]);
  const before = { visitor: await visitorLog(), inbox: await inboxLog(page) };
  // The log holds every sample, the visitor's answers to three of them, and three texts.
  expect(before.inbox).toHaveLength(TYPES.length + 3 + 3);
  await Promise.all([visitor.page.reload(), page.reload()]);
  await rows(page).first().click();
  await inInbox('Thank you').waitFor();
  await widget.message('Thank you').waitFor();
  await expect.poll(visitorLog).toEqual(before.visitor);
  await expect.poll(() => inboxLog(page)).toEqual(before.inbox);
  await inInbox(/pressed “Track order”/).waitFor();
});
