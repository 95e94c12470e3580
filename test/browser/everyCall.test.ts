import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readCalls } from '../../scripts/calls/readCalls.mjs';
import { openPage } from '../support/browser';
import { STUB } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { watchTraffic } from '../support/traffic';
import { conversationWith, replyAs, roundTrip, textsAt, widgetOf } from '../support/widget';

const { browser, desk, pageWith } = await setUp({
  settings: { messenger: { canUserSeeConversationList: true } },
});

/** A right value for each argument; calls that are not here take none. */
const GOOD: Record<string, string> = {
  'messenger.loginUser': '(give) => give("no.jwt.at-all"), () => {}',
  'messenger.resetWidget': '() => {}',
  'messenger.newConversation': '{ displayName: "Order" }, () => {}',
  'messenger.sendMessage': '{ content: { type: "text", text: "From the page" } }, () => {}',
  'messenger.fetchConversations': '0, () => {}',
  'messenger.updateConversation': '"nobody", { displayName: "x" }, () => {}',
  'messenger.updateUser': '{ properties: { plan: "pro" } }, () => {}',
  'messenger.forceProactiveMessage': '"campaign"',
  'messenger.prefill': '"Hello"',
  'messenger.pageview': '{ url: "/cart" }',
  'messenger.debug': '() => {}',
  'messenger.resume': '"no.link"',
  'messenger.render': '{ mode: "floating" }, () => {}',
  'messenger:ui.navigation': '{ screen: "ConversationList" }',
  'messenger:open.voice': '"line"',
  'messenger:get.config': '() => {}',
  'messenger:set.locale': '"de"',
  'messenger:set.zIndex': '5',
  'messenger:set.cookies': '"functional"',
  'messenger:set.customization': '{ theme: { primary: "#123456" } }',
  'messenger:set.beforeMessageDisplay': '(message) => message',
  'messenger:set.beforeMessageSent': '(message) => message',
  'messenger:set.labels': '{ composer_send: "Go" }',
  'messenger:set.conversationFields': '[{ id: 1, value: "x" }], () => {}',
  'messenger:set.conversationTags': '["vip"]',
  'messenger:set.conversationMetadata': '{ a: 1 }',
  'messenger:set.userMetadata': '{ a: 1 }',
  'messenger:set.typingIndicator': '{ name: "Robo", avatarUrl: "" }',
  'messenger:set.emojiPicker': 'true',
  'messenger:set.multipleAttachments': 'true',
  'messenger:set.disablePopout': 'true',
};
/** Wrong values by the moment of the calls; `test/spec/anyValue.test.tsx` tries thousands. */
const BAD = {
  before: ['', '{ get content() { throw 1 } }'],
  while: ['null', '{}'],
  after: ['5', '() => { throw 1 }'],
};

/** Calls everything but `destroy`; gives what was thrown. */
const everything = (when: keyof typeof BAD) => `
  (() => {
    const thrown = [];
    const make = (call, ...args) => { try { zE(...call.split('.'), ...args) } catch (e) { thrown.push(call + ': ' + e) } };
    ${readCalls()
      .map(({ fullName }) => fullName)
      .filter((call) => call !== 'messenger.destroy')
      .flatMap((call) =>
        [GOOD[call] ?? (call.startsWith('messenger:on') ? '() => {}' : ''), ...BAD[when]].map(
          (args) => `make(${[JSON.stringify(call), args].filter(Boolean).join(', ')});`,
        ),
      )
      .join('\n')}
    make('messenger.logoutUser');
    make('messenger:set.locale', 'en-us');
    make('messenger.show');
    return thrown;
  })()`;

/** Expects the widget to work as ever. */
const expectWorking = async (page: Page, settled: () => Promise<void>) => {
  // Logins, logouts and creations are under way; they end one by one.
  await settled();
  await expect
    .poll(() =>
      page.evaluate(
        "Promise.race([new Promise((resolve) => zE('messenger', 'resetWidget', () => resolve(true))), new Promise((resolve) => setTimeout(resolve, 1000))])",
      ),
    )
    .toBe(true);
  await settled();
  await expect
    .poll(async () => {
      await page.evaluate("zE('messenger', 'show')");
      await page.evaluate("zE('messenger', 'open')");
      return widgetOf(page).composer.isVisible();
    })
    .toBe(true);
  await settled();
  await roundTrip(desk, page);
};

it.each(['before', 'while', 'after'] as const)(
  'every call, with right and wrong values throws nothing and breaks nothing: %s it loads',
  async (when) => {
    const { page } = await openPage(browser, {
      // Wrong values are logged, and so are requests of a login that the service refuses.
      expectedProblems: [/^Porch: /],
      possibleProblems: [/status of 40[0134]/],
    });
    const traffic = watchTraffic(page, desk.origin);
    const held: Route[] = [];
    if (when === 'while') await page.route(/\/messenger\./, (route) => void held.push(route));
    await page.goto(pageWith(when === 'before' ? `${STUB} thrown = ${everything(when)}` : ''));
    await widgetOf(page).launcher.waitFor({ state: 'attached' });
    if (when === 'while') {
      await page.evaluate("zE('messenger', 'open')");
      await expect.poll(() => held.length).toBeGreaterThan(0);
    }
    if (when === 'after') await widgetOf(page).open();
    if (when !== 'before') await page.evaluate(`thrown = ${everything(when)}`);
    await page.unrouteAll();
    await Promise.all(held.map((route) => route.continue().catch(() => {})));
    expect(await page.evaluate('thrown')).toEqual([]);
    await expectWorking(page, traffic.settled);
  },
);

describe('the documented examples', () => {
  it('of several conversations do what they say', async () => {
    const { page } = await openPage(browser, { at: pageWith() });
    const { launcher, message, composer, frame } = widgetOf(page);
    await launcher.waitFor();
    await page.evaluate(`
      told = []; started = [];
      zE('messenger:on', 'conversationStarted', (event) => started.push(event.payload.conversation.id));
      zE('messenger', 'newConversation', {
        displayName: 'Order 7',
        metadata: { 'zen:ticket:tags': 'vip' },
        message: { content: { type: 'text', text: 'Where is my order?' } },
      }, (error, conversation) => {
        told.push(error, conversation.id);
        zE('messenger', 'sendMessage', { content: { text: 'It is late' } }, conversation.id,
          (error, message) => told.push(error, message.content.text));
      }); 0`);
    await expect.poll(() => page.evaluate('told.length')).toBe(4);
    const [error, id, failure, text] = (await page.evaluate('told')) as [null, string, null, string];
    expect([error, failure, text]).toEqual([null, null, 'It is late']);
    expect(await textsAt(desk, id)).toEqual(['Where is my order?', 'It is late']);
    expect(await page.evaluate('started')).toContain(id);

    await page.evaluate(
      `zE('messenger:ui', 'navigation', { screen: 'Conversation', options: { conversationId: '${id}' } })`,
    );
    await message('It is late').waitFor();
    await page.evaluate(
      "zE('messenger', 'updateConversation', told[1], { displayName: 'Order 8' }, () => told.push('renamed'))",
    );
    await expect.poll(() => page.evaluate('told.at(-1)')).toBe('renamed');
    await page.evaluate("zE('messenger:ui', 'navigation', { screen: 'ConversationList' })");
    await frame.getByRole('list', { name: 'Conversations' }).getByText('Order 8').waitFor();
    await page.evaluate(
      "zE('messenger', 'fetchConversations', 0, (error, result) => told.push(result.data.map((c) => c.displayName), result.hasMore))",
    );
    await expect.poll(() => page.evaluate('told.at(-1)')).toBe(false);
    expect(await page.evaluate('told.at(-2)')).toContain('Order 8');
    await page.evaluate("zE('messenger:ui', 'newConversation', { displayName: 'Another' })");
    await composer.waitFor();
    await expect.poll(() => page.evaluate('started.length')).toBeGreaterThan(1);
  });

  it('of hooks and events, made before load, hold for the first message', async () => {
    const { page } = await openPage(browser);
    await page.goto(
      pageWith(`${STUB} heard = [];
        for (const name of ['conversationStarted', 'conversationOpened', 'messageReceived', 'messagesShown'])
          zE('messenger:on', name, (event) => heard.push(event.type));
        zE('messenger:set', 'beforeMessageSent', (message) =>
          ({ ...message, content: { type: 'text', text: message.content.text.replace('1234', '****') } }));
        zE('messenger:set', 'beforeMessageDisplay', (message, data) =>
          message.content.text === 'Hide me' ? null : message);`),
    );
    const { open, composer, message } = widgetOf(page);
    await open();
    await composer.fill('Card 1234');
    await composer.press('Enter');
    await message('Card ****').waitFor();
    const id = await conversationWith(desk, 'Card ****');
    await replyAs(desk, id, 'Hide me');
    await replyAs(desk, id, 'Show me');
    await message('Show me').waitFor();
    expect(await message('Hide me').count()).toBe(0);
    // The file that tells the page of messages may come after the message is shown.
    const names = ['conversationStarted', 'conversationOpened', 'messageReceived', 'messagesShown'];
    await expect.poll(() => page.evaluate('heard')).toEqual(expect.arrayContaining(names));
  });
});
