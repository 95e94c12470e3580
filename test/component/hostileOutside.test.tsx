import { screen, within } from '@testing-library/preact';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createVisitor, leave, log, returning, type Visitor } from '../spec/support/visitor';
import { createFakeStorage } from '../support/fakeStorage';
import { hostileStored, hostileValue, spoilt } from '../support/hostileValues';

afterEach(() => {
  leave();
  vi.restoreAllMocks();
});

const runs = (numRuns: number) => ({
  numRuns,
  interruptAfterTimeLimit: 60_000,
  markInterruptAsFailure: true,
});

let nexts = 0;
/** Checks that the messenger still works: it shows the agent's next message and sends the visitor's reply. */
const expectTalk = async (visitor: Visitor) => {
  nexts += 1;
  await visitor.agentSays(`Next ${nexts}`);
  within(log()).getByText(`Next ${nexts}`);
  await visitor.says(`Answer ${nexts}`);
  expect(visitor.service.log.map((m) => Reflect.get(m, 'text'))).toContain(`Answer ${nexts}`);
};

const unsent = (more: object) => ({
  conversationId: 'c',
  appUserId: 'u',
  message: {
    key: 'k',
    text: 'Unsent',
    received: 1_800_000_000,
    payload: 'p',
    metadata: { a: { b: 1 } },
    ...more,
  },
});
const form = { step: 1, values: { name: 'A' }, referenceId: 'r' };

/** Every entry of the browser's storage that the widget reads, with a valid value. */
const LASTING: Record<string, unknown> = {
  'int.appUserId': 'u',
  'int.sessionToken': 'token',
  'int.clientId': 'k',
  'int.externalId': 'x',
  'int.away': 'x',
  'int.creationId': 'r',
  'int.startId': 's',
  'int.exit': 'e',
  'int.typed': 'early',
  'int.conversationStartedAt': 1_800_000_000_000,
  'int.delivered': { c: 5 },
  'int.forms': { user: 'u', forms: { f: form } },
  'int.log': {
    user: 'u',
    conversation: 'c',
    messages: [{ _id: 'm', type: 'text', role: 'appMaker', received: 1, text: 'Hello' }],
  },
  'int.draft.u.c': 'Half',
  // Typed before there was a conversation.
  'int.draft.u.': 'Half',
  'int.outbox.k': unsent({}),
  'int.outbox.file-a': unsent({ text: 'a.png', file: 'sending' }),
  'int.draft.?.': 'Half',
  'int.nameless.u': { login: 'ann', token: 't' },
  'int.leave': 'messenger.logout',
  'int.linked': 'true',
  'emoji.recent': '😀 😃',
  'emoji.tone': 3,
  widgetOpen: true,
  launcherLabelHidden: true,
};
/** Those of the tab: what the browser had no room for, too. The room is written, and read to see whether it is there. */
const OF_TAB: Record<string, unknown> = {
  'int.seen': 'e',
  'int.left': '1-e',
  room: 'x',
  ...Object.fromEntries(Object.entries(LASTING).map(([key, good]) => [`~${key}`, good])),
  '~int.draft..': 'Half',
  '~room': 'x',
};
/** Drafts of nobody are looked for in both. */
const ELSEWHERE = ['room', 'int.draft..'];

describe('the browser’s storage', () => {
  it.each([
    ...Object.entries(LASTING).map(([key, good]) => [key, good, 5] as const),
    ...Object.entries(OF_TAB).map(([key, good]) => [key, good, 2] as const),
  ])('under %s keeps neither messenger nor log', async (key, good, times) => {
    await fc.assert(
      fc.asyncProperty(hostileStored(good), async (stored) => {
        const [storage, session] = [returning(), createFakeStorage()];
        (key in OF_TAB ? session : storage).setItem(`ZD-${key}`, stored);
        try {
          await expectTalk(await createVisitor({ storage, session }));
        } finally {
          leave();
        }
      }),
      runs(times),
    );
  });

  it('is read of no key that is not among these', async () => {
    const storage = returning();
    const seen = new Set<string>();
    const { getItem } = storage;
    Object.defineProperty(Object.getPrototypeOf(storage), 'getItem', {
      value(this: Storage, key: string) {
        seen.add(key);
        return getItem.call(this, key);
      },
      configurable: true,
    });
    try {
      await expectTalk(await createVisitor({ storage }));
    } finally {
      Object.defineProperty(Object.getPrototypeOf(storage), 'getItem', { value: getItem });
    }
    const known = new Set([...Object.keys(LASTING), ...Object.keys(OF_TAB), ...ELSEWHERE]);
    const names = [...seen].map((key) =>
      key.replace(/^ZD-/, '').replace(/(?<=^~?int\.outbox\.)id-\d+$/, 'k'),
    );
    expect(names.filter((key) => !known.has(key))).toEqual([]);
    expect(seen.size).toBeGreaterThan(3);
  });
});

describe('a configuration', () => {
  const messenger = {
    title: 'Shop',
    description: 'We answer',
    avatarUrl: 'https://a.example/a.png',
    conversationHistory: 'remember',
    canUserSeeConversationList: false,
    waitTimeEnabled: true,
    queuePollingInterval: 60,
    privacyNoticeEnabled: true,
    privacyNoticeUrl: 'https://a.example/',
    showZendeskLogo: true,
    restRetryPolicy: { intervals: { regular: 60, aggressive: 15 }, backoffMultiplier: 2, maxRetries: 5 },
    color: { primary: '#003057', message: '#003057', action: '#003057' },
    theme: { scheme: 'dark', borderRadius: 5 },
    labels: { composer_label: 'Ask' },
  };

  it('with values that mean nothing keeps neither messenger nor log', async () => {
    await fc.assert(
      fc.asyncProperty(spoilt(messenger), async (odd) => {
        const own = {
          ...(odd as object),
          appId: 'app',
          integrationId: 'int',
          baseUrl: 'https://desk.example/sc',
        };
        try {
          await expectTalk(await createVisitor({ messenger: own }));
        } finally {
          leave();
        }
      }),
      runs(20),
    );
  });

  const expectTold = async (odd: Record<string, unknown>, why: string) => {
    const visitor = await createVisitor({ messenger: odd, storage: returning() });
    expect(screen.getByRole('alert').textContent).toMatch(/couldn’t open/i);
    screen.getByRole('button', { name: 'Try again' });
    await visitor.says('Hello');
    await visitor.wait(600_000);
    const said = visitor.report.mock.calls.map(
      ([message, cause]) => `${message}: ${(cause as Error)?.message}`,
    );
    expect(said[0]).toBe(`Failed to start conversation: The configuration has ${why}`);
    expect([visitor.service.asked, said.length < 20]).toEqual([[], true]);
    leave();
  };

  const named = (values: unknown[]) =>
    values.map((value) => [`${JSON.stringify(value)}`.slice(0, 30), value] as const);

  it.each(named([null, '', 5, {}, [], 'a b', '../x', '\ud800', 'é', 'x'.repeat(201)]))(
    'whose appId is %s tells the visitor and says why, and nobody is asked',
    (_, appId) => expectTold({ appId }, 'no valid appId'),
  );

  it.each(
    named([
      null,
      '',
      5,
      {},
      'javascript:alert(1)',
      'data:,',
      'ftp://a.example',
      '/sc',
      'https://',
      '/'.repeat(100_000),
    ]),
  )('whose baseUrl is %s tells the visitor and says why, and nobody is asked', (_, baseUrl) =>
    expectTold({ baseUrl }, 'no valid baseUrl'),
  );
});

const message = {
  _id: 'h',
  type: 'text',
  role: 'appMaker',
  received: 1_800_000_000,
  text: 'Words',
  name: 'Ann',
  actions: [{ type: 'reply', text: 'Yes', payload: 'p', metadata: { a: 1 }, amount: 5 }],
  items: [{ title: 'One', actions: [{ type: 'link', text: 'L', uri: 'https://a.example' }] }],
  fields: [{ type: 'text', name: 'n', label: 'N', minSize: 1, maxSize: 9 }],
  coordinates: { lat: 1, long: 2 },
  mediaUrl: 'https://a.example/a.png',
  mediaSize: 5,
  quotedMessage: { type: 'message', content: { type: 'text', text: 'Quoted' } },
};
const conversation = {
  _id: 'c',
  status: 'active',
  lastUpdatedAt: 1_800_000_000,
  businessLastRead: 5,
  participants: [{ appUserId: 'u', unreadCount: 1, lastRead: 5 }],
};
const EVENTS: Record<string, unknown> = {
  message: { type: 'message', conversation, message },
  activity: {
    type: 'activity',
    conversation,
    activity: {
      type: 'queued',
      role: 'appMaker',
      data: { queuePosition: 2, responseTime: 9, lastRead: 5, name: 'Ann' },
    },
  },
  typing: {
    type: 'activity',
    conversation,
    activity: { type: 'typing:start', role: 'appMaker', data: { name: 'Ann' } },
  },
  conversation: { type: 'conversation:added', conversation },
  upload: { type: 'upload:failed', conversation, data: { messageId: 'h' }, err: { code: 'x' } },
};
const TYPES = ['text', 'image', 'file', 'carousel', 'list', 'location', 'form', 'formResponse', 'template'];

describe('an answer of the service', () => {
  it('by an event keeps the log neither from the messages beside it nor from the next', async () => {
    const visitor = await createVisitor({ messenger: { waitTimeEnabled: true, queuePositionEnabled: true } });
    // An event may add another conversation; keep this one on screen.
    visitor.conversations.show('c');
    const event = fc.oneof(...Object.values(EVENTS).map(spoilt), hostileValue);
    let i = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 3 }), fc.nat(3), async (bad, place) => {
        i += 1;
        const good = visitor.service.add({ text: `Beside ${i}` });
        const events = [...bad];
        events.splice(place, 0, { type: 'message', conversation: { _id: 'c' }, message: good });
        visitor.faye.publish({ events });
        await visitor.settle();
        within(log()).getByText(`Beside ${i}`);
      }),
      runs(40),
    );
    await expectTalk(visitor);
  });

  it.each(TYPES)('in a message of type %s leaves the others and the next in the log', async (type) => {
    const visitor = await createVisitor();
    let i = 0;
    await fc.assert(
      fc.asyncProperty(spoilt({ ...message, type }), async (bad) => {
        i += 1;
        visitor.faye.publish({
          events: [
            { type: 'message', conversation: { _id: 'c' }, message: bad },
            {
              type: 'message',
              conversation: { _id: 'c' },
              message: visitor.service.add({ text: `After ${i}` }),
            },
          ],
        });
        await visitor.settle();
        within(log()).getByText(`After ${i}`);
      }),
      runs(8),
    );
    await expectTalk(visitor);
  });

  it('about conversations never breaks the list or its way back', async () => {
    const messenger = { canUserSeeConversationList: true };
    const visitor = await createVisitor({ messenger });
    await visitor.press('Back to conversations');
    let i = 0;
    await fc.assert(
      fc.asyncProperty(spoilt({ ...conversation, _id: 'h', displayName: 'Odd' }), async (odd) => {
        i += 1;
        visitor.faye.publish({
          events: [
            { type: 'conversation:added', conversation: odd },
            {
              type: 'conversation:added',
              conversation: { ...conversation, _id: `n${i}`, displayName: `Shown ${i}` },
            },
          ],
        });
        await visitor.settle();
        const list = screen.getByRole('list', { name: 'Conversations' });
        within(list).getByText(`Shown ${i}`);
      }),
      runs(20),
    );
    // Times beyond the range of Date used to break the list, so test them separately.
    for (const lastUpdatedAt of [8.7e12, -8.7e12, 1e300])
      await visitor.hears({
        type: 'conversation:added',
        conversation: { ...conversation, _id: 't', lastUpdatedAt },
      });
    within(screen.getByRole('list', { name: 'Conversations' })).getByText(`Shown ${i}`);
    await visitor.hears({
      type: 'conversation:added',
      conversation: { ...conversation, _id: 'z', displayName: 'Last' },
    });
    within(screen.getByRole('list', { name: 'Conversations' })).getByText('Last');
  });
});
