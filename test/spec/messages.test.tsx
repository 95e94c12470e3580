import { act, fireEvent, screen } from '@testing-library/preact';
import { describe, expect, test, vi } from 'vitest';
import type { CardDeps } from '../../src/conversation/featureDeps';
import { createUnreadBadge as createUnread } from '../../src/features/unreadBadge/unreadBadge';
import { createLauncher } from '../../src/launcher/launcher';
import { handoverOf } from '../support/handover';
import { hold } from '../support/hold';
import { alerts, createVisitor, leave, returning, rows, type Visitor } from './support/visitor';

const POST_MESSAGE = /^POST .*\/messages$/;
const held = (visitor: Visitor) => visitor.messages.of('c').value;
const FORM = { type: 'form', fields: [{ type: 'text', name: 'name', label: 'Your name' }] };
const BUTTON = { text: 'Choose', actions: [{ _id: 'a1', type: 'postback', text: 'Yes' }] };
const isBusy = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-busy') === 'true';
/** The text of the wait-time banner. */
const banner = () =>
  screen.queryAllByRole('status').find((status) => /queue|wait/i.test(status.textContent ?? ''))?.textContent;

const it = test.extend('visitor', () => createVisitor());

describe('messages', () => {
  it('Status: sending, then sent on success (msg-1)', async ({ visitor }) => {
    const { until, release } = hold();
    visitor.service.next(POST_MESSAGE, { until });
    await visitor.says('Hello');
    expect(held(visitor)[0]?.status).toBe('sending');
    expect(rows().at(-1)).toMatch(/HelloSending$/);
    release();
    await visitor.settle();
    expect(held(visitor)[0]?.status).toBe('sent');
    expect(rows().at(-1)).toMatch(/HelloSent$/);
  });

  it('… or failed on error. A failed message is retried by tapping it. (msg-2)', async ({ visitor }) => {
    for (let i = 0; i < 4; i++) visitor.service.next(POST_MESSAGE, { lost: true });
    await visitor.says('Hello');
    await visitor.wait(1500);
    expect([held(visitor)[0]?.status, alerts()]).toEqual(['failed', ['Not sent yetTry again']]);
    await visitor.press('Try again');
    expect([held(visitor).map((m) => m.status), alerts()]).toEqual([['sent'], []]);
    expect(visitor.service.log.map((m) => m.text)).toEqual(['Hello']);
  });

  it.each(['file', 'image', 'text'])(
    'Incoming file, image and text messages are marked sent: %s',
    async (type) => {
      const visitor = await createVisitor();
      // The visitor wrote this message on another device.
      await visitor.agentSays({ type, role: 'appUser', text: 'x', mediaUrl: 'https://a.example/x.png' });
      expect(held(visitor).map((m) => [m.type, m.status, m.isOptimistic])).toEqual([[type, 'sent', false]]);
      expect(rows().at(-1)).toMatch(/Sent$/);
    },
  );

  it('An optimistic message is added on send and later receives the server id. (msg-4)', async () => {
    const visitor = await createVisitor();
    const { until, release } = hold();
    visitor.service.next(POST_MESSAGE, { until });
    await visitor.says('Hello');
    const [before] = held(visitor);
    expect([before?.isOptimistic, before?._id === before?.referenceId]).toEqual([true, true]);
    release();
    await visitor.settle();
    expect(held(visitor)).toMatchObject([
      { key: before?.key, _id: visitor.service.log[0]?._id, isOptimistic: false },
    ]);
  });

  it('Optimistic messages whose time is later than a newly arrived server message are moved just before it, shifted in 0.001 s steps.', async () => {
    const visitor = await createVisitor();
    visitor.service.next(POST_MESSAGE, hold());
    for (const text of ['one', 'two', 'three']) await visitor.says(text);
    // Make the visitor's clock five seconds fast, compared with the service.
    const arrived = visitor.service.add({ text: 'agent' }, 5);
    await visitor.hears({ type: 'message', message: arrived });
    expect(held(visitor).map((m) => [m.text, Math.round((arrived.received - m.received) * 1000)])).toEqual([
      ['one', 3],
      ['two', 2],
      ['three', 1],
      ['agent', 0],
    ]);
  });

  it('Routing status: cleared, queued, queued-with-details (queuePosition, responseTime, isInitialRouting), assigned. Activity events queued, assigned and cleared set it. (wait-1)', async () => {
    const visitor = await createVisitor();
    const seen: unknown[] = [];
    for (const type of ['queued', 'assigned', 'queued', 'cleared']) {
      await visitor.activity(type);
      seen.push(visitor.active()?.routingStatus);
    }
    expect(seen).toEqual(['queued', 'assigned', 'queued', undefined]);
  });

  it('… queued-with-details: what an activity says is shown at once, without a question to the service.', async () => {
    const visitor = await createVisitor({
      messenger: { queuePositionEnabled: true, waitTimeEnabled: true },
    });
    const { until, release } = hold();
    visitor.service.next(/wait_time/, { until });
    await visitor.activity('queued', {
      data: { queuePosition: 3, responseTime: 120, isInitialRouting: true },
    });
    expect(banner()).toBe('Position in the queue: 3Estimated wait: 2 minutes');
    release();
    await visitor.settle();
    expect(banner()).toBe('Position in the queue: 9Estimated wait: 10 minutes');
    const asked = visitor.service.bodies(/wait_time/).length;
    await visitor.activity('queued', { data: { queuePosition: 2, responseTime: 60 } });
    expect(banner()).toBe('Position in the queue: 2Estimated wait: 1 minute');
    expect(visitor.service.bodies(/wait_time/)).toHaveLength(asked);
  });

  it('… A failed wait-time fetch turns queued into cleared. (wait-4)', async () => {
    const visitor = await createVisitor({ messenger: { queuePositionEnabled: true } });
    await visitor.activity('queued');
    expect([visitor.active()?.routingStatus, banner()]).toEqual(['queued', 'Position in the queue: 9']);
    visitor.service.next(/wait_time/, { status: 404 });
    await visitor.wait(60_000);
    expect([visitor.active()?.routingStatus, banner()]).toEqual([undefined, undefined]);
  });

  it('Typing start and stop activity set or clear the typing user.', async ({ visitor }) => {
    await visitor.activity('typing:start', { data: { name: 'Ann', avatarUrl: 'https://a.example/a.png' } });
    expect(visitor.active()?.typingUser).toEqual({ name: 'Ann', avatarUrl: 'https://a.example/a.png' });
    expect(rows()).toEqual(['Ann is typing']);
    await visitor.activity('typing:stop');
    expect([visitor.active()?.typingUser, rows()]).toEqual([undefined, []]);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])(
    'Agents are told that the visitor types unless the service turns it off: %s (composer-12)',
    async (enabled, times) => {
      const visitor = await createVisitor({
        before: (service) =>
          service.next(/^POST \/appusers$/, {
            json: {
              appUser: { _id: 'u' },
              sessionToken: 'token',
              conversations: [{ _id: 'c', status: 'active' }],
              settings: { realtime: { baseUrl: 'https://rt.example/faye' }, typing: { enabled } },
            },
          }),
      });
      await visitor.press('Upload file');
      await act(() => void fireEvent.input(screen.getByRole('textbox'), { target: { value: 'Hel' } }));
      expect(visitor.service.activities('typing:start')).toHaveLength(times);
    },
  );

  it('… A new incoming message clears it.', async ({ visitor }) => {
    await visitor.activity('typing:start', { data: { name: 'Ann' } });
    await visitor.agentSays('Here I am');
    expect([visitor.active()?.typingUser, rows().at(-1)]).toEqual([
      undefined,
      expect.stringMatching(/Here I am$/),
    ]);
  });

  it('An incoming message increases unreadCount if the role is not appUser, otherwise resets it to 0.', async () => {
    const visitor = await createVisitor({ closed: true });
    const seen: unknown[] = [];
    for (const role of ['appMaker', 'appMaker', 'appUser', 'appMaker']) {
      await visitor.agentSays({ text: 'x', role });
      seen.push(visitor.active()?.unreadCount);
    }
    expect(seen).toEqual([1, 2, 0, 1]);
  });

  it('Marking read sets unread to 0, records lastRead, and dispatches a read event.', async () => {
    const visitor = await createVisitor({ closed: true });
    await visitor.agentSays('one');
    const { _id, received } = await visitor.agentSays('two');
    expect([visitor.unread.value, visitor.service.activities('conversation:read')]).toEqual([2, []]);
    await act(() => visitor.router.openWidget());
    await visitor.settle();
    expect(visitor.active()).toMatchObject({ unreadCount: 0, lastRead: received });
    expect(visitor.unread.value).toBe(0);
    expect(visitor.service.activities('conversation:read')).toEqual([
      { type: 'conversation:read', messageId: _id },
    ]);
  });

  it('Unread count: in single-conversation mode it counts non-local non-user messages newer than lastRead.', async () => {
    const visitor = await createVisitor({ closed: true });
    await visitor.agentSays('read');
    const { received } = await visitor.agentSays('read, too');
    visitor.service.next(POST_MESSAGE, hold());
    await act(() => visitor.conversations.read('c', { lastRead: received, unreadCount: 40 }));
    await visitor.says('local');
    expect(visitor.unread.value).toBe(0);
    await visitor.agentSays('new');
    expect(visitor.unread.value).toBe(1);
  });

  it('… Otherwise it is the sum of conversation unread counts. (msg-18)', async () => {
    const visitor = await createVisitor({ closed: true, messenger: { canUserSeeConversationList: true } });
    await visitor.agentSays('here');
    await visitor.hears({
      type: 'conversation:added',
      conversation: { _id: 'd', participants: [{ unreadCount: 3 }] },
    });
    await visitor.hears({
      type: 'conversation:added',
      conversation: { _id: 'e', participants: [{ unreadCount: 4 }] },
    });
    expect(visitor.unread.value).toBe(8);
  });

  it('… The badge says ‘More than 99’ above 99.', async () => {
    const visitor = await createVisitor({ closed: true });
    const surface = createLauncher(handoverOf());
    const undos: (() => void)[] = [surface.dispose];
    createUnread({
      slices: { ...visitor },
      surface,
      words: { more: async () => {} },
      onDispose: (undo: () => void) => void undos.push(undo),
      report: vi.fn(),
    } as unknown as CardDeps);
    const said = () => [
      surface.button.querySelector('.b')?.textContent,
      surface.button.getAttribute('aria-label'),
    ];
    for (let i = 0; i < 100; i++) visitor.service.add({ text: `${i}` });
    await visitor.hears(...visitor.service.log.map((message) => ({ type: 'message', message })).slice(0, 99));
    expect(said()).toEqual(['99', 'Open messaging window, 99 unread messages']);
    await visitor.hears({ type: 'message', message: visitor.service.log[99] });
    expect(said()).toEqual(['99+', 'Open messaging window, More than 99 unread messages']);
    for (const undo of undos) undo();
  });

  it('On refresh, the conversation list and latest messages are merged. (msg-19)', async ({ visitor }) => {
    visitor.service.next(POST_MESSAGE, hold());
    await visitor.says('not sent yet');
    await visitor.agentSays('heard');
    visitor.service.add({ text: 'missed' });
    visitor.service.describe({ displayName: 'Order 7' });
    await visitor.wait(2000);
    visitor.page.setVisible(true);
    await visitor.settle();
    expect(held(visitor).map((m) => m.text)).toEqual(['not sent yet', 'heard', 'missed']);
    expect(visitor.conversations.all.value.map((c) => c.displayName)).toEqual(['Order 7']);
    visitor.service.list.push({ _id: 'c', displayName: 'Order 8' }, { _id: 'd', displayName: 'Order 9' });
    await act(() => visitor.conversations.show());
    await visitor.settle();
    expect(visitor.conversations.all.value.map((c) => c.displayName).sort()).toEqual(['Order 8', 'Order 9']);
    expect(held(visitor)).toHaveLength(3);
  });

  it('Connection loss, reconnection and online events update the connection state. (live-1)', async () => {
    const visitor = await createVisitor();
    const { status } = visitor.connection;
    expect(status.value).toBe('connected');
    visitor.faye.transport('transport:down');
    expect(status.value).toBe('reconnecting');
    visitor.faye.answer({ channel: '/meta/connect', successful: true });
    await visitor.settle();
    expect(status.value).toBe('connected');
    visitor.page.setOnline(false);
    await visitor.wait(5000);
    expect(status.value).toBe('disconnected');
    visitor.page.setOnline(true);
    await visitor.settle();
    expect(visitor.faye.made).toHaveLength(2);
    visitor.faye.answer({ channel: '/meta/subscribe', successful: true });
    expect(status.value).toBe('connected');
  });

  it('… The offline handler is debounced 5000 ms. (live-6)', async ({ visitor }) => {
    visitor.page.setOnline(false);
    await visitor.wait(4000);
    visitor.page.setOnline(false);
    await visitor.wait(4999);
    expect(visitor.connection.status.value).toBe('connected');
    await visitor.wait(1);
    expect(visitor.connection.status.value).toBe('disconnected');
  });

  it('Form submission: unsubmitted, pending, success or failed.', async ({ visitor }) => {
    await visitor.agentSays(FORM);
    const submit = () => screen.queryByRole('button', { name: /Submit|Sending/ })?.textContent;
    await visitor.fills('Your name', 'Ann');
    const { until, release } = hold();
    visitor.service.next(POST_MESSAGE, { status: 500, until });
    expect(submit()).toBe('Submit');
    await visitor.press('Submit');
    expect(submit()).toBe('Sending');
    release();
    await visitor.settle();
    expect([submit(), alerts()]).toEqual(['Submit', ['Error submitting form. Try again.']]);
    await visitor.press('Submit');
    expect([submit(), alerts()]).toEqual([undefined, []]);
  });

  it('… Submitted and successfully submitted forms are hidden.', async ({ visitor }) => {
    await visitor.agentSays({ ...FORM, submitted: true });
    expect(screen.queryByLabelText('Your name')).toBeNull();
    await visitor.agentSays(FORM);
    await visitor.fills('Your name', 'Ann');
    await visitor.press('Submit');
    expect(screen.queryByLabelText('Your name')).toBeNull();
    expect(rows().filter((text) => text.includes('Submit'))).toEqual([]);
  });

  it('Postback action: pending, then success …', async ({ visitor }) => {
    await visitor.agentSays(BUTTON);
    const { until, release } = hold();
    visitor.service.next(/postback/, { until });
    await visitor.press('Yes');
    expect(isBusy('Yes')).toBe(true);
    await visitor.press('Yes');
    release();
    await visitor.settle();
    expect([isBusy('Yes'), alerts()]).toEqual([false, []]);
    expect(visitor.service.bodies(/postback/)).toMatchObject([{ postback: { actionId: 'a1' } }]);
  });

  it('… or error.', async ({ visitor }) => {
    await visitor.agentSays(BUTTON);
    visitor.service.next(/postback/, { status: 422 });
    await visitor.press('Yes');
    expect([isBusy('Yes'), alerts()]).toEqual([false, ['“Yes” could not be completed. Try again later.']]);
  });

  it('Cookies: disabling sets storage none, enabling sets all, functional-only sets functional. (store-2)', async () => {
    const visitor = await createVisitor();
    const keys = () => Object.keys(visitor.storage).length > 0;
    const seen: unknown[] = [];
    for (const level of ['none', 'all', 'functional', false, true]) {
      await visitor.zE('messenger:set', 'cookies', level);
      seen.push([visitor.consent.level.value, keys()]);
    }
    expect(seen).toEqual([
      ['none', false],
      ['all', true],
      ['functional', true],
      ['none', false],
      ['all', true],
    ]);
  });
});

describe('calls to other services', () => {
  const delivered = (visitor: Visitor) =>
    visitor.service.activities('message:delivery').map((a) => a.messageId);

  it('Mark delivered: ‘message:delivery’ with message id and conversation id.', async () => {
    const visitor = await createVisitor({ closed: true });
    const { _id } = await visitor.agentSays('Hello');
    await visitor.hears({ type: 'message', message: visitor.service.log[0] });
    expect(delivered(visitor)).toEqual([_id]);
    expect(visitor.service.asked.filter((a) => a.body.activity).map((a) => a.path)).toEqual([
      '/conversations/c/activity',
    ]);
  });

  it('… also of messages read from history: one for all, by the first tab that reads them.', async () => {
    const before = (service: Visitor['service']) => {
      service.add({ text: 'read' }, 60);
      service.add({ text: 'one' }, 50);
      service.add({ text: 'own', role: 'appUser' }, 40);
      service.add({ text: 'two' }, 30);
      service.describe({ participants: [{ appUserId: 'u', lastRead: service.log[0]?.received }] });
    };
    const storage = returning();
    const first = await createVisitor({ closed: true, storage, before });
    expect(delivered(first)).toEqual(['m4']);
    leave();
    const second = await createVisitor({ closed: true, storage, before });
    expect(delivered(second)).toEqual([]);
  });
});

describe('a picture that is shown large', () => {
  const large = () => document.querySelector('[data-porch]')?.shadowRoot?.querySelector('dialog');
  const open = async () => {
    const visitor = await createVisitor();
    const mediaUrl = 'https://pictures.example/a.png';
    await visitor.agentSays({ type: 'image', mediaUrl, mediaType: 'image/png' });
    await visitor.press('Enlarge image');
    expect(large()?.open).toBe(true);
    return visitor;
  };

  it.each([
    ['the page hides the messenger', ({ launcher }: Visitor) => launcher.hide()],
    ['the window closes', ({ router }: Visitor) => router.closeWidget(1)],
  ])('closes when %s, and can be shown again (rich-1)', async (_, end) => {
    const visitor = await open();
    end(visitor);
    expect(large()).toBeNull();
    visitor.launcher.show();
    visitor.router.openWidget();
    await visitor.press('Enlarge image');
    expect(large()?.open).toBe(true);
  });

  it('does not come after the window has closed (rich-1)', async ({ visitor }) => {
    const mediaUrl = 'https://pictures.example/a.png';
    await visitor.agentSays({ type: 'image', mediaUrl, mediaType: 'image/png' });
    screen.getByRole('button', { name: 'Enlarge image' }).click();
    visitor.router.closeWidget(1);
    await visitor.settle();
    expect(large()).toBeNull();
  });
});
