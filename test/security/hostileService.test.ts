import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { list } from '../../src/wire/decode';
import { URLS, XSS } from '../component/support/hostileVectors';
import { openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { forThisFile, setUp } from '../support/setUp';
import { type Widget, widgetAt } from '../support/widget';
import { chunks, type Guard, guard, missing, shownAs, TURNS } from './guard';
import { type Lie, startHostileDesk } from './hostileDesk';
import { HOSTILE_STRINGS } from './hostileStrings';
import { listenToNewVisitor } from './newVisitor';

const messenger = { canUserSeeConversationList: true, waitTimeEnabled: true, queuePositionEnabled: true };
const { browser, desk, pages } = await setUp({ settings: { messenger } });
const liar = await forThisFile(startHostileDesk(desk));

type Attacked = {
  page: Page;
  widget: Widget;
  watched: Guard;
  address: string;
  appUserId: string;
  conversationId: string;
};

/** Each hostile text with a normal address, and each hostile address with a normal text. */
const EACH: readonly [text: string, url: string][] = [
  ...[...'\u202a\u202b\u202d\u202e\u2066\u2067\u2068'].map((turn): [string, string] => [
    `invoice${turn}fdp.exe`,
    'https://a.example/a.png',
  ]),
  ...XSS.map((vector): [string, string] => [vector, 'https://a.example/a.png']),
  ...URLS.map((url): [string, string] => ['Words', url]),
];

/**
 * A visitor who has sent a message and receives events from the hostile realtime service.
 * @param frames addresses that a frame may show
 */
const attacked = async (frames: string[] = [], ...expectedProblems: RegExp[]): Promise<Attacked> => {
  const ids = listenToNewVisitor(liar);
  const opened = await openPage(browser, { expectedProblems });
  const { page } = opened;
  const watched = guard(opened, [liar.origin, pages.origin], { pictures: ['a.example'], frames });
  await page.context().route(/\.example\//, (route) => route.fulfill({ status: 404 }));
  const address = pages.serve(fixture('plain.html', { DESK: liar.origin }));
  const widget = await widgetAt(page, address);
  await widget.open();
  await widget.say('Hello');
  await widget.log.getByText('Sent', { exact: true }).waitFor();
  // The subscription works once an event gets through.
  await expect
    .poll(async () => {
      await liar.tell(ids.appUserId, activity(ids.conversationId, 'typing:start', { name: 'First' }));
      // The text appears in the log and in the live region.
      return widget.frame.getByText('First is typing').count();
    })
    .toBe(2);
  return { page, widget, watched, address, ...ids };
};

const activity = (conversationId: string, type: string, data: object) => ({
  type: 'activity',
  conversation: { _id: conversationId, status: 'active' },
  activity: { type, role: 'appMaker', data },
});

const at = 1_900_000_000;

describe('a hostile service', () => {
  it(`puts ${EACH.length} hostile names, icons and last messages in the list of conversations`, async () => {
    const { page, widget, watched, address } = await attacked([], /status of 404/);
    const conversations = EACH.map(([text, url], i) => ({
      _id: i % 5 === 0 ? text : `c${i}`,
      displayName: text,
      description: text,
      iconUrl: url,
      isDefault: text,
      status: text,
      lastUpdatedAt: at + i,
      participants: [{ appUserId: text, unreadCount: 1 }],
      metadata: { [text]: text },
      routingStatus: text,
      messages: [
        {
          _id: `m${i}`,
          type: i % 3 ? 'text' : text,
          role: 'appMaker',
          text,
          name: text,
          avatarUrl: url,
          received: at,
        },
      ],
    }));
    const lie: Lie = ({ method, path }) =>
      method === 'GET' && /\/appusers\/[^/]+\/conversations$/.test(path)
        ? (truth) => ({
            json: { ...truth, conversations: [...list(truth.conversations), null, 1, ...conversations] },
          })
        : undefined;
    liar.lie(lie);
    await widget.frame.getByRole('button', { name: 'Back to conversations' }).click();
    const rows = widget.frame.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
    // The list shows fifty at first, and fifty more with each press.
    await rows.nth(49).waitFor();
    expect(await rows.count()).toBe(50);
    const more = widget.frame.getByRole('button', { name: 'Show earlier conversations' });
    while ((await more.count()) > 0) await more.click();
    await expect.poll(() => rows.count()).toBeGreaterThan(XSS.length);
    // A conversation whose id no address can hold cannot be opened, so it is left out.
    const listed = conversations.filter(({ _id }) => !/\p{Cc}/u.test(_id)).map((c) => c.displayName);
    expect(listed.length).toBeGreaterThan(EACH.length - 20);
    expect(missing(await rows.locator('h2').allTextContents(), listed)).toEqual([]);
    expect(missing(await rows.locator('p').allTextContents(), listed)).toEqual([]);
    const drawn = await widget.frame.locator('[data-list]').evaluate((list) => list.textContent ?? '');
    expect(drawn.match(TURNS)).toBeNull();
    await watched.expectHarmless(address, 5 * XSS.length);

    // Opening a conversation with a hostile id must send requests only to the service.
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() !== 'image') asked.push(new URL(request.url()).pathname);
    });
    await rows
      .filter({ hasText: XSS[0] ?? '' })
      .first()
      .getByRole('button')
      .click();
    // The desk has no such conversation, so the visitor is told and led back to the list.
    await widget.frame.getByText('This conversation is no longer available.').waitFor();
    await expect
      .poll(() => asked.filter((path) => path.includes('/conversations/')).length)
      .toBeGreaterThan(0);
    expect(asked.filter((path) => !/^\/(sc\/sdk|lies|porch|api)\b/.test(path))).toEqual([]);
    await watched.expectHarmless(address);
  });

  it(`types with ${XSS.length} hostile names and ${URLS.length} hostile pictures`, async () => {
    const { page, widget, watched, address, appUserId, conversationId } = await attacked();
    // Record everything a screen reader is told, even if it is shown only briefly.
    const told = await page.evaluateHandle(() => {
      const said = new Set<string>();
      const inner = document
        .querySelector('[data-porch]')
        ?.shadowRoot?.querySelector('iframe')?.contentDocument;
      const note = () => {
        for (const status of inner?.querySelectorAll('[aria-live] [role=status]') ?? [])
          said.add(status.textContent ?? '');
      };
      new MutationObserver(note).observe(inner as Document, {
        subtree: true,
        childList: true,
        characterData: true,
      });
      return said;
    });
    const names = [...new Set([...XSS, ...HOSTILE_STRINGS])];
    for (const [i, name] of names.entries()) {
      const avatarUrl = URLS[i % URLS.length];
      await liar.tell(appUserId, activity(conversationId, 'typing:start', { name, avatarUrl }));
      // Send them one after the other, because two at once would be drawn together.
      await page.evaluate(
        ({ said, count }) =>
          new Promise<void>((resolve) => {
            const check = () => (said.size > count ? resolve() : setTimeout(check));
            check();
          }),
        { said: told, count: i },
      );
    }
    const said = await told.evaluate((all) => [...all]);
    expect(
      missing(
        said,
        names.map((name) => `${name} is typing`),
      ),
    ).toEqual([]);
    await watched.expectHarmless(address);
    expect(await widget.log.locator('img').count()).toBe(0);
  });

  it('answers a request for the wait with invalid values', async () => {
    const { widget, watched, address, appUserId, conversationId } = await attacked();
    const values: unknown[] = [
      ...XSS.slice(0, 40),
      ...URLS.slice(0, 10),
      XSS,
      { toString: XSS[0] },
      null,
      true,
      -3,
      '3',
    ];
    let answered = 0;
    let value: unknown;
    liar.lie(({ path }) =>
      path.includes('/wait_time/')
        ? () => {
            answered += 1;
            return {
              json: {
                queue_position: value,
                response_time: value,
                is_initial_routing: value,
                [XSS[0] ?? '']: value,
              },
            };
          }
        : undefined,
    );
    const banner = widget.frame.getByRole('status').filter({ hasText: 'in the queue' });
    for (const [i, one] of values.entries()) {
      value = one;
      await liar.tell(
        appUserId,
        activity(conversationId, 'queued', { queuePosition: one, responseTime: one }),
      );
      await banner.waitFor();
      await expect.poll(() => answered).toBe(i + 1);
      expect(await banner.textContent()).toBe('You’re in the queue.');
      await liar.tell(appUserId, activity(conversationId, 'assigned', { name: one, avatarUrl: one }));
      await banner.waitFor({ state: 'detached' });
    }
    await watched.expectHarmless(address);
  });

  it('refuses messages with hostile descriptions', async () => {
    const { widget, watched, address } = await attacked([], /status of 400/);
    const packs = chunks([...XSS, ...HOSTILE_STRINGS], 25).map((some) => some.join(' \n'));
    let refused = 0;
    liar.lie(({ method, path }) =>
      method === 'POST' && /\/(messages|files|postback)$/.test(path)
        ? () => ({
            status: 400,
            json: {
              error: { code: packs[refused % packs.length], description: packs[refused++ % packs.length] },
            },
          })
        : undefined,
    );
    for (const [i] of packs.entries()) {
      await widget.say(`Refused ${i}`);
      await expect
        .poll(() => widget.log.getByText('Message failed to send', { exact: true }).count())
        .toBe(i + 1);
    }
    expect(refused).toBeGreaterThanOrEqual(packs.length);
    const text = shownAs((await widget.log.textContent()) ?? '');
    expect(XSS.filter((vector) => text.includes(shownAs(vector)))).toEqual([]);
    await watched.expectHarmless(address);
  });

  it(`gives ${EACH.length} hostile addresses for pictures that do not load`, async () => {
    const { page, widget, watched, address } = await attacked([], /status of 404/);
    const asked = new Set<string>();
    const hostile = [...XSS, ...URLS];
    const pictures = hostile.map((_, i) => `https://a.example/gone-${i}.png`);
    liar.lie(({ method, path, query }) => {
      if (path.endsWith('/attachments/contentUrl')) {
        const mediaUrl = query.get('mediaUrl') ?? '';
        asked.add(mediaUrl);
        const url = hostile[pictures.indexOf(mediaUrl)];
        return () => ({
          status: 200,
          json: asked.size % 2 ? { previewContentUrl: url } : { contentUrl: url },
        });
      }
      if (method !== 'GET' || !path.endsWith('/messages')) return undefined;
      const messages = pictures.map((mediaUrl, i) => ({
        _id: `p${i}`,
        type: 'image',
        role: 'appMaker',
        mediaUrl,
        mediaType: 'image/png',
        received: at + i,
      }));
      return () => ({ json: { messages, hasPrevious: false } });
    });
    await page.reload();
    await widget.frame.getByRole('log').waitFor();
    await expect.poll(() => asked.size, { timeout: 60_000 }).toBe(hostile.length);
    await expect
      .poll(() => widget.log.getByText('Unable to load image').count(), { timeout: 60_000 })
      .toBe(hostile.length);
    await watched.expectHarmless(address, hostile.length);
  });

  it(`shows a page with ${XSS.length} hostile titles, which reaches nothing around it`, async () => {
    // Serve the page from the publisher's own origin, where it could do the most damage.
    const url = pages.serve(`<!doctype html><title>Page</title><script>
      const titles = ${JSON.stringify(XSS).replace(/</g, '\\u003c')};
      const attacks = [
        () => (top.hacked = 1), () => (parent.hacked = 1), () => (top.location = 'https://evil.example/'),
        () => (parent.location = 'javascript:top.hacked=1'), () => alert(1), () => parent.document.body.remove(),
        () => top.frames[0].eval('top.hacked=1'), () => parent.postMessage({ porch: 1, type: 'close', url: 'javascript:1' }, 'https://evil.example'),
      ];
      let i = 0;
      setInterval(() => {
        parent.postMessage({ porch: 1, type: 'setTitle', title: titles[i++ % titles.length] }, '*');
        try { attacks[i % attacks.length](); } catch {}
        // A page that says more than a hundred things a second is not heard any more.
      }, 12);
    </script>`);
    const { page, widget, watched, address, appUserId, conversationId } = await attacked(
      [url],
      /^Unsafe attempt to initiate navigation/,
      /^Ignored call to 'alert\(\)'/,
    );
    await liar.tell(appUserId, {
      type: 'message',
      conversation: { _id: conversationId, status: 'active' },
      message: {
        _id: 'page',
        type: 'text',
        role: 'appMaker',
        text: 'A page',
        received: at,
        actions: [{ type: 'webview', text: 'Open it', uri: url, fallback: url, size: 'full' }],
      },
    });
    await widget.log.locator('a:not(:has(svg))', { hasText: 'Open it' }).click();
    const card = page.frameLocator('iframe[data-card]');
    await card.locator('iframe:not([data-waiting])').waitFor();
    const said = await card.locator('h1').evaluateHandle((h1) => {
      const all = new Set<string>();
      new MutationObserver(() => all.add(h1.textContent ?? '')).observe(h1, {
        subtree: true,
        childList: true,
        characterData: true,
      });
      return all;
    });
    const titles = XSS.map((vector) => vector.trim().slice(0, 100).trim());
    await expect.poll(async () => missing(await said.evaluate((all) => [...all]), titles)).toEqual([]);
    await watched.expectHarmless(address);
  });

  it(`opens none of ${URLS.length} addresses as a page`, async () => {
    const { widget, watched, address, appUserId, conversationId } = await attacked();
    const messages = chunks(URLS, 50).map((some, i) => ({
      _id: `page${i}`,
      type: 'text',
      role: 'appMaker',
      text: `Pages ${i}`,
      received: at + i,
      actions: some.map((uri) => ({
        type: 'webview',
        text: 'Open it',
        uri,
        fallback: uri,
        openOnReceive: true,
      })),
    }));
    for (const message of messages) {
      await liar.tell(appUserId, {
        type: 'message',
        conversation: { _id: conversationId, status: 'active' },
        message,
      });
    }
    await expect.poll(() => widget.log.getByText('Open it', { exact: true }).count()).toBe(URLS.length);
    expect(await widget.log.locator('a', { hasText: 'Open it' }).count()).toBe(0);
    await widget.log.getByText('Open it', { exact: true }).first().click();
    await watched.expectHarmless(address);
  });
});
