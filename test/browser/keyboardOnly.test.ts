import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MOVING, type OpenedPage, openPage } from '../support/browser';
import { agent } from '../support/deskClient';
import { hold } from '../support/hold';
import { keysOf } from '../support/keyboard';
import { FORM_FIELDS } from '../support/messages';
import { png } from '../support/pictures';
import { setUp } from '../support/setUp';
import { conversationWith, panelLink, replyAs, textsAt, type Widget, widgetOf } from '../support/widget';

let opened: OpenedPage;
let page: Page;
let widget: Widget;
let keys: ReturnType<typeof keysOf>;
let conversation = '';
/** The visitor's first text. */
let first: string;

const begin = async () => {
  opened = await openPage(browser, { ...MOVING, expectedProblems: [/ERR_FAILED/] });
  page = opened.page;
  const picture = { body: Buffer.from(png(400, 300)), contentType: 'image/png' };
  await page.context().route('https://pictures.example/**', (route) => route.fulfill(picture));
  await page.goto(pageWith());
  widget = widgetOf(page);
  keys = keysOf(page);
  await widget.launcher.waitFor();
};

const settings = { app: { endSessionEnabled: true }, messenger: { canUserSeeConversationList: true } };
const { browser, desk, pageWith } = await setUp({ settings });

beforeAll(begin);

const send = async (message: Record<string, unknown>) => {
  const { status } = await agent(desk)('POST', `/conversations/${conversation}/messages`, message);
  expect(status).toBe(201);
};
/** Presses a key, and waits for the focus on the element with this name, if there is one. */
const press = async (key: string, stop?: string | RegExp) => {
  await page.keyboard.press(key);
  if (stop) await keys.isAt(stop);
};
/** Goes to an element and presses Enter there. */
const enter = async (...to: Parameters<typeof keys.to>) => {
  await keys.to(...to);
  await press('Enter');
};
const button = (name: string | RegExp) => widget.frame.getByRole('button', { name });

/** Opens the conversation with the focus in the text box, whatever state the previous test left. */
const inConversation = async () => {
  if (!(await widget.composer.isVisible())) {
    await enter('Open messaging window');
    await widget.composer.waitFor();
  }
  if (!conversation) {
    first = 'Good day';
    await widget.say(first);
    conversation = await conversationWith(desk, first);
    await widget.log.getByText('Sent', { exact: true }).waitFor();
  }
  await widget.composer.focus();
};

/** One visit whose tests build on each other. */
describe('by keyboard alone, with the focus seen and never lost, a visitor', () => {
  it('opens the window by its launcher, with the focus in the text box', async () => {
    await enter('Open messaging window');
    await widget.composer.waitFor();
    await keys.isAt('Type a message');
  });

  it('writes two lines and sends them, by Enter and by the button', async () => {
    await page.keyboard.type('Good morning');
    await press('Shift+Enter');
    await page.keyboard.type('A canoe, please');
    await press('Enter');
    first = 'Good morning\nA canoe, please';
    conversation = await conversationWith(desk, first);
    await keys.isAt('Type a message');
    await page.keyboard.type('For two');
    await enter('Send message');
    await keys.isAt('Type a message');
    await expect
      .poll(() => textsAt(desk, conversation))
      .toEqual(['Good morning\nA canoe, please', 'For two']);
    await widget.log.getByText('Sent', { exact: true }).waitFor();
  });

  it('reaches everything with Tab in screen order, with the launcher in the circle', async () => {
    await keys.to('Close messaging window', 'Tab');
    const forward = await keys.round('Tab');
    expect(forward).toEqual([
      'Back to conversations',
      'Options',
      'Close messaging window',
      'Messages',
      'Type a message',
      'Add emoji',
      'Upload file',
      'Send message',
      'Close messaging window',
    ]);
    expect(await keys.round('Shift+Tab')).toEqual([
      ...forward.slice(0, -1).reverse(),
      'Close messaging window',
    ]);
  });
});

/** These tests do not depend on each other. */
describe('by keyboard alone, in a conversation, with the focus seen and never lost, a visitor', () => {
  beforeEach(inConversation);

  it('sends a file, with the tools not loaded yet', async () => {
    await keys.to('Upload file');
    const chosen = page.waitForEvent('filechooser');
    await press('Enter');
    await widget.frame.locator('input[type=file]').waitFor({ state: 'attached' });
    // A browser opens a chooser within 5 s of a key, and a busy machine may load the tools for longer.
    await press('Enter');
    const chooser = await chosen;
    await chooser.setFiles({ name: 'dent.png', mimeType: 'image/png', buffer: Buffer.from(png(40, 40)) });
    await keys.isAt('Upload file');
    await button(/^Enlarge image/).waitFor();
  });

  it('searches an emoji, moves in the grid as one tab stop, chooses, and leaves with Escape', async () => {
    await enter('Add emoji', 'Shift+Tab');
    await keys.isAt('Search emoji');
    await keys.to('Skin tone');
    await press('Tab');
    const first = await keys.here();
    const at = async (key: string) => {
      await press(key);
      return (await keys.seen()).name;
    };
    const second = await at('ArrowRight');
    expect(second).not.toBe(first.name);
    expect(await at('ArrowLeft')).toBe(first.name);
    const below = await at('ArrowDown');
    expect([first.name, second]).not.toContain(below);
    expect(await at('ArrowUp')).toBe(first.name);
    const last = await at('End');
    expect(await at('ArrowRight')).toBe(last);
    expect(await at('Home')).toBe(first.name);
    expect(await at('ArrowRight')).toBe(second);
    // The emoji grid is one tab stop: Tab leaves it, and Shift+Tab returns to the same item.
    await press('Tab', 'Add emoji');
    await press('Shift+Tab', second);
    await keys.to('Search emoji', 'Shift+Tab');
    await page.keyboard.type('pizza');
    await enter(String.fromCodePoint(0x1f355));
    await press('Escape', 'Add emoji');
    await enter('Type a message', 'Shift+Tab');
    await expect
      .poll(async () => (await textsAt(desk, conversation)).at(-1))
      .toBe(String.fromCodePoint(0x1f355));
  });

  it('answers by a quick reply, which disappears, and keeps the focus in the log', async () => {
    await send({
      type: 'text',
      text: 'Two seats?',
      actions: [{ type: 'reply', text: 'Yes, two', payload: 'TWO' }],
    });
    await button('Yes, two').waitFor();
    await enter('Yes, two', 'Shift+Tab');
    await button('Yes, two').waitFor({ state: 'detached' });
    await keys.isAt('Messages');
    await expect.poll(async () => (await textsAt(desk, conversation)).at(-1)).toBe('Yes, two');
  });

  it('presses a postback, and keeps the focus on it', async () => {
    await send({
      type: 'text',
      text: 'Shall we call?',
      actions: [{ type: 'postback', text: 'Call me', payload: 'CALL' }],
    });
    await button('Call me').waitFor();
    await enter('Call me');
    const postbacks = async () =>
      (await agent(desk)('GET', `/conversations/${conversation}/postbacks`)).body.happenings;
    await expect.poll(async () => (await postbacks()).length).toBe(1);
    await keys.isAt('Call me');
  });

  it.each([
    ['left to right', 'en-us', 'ArrowRight', 'ArrowLeft'],
    ['right to left', 'ar', 'ArrowLeft', 'ArrowRight'],
  ])('moves in a carousel as one tab stop, %s', async (_, locale, on, back) => {
    const speak = (to: string) =>
      page.evaluate((code) => Reflect.get(window, 'zE')('messenger:set', 'locale', code), to);
    await speak(locale);
    await send({
      type: 'carousel',
      items: ['Otter', 'Elk', 'Swan'].map((title) => ({
        title,
        actions: ['See', 'Take'].map((text) => ({
          type: 'link',
          text: `${text} ${title}`,
          uri: 'https://boats.example/',
        })),
      })),
    });
    // Find the elements by selector, because the texts depend on the locale.
    const card = page.frameLocator('iframe.card');
    const strip = card.locator('ol[tabindex="-1"]').last();
    const stop = strip.locator('[tabindex="0"]');
    await expect.poll(() => stop.count()).toBe(1);
    await expect
      .poll(() => strip.evaluate((e) => getComputedStyle(e).direction))
      .toBe(locale === 'ar' ? 'rtl' : 'ltr');
    const inBox = () => card.locator('textarea').evaluate((e) => e.matches(':focus'));
    while (!(await inBox())) await press('Tab');
    await press('Shift+Tab', 'See Otter');
    const walk = async (key: string) => {
      await press(key);
      return (await keys.seen()).name;
    };
    expect(await walk(on)).toBe('See Elk');
    expect(await walk('ArrowDown')).toBe('Take Elk');
    expect(await walk('ArrowDown')).toBe('Take Elk');
    expect(await walk('ArrowUp')).toBe('See Elk');
    expect(await walk('End')).toBe('See Swan');
    expect(await walk(on)).toBe('See Swan');
    expect(await walk(back)).toBe('See Elk');
    expect(await walk('Home')).toBe('See Otter');
    expect(await walk(on)).toBe('See Elk');
    // The focused element scrolls fully into the strip's visible part.
    const inside = () =>
      stop.evaluate((e) => {
        const [box, window] = [e, e.closest('ol[tabindex]')].map((one) => one?.getBoundingClientRect());
        return box && window && box.left >= window.left - 1 && box.right <= window.right + 1;
      });
    await expect.poll(inside).toBe(true);
    await press('Tab');
    expect(await inBox()).toBe(true);
    await press('Shift+Tab', 'See Elk');
    await speak('en-us');
    await widget.log.waitFor();
    await keys.isAt('See Elk');
  });

  it('fills in a form, corrects it, submits it, and keeps the focus in the log', async () => {
    const fields = FORM_FIELDS.filter(({ name }) => name !== 'mail');
    await send({ type: 'form', name: 'Mara', fields });
    await widget.log.getByLabel('Name', { exact: true }).waitFor();
    await enter('Name');
    await widget.log.getByRole('alert').getByText('Enter a name').waitFor();
    await keys.isAt('Name');
    await page.keyboard.type('Ann');
    await enter('Next');
    await keys.isAt('Boat');
    await page.keyboard.type('Elk');
    await keys.to('Back');
    await enter('Submit');
    await widget.log.getByText('Elk', { exact: true }).last().waitFor();
    await expect.poll(() => widget.log.locator('form').count()).toBe(0);
    await keys.isAt('Messages');
  });

  it('opens an image large, closes it, and has the focus on it again', async () => {
    await send({
      type: 'image',
      mediaUrl: 'https://pictures.example/a.png',
      mediaType: 'image/png',
      altText: 'A canoe',
    });
    await button('Enlarge image: A canoe').waitFor();
    await enter('Enlarge image: A canoe');
    await keys.isAt('Close image');
    await press('Tab', 'Download image');
    await press('Shift+Tab', 'Close image');
    await press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await keys.isAt('Enlarge image: A canoe');
    await press('Enter', 'Close image');
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await keys.isAt('Enlarge image: A canoe');
  });

  it('reaches the link of an answer with a quote, with the focus visible', async () => {
    const { body } = await agent(desk)('GET', `/conversations/${conversation}/messages`);
    const quotedMessageId = body.messages.find((m) => m.text === first)?._id;
    await send({ type: 'text', text: 'See https://boats.example/two', quotedMessageId });
    await widget.log.locator('blockquote').waitFor();
    await keys.to('https://boats.example/two');
  });

  it('opens an agent’s page in its card, and returns to the button that opened it', async () => {
    const uri = `${desk.origin}/times.html`;
    await send({
      type: 'text',
      text: 'When?',
      actions: [{ type: 'webview', text: 'Choose a time', uri, fallback: uri }],
    });
    await panelLink(widget.frame, 'Choose a time').waitFor();
    await enter('Choose a time');
    await keys.isAt('Back to the conversation');
    await press('Enter', 'Choose a time');
    await press('Enter', 'Back to the conversation');
    await press('Escape', 'Choose a time');
  });

  it('saves the transcript from the menu, and does not end the conversation after all', async () => {
    await enter('Options', 'Shift+Tab');
    await keys.isAt('Download transcript');
    await press('ArrowDown', 'End conversation');
    await press('Home');
    await Promise.all([page.waitForEvent('download'), press('Enter')]);
    await keys.isAt('Options');
    await press('Enter', 'Download transcript');
    await press('End');
    await press('Enter', 'Cancel');
    await press('Enter', 'Options');
    await press('Enter', 'Download transcript');
    await press('Escape', 'Options');
    expect((await agent(desk)('GET', `/conversations/${conversation}`)).body.conversation.status).toBe(
      'active',
    );
  });

  it('starts another conversation from the list, and returns to the first', async () => {
    await replyAs(desk, conversation, 'Which one?');
    await widget.message('Which one?').waitFor();
    await enter('Back to conversations', 'Shift+Tab');
    await keys.isAt(/Which one\?/);
    await enter('New conversation');
    await keys.isAt('Type a message');
    await page.keyboard.type('Another matter');
    await press('Enter');
    await conversationWith(desk, 'Another matter');
    await enter('Back to conversations', 'Shift+Tab');
    await keys.isAt(/Another matter/);
    await enter(/Which one\?/);
    await keys.isAt('Type a message');
    await widget.message('Which one?').waitFor();
  });

  it('retries a failed message, and keeps the focus in the log', async () => {
    const messages = /\/conversations\/\w+\/messages$/;
    await page.route(messages, (r) => (r.request().method() === 'POST' ? r.abort() : r.fallback()));
    await page.keyboard.type('Are you there?');
    await press('Enter');
    await button('Try again')
      .waitFor()
      .catch(async (e) => {
        console.log(
          await widget.log.locator('li').last().textContent(),
          await widget.composer.inputValue(),
          await keys.here(),
          page.url(),
        );
        throw e;
      });
    await keys.to('Try again', 'Shift+Tab');
    await page.unroute(messages);
    await press('Enter');
    await expect.poll(async () => (await textsAt(desk, conversation)).at(-1)).toBe('Are you there?');
    await button('Try again').waitFor({ state: 'detached' });
    await keys.isAt('Messages');
  });

  it('reads earlier messages, and jumps to the latest', async () => {
    for (let n = 1; n <= 60; n++) await replyAs(desk, conversation, `Answer ${n}`);
    await widget.message('Answer 60').waitFor();
    await page.reload();
    await widget.message('Answer 60').waitFor();
    await keys.to('Messages');
    // The focus scrolls to the button, and that alone loads earlier messages: the button may say "Loading" already,
    // and goes with the answer. So the answer waits until the button was pressed.
    const earlier = (url: URL) => url.searchParams.has('before');
    const { until: pressed, release: answer } = hold();
    await page.route(earlier, (route) => pressed.then(() => route.continue()));
    await enter(/^(Show|Loading) earlier messages$/);
    answer();
    await widget.log.getByText(first).first().waitFor({ state: 'attached' });
    await keys.isAt('Messages');
    // Scrolling takes time, and messages that load keep the reader's place, so press Home repeatedly.
    const goHome = async () => {
      await press('Home');
      return widget.log.evaluate((e) => e.scrollTop);
    };
    await expect.poll(goHome, { interval: 300 }).toBe(0);
    await button('Jump to latest').waitFor();
    await enter('Jump to latest');
    await keys.isAt('Messages');
    await expect
      .poll(() => widget.log.evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight))
      .toBeLessThan(2);
  });

  it('closes the window by Escape, with the focus on the launcher', async () => {
    await press('Escape', 'Open messaging window');
    await press('Enter', 'Type a message');
    await enter('Close messaging window', 'Shift+Tab');
    await keys.isAt('Open messaging window');
  });
});
