import { describe, expect, test, vi } from 'vitest';
import { hold } from '../support/hold';
import { createVisitor, type Visitor } from './support/visitor';

type Options = NonNullable<Parameters<typeof createVisitor>[0]>;

const RULES = [
  { id: 1, type: 'text' },
  { id: 2, type: 'checkbox' },
  { id: 3, type: 'integer', editable_in_portal: false },
];
const PUT = /^PUT \/conversations\/c$/;
const CREATE = /^POST \/appusers\/u\/conversations$/;

/** A visitor of an account that has these rules; null means an account host that cannot be reached. */
const withRules = (rules: unknown[] | null = RULES, options: Options = {}) =>
  createVisitor({
    ...options,
    before(service) {
      const answer = rules ? { json: { ticket_fields: rules } } : { status: 503, json: {} };
      service.next(/custom_ticket_fields/, answer);
      options.before?.(service);
    },
  });

/** How a refused call is logged. */
const refused = (why: string) => `${why} See the README, section 'Calls'.`;
const told = ({ service }: Visitor, what = PUT) => service.bodies(what).map((body) => body.metadata);
const setFields = (visitor: Visitor, fields: unknown, done?: unknown) =>
  visitor.zE('messenger:set', 'conversationFields', fields, done);
const setTags = (visitor: Visitor, tags: unknown) => visitor.zE('messenger:set', 'conversationTags', tags);

/** The visitor opens the window after a reset. */
const starts = async (visitor: Visitor) => {
  visitor.delivery.start();
  await visitor.settle();
};

const it = test.extend('visitor', () => createVisitor());

describe('conversationFields', () => {
  it('go into the metadata of the conversation on screen, and the callback is told of no error', async () => {
    const visitor = await withRules();
    const done = vi.fn();
    await setFields(
      visitor,
      [
        { id: 1, value: 'blue' },
        { id: '2', value: true },
      ],
      done,
    );
    expect(told(visitor)).toEqual([{ 'zen:ticket_field:1': 'blue', 'zen:ticket_field:2': true }]);
    expect(visitor.service.bodies(PUT)[0]?.client).toMatchObject({ platform: 'web' });
    expect(done.mock.calls).toEqual([[null]]);
    expect(visitor.report).not.toHaveBeenCalled();
  });

  it('that break a rule are left out, and why is logged in the words of the rule (meta-2)', async () => {
    const visitor = await withRules();
    await setFields(visitor, [
      { id: 1, value: 'kept' },
      { id: 2, value: 'yes' },
      { id: 3, value: 5 },
      { id: 9, value: 5 },
    ]);
    expect(told(visitor)).toEqual([{ 'zen:ticket_field:1': 'kept' }]);
    expect(visitor.report.mock.calls).toEqual([
      [
        refused(
          'conversationFields: field 2: Expected value of type "boolean" for a field of type Checkbox.',
        ),
      ],
      [refused('conversationFields: field 3: Expected a conversation field that customers can edit.')],
      [refused('conversationFields: field 9: Expected a conversation field that customers can edit.')],
    ]);
  });

  it('are used by their types alone where the rules cannot be fetched, which is logged (meta-7)', async () => {
    const visitor = await withRules(null);
    await setFields(visitor, [
      { id: 3, value: 5 },
      { id: 4, value: null },
    ]);
    expect(told(visitor)).toEqual([{ 'zen:ticket_field:3': 5 }]);
    expect(visitor.report.mock.calls.map(([message]) => message)).toEqual([
      'Failed to fetch ticket validation rules',
      refused('conversationFields: field 4: Expected value of type "string", "number" or "boolean".'),
    ]);
  });

  it('are told once, and later only what has changed', async () => {
    const visitor = await withRules();
    await setFields(visitor, [{ id: 1, value: 'a' }]);
    await setFields(visitor, [{ id: 1, value: 'a' }]);
    await setFields(visitor, [{ id: 2, value: true }]);
    expect(told(visitor)).toEqual([{ 'zen:ticket_field:1': 'a' }, { 'zen:ticket_field:2': true }]);
    expect(visitor.service.asked.filter(({ path }) => /custom_ticket_fields/.test(path))).toHaveLength(1);
  });

  it('are read when the call is made, even if the page changes its list later', async () => {
    const visitor = await withRules();
    await visitor.zE('messenger', 'close');
    const fields = [{ id: 1, value: 'before' }];
    visitor.call('messenger:set', 'conversationFields', fields);
    await visitor.settle();
    const later = [{ id: 1, value: 'second' }];
    visitor.call('messenger:set', 'conversationFields', later);
    for (const field of later) field.value = 'changed';
    await visitor.settle();
    expect(told(visitor).at(-1)).toEqual({ 'zen:ticket_field:1': 'second' });
  });
});

describe('conversationTags', () => {
  it('are one text, joined by commas; a later call replaces them (meta-1)', async ({ visitor }) => {
    await setTags(visitor, ['VIP', 'Big order', 'vip', '#x']);
    await setTags(visitor, []);
    expect(told(visitor)).toEqual([{ 'zen:ticket:tags': 'vip,big_order' }, { 'zen:ticket:tags': '' }]);
    expect(visitor.report.mock.calls).toEqual([
      [expect.stringMatching(/^conversationTags: Expected a tag of letters.*"#x".*README/)],
    ]);
  });

  it('that are no list change nothing', async ({ visitor }) => {
    await setTags(visitor, ['a']);
    await setTags(visitor, 'b');
    expect(told(visitor)).toEqual([{ 'zen:ticket:tags': 'a' }]);
    expect(visitor.report.mock.calls).toEqual([
      [refused('messenger:set.conversationTags: Expected a list of conversation tags.')],
    ]);
  });

  it('that the conversation has already are not told again', async () => {
    const visitor = await createVisitor({
      before: (service) => service.describe({ metadata: { 'zen:ticket:tags': 'vip' } }),
    });
    await setTags(visitor, ['vip']);
    expect(told(visitor)).toEqual([]);
  });
});

describe('what a page says before there is a conversation', () => {
  it('is said with the creation of the visitor and their conversation (meta-11)', async () => {
    const visitor = await createVisitor({ closed: true });
    await visitor.zE('messenger', 'resetWidget');
    await setTags(visitor, ['early']);
    await visitor.zE('messenger:set', 'userMetadata', { plan: 'pro' });
    await starts(visitor);
    expect(visitor.service.bodies(/^POST \/appusers$/).at(-1)).toMatchObject({
      conversation: { type: 'personal', metadata: { 'zen:ticket:tags': 'early' } },
      properties: { plan: 'pro' },
    });
    expect(told(visitor)).toEqual([]);
  });

  it('never keeps the visitor from writing: where the service refuses it, the creation is made without', async () => {
    const visitor = await createVisitor({ closed: true });
    await visitor.zE('messenger', 'resetWidget');
    await setTags(visitor, ['early']);
    visitor.service.next(/^POST \/appusers$/, {
      status: 400,
      json: { error: { code: 'bad_request', description: 'no' } },
    });
    await starts(visitor);
    expect(visitor.service.bodies(/^POST \/appusers$/).map(({ conversation }) => conversation)).toEqual(
      expect.arrayContaining([{ type: 'personal', client: expect.anything() }]),
    );
    expect(visitor.user.initializedStatus.value).toBe('successful');
  });
});

describe('of several conversations', () => {
  const listed: Options = {
    messenger: { canUserSeeConversationList: true },
    before(service) {
      const allowed = { canUserSeeConversationList: true, canUserCreateMoreConversations: true };
      service.next(/integrations/, {
        json: { integration: allowed, app: { settings: { multiConvoEnabled: true } } },
      });
    },
  };

  it('a later one is created with the page’s metadata; its own call wins over that', async () => {
    const visitor = await createVisitor(listed);
    await setTags(visitor, ['vip']);
    await visitor.zE('messenger:set', 'conversationMetadata', { from: 'page', order: 1 });
    visitor.service.next(CREATE, { json: { conversation: { _id: 'c2' } } });
    const done = vi.fn();
    await visitor.zE('messenger', 'newConversation', { metadata: { order: 2 } }, done);
    await vi.waitFor(() => expect(done).toHaveBeenCalled());
    expect(told(visitor, CREATE)).toEqual([{ 'zen:ticket:tags': 'vip', from: 'page', order: 2 }]);
    expect(told(visitor, /^PUT \/conversations\/c2$/)).toEqual([]);
  });

  it('an older one is told when the visitor writes in it, not when they look at it', async () => {
    const visitor = await createVisitor(listed);
    await setTags(visitor, ['vip']);
    visitor.service.next(/^GET \/conversations\/c5$/, { json: { conversation: { _id: 'c5' } } });
    await visitor.zE('messenger:ui', 'navigation', {
      screen: 'Conversation',
      options: { conversationId: 'c5' },
    });
    const older = /^PUT \/conversations\/c5$/;
    expect(told(visitor, older)).toEqual([]);
    await visitor.says('Hello again');
    expect(told(visitor, older)).toEqual([{ 'zen:ticket:tags': 'vip' }]);
  });
});

describe('the callback of a setting', () => {
  const KEPT = { conversationTags: ['kept'], conversationFields: [{ id: 1, value: 'kept' }] };

  it.each<[string, unknown]>([
    ['conversationFields', 'blue'],
    ['conversationFields', [{ id: 2, value: 'yes' }, { value: 1 }]],
    ['conversationTags', 'vip'],
    ['conversationTags', ['#', 5]],
    ['conversationMetadata', undefined],
    ['conversationMetadata', 'x'],
    ['userMetadata', ['x']],
  ])('of %s is given the reason why %o is refused, which changes nothing', async (name, value) => {
    const visitor = await withRules();
    for (const [setting, kept] of Object.entries(KEPT)) await visitor.zE('messenger:set', setting, kept);
    const before = told(visitor);
    const done = vi.fn();
    await visitor.zE('messenger:set', name, value, done);
    const [error] = done.mock.calls[0] ?? [];
    expect(error).toEqual({
      type: `${name.charAt(0).toUpperCase()}${name.slice(1)}FailedError`,
      reason: 'invalidArguments',
      message: expect.any(String),
    });
    expect(done).toHaveBeenCalledTimes(1);
    expect(visitor.report.mock.calls.at(-1)).toEqual([refused(`messenger:set.${name}: ${error.message}`)]);
    await visitor.wait(500);
    expect([told(visitor), visitor.service.bodies(/^PUT \/appusers/)]).toEqual([before, []]);
  });

  it.each<[string, unknown]>([
    ['conversationFields', [{ id: 1, value: 'blue' }, { value: 1 }]],
    ['conversationFields', []],
    ['conversationTags', ['vip', '#']],
    ['conversationTags', []],
    ['conversationMetadata', { plan: 'pro' }],
    ['userMetadata', { plan: 'pro' }],
  ])('of %s is given null for %o', async (name, value) => {
    const visitor = await withRules();
    const done = vi.fn();
    await visitor.zE('messenger:set', name, value, done);
    expect(done.mock.calls).toEqual([[null]]);
  });

  it('is never its value, even if that is a function', async ({ visitor }) => {
    const hook = vi.fn();
    await visitor.zE('messenger:set', 'disablePopout', hook);
    expect(hook).not.toHaveBeenCalled();
  });
});

describe('a call that fails', () => {
  it('for want of the network is made again when the connection is back', async ({ visitor }) => {
    for (let i = 0; i < 4; i++) visitor.service.next(PUT, { lost: true });
    await setTags(visitor, ['vip']);
    for (let i = 0; i < 4; i++) await visitor.wait(500);
    expect(visitor.report.mock.calls[0]?.[0]).toBe('Failed to update conversation');
    expect(told(visitor)).toHaveLength(4);
    visitor.connection.set('reconnecting', 'down');
    visitor.connection.set('connected', 'subscribed');
    await visitor.settle();
    expect(told(visitor)).toHaveLength(5);
    visitor.connection.set('reconnecting', 'down');
    visitor.connection.set('connected', 'subscribed');
    await visitor.settle();
    expect(told(visitor)).toHaveLength(5);
  });

  it('by a refusal is reported, and made again with the next change alone (err-1)', async ({ visitor }) => {
    visitor.service.next(PUT, { status: 400, json: { error: { code: 'bad_request', description: 'no' } } });
    await setTags(visitor, ['vip']);
    expect(visitor.report.mock.calls).toEqual([
      ['Failed to update conversation', expect.objectContaining({ message: '400: no' })],
    ]);
    await visitor.says('Hello');
    expect(told(visitor)).toHaveLength(1);
    await setTags(visitor, ['gold']);
    expect(told(visitor).at(-1)).toEqual({ 'zen:ticket:tags': 'gold' });
  });
});

it('of several values, those that the service does not refuse are told', async () => {
  const visitor = await withRules();
  const refusal = { status: 400, json: { error: { code: 'bad_request', description: 'no' } } };
  visitor.service.next(PUT, refusal);
  visitor.service.next(PUT, refusal);
  await setFields(visitor, [
    { id: 1, value: 'old' },
    { id: 2, value: true },
  ]);
  expect(told(visitor)).toEqual([
    { 'zen:ticket_field:1': 'old', 'zen:ticket_field:2': true },
    { 'zen:ticket_field:1': 'old' },
    { 'zen:ticket_field:2': true },
  ]);
  expect(visitor.report).toHaveBeenCalledTimes(1);
  await setTags(visitor, ['vip']);
  expect(told(visitor).at(-1)).toEqual({ 'zen:ticket:tags': 'vip' });
});

it('the metadata of a visitor is cleared by a reset; values set afterwards are kept', async ({ visitor }) => {
  await setTags(visitor, ['private']);
  await visitor.zE('messenger:set', 'userMetadata', { email: 'a@example.com' });
  await visitor.wait(500);
  visitor.call('messenger', 'resetWidget');
  visitor.call('messenger:set', 'conversationMetadata', { page: 'next' });
  await visitor.settle();
  await starts(visitor);
  const created = visitor.service.bodies(/^POST \/appusers$/).at(-1);
  expect(created?.conversation).toMatchObject({ metadata: { page: 'next' } });
  expect(JSON.stringify(created)).not.toMatch(/private|a@example/);
});

describe('metadata set during a login', () => {
  const logIn = async (visitor: Visitor, sub: string) => {
    await visitor.zE('messenger', 'loginUser', (give: (jwt: string) => void) => give(jwtOf(sub)));
    await vi.waitFor(() => expect(visitor.user.auth.value).toMatchObject({ externalId: sub }));
    await visitor.settle();
  };
  const jwtOf = (sub: string) =>
    ['{}', JSON.stringify({ external_id: sub }), 'x'].map((part) => btoa(part)).join('.');

  it('applies to that user alone; earlier metadata applies to both', async () => {
    const visitor = await createVisitor({
      before: (service) => service.next(/^POST \/login$/, { json: userAnswer('u', 'ca') }),
    });
    await visitor.zE('messenger:set', 'conversationMetadata', { page: 'cart' });
    await logIn(visitor, 'ann');
    await visitor.zE('messenger:set', 'conversationMetadata', { plan: 'pro' });
    expect(told(visitor, /^PUT \/conversations\/ca$/)).toEqual([{ page: 'cart' }, { plan: 'pro' }]);
    visitor.service.next(/^POST \/login$/, { json: userAnswer('u', 'cb') });
    await logIn(visitor, 'bob');
    expect(told(visitor, /^PUT \/conversations\/cb$/)).toEqual([{ page: 'cart' }]);
  });
});

const userAnswer = (id: string, conversation: string) => ({
  appUser: { _id: id, conversationStarted: true },
  conversations: [{ _id: conversation, status: 'active' }],
});

it('fields whose rules come only after a reset are forgotten, too', async () => {
  const { until, release: come } = hold();
  const visitor = await createVisitor({
    before: (service) => void service.next(/custom_ticket_fields/, { json: { ticket_fields: RULES }, until }),
  });
  await setFields(visitor, [{ id: 1, value: 'private' }]);
  await visitor.zE('messenger', 'resetWidget');
  come();
  await visitor.settle();
  await starts(visitor);
  expect(JSON.stringify(visitor.service.asked)).not.toContain('private');
});

it('userMetadata are told half a second after the last change, together (meta-11)', async ({ visitor }) => {
  await visitor.zE('messenger:set', 'userMetadata', { plan: 'pro' });
  await visitor.wait(400);
  await visitor.zE('messenger:set', 'userMetadata', { seats: 5 });
  await visitor.wait(499);
  expect(visitor.service.bodies(/^PUT \/appusers\/u$/)).toEqual([]);
  await visitor.wait(1);
  expect(visitor.service.bodies(/^PUT \/appusers\/u$/)).toEqual([{ properties: { plan: 'pro', seats: 5 } }]);
});

describe('updateUser', () => {
  it('tells properties at once, and its callback when the service has them', async ({ visitor }) => {
    const done = vi.fn();
    await visitor.zE('messenger', 'updateUser', { properties: { plan: 'pro' } }, done);
    expect(visitor.service.bodies(/^PUT \/appusers\/u$/)).toEqual([{ properties: { plan: 'pro' } }]);
    expect(done.mock.calls).toEqual([[null]]);
  });

  it('tells what follows together and in order, however late the answers are (meta-11)', async () => {
    const visitor = await createVisitor();
    const done = vi.fn();
    await visitor.zE('messenger', 'updateUser', { properties: { plan: 'first', a: 1 } });
    for (let i = 0; i < 30; i++)
      void visitor.zE('messenger', 'updateUser', { properties: { plan: `${i}`, [`b${i % 3}`]: i } }, done);
    await visitor.wait(499);
    expect(visitor.service.bodies(/^PUT \/appusers\/u$/)).toHaveLength(1);
    await visitor.wait(1);
    expect(visitor.service.bodies(/^PUT \/appusers\/u$/)).toEqual([
      { properties: { plan: 'first', a: 1 } },
      { properties: { plan: '29', b0: 27, b1: 28, b2: 29 } },
    ]);
    expect(done.mock.calls).toEqual(Array.from({ length: 30 }, () => [null]));
  });

  it.each([[undefined], ['x'], [{}], [{ properties: 'x' }], [{ properties: { big: 10n } }]])(
    'refuses %o',
    async (given) => {
      const visitor = await createVisitor();
      const done = vi.fn();
      await visitor.zE('messenger', 'updateUser', given, done);
      expect(done.mock.calls).toEqual([
        [expect.objectContaining({ type: 'UpdateUserFailedError', reason: 'invalidArguments' })],
      ]);
      expect(visitor.report.mock.calls).toEqual([
        [expect.stringMatching(/^messenger\.updateUser: properties must be a JSON object.*README/)],
      ]);
      expect(visitor.service.bodies(/^PUT \/appusers/)).toEqual([]);
    },
  );
});
