import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { agent } from '../support/deskClient';
import { png } from '../support/pictures';
import { setUp } from '../support/setUp';
import { conversationWith, textsAt, widgetAt } from '../support/widget';

const { browser, desk, pageWith } = await setUp();

/** Opens the widget of a visitor who has written `hello`, and lets the test send any message as the agent. */
const talk = async (hello: string, expectedProblems: RegExp[] = []) => {
  const { page } = await openPage(browser, { expectedProblems });
  await page
    .context()
    .route('https://pictures.example/**', (route) =>
      route.request().url().includes('gone')
        ? route.fulfill({ status: 404 })
        : route.fulfill({ body: Buffer.from(png(400, 300)), contentType: 'image/png' }),
    );
  const widget = await widgetAt(page, pageWith());
  await widget.open();
  await widget.say(hello);
  const id = await conversationWith(desk, hello);
  const send = async (message: Record<string, unknown>) => {
    const { status, body } = await agent(desk)('POST', `/conversations/${id}/messages`, message);
    expect(JSON.stringify([status, body])).toMatch(/^\[201,/);
  };
  return { page, widget, id, send };
};

describe('on the real desk', () => {
  it('a quick reply sends its text and disappears, and a postback reaches the desk', async () => {
    const { widget, id, send } = await talk('Kinds: buttons');
    await send({
      type: 'text',
      text: 'Shall we call?',
      actions: [
        { type: 'postback', text: 'Call me', payload: 'CALL' },
        { type: 'reply', text: 'No, thank you', payload: 'NO' },
      ],
    });
    await widget.frame.getByRole('button', { name: 'Call me' }).click();
    await expect
      .poll(async () =>
        (await agent(desk)('GET', `/conversations/${id}/postbacks`)).body.happenings.map((h) => h.payload),
      )
      .toEqual(['CALL']);
    const reply = widget.frame.getByRole('button', { name: 'No, thank you' });
    await reply.click();
    await reply.waitFor({ state: 'detached' });
    await expect.poll(async () => (await textsAt(desk, id)).at(-1)).toBe('No, thank you');
  });

  it('a location is shared as a text with a map once the visitor allows it', async () => {
    const { page, widget, id, send } = await talk('Kinds: where');
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation({ latitude: 53.55, longitude: 9.99 });
    await send({
      type: 'text',
      text: 'Where are you?',
      actions: [{ type: 'locationRequest', text: 'Share it' }],
    });
    await widget.frame.getByRole('button', { name: 'Share it' }).click();
    await expect
      .poll(async () => (await textsAt(desk, id)).at(-1))
      .toBe('My location: https://www.openstreetmap.org/?mlat=53.55&mlon=9.99#map=16/53.55/9.99');
  });

  it('an image reserves its space, opens over the whole page, and Escape closes only the large view', async () => {
    const { widget, send, page } = await talk('Kinds: image');
    await send({
      type: 'image',
      mediaUrl: 'https://pictures.example/a.png',
      mediaType: 'image/png',
      altText: 'A canoe',
      mediaWidth: 400,
      mediaHeight: 300,
    });
    const small = widget.frame.getByRole('button', { name: 'Enlarge image: A canoe' });
    await small.waitFor();
    const box = await small.boundingBox();
    expect([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]).toEqual([260, 195]);
    await small.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'A canoe' });
    await dialog.waitFor();
    // It fills the window of the page, and is not cut by that of the widget.
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await widget.composer.isVisible()).toBe(true);
    expect(await small.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
  });

  it('a large image goes with the window: no `hide` or `close` leaves the page behind it', async () => {
    const { widget, send, page } = await talk('Kinds: hide');
    await send({ type: 'image', mediaUrl: 'https://pictures.example/a.png', mediaType: 'image/png' });
    const call = (name: string) =>
      page.evaluate(
        (method) => (window as unknown as { zE: (...args: string[]) => void }).zE('messenger', method),
        name,
      );
    const enlarge = async () => {
      await widget.frame.getByRole('button', { name: 'Enlarge image' }).click();
      await page.getByRole('dialog').waitFor();
    };
    await enlarge();
    await call('hide');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Buy' }).click();
    await call('show');
    await enlarge();
    await call('close');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(() => widget.launcher.evaluate((b) => (b.getRootNode() as ShadowRoot).activeElement === b))
      .toBe(true);
  });

  it('an image that does not load says so and offers to try again', async () => {
    const { widget, send } = await talk('Kinds: gone', [/status of 404/]);
    await send({ type: 'image', mediaUrl: 'https://pictures.example/gone.png', mediaType: 'image/png' });
    await widget.frame.getByText('Unable to load image').waitFor();
    await widget.frame.getByRole('button', { name: 'Try again' }).waitFor();
  });

  it('a carousel reaches the log’s edge, and is walked by its buttons and by arrow keys (rich-12)', async () => {
    const { widget, send, page } = await talk('Kinds: carousel');
    await send({
      type: 'carousel',
      items: ['One', 'Two', 'Three'].map((title) => ({
        title,
        description: 'A boat',
        mediaUrl: 'https://pictures.example/b.png',
        mediaType: 'image/png',
        actions: [{ type: 'link', text: `See ${title}`, uri: 'https://pictures.example/' }],
      })),
    });
    const strip = widget.frame.getByRole('list', { name: 'Choices' });
    // It reaches the log's edge, and the log does not scroll sideways.
    await strip.waitFor();
    const edges = await widget.log.evaluate((log) => {
      const end = log.getBoundingClientRect().left + log.clientLeft + log.clientWidth;
      const cards = log.querySelector('ol ol')?.getBoundingClientRect();
      return { short: Math.round(end - (cards?.right ?? 0)), sideways: log.scrollWidth - log.clientWidth };
    });
    expect(edges).toEqual({ short: 0, sideways: 0 });
    const at = () => strip.evaluate((e) => Math.round(e.scrollLeft));
    const previous = widget.frame.getByRole('button', { name: 'Previous' });
    expect(await previous.getAttribute('aria-disabled')).toBe('true');
    await widget.frame.getByRole('button', { name: 'Next' }).click();
    await expect.poll(at).toBe(228);
    await strip.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(at).toBe(0);
    await expect.poll(() => previous.getAttribute('aria-disabled')).toBe('true');
  });
});
