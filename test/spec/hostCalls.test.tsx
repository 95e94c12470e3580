import { screen } from '@testing-library/preact';
import { describe, expect, type Mock, test, vi } from 'vitest';
import { createVisitor } from './support/visitor';

/** A visitor of an account with several conversations, or of one without. */
const withAccount = (allowed: boolean, options: Parameters<typeof createVisitor>[0] = {}) =>
  createVisitor({
    messenger: { canUserSeeConversationList: true },
    ...options,
    before(service) {
      service.next(/integrations/, {
        json: {
          integration: { canUserSeeConversationList: allowed, canUserCreateMoreConversations: allowed },
          app: { settings: { multiConvoEnabled: allowed } },
        },
      });
      options.before?.(service);
    },
  });
type Visitor = Awaited<ReturnType<typeof createVisitor>>;

/** The service's answer to the next creation. */
const willCreate = ({ service }: Visitor, id = 'c2', more = {}) =>
  service.next(/^POST \/appusers\/u\/conversations$/, {
    json: { conversation: { _id: id, lastUpdatedAt: 9e9, ...more } },
  });
const created = ({ service }: Visitor) => service.bodies(/^POST \/appusers\/u\/conversations$/);
/** Calls a method of the page's. @returns its callback */
const calls = async (visitor: Visitor, ...args: unknown[]) => {
  const done = vi.fn();
  await visitor.zE('messenger', ...args, done);
  return done;
};
const expectFailure = (done: Mock, call: string, reason: string, message: unknown) =>
  expect(done.mock.calls).toEqual([[{ type: `${call}FailedError`, reason, message }]]);
const text = (words: string) => ({ content: { type: 'text', text: words } });

const it = test.extend('visitor', () => withAccount(true));

describe('newConversation', () => {
  it('creates one with what the page says of it and its first message, and leaves the visitor where they are (api-9)', async () => {
    const visitor = await withAccount(true);
    willCreate(visitor, 'c2', { displayName: 'Order 7' });
    const done = vi.fn();
    await visitor.zE(
      'messenger',
      'newConversation',
      {
        displayName: 'Order 7',
        description: 'Late',
        iconUrl: 'https://shop.example/i.png',
        metadata: { 'zen:ticket_field:5': 'a' },
        message: { ...text('Where is it?'), metadata: { from: 'page' } },
      },
      done,
    );
    expect(created(visitor)).toEqual([
      expect.objectContaining({
        displayName: 'Order 7',
        description: 'Late',
        iconUrl: 'https://shop.example/i.png',
        metadata: { 'zen:ticket_field:5': 'a' },
      }),
    ]);
    const [error, conversation] = done.mock.calls[0] ?? [];
    expect([error, conversation.id, conversation.conversation.id, conversation.displayName]).toEqual([
      null,
      'c2',
      'c2',
      'Order 7',
    ]);
    expect(visitor.active()?._id).toBe('c');
    expect(visitor.service.bodies(/^POST \/conversations\/c2\/messages/)).toEqual([
      expect.objectContaining({
        message: expect.objectContaining({ text: 'Where is it?', metadata: { from: 'page' } }),
      }),
    ]);
  });

  it('takes a callback in place of the options', async ({ visitor }) => {
    willCreate(visitor);
    const done = await calls(visitor, 'newConversation');
    expect(done.mock.calls[0]?.[1]).toMatchObject({ id: 'c2' });
  });

  it('shows it when the call is one of messenger:ui', async () => {
    const visitor = await withAccount(true, { closed: true });
    willCreate(visitor);
    await visitor.zE('messenger:ui', 'newConversation');
    expect([visitor.active()?._id, visitor.router.widgetOpen.value]).toEqual(['c2', true]);
  });

  it('fails at once, with type, reason and message, where the account has one conversation', async () => {
    const visitor = await withAccount(false);
    const done = await calls(visitor, 'newConversation', {});
    const message = 'This account allows no more conversations.';
    expectFailure(done, 'NewConversation', 'notSupported', message);
    expect(visitor.report).toHaveBeenCalledWith(
      expect.stringMatching(/^messenger\.newConversation: .*allows no more.*README/),
    );
    expect(created(visitor)).toEqual([]);
  });

  it.each([
    ['a text', 'options must be an object'],
    [{ displayName: 5 }, 'displayName must be a string'],
    [{ displayName: 'x'.repeat(301) }, 'at most 300'],
    [{ description: {} }, 'description must be a string'],
    [{ iconUrl: 'javascript:alert(1)' }, 'iconUrl must be'],
    [{ metadata: 'x' }, 'metadata must be a JSON object'],
    [{ message: 'hello' }, 'needs content'],
    [{ message: { content: { type: 'image', text: 'x' } } }, 'needs content'],
    [{ message: text('x'.repeat(4097)) }, '4096'],
  ])('refuses %j and creates nothing', async (options, message) => {
    const visitor = await withAccount(true);
    const done = await calls(visitor, 'newConversation', options);
    expectFailure(done, 'NewConversation', 'invalidArguments', expect.stringContaining(message));
    expect(created(visitor)).toEqual([]);
  });

  it('refuses metadata that cannot be sent', async ({ visitor }) => {
    const done = await calls(visitor, 'newConversation', { metadata: { big: 10n } });
    expect(done.mock.calls[0]?.[0].message).toBe('metadata must be a JSON object.');
  });

  it('tells a service that cannot be reached from one that refuses', async ({ visitor }) => {
    const done = vi.fn();
    const what = /^POST \/appusers\/u\/conversations$/;
    visitor.service.next(what, {
      status: 400,
      json: { error: { code: 'bad_request', description: 'no' } },
    });
    await visitor.zE('messenger', 'newConversation', {}, done);
    for (let i = 0; i < 4; i++) visitor.service.next(what, { lost: true });
    await visitor.zE('messenger', 'newConversation', {}, done);
    for (let i = 0; i < 4; i++) await visitor.wait(500);
    expect(done.mock.calls.map(([error]) => [error.reason, error.message])).toEqual([
      ['refused', '400: no'],
      ['network', 'Request failed after 3 retries'],
    ]);
  });
});

describe('sendMessage', () => {
  it('sends into a conversation that is not on screen, and tells when the service has it (api-9)', async () => {
    const visitor = await withAccount(true);
    visitor.service.next(/^GET \/conversations\/c9$/, { json: { conversation: { _id: 'c9' } } });
    const done = await calls(visitor, 'sendMessage', { ...text('Hello'), metadata: { a: 1 } }, 'c9');
    expect(visitor.service.bodies(/^POST \/conversations\/c9\/messages/)).toHaveLength(1);
    const [error, message] = done.mock.calls[0] ?? [];
    expect([error, message.content, message.conversation, message.author.type]).toEqual([
      null,
      expect.objectContaining({ type: 'text', text: 'Hello' }),
      { id: 'c9' },
      'user',
    ]);
    expect(visitor.active()?._id).toBe('c');
  });

  it('counts an emoji as one of the 4,096 characters, as the service does', async () => {
    const visitor = await withAccount(false);
    const done = await calls(visitor, 'sendMessage', text('🛶'.repeat(4096)));
    expect(done.mock.calls[0]?.[0]).toBeNull();
    await visitor.zE('messenger', 'sendMessage', text('🛶'.repeat(4097)), done);
    expect(done.mock.calls[1]?.[0]).toMatchObject({ reason: 'invalidArguments' });
  });

  it('without a conversation sends into the one on screen, also in an account that has one alone', async () => {
    const visitor = await withAccount(false);
    const done = await calls(visitor, 'sendMessage', text('Here'));
    expect(done.mock.calls[0]?.[0]).toBeNull();
    expect(screen.getByText('Here')).toBeTruthy();
  });

  it('refuses a conversation that is not this visitor’s', async ({ visitor }) => {
    visitor.service.next(/^GET \/conversations\/alien$/, {
      status: 404,
      json: { error: { code: 'conversation_not_found', description: 'no' } },
    });
    const done = await calls(visitor, 'sendMessage', text('Hello'), 'alien');
    expectFailure(done, 'SendMessage', 'unknownConversation', 'There is no such conversation.');
  });

  it('tells a message that waits for the network, and sends it later', async ({ visitor }) => {
    const done = vi.fn();
    for (let i = 0; i < 4; i++) visitor.service.next(/^POST .*\/messages/, { lost: true });
    await visitor.zE('messenger', 'sendMessage', text('Later'), 'c', done);
    for (let i = 0; i < 4; i++) await visitor.wait(500);
    expect(done.mock.calls.map(([error]) => error.reason)).toEqual(['network']);
    await visitor.wait(60_000);
    expect(visitor.service.log.map((m) => m.text)).toEqual(['Later']);
    expect(done).toHaveBeenCalledTimes(1);
  });
});

describe('fetchConversations', () => {
  it('gives a page of the list, under both names, and whether there are more (api-9)', async () => {
    const visitor = await withAccount(true);
    visitor.service.next(/^GET \/appusers\/u\/conversations/, {
      json: {
        conversations: [{ _id: 'c3', displayName: 'Old', lastUpdatedAt: 5, metadata: { k: 1 } }],
        conversationsPagination: { hasMore: true },
      },
    });
    const done = await calls(visitor, 'fetchConversations', 10);
    const [error, result] = done.mock.calls[0] ?? [];
    expect(error).toBeNull();
    expect(result.conversations).toBe(result.data);
    expect(result.data).toEqual([
      expect.objectContaining({ id: 'c3', displayName: 'Old', lastUpdatedAt: 5000, metadata: { k: 1 } }),
    ]);
    expect(result.hasMore).toBe(true);
    expect(visitor.service.asked.at(-1)?.path).toBe('/appusers/u/conversations?offset=10');
  });

  it.each([-1, 1.5, '10', null, Number.NaN])('refuses the offset %j', async (offset) => {
    const visitor = await withAccount(true);
    const done = await calls(visitor, 'fetchConversations', offset);
    expect(done.mock.calls[0]?.[0]).toMatchObject({ reason: 'invalidArguments' });
  });

  it('names itself where it refuses to run without a function', async ({ visitor }) => {
    await visitor.zE('messenger', 'fetchConversations', 0);
    expect(visitor.report.mock.calls).toEqual([
      ["messenger.fetchConversations: A function is needed. See the README, section 'Calls'."],
    ]);
  });

  it('is not supported where the account has no list', async () => {
    const visitor = await withAccount(false);
    const done = await calls(visitor, 'fetchConversations', 0);
    expectFailure(done, 'FetchConversations', 'notSupported', 'This account has no list of conversations.');
  });
});

describe('updateConversation', () => {
  it('renames a conversation (api-9)', async ({ visitor }) => {
    visitor.service.next(/^PUT \/conversations\/c$/, {
      json: { conversation: { _id: 'c', displayName: 'Returns' } },
    });
    const done = await calls(visitor, 'updateConversation', 'c', { displayName: 'Returns' });
    expect(visitor.service.bodies(/^PUT \/conversations\/c$/)).toEqual([
      expect.objectContaining({ displayName: 'Returns', metadata: {} }),
    ]);
    expect(done.mock.calls[0]?.[1]).toMatchObject({ id: 'c', displayName: 'Returns' });
    expect(visitor.active()?.displayName).toBe('Returns');
  });

  it('refuses an id that is none', async ({ visitor }) => {
    const done = await calls(visitor, 'updateConversation', 7, {});
    expect(done.mock.calls[0]?.[0]).toMatchObject({
      type: 'UpdateConversationFailedError',
      reason: 'invalidArguments',
    });
  });
});

describe('navigation', () => {
  it('goes to the list, to a conversation, and to the newest that is active', async () => {
    const visitor = await withAccount(true, { closed: true });
    const { conversations, router, service } = visitor;
    await visitor.zE('messenger:ui', 'navigation', { screen: 'ConversationList' });
    expect([conversations.listShown.value, router.widgetOpen.value]).toEqual([true, true]);
    service.next(/^GET \/conversations\/c5$/, {
      json: { conversation: { _id: 'c5', status: 'idle', lastUpdatedAt: 9e9 } },
    });
    await visitor.zE('messenger:ui', 'navigation', {
      screen: 'Conversation',
      options: { conversationId: 'c5' },
    });
    expect([conversations.listShown.value, visitor.active()?._id]).toEqual([false, 'c5']);
    await visitor.zE('messenger:ui', 'navigation', { screen: 'MostRecentActiveConversation' });
    expect(visitor.active()?._id).toBe('c');
  });

  it.each([
    [undefined, /screen must be/],
    [{ screen: 'Home' }, /screen must be/],
    [{ screen: 'Conversation' }, /id is needed/],
    [{ screen: 'Conversation', options: 'c' }, /options must be an object/],
  ])('%j is reported and moves nothing', async (target, message) => {
    const visitor = await withAccount(true, { closed: true });
    await visitor.zE('messenger:ui', 'navigation', target);
    expect(visitor.report).toHaveBeenCalledWith(expect.stringMatching(message));
    expect(visitor.router.widgetOpen.value).toBe(false);
  });

  it('to a list that the account does not have is reported', async () => {
    const visitor = await withAccount(false);
    await visitor.zE('messenger:ui', 'navigation', { screen: 'ConversationList' });
    expect(visitor.conversations.listShown.value).toBe(false);
    expect(visitor.report).toHaveBeenCalledWith(expect.stringMatching(/no list of conversations.*README/));
  });
});

it('calls whose files load run in the order in which they were made', async () => {
  const visitor = await createVisitor();
  const calls = [
    ['messenger', 'prefill'],
    ['messenger:set', 'typingIndicator'],
    ['messenger:set', 'beforeMessageSent'],
    ['messenger:on', 'error'],
    ['messenger', 'prefill'],
    ['messenger:set', 'emojiPicker'],
  ] as const;
  await visitor.zE('messenger', 'close');
  // Each is wrong, which its own file reports.
  for (const [namespace, name] of calls) void visitor.zE(namespace, name, 5);
  await visitor.settle();
  expect(visitor.report.mock.calls.map(([message]) => `${message}`.match(/^[\w:]+( error)?/)?.[0])).toEqual([
    'prefill',
    'typingIndicator',
    'beforeMessageSent',
    'messenger:on error',
    'prefill',
    'emojiPicker',
  ]);
});

it('config is a copy of what the messenger runs with', async ({ visitor }) => {
  const done = vi.fn();
  await visitor.zE('messenger:get', 'config', done);
  const { messenger } = done.mock.calls[0]?.[0] ?? {};
  expect(messenger).toMatchObject({ appId: 'app', title: 'Shoe shop' });
  expect(messenger).not.toBe(visitor.settings.raw);
  await visitor.zE('messenger:get', 'config');
  expect(visitor.report).toHaveBeenCalledWith(expect.stringMatching(/config needs a function.*README/));
});

it('open voice says that it does nothing where the account takes no calls, and that a line is a text', async () => {
  const visitor = await createVisitor({ closed: true });
  await visitor.zE('messenger:open', 'voice', 'sales');
  await visitor.zE('messenger:open', 'voice', 7);
  expect(visitor.report.mock.calls).toEqual([
    [expect.stringMatching(/voice does nothing: this account takes no calls.*README/)],
    [expect.stringMatching(/voice needs a digital line id, a string.*README/)],
  ]);
  expect(visitor.router.cards.value).not.toContain('voice');
});

describe('documented calls that do not exist yet', () => {
  it.each(['messenger:on.articleBrowserClicked', 'messenger:on.articleClicked'])(
    '%s is said with a pointer to the README, and throws nothing (api-3)',
    async (name) => {
      const visitor = await createVisitor({ closed: true });
      const done = vi.fn();
      const [a, b] = name.split('.');
      const given = await visitor.zE(a, b, {}, done);
      expect(visitor.report.mock.calls).toEqual([
        [expect.stringMatching(new RegExp(`^${name} is not supported yet .*README`))],
      ]);
      expect(a !== 'messenger:on' || typeof given === 'function').toBe(true);
      // Only the callbacks of these calls take an error.
      const errors = a === 'messenger' ? [[expect.objectContaining({ reason: 'notSupported' })]] : [];
      expect(done.mock.calls).toEqual(errors);
    },
  );
});

it('a subscription given up before its file is there is never heard of', async () => {
  const visitor = await createVisitor();
  const listener = vi.fn();
  await visitor.zE('messenger', 'open');
  (visitor.call('messenger:on', 'messageReceived', listener) as () => void)();
  await visitor.settle();
  await visitor.agentSays('Hello');
  expect(listener).not.toHaveBeenCalled();
});

describe('prefill', () => {
  const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Type a message' });

  it('writes a text for the visitor to send, and never over their own', async () => {
    const visitor = await createVisitor();
    await visitor.zE('messenger', 'prefill', 'My order 7 is late');
    expect(box().value).toBe('My order 7 is late');
    expect(visitor.service.log).toEqual([]);
    await visitor.zE('messenger', 'prefill', 'Another');
    expect(box().value).toBe('My order 7 is late');
    await visitor.press('Send message');
    expect(visitor.service.log.map((m) => m.text)).toEqual(['My order 7 is late']);
  });

  it('counts an emoji as one of the 4,096 characters, as the service does', async () => {
    const visitor = await createVisitor();
    await visitor.zE('messenger', 'prefill', '🛶'.repeat(4096));
    expect([...box().value]).toHaveLength(4096);
  });

  it.each([[undefined], [5], [' '], ['x'.repeat(4097)], ['🛶'.repeat(4097)]])('refuses %j', async (text) => {
    const visitor = await createVisitor();
    await visitor.zE('messenger', 'prefill', text);
    expect(box().value).toBe('');
    expect(visitor.report).toHaveBeenCalledWith(expect.stringMatching(/prefill needs a string.*README/));
  });
});

it('customize says in words that its file could not be loaded', async () => {
  const cause = new TypeError('Failed to fetch');
  const visitor = await createVisitor({ appearance: async () => Promise.reject(cause) });
  await visitor.zE('messenger:set', 'customization', { theme: { primary: '#0a7d4f' } });
  await visitor.wait(60_000);
  expect(visitor.report).toHaveBeenCalledWith('A call failed', cause);
});

describe('pageview', () => {
  const pageOf = (visitor: Awaited<ReturnType<typeof createVisitor>>) => {
    const { currentUrl, currentTitle } = visitor.delivery.client().info;
    return [currentUrl, currentTitle];
  };

  it('tells agents another page, until the browser’s address changes', async () => {
    const visitor = await createVisitor();
    const [, title] = pageOf(visitor);
    await visitor.zE('messenger', 'pageview', { url: '/cart#2', title: 'Cart' });
    expect(pageOf(visitor)).toEqual(['https://publisher.example/cart#2', 'Cart']);
    await visitor.zE('messenger', 'pageview', { url: 'https://shop.example/pay' });
    expect(pageOf(visitor)).toEqual(['https://shop.example/pay', title]);
    visitor.page.goTo('https://shop.example/next');
    expect(pageOf(visitor)).toEqual(['https://shop.example/next', title]);
  });

  it.each([[undefined], ['/cart'], [{ url: 5 }], [{ url: 'http://' }], [{ url: '/', title: 5 }]])(
    'refuses %j',
    async (view) => {
      const visitor = await createVisitor();
      const before = pageOf(visitor);
      await visitor.zE('messenger', 'pageview', view);
      expect(pageOf(visitor)).toEqual(before);
      expect(visitor.report).toHaveBeenCalledWith(expect.stringMatching(/pageview needs.*README/));
    },
  );
});

describe('debug', () => {
  it('gives the state of the messenger, with nothing of the conversation', async () => {
    const visitor = await createVisitor();
    await visitor.says('A secret');
    const give = vi.fn();
    await visitor.zE('messenger', 'debug', give);
    expect(give.mock.calls).toEqual([
      [
        expect.objectContaining({
          open: true,
          cookies: 'all',
          connection: 'connected',
          conversation: 'successful',
          visitor: 'known',
          messages: 1,
          unsent: 0,
        }),
      ],
    ]);
    expect(JSON.stringify(give.mock.calls)).not.toContain('secret');
  });

  it('gives what no view shows: the start, cards that were minimized, and the wait (visitor-8, visitor-15)', async () => {
    const visitor = await createVisitor();
    await visitor.activity('queued', { data: { queuePosition: 2, isInitialRouting: true } });
    visitor.router.openCard('webview');
    visitor.router.minimizeCard('webview');
    const give = vi.fn();
    await visitor.zE('messenger', 'debug', give);
    expect(give.mock.calls[0]?.[0]).toMatchObject({
      visitorCreation: 'successful',
      startedInAnotherTab: false,
      startedAt: visitor.clock.now(),
      cards: ['home', 'webview'],
      minimized: ['webview'],
      queue: { queuePosition: 2, isInitialRouting: true },
    });
    visitor.user.followAnotherTab();
    await visitor.zE('messenger', 'debug', give);
    expect(give.mock.calls[1]?.[0]).toMatchObject({ startedInAnotherTab: true });
  });
});

it('hide outlives a logout: only the page shows the widget again (login-19)', async () => {
  const visitor = await createVisitor();
  await visitor.zE('messenger', 'hide');
  await visitor.zE('messenger', 'logoutUser');
  expect(visitor.launcher.hidden.value).toBe(true);
  await visitor.zE('messenger', 'show');
  expect(visitor.launcher.hidden.value).toBe(false);
});
