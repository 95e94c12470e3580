import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { startHostPages } from '../support/hostPages';
import { forThisFile, setUp } from '../support/setUp';
import { conversationWith, replyAs, widgetAt } from '../support/widget';

const { browser, desk, pages, pageWith } = await setUp();
/** A server unrelated to publisher and desk. Its other port makes it another origin. */
const foreign = await forThisFile(startHostPages());
const third = await forThisFile(startHostPages());

const html = (script: string, body = '') =>
  `<!doctype html><title>Page</title><body>${body}<script>${script}</script>`;

/** Script of a hostile page that is served from the publisher's own origin. */
const SCRIPT = `
  for (const attack of [
    () => { top.hacked = location.href; },
    () => { parent.parent.hacked = location.href; },
    () => { frameElement.removeAttribute('sandbox'); },
    () => { top.document.body.remove(); },
    () => { top.location = 'https://evil.example/'; },
    () => { parent.postMessage({ porch: 1, type: 'setTitle', title: 'Hacked' }, '*'); },
  ]) try { attack(); } catch {}
`;
const ATTACK = html(SCRIPT);

/** The ways in which a page can navigate elsewhere without a user gesture. */
const WAYS: Record<string, (to: string) => [page: string, headers?: Record<string, string>]> = {
  'a redirect': (to) => ['', { Location: to }],
  'a redirect by way of its own origin': (to) => ['', { Location: foreign.serve('', { Location: to }) }],
  'a refreshing header': (to) => [html(''), { Refresh: `0;url=${to}` }],
  'a refreshing element': (to) => [html('', `<meta http-equiv="refresh" content="0;url=${to}">`)],
  'its location': (to) => [html(`location = ${JSON.stringify(to)}`)],
  'a replaced location': (to) => [html(`location.replace(${JSON.stringify(to)})`)],
  'a link pressed by script': (to) => [html('document.links[0].click()', `<a href="${to}">On</a>`)],
  'a form': (to) => [html('document.forms[0].submit()', `<form action="${to}"></form>`)],
  'a posted form': (to) => [html('document.forms[0].submit()', `<form action="${to}" method="post"></form>`)],
  'a window of its own name': (to) => [html(`window.open(${JSON.stringify(to)}, '_self')`)],
  'its location, a moment later': (to) => [
    html(`onload = () => setTimeout(() => { location = ${JSON.stringify(to)}; }, 50)`),
  ],
};

const CARD = 'iframe[title="Conversation extension"][data-card]';

/** A visitor who has sent a message, and a function that sends them an extension. */
const visitor = async (hello: string, ...expectedProblems: RegExp[]) => {
  const opened = await openPage(browser, { expectedProblems });
  const { page } = opened;
  const widget = await widgetAt(page, pageWith());
  await widget.open();
  await widget.say(hello);
  const id = await conversationWith(desk, hello);
  const send = (text: string, uri: string, more: object = {}) =>
    replyAs(desk, id, text, {
      actions: [{ type: 'webview', text: `Open ${text}`, uri, fallback: uri, size: 'tall', ...more }],
    });
  return {
    ...opened,
    widget,
    send,
    link: (text: string) => widget.frame.locator('a:not(:has(svg))', { hasText: `Open ${text}` }),
    card: page.locator(CARD),
    inside: page.frameLocator(CARD),
  };
};

const hacked = (page: Page) => page.evaluate(() => Reflect.get(window, 'hacked'));

describe('a page shown as an extension', () => {
  it('is detected by these tests if it reaches the page around it', async () => {
    const { page } = await openPage(browser, { at: pages.serve('<!doctype html><title>Publisher</title>') });
    const attack = pages.serve(ATTACK);
    await page.evaluate((src) => {
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
      frame.src = src;
      document.body.append(frame);
    }, attack);
    await expect.poll(() => hacked(page)).toBe(attack);
  });

  it(`is closed when it navigates to the publisher’s or a third origin in any of ${Object.keys(WAYS).length} ways, and reaches nothing`, async () => {
    const { page, send, link, inside } = await visitor('Extension: away', /frame-src/);
    const at = foreign.serve(html(''));
    await send('away', at);
    // The retry requests the page again, and each time the server returns another page.
    let open = link('away');
    for (const to of [pages.serve(ATTACK), third.serve(ATTACK)]) {
      for (const [way, pageOf] of Object.entries(WAYS)) {
        const [body, headers = {}] = pageOf(to);
        foreign.serve(body, headers, new URL(at).pathname);
        await Promise.all([page.waitForRequest(at), open.click()]);
        await inside.getByRole('alert').getByText('This page couldn’t be loaded.').waitFor();
        open = inside.getByRole('button', { name: 'Try again' });
        expect(await inside.locator('iframe').count(), way).toBe(0);
        expect(await inside.locator('h1').textContent(), way).not.toBe('Hacked');
        expect(await hacked(page), way).toBeUndefined();
      }
    }
  });

  it('on the publisher’s own origin gets an opaque origin, too', async () => {
    const { page, send, link, inside } = await visitor(
      'Extension: own',
      /^Unsafe attempt to initiate navigation/,
    );
    await send(
      'ours',
      pages.serve(
        html(`${SCRIPT}
          const closed = [() => localStorage, () => document.cookie, () => parent.document, () => top.zE]
            .every((read) => { try { read(); return false; } catch { return true; } });
          parent.postMessage({ porch: 1, type: 'setTitle', title: self.origin + ' ' + closed }, '*');`),
      ),
    );
    await link('ours').click();
    await inside.getByRole('heading', { name: 'null true' }).waitFor();
    expect(await hacked(page)).toBeUndefined();
  });

  it('may navigate on its own origin, and gets no referrer', async () => {
    const { send, link, inside } = await visitor('Extension: on');
    const next = foreign.serve(
      html(`parent.postMessage({ porch: 1, type: 'setTitle', title: 'Second page' }, '*')`),
    );
    const title = `parent.postMessage({ porch: 1, type: 'setTitle', title: 'From [' + document.referrer + ']' }, '*');`;
    await send('on', foreign.serve(html(title, `<a href="${next}">Next</a>`)));
    await link('on').click();
    await inside.getByRole('heading', { name: 'From []' }).waitFor();
    await inside.frameLocator('iframe').getByRole('link', { name: 'Next' }).click();
    await inside.getByRole('heading', { name: 'Second page' }).waitFor();
  });

  it('downloads nothing when it opens by itself', async () => {
    const { page, send, inside } = await visitor('Extension: download');
    const names: string[] = [];
    page.context().on('page', (other) => names.push(`opened ${other.url()}`));
    page.on('download', (download) => {
      names.push(download.suggestedFilename());
      void download.cancel();
    });
    const file = (name: string) =>
      foreign.serve('bytes', { 'Content-Disposition': `attachment; filename=${name}.bin` });
    const own = `/${new URL(file('pressed')).pathname.slice(1)}`;
    await send(
      'a file',
      foreign.serve(
        html(
          `document.links[0].click();
          document.links[1].click();
          const frame = document.createElement('iframe');
          frame.src = document.links[0].href;
          frame.onload = () => {};
          document.body.append(frame);
          fetch(document.links[0].href, { mode: 'no-cors' }).then(() => {
            location = document.links[0].href;
            setTimeout(() => parent.postMessage({ porch: 1, type: 'setTitle', title: 'Tried' }, '*'), 300);
          });`,
          `<a href="${own}" download="pressed.bin">1</a><a href="data:,bytes" download="data.bin">2</a>`,
        ),
      ),
      { openOnReceive: true },
    );
    await inside.getByRole('heading', { name: 'Tried' }).waitFor();
    // This download is allowed. Once it arrives, the earlier attempts would have arrived too.
    await page.evaluate(() => {
      const a = document.createElement('a');
      a.href = 'data:,bytes';
      a.download = 'control.bin';
      a.click();
    });
    await expect.poll(() => names).toContain('control.bin');
    expect(names).toEqual(['control.bin']);
  });

  it('opens by itself only once per gesture of the visitor', async () => {
    const { page, send, link, widget, card } = await visitor('Extension: many');
    let shown = 0;
    page.on('request', (request) => {
      if (request.url().startsWith(foreign.origin)) shown += 1;
    });
    const closing = foreign.serve(html(`parent.postMessage({ porch: 1, type: 'close' }, '*')`));
    const come = async (from: number, to: number) => {
      for (let i = from; i < to; i++) {
        await send(`page ${i}.`, closing, { openOnReceive: true });
        await link(`page ${i}.`).waitFor();
        await card.waitFor({ state: 'detached' });
      }
    };
    await come(0, 5);
    expect(shown).toBe(1);
    await widget.composer.press('Shift');
    await come(5, 9);
    expect(shown).toBe(2);
  });

  it('leaves the tab’s history as it is when opened and closed', async () => {
    const { page, send, link, card, inside } = await visitor('Extension: history');
    await send('it', foreign.serve(html('')));
    const before = await page.evaluate(() => history.length);
    for (let i = 0; i < 2; i++) {
      await link('it').click();
      await inside.locator('iframe:not([data-waiting])').waitFor();
      await inside.getByRole('button', { name: 'Back to the conversation' }).click();
      await card.waitFor({ state: 'detached' });
    }
    expect(await page.evaluate(() => history.length)).toBe(before);
  });
});
