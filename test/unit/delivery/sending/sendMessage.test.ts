import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RequestError } from '../../../../src/services/requestError';
import type { SendMessageBody } from '../../../../src/wire/client';
import { flush } from '../../../support/fakeClock';
import { createFakeService, lost, refused } from '../../../support/fakeService';
import { createFakeStore } from '../../../support/fakeStorage';
import { hold } from '../../../support/hold';
import { own } from '../../../support/messages';
import { createVisitorSide } from '../../../support/visitorSide';

const started = async (options: Parameters<typeof createVisitorSide>[0] = {}) => {
  const side = createVisitorSide(options);
  await side.starter.ensureStarted();
  await flush();
  return side;
};
type Side = Awaited<ReturnType<typeof started>>;
const sent = (side: Side) =>
  side.service.callsOf('sendMessage').map(([, body]) => (body as SendMessageBody).message);
const shown = (side: Side) => side.log().map((m) => [m.text, m.status]);
const onServer = (side: Side) => side.service.log('conv-of-user-1').map((m) => m.text);
const keyOf = (side: Side, text: string) => side.log().find((m) => m.text === text)?.key ?? '';

const it = test.extend('side', () => started());

describe('a message', () => {
  it('is shown at once and counts as sent when the service confirms it (msg-1)', async ({ side }) => {
    const release = side.service.hold('sendMessage');
    side.sender.send({ text: '  hello ', payload: 'P', metadata: { a: 1 } });
    expect(shown(side)).toEqual([['  hello', 'sending']]);
    release();
    await flush();
    expect(shown(side)).toEqual([['  hello', 'sent']]);
    expect(sent(side)).toMatchObject([
      { role: 'appUser', type: 'text', text: '  hello', payload: 'P', metadata: { a: 1 } },
    ]);
  });

  it('is sent to the conversation with its author and its own reference', async ({ side }) => {
    side.sender.send({ text: 'a' });
    await side.write('b');
    const [first] = side.service.callsOf('sendMessage');
    expect(first).toMatchObject([
      'conv-of-user-1',
      { author: { role: 'appUser', appUserId: 'user-1', sessionId: 'session' } },
    ]);
    const references = sent(side).map((m) => m.referenceId);
    expect(new Set(references).size).toBe(2);
    expect(side.log().map((m) => m.key)).toEqual(references);
  });

  it('that is only white space is not sent (composer-2)', async ({ side }) => {
    for (const text of ['', '  ', '\n\t\u00a0']) side.sender.send({ text });
    await flush();
    expect([side.log(), sent(side), side.outbox.of('user-1')]).toEqual([[], [], []]);
  });

  it('over 4096 characters is shown as failed for that reason, is never sent and cannot be retried (msg-6)', async () => {
    const side = await started();
    await side.write('x'.repeat(4097));
    expect(side.log()).toMatchObject([
      { status: 'failed', errorReason: 'characterLimit', isRetryable: false },
    ]);
    side.sender.retry(side.log()[0]?.key ?? '');
    await flush();
    expect([sent(side), side.outbox.of('user-1').length, side.clock.pending()]).toEqual([[], 1, 0]);
    side.sender.remove(side.log()[0]?.key ?? '');
    expect([side.log(), side.outbox.of('user-1')]).toEqual([[], []]);
  });

  it('of 4096 characters is sent', async ({ side }) => {
    await side.write('x'.repeat(4096));
    expect(side.log()).toMatchObject([{ status: 'sent' }]);
  });
});

describe('the answer to a message', () => {
  const status = (side: Side) => side.conversations.find('conv-of-user-1')?.status;
  const ended = async () => {
    const side = await started();
    side.conversations.routed('conv-of-user-1', { status: 'idle' });
    return side;
  };

  it('opens an ended conversation again', async () => {
    const side = await ended();
    await side.write('hello again');
    expect(status(side)).toBe('active');
  });

  it('opens one that an agent has closed before the message, although that is heard only now', async () => {
    const side = await started();
    const release = side.service.hold('sendMessage');
    await side.write('one more thing');
    side.conversations.routed('conv-of-user-1', { status: 'idle' });
    release();
    await flush();
    expect(status(side)).toBe('active');
  });

  it.each(['active', 'idle'])(
    'does not open one that an agent has closed since the event of the message, and that was %s before',
    async (before) => {
      const side = before === 'idle' ? await ended() : await started();
      const release = side.service.hold('sendMessage');
      await side.write('thanks');
      side.messages.merge('conv-of-user-1', [own('m-2', 1001, keyOf(side, 'thanks'), { text: 'thanks' })]);
      side.conversations.routed('conv-of-user-1', { status: 'active' });
      side.conversations.routed('conv-of-user-1', { status: 'idle' });
      release();
      await flush();
      expect([status(side), shown(side)]).toEqual(['idle', [['thanks', 'sent']]]);
    },
  );
});

describe('several messages', () => {
  it('are sent one at a time, in the order they were written (msg-12)', async ({ side }) => {
    const release = side.service.hold('sendMessage');
    for (const text of ['one', 'two', 'three']) side.sender.send({ text });
    await flush();
    expect(sent(side).map((m) => m.text)).toEqual(['one']);
    release();
    await flush();
    expect(sent(side).map((m) => m.text)).toEqual(['one', 'two', 'three']);
    expect(shown(side)).toEqual([
      ['one', 'sent'],
      ['two', 'sent'],
      ['three', 'sent'],
    ]);
  });

  it('are sent although an earlier one fails', async ({ side }) => {
    side.service.next('sendMessage', { fail: refused(400) });
    side.sender.send({ text: 'one' });
    await side.write('two');
    expect(shown(side)).toEqual([
      ['one', 'failed'],
      ['two', 'sent'],
    ]);
  });

  it('wait for one that failed because of the network, and are then sent in order', async ({ side }) => {
    side.service.next('sendMessage', { fail: lost() });
    for (const text of ['one', 'two', 'three']) side.sender.send({ text });
    await flush();
    expect(shown(side).map(([, status]) => status)).toEqual(['failed', 'sending', 'sending']);
    expect(sent(side)).toHaveLength(1);
    side.sender.flush();
    await flush();
    expect(onServer(side)).toEqual(['one', 'two', 'three']);
    expect(shown(side)).toEqual([
      ['one', 'sent'],
      ['two', 'sent'],
      ['three', 'sent'],
    ]);
  });
});

describe('a failed message', () => {
  it.each([
    ['a lost network', lost(), { errorReason: 'network', isRetryable: true }],
    ['a 500', refused(500), { errorReason: 'network', isRetryable: true }],
    ['a 429', refused(429), { errorReason: 'network', isRetryable: true }],
    ['a 401', refused(401), { errorReason: 'unknown', isRetryable: true }],
    ['a 400', refused(400), { errorReason: 'unknown', isRetryable: true }],
    ['a 403', refused(403), { errorReason: 'unknown', isRetryable: true }],
    ['a 404', refused(404), { errorReason: 'unknown', isRetryable: true }],
    [
      'a text too long for the service',
      refused(400, 'characterLimit'),
      { errorReason: 'characterLimit', isRetryable: false },
    ],
  ])('after %s says why and whether it may be retried (msg-25)', async (_name, error, expected) => {
    const side = await started();
    side.service.next('sendMessage', { fail: error });
    await side.write('hello');
    expect(side.log()).toMatchObject([{ text: 'hello', status: 'failed', ...expected }]);
  });

  it('is stored once when a retry repeats a try that had succeeded (msg-8)', async ({ side }) => {
    side.service.next('sendMessage', { lose: lost() });
    await side.write('hello');
    expect(shown(side)).toEqual([['hello', 'failed']]);
    const { key } = side.log()[0] ?? {};
    side.sender.retry(key ?? '');
    expect(shown(side)).toEqual([['hello', 'sending']]);
    expect(side.log()[0]?.errorReason).toBeUndefined();
    await flush();
    expect(sent(side).map((m) => m.referenceId)).toEqual([key, key]);
    expect(onServer(side)).toEqual(['hello']);
    expect(shown(side)).toEqual([['hello', 'sent']]);
    expect(side.log()[0]?.key).toBe(key);
  });

  it('is retried once by a double tap', async ({ side }) => {
    side.service.next('sendMessage', { fail: lost() });
    await side.write('hello');
    const key = keyOf(side, 'hello');
    side.sender.retry(key);
    side.sender.retry(key);
    await flush();
    expect(sent(side)).toHaveLength(2);
  });

  it('is not retried when it is final, sent or unknown', async ({ side }) => {
    side.service.next('sendMessage', { fail: refused(400, 'characterLimit') });
    side.sender.send({ text: 'refused' });
    await side.write('sent');
    for (const key of [keyOf(side, 'refused'), keyOf(side, 'sent'), 'nobody']) side.sender.retry(key);
    await flush();
    expect(sent(side).map((m) => m.text)).toEqual(['refused', 'sent']);
  });

  it('that the service refused arrives when a retry succeeds (msg-23)', async ({ side }) => {
    side.service.next('sendMessage', { fail: refused(403) });
    await side.write('hello');
    side.sender.retry(keyOf(side, 'hello'));
    await flush();
    expect([shown(side), onServer(side)]).toEqual([[['hello', 'sent']], ['hello']]);
  });

  it.each([
    ['an answer made fail', new RequestError('malformed', 'Message failed to send')],
    ['the service refused', refused(400)],
  ])('that %s waits for the visitor: a flush does not retry it', async (_name, fail) => {
    const side = await started();
    side.service.next('sendMessage', { fail });
    await side.write('hello');
    expect(side.log()).toMatchObject([{ errorReason: 'unknown', isRetryable: true }]);
    side.sender.flush();
    await side.clock.advance(600_000);
    expect(sent(side)).toHaveLength(1);
  });

  it('is sent again after 15 s, 30 s and 60 s if the network was the cause (msg-9, msg-10)', async () => {
    const side = await started();
    for (let i = 0; i < 3; i++) side.service.next('sendMessage', { fail: lost() });
    await side.write('hello');
    for (const [tries, seconds] of [
      [1, 15],
      [2, 30],
      [3, 60],
    ] as const) {
      await side.clock.advance(seconds * 1000 - 1);
      expect(sent(side)).toHaveLength(tries);
      await side.clock.advance(1);
      expect(sent(side)).toHaveLength(tries + 1);
    }
    expect(shown(side)).toEqual([['hello', 'sent']]);
    expect(new Set(sent(side).map((m) => m.referenceId)).size).toBe(1);
  });

  it.each([
    ['the network lost', lost()],
    ['the service refused', refused(403)],
  ])('that %s can be removed and is then never sent (msg-23)', async (_name, fail) => {
    const side = await started();
    side.service.next('sendMessage', { fail });
    await side.write('hello');
    side.sender.remove(keyOf(side, 'hello'));
    await side.clock.advance(600_000);
    expect([side.log(), sent(side).length, side.outbox.of('user-1')]).toEqual([[], 1, []]);
  });
});

describe('a message that takes long', () => {
  it('is marked as delayed after 10 s, until it is sent (msg-22)', async ({ side }) => {
    const release = side.service.hold('sendMessage');
    side.sender.send({ text: 'hello' });
    await side.clock.advance(9999);
    expect(side.log()[0]?.isDelayed).toBeFalsy();
    await side.clock.advance(1);
    expect(side.log()[0]?.isDelayed).toBe(true);
    release();
    await flush();
    expect(side.log()).toMatchObject([{ status: 'sent' }]);
    expect(side.log()[0]?.isDelayed).toBeFalsy();
  });

  it('cannot be removed once it is sent', async ({ side }) => {
    await side.write('hello');
    side.sender.remove(keyOf(side, 'hello'));
    expect(shown(side)).toEqual([['hello', 'sent']]);
  });

  it('leaves no timer, whether it is sent or fails', async ({ side }) => {
    side.service.next('sendMessage', { fail: lost() });
    side.service.hold('sendMessage');
    await side.write('one');
    await side.write('two');
    side.sender.stop();
    expect(side.clock.pending()).toBe(0);
  });
});

describe('a message whose echo comes before its answer', () => {
  it('stays sent when the answer is lost, and is not sent again', async ({ side }) => {
    const release = side.service.hold('sendMessage', { lose: lost() });
    await side.write('hello');
    const { key } = side.log()[0] ?? {};
    side.messages.merge('conv-of-user-1', [own('m-1', 2000, key, { text: 'hello' })]);
    release();
    await flush();
    expect(shown(side)).toEqual([['hello', 'sent']]);
    side.sender.retry(key ?? '');
    side.sender.flush();
    await flush();
    expect(sent(side)).toHaveLength(1);
  });

  it('is one bubble and one message when the service drops references', async () => {
    const service = createFakeService({ ignoresReference: true });
    const side = await started({ service });
    const { until, release } = hold();
    // The realtime echo carries the service's version of the message and arrives before the answer.
    const { sendMessage } = service.messaging;
    service.messaging.sendMessage = async (id, body) => {
      const message = await sendMessage(id, body);
      side.messages.merge(id, [message]);
      await until;
      return message;
    };
    await side.write('hello');
    release();
    await flush();
    expect(onServer(side)).toEqual(['hello']);
    expect(shown(side)).toEqual([['hello', 'sent']]);
  });
});

describe('before the conversation exists', () => {
  it('a message is shown, starts the conversation and is sent to it', async () => {
    const side = createVisitorSide();
    side.sender.send({ text: 'one' });
    side.sender.send({ text: 'two' });
    expect(side.log().map((m) => [m.text, m.status])).toEqual([
      ['one', 'sending'],
      ['two', 'sending'],
    ]);
    await flush();
    expect(side.service.callsOf('createUser')).toHaveLength(1);
    expect(onServer(side)).toEqual(['one', 'two']);
    expect(shown(side)).toEqual([
      ['one', 'sent'],
      ['two', 'sent'],
    ]);
  });

  it('a failed start fails the message, and a retry starts again', async () => {
    const side = createVisitorSide();
    side.service.next('createUser', { fail: lost() });
    await side.write('hello');
    expect(side.log()).toMatchObject([{ status: 'failed', isRetryable: true }]);
    side.sender.retry(side.log()[0]?.key ?? '');
    await flush();
    expect(onServer(side)).toEqual(['hello']);
    expect(shown(side)).toEqual([['hello', 'sent']]);
  });

  it('the next start sends a message that failed with the last one', async () => {
    const side = createVisitorSide();
    side.service.next('createUser', { fail: lost() });
    await side.write('hello');
    await side.starter.ensureStarted();
    await flush();
    expect(shown(side)).toEqual([['hello', 'sent']]);
    expect(onServer(side)).toEqual(['hello']);
  });
});

describe('after a reload', () => {
  const reload = async (before: Side, prefix = 'later') =>
    started({ service: before.service, store: before.store, idPrefix: prefix });

  it('unsent messages are shown again in order and sent (msg-9)', async () => {
    const before = await started();
    before.service.hold('sendMessage');
    before.sender.send({ text: 'one' });
    before.sender.send({ text: 'two', payload: 'P' });
    await flush();
    const after = await reload(before);
    expect(shown(after)).toEqual([
      ['one', 'sent'],
      ['two', 'sent'],
    ]);
    expect(onServer(after)).toEqual(['one', 'two']);
    expect(sent(after).at(-1)?.payload).toBe('P');
    expect(after.outbox.of('user-1')).toEqual([]);
  });

  it('a message that arrived without an answer is not doubled', async () => {
    const before = await started();
    before.service.next('sendMessage', { lose: lost() });
    await before.write('hello');
    const after = await reload(before);
    expect(onServer(after)).toEqual(['hello']);
    expect(shown(after)).toEqual([['hello', 'sent']]);
  });

  it('the new visitor sends messages written before they existed', async () => {
    const service = createFakeService();
    const store = createFakeStore();
    const before = createVisitorSide({ service, store });
    service.next('createUser', { fail: lost() });
    await before.write('hello');
    const after = await started({ service, store, idPrefix: 'later' });
    expect(onServer(after)).toEqual(['hello']);
    expect(shown(after)).toEqual([['hello', 'sent']]);
  });

  it('a text that is too long is there again to be shortened, and the others are sent (msg-6)', async () => {
    const before = await started();
    const long = 'x'.repeat(4097);
    before.sender.send({ text: long });
    before.service.next('sendMessage', { fail: lost() });
    await before.write('two');
    const after = await reload(before);
    expect(after.log()).toMatchObject([
      { text: long, status: 'failed', errorReason: 'characterLimit', isRetryable: false },
      { text: 'two', status: 'sent' },
    ]);
    expect(onServer(after)).toEqual(['two']);
    expect(shown(await reload(after, 'third'))).toContainEqual([long, 'failed']);
  });

  it('a sent message leaves nothing in storage', async () => {
    const before = await started();
    await before.write('hello');
    expect([...before.store.map.keys()].filter((k) => k.includes('outbox'))).toEqual([]);
  });

  it('another user’s unsent messages are neither shown nor sent', async () => {
    const store = createFakeStore();
    const outbox = { conversationId: 'x', appUserId: 'somebody', message: { key: 'k', text: 'secret' } };
    store.set('int.outbox.k', JSON.stringify(outbox));
    const side = await started({ store });
    expect([side.log(), onServer(side)]).toEqual([[], []]);
  });

  it('a message that is already shown is not shown twice', async ({ side }) => {
    const { until } = hold();
    side.service.next('sendMessage', { until });
    side.sender.send({ text: 'hello' });
    side.sender.restore();
    side.sender.restore();
    await flush();
    expect(shown(side)).toEqual([['hello', 'sending']]);
  });
});

it('whatever happens to each try the server has every message once and in order after enough retries', async () => {
  const fate = fc.constantFrom('ok', 'fail', 'lose');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fate, { maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      async (fates, count) => {
        const side = await started();
        for (const f of fates) {
          side.service.next(
            'sendMessage',
            f === 'ok' ? {} : f === 'fail' ? { fail: lost() } : { lose: lost() },
          );
        }
        const texts = Array.from({ length: count }, (_, i) => `m${i}`);
        for (const text of texts) {
          await side.write(text);
          while (side.log().some((m) => m.status === 'failed')) {
            for (const m of side.log()) side.sender.retry(m.key);
            await flush();
          }
        }
        expect(onServer(side)).toEqual(texts);
        expect(shown(side)).toEqual(texts.map((text) => [text, 'sent']));
        expect(side.outbox.of('user-1')).toEqual([]);
      },
    ),
    { numRuns: 40 },
  );
});
