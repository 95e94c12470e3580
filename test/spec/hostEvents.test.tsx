import { screen } from '@testing-library/preact';
import { describe, expect, test, vi } from 'vitest';
import { createVisitor } from './support/visitor';

type Visitor = Awaited<ReturnType<typeof createVisitor>>;
type Told = { id: string; createdAt: number; type: string; payload: Record<string, unknown> };

/** Listens to an event. @returns what the listener was told, and the unsubscribe function */
const listen = async (visitor: Visitor, event: string) => {
  const told: Told[] = [];
  const off = (await visitor.zE('messenger:on', event, (data: Told) => told.push(data))) as () => void;
  return { told, off, payloads: () => told.map((one) => one.payload) };
};
const c = { conversation: { id: 'c' } };

const it = test.extend('visitor', () => createVisitor());

describe('an event', () => {
  it('has an id, a time, its name as type, and a payload', async ({ visitor }) => {
    const { told } = await listen(visitor, 'messageReceived');
    await visitor.agentSays('Hello');
    expect(told).toEqual([
      {
        id: expect.any(String),
        createdAt: visitor.clock.now(),
        type: 'messageReceived',
        payload: { ...c, message: { id: 'm1', type: 'text', text: 'Hello' } },
      },
    ]);
  });

  it('is heard until the listener unsubscribes (api-7)', async ({ visitor }) => {
    const { told, off } = await listen(visitor, 'messageReceived');
    off();
    await visitor.agentSays('Hello');
    expect(told).toEqual([]);
  });
});

describe('messageReceived', () => {
  it('is told once for a message that comes live and with the history, and not for the visitor’s own', async () => {
    const visitor = await createVisitor();
    const { payloads } = await listen(visitor, 'messageReceived');
    await visitor.says('Mine');
    await visitor.agentSays('One');
    visitor.service.add({ text: 'Missed' });
    visitor.delivery.refresh();
    await visitor.settle();
    expect(payloads().map((p) => (p.message as { text: string }).text)).toEqual(['One', 'Missed']);
  });

  it('is not told for messages older than the page', async () => {
    const visitor = await createVisitor({ before: (service) => service.add({ text: 'Old' }, 60) });
    const { told } = await listen(visitor, 'messageReceived');
    visitor.delivery.refresh();
    await visitor.settle();
    expect(told).toEqual([]);
  });
});

describe('the screen', () => {
  it('is told: the conversation, and each of its messages once', async () => {
    const visitor = await createVisitor({
      before: (service) => service.add({ text: 'Old', name: 'Ann' }, 60),
    });
    const opened = await listen(visitor, 'conversationOpened');
    const shown = await listen(visitor, 'messagesShown');
    expect(opened.payloads()).toEqual([c]);
    await visitor.agentSays('New');
    await visitor.settle();
    const texts = shown
      .payloads()
      .map((p) => (p.messages as { content: { text: string } }[]).map((m) => m.content.text));
    expect(texts).toEqual([['Old'], ['New']]);
    expect(shown.payloads()[0]).toMatchObject({
      ...c,
      messages: [{ author: { type: 'business', displayName: 'Ann' }, content: { type: 'text' } }],
    });
  });

  it('is told again when the visitor comes back to it, its messages not', async () => {
    const visitor = await createVisitor({ before: (service) => service.add({ text: 'Old' }, 60) });
    const opened = await listen(visitor, 'conversationOpened');
    const shown = await listen(visitor, 'messagesShown');
    await visitor.zE('messenger', 'close');
    await visitor.agentSays('While closed');
    expect([opened.told.length, shown.told.length]).toEqual([1, 1]);
    await visitor.zE('messenger', 'open');
    await visitor.settle();
    expect([opened.told.length, shown.told.length]).toEqual([2, 2]);
  });
});

it('agents are requested, assigned, and serve the conversation, each told once', async ({ visitor }) => {
  const asked = await listen(visitor, 'conversationWithAgentRequested');
  const assigned = await listen(visitor, 'conversationAgentAssigned');
  const served = await listen(visitor, 'conversationServedByAgent');
  await visitor.activity('queued', { data: { queuePosition: 2 } });
  await visitor.activity('queued', { data: { queuePosition: 1 } });
  await visitor.activity('assigned');
  await visitor.agentSays({ text: 'Hello', authorId: 'a1', name: 'Ann', avatarUrl: 'https://a.example/1' });
  await visitor.agentSays({ text: 'There', authorId: 'a1', name: 'Ann' });
  await visitor.agentSays({ text: 'Me too', authorId: 'b2', name: 'Ben' });
  expect([asked.payloads(), assigned.payloads()]).toEqual([[c], [c]]);
  expect(served.payloads()).toEqual([
    { ...c, agent: { id: 'a1', displayName: 'Ann', avatarUrl: 'https://a.example/1' } },
    { ...c, agent: { id: 'b2', displayName: 'Ben' } },
  ]);
});

it('conversationStarted is told of a new visitor’s first conversation', async () => {
  const visitor = await createVisitor({ closed: true });
  const { payloads } = await listen(visitor, 'conversationStarted');
  await visitor.zE('messenger', 'resetWidget');
  await visitor.zE('messenger', 'open');
  visitor.delivery.start();
  await visitor.settle();
  expect(payloads()).toEqual([c]);
});

it('buttons of a message are told with their text, once for each press', async ({ visitor }) => {
  const { payloads } = await listen(visitor, 'postbackButtonClicked');
  await visitor.agentSays({
    text: 'Sure?',
    actions: [{ _id: 'a', type: 'postback', text: 'Yes', payload: 'y' }],
  });
  screen.getByRole('button', { name: 'Yes' }).click();
  screen.getByRole('button', { name: 'Yes' }).click();
  await visitor.settle();
  expect(payloads()).toEqual([{ ...c, actionName: 'Yes' }]);
});

describe('the extras', () => {
  it('tell each listener once that calls take effect', async ({ visitor }) => {
    const first = await listen(visitor, 'ready');
    const second = await listen(visitor, 'ready');
    expect([first.told.length, second.told.length]).toEqual([1, 1]);
    expect(first.told[0]).toMatchObject({ type: 'ready', payload: {} });
  });

  it('tell the state of connection and conversation, and how much is unsent, at each change', async () => {
    const visitor = await createVisitor();
    const { payloads } = await listen(visitor, 'health');
    for (let i = 0; i < 4; i++) visitor.service.next(/^POST .*\/messages/, { lost: true });
    await visitor.says('Waits');
    expect(payloads()).toEqual([
      { connection: 'connected', connectionState: 'subscribed', conversation: 'started', unsent: 0 },
      { connection: 'connected', connectionState: 'subscribed', conversation: 'started', unsent: 1 },
    ]);
    visitor.faye.transport('transport:down');
    await visitor.settle();
    expect(payloads().at(-1)).toMatchObject({ connection: 'reconnecting', connectionState: 'down' });
    for (let i = 0; i < 4; i++) await visitor.wait(500);
    await visitor.wait(60_000);
    expect(payloads().at(-1)).toMatchObject({ unsent: 0 });
  });

  it('take labels as an object alone', async ({ visitor }) => {
    await visitor.zE('messenger:set', 'labels', ['Ask us']);
    expect(visitor.report).toHaveBeenLastCalledWith(
      expect.stringMatching(/labels must be an object.*README/),
    );
  });
});

describe('beforeMessageDisplay', () => {
  it('changes or hides a message, and is asked once for each (api-8)', async () => {
    const visitor = await createVisitor({ before: (service) => service.add({ text: 'secret 1' }, 60) });
    const page = vi.fn((message: { content: { text: string } }) =>
      message.content.text === 'hide me'
        ? null
        : {
            ...message,
            content: { ...message.content, text: message.content.text.replace('secret', '***') },
          },
    );
    await visitor.zE('messenger:set', 'beforeMessageDisplay', page);
    expect(screen.queryByText('secret 1')).toBeNull();
    expect(screen.getByText('*** 1')).toBeTruthy();
    await visitor.agentSays('hide me');
    await visitor.agentSays('secret 2');
    expect(screen.queryByText('hide me')).toBeNull();
    expect(screen.getByText('*** 2')).toBeTruthy();
    expect(page).toHaveBeenCalledTimes(3);
    expect(page.mock.calls[0]).toEqual([
      expect.objectContaining({ id: 'm1', content: expect.objectContaining({ type: 'text' }) }),
      c,
    ]);
    expect(visitor.unread.value).toBe(0);
    expect(visitor.service.log.map((m) => m.text)).toEqual(['secret 1', 'hide me', 'secret 2']);
  });

  it('counts and announces nothing that is hidden', async () => {
    const visitor = await createVisitor({ closed: true });
    await visitor.zE('messenger:set', 'beforeMessageDisplay', () => null);
    await visitor.agentSays('hide me');
    expect([visitor.unread.value, visitor.announcer.current.value]).toEqual([0, []]);
    await visitor.zE('messenger:set', 'beforeMessageDisplay', (message: unknown) => message);
    expect(visitor.unread.value).toBe(1);
  });

  it('that throws or answers nonsense is reported, and the message shown as it is', async ({ visitor }) => {
    await visitor.zE('messenger:set', 'beforeMessageDisplay', () => {
      throw new Error('mine');
    });
    await visitor.agentSays('One');
    await visitor.zE('messenger:set', 'beforeMessageDisplay', () => 'nonsense');
    await visitor.agentSays('Two');
    expect([screen.getByText('One'), screen.getByText('Two')]).toHaveLength(2);
    const reports = visitor.report.mock.calls.map(([message]) => message);
    expect(reports).toContain('beforeMessageDisplay failed');
    expect(reports).toContain('beforeMessageDisplay must return a message.');
  });
});

describe('beforeMessageSent', () => {
  it('changes what the visitor sends, and may add metadata (api-8)', async ({ visitor }) => {
    await visitor.zE(
      'messenger:set',
      'beforeMessageSent',
      (message: { content: { text: string } }, data: unknown) => ({
        ...message,
        content: { type: 'text', text: message.content.text.replace(/\d{4}/, '****') },
        metadata: { data },
      }),
    );
    await visitor.says('My card is 1234');
    expect(visitor.service.bodies(/^POST .*\/messages/)).toEqual([
      expect.objectContaining({
        message: expect.objectContaining({ text: 'My card is ****', metadata: { data: c } }),
      }),
    ]);
    expect(screen.getByText('My card is ****')).toBeTruthy();
  });

  it('may answer metadata that cannot be sent, and the text goes without it', async ({ visitor }) => {
    const page = () => ({ content: { text: 'Changed' }, metadata: { order: 1n } });
    await visitor.zE('messenger:set', 'beforeMessageSent', page);
    await visitor.says('Hello');
    expect(visitor.service.log.map((m) => m.text)).toEqual(['Changed']);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('mine');
      },
      'beforeMessageSent failed',
    ],
    ['answers nothing', () => undefined, 'beforeMessageSent must return a message.'],
    ['answers null', () => null, 'beforeMessageSent must return a message.'],
    [
      'answers no text',
      () => ({ content: { text: ' ' } }),
      'beforeMessageSent must return a message with a text.',
    ],
  ])('that %s is reported, and the text sent as it is', async (_, page, report) => {
    const visitor = await createVisitor();
    await visitor.zE('messenger:set', 'beforeMessageSent', page);
    await visitor.says('Hello');
    expect(visitor.service.log.map((m) => m.text)).toEqual(['Hello']);
    expect(visitor.report.mock.calls.map(([message]) => message)).toContain(report);
  });

  it('must be a function', async ({ visitor }) => {
    await visitor.zE('messenger:set', 'beforeMessageSent', 'nonsense');
    expect(visitor.report).toHaveBeenCalledWith(
      expect.stringMatching(/beforeMessageSent must be a function.*README/),
    );
  });
});
