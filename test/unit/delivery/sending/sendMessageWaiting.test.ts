import { signal } from '@preact/signals-react';
import { describe, expect, test } from 'vitest';
import { readExperience } from '../../../../src/delivery/readExperience';
import { RequestError } from '../../../../src/services/requestError';
import { createExperience } from '../../../../src/slices/experience';
import { NEW_CONVERSATION } from '../../../../src/slices/messages';
import { flush } from '../../../support/fakeClock';
import { lost, refused } from '../../../support/fakeService';
import { own, wireConversation } from '../../../support/messages';
import { createVisitorSide } from '../../../support/visitorSide';

const ID = 'conv-of-user-1';
const cancelled = () => new RequestError('cancelled', 'cancelled');

const started = async () => {
  const side = createVisitorSide();
  await side.starter.ensureStarted();
  await flush();
  return side;
};
type Side = ReturnType<typeof createVisitorSide>;
const shown = (side: Side) => side.log().map((m) => [m.text, m.status]);
const onServer = (side: Side) => side.service.log(ID).map((m) => m.text);
const keyOf = (side: Side, text: string) => side.log().find((m) => m.text === text)?.key ?? '';
const starts = (side: Side) => side.service.callsOf('createUser').length;

const it = test.extend('side', () => started());

describe('a message of the visitor', () => {
  it('bears its author, its session and the visitor’s time until the service dates it', async ({ side }) => {
    side.sender.send({ text: 'hello' });
    expect(side.log()).toMatchObject([
      { authorId: 'user-1', source: { sessionId: 'session' }, received: side.clock.now() / 1000 },
    ]);
    await flush();
  });

  it('once sent is read, and so is all before it', async ({ side }) => {
    await side.write('hello');
    expect(side.conversations.find(ID)?.lastRead).toBe(side.service.log(ID)[0]?.received);
  });
});

describe('a message that takes longer than 10 s', () => {
  it('is as good as new when it is retried, and says so again after another 10 s', async ({ side }) => {
    side.service.hold('sendMessage');
    side.sender.send({ text: 'hello' });
    await side.clock.advance(10_000);
    expect(side.log()[0]?.isDelayed).toBe(true);
    side.sender.retry(keyOf(side, 'hello'));
    expect(side.log()[0]?.isDelayed).toBe(false);
    await side.clock.advance(9_999);
    expect(side.log()[0]?.isDelayed).toBe(false);
    await side.clock.advance(1);
    expect(side.log()[0]?.isDelayed).toBe(true);
  });

  it('is not delayed once it has failed', async ({ side }) => {
    const release = side.service.hold('sendMessage', { fail: lost() });
    side.sender.send({ text: 'hello' });
    await side.clock.advance(10_000);
    release();
    await flush();
    expect(side.log()).toMatchObject([{ status: 'failed', isDelayed: false }]);
  });

  it('is not delayed when realtime has confirmed it', async ({ side }) => {
    side.service.hold('sendMessage');
    side.sender.send({ text: 'hello' });
    side.messages.merge(ID, [own('m-1', 2000, keyOf(side, 'hello'), { text: 'hello' })]);
    await side.clock.advance(10_000);
    expect(side.log()).toMatchObject([{ status: 'sent' }]);
    expect(side.log()[0]?.isDelayed).toBeUndefined();
  });

  it('is ignored when the log was cleared meanwhile', async ({ side }) => {
    side.service.hold('sendMessage');
    side.sender.send({ text: 'hello' });
    side.messages.reset();
    await side.clock.advance(10_000);
    expect(side.log()).toEqual([]);
  });
});

describe('the notice of a message that was not sent', () => {
  const lostOften = async (times: number) => {
    const side = await started();
    for (let n = 0; n < times; n++) side.service.next('sendMessage', { fail: lost() });
    await side.write('hello');
    return side;
  };
  const isTold = ({ status, isDelayed }: { status?: string; isDelayed?: boolean }) =>
    status === 'failed' || isDelayed === true;

  it('stays during automatic retries and disappears when it is sent', async () => {
    const side = await lostOften(3);
    const told: boolean[] = [];
    const held = side.messages.of(ID);
    const stop = held.subscribe(([message]) => message && told.push(isTold(message)));
    await side.clock.advance(15_000 + 30_000);
    expect(side.service.callsOf('sendMessage')).toHaveLength(3);
    expect(told).not.toContain(false);
    await side.clock.advance(60_000);
    stop();
    expect(shown(side)).toEqual([['hello', 'sent']]);
    expect(side.log()[0]?.isDelayed).not.toBe(true);
  });

  it('is tried every 60 s once it was tried five times (msg-10)', async () => {
    const side = await lostOften(9);
    const tries = () => side.service.callsOf('sendMessage').length;
    await side.clock.advance((15 + 30 + 60 + 120 + 240) * 1000);
    expect(tries()).toBe(6);
    await side.clock.advance(59_999);
    expect(tries()).toBe(6);
    await side.clock.advance(1);
    expect(tries()).toBe(7);
    await side.clock.advance(60_000);
    expect(tries()).toBe(8);
  });

  it.each(['wrapped', 'bare'] as const)(
    'waits as the integration’s %s answer says (msg-11)',
    async (form) => {
      const side = await lostOften(0);
      const said = { app: {}, integration: {}, restRetryPolicy: { intervals: { aggressive: 3 } } };
      await readExperience({
        experience: Object.assign(side.experience, createExperience(true)),
        conversations: side.conversations,
        router: { widgetOpen: signal(false) },
        onDispose() {},
        http: async () => (form === 'bare' ? said : { config: said }),
        integrationId: 'int',
        report: () => {},
      });
      side.service.next('sendMessage', { fail: lost() });
      await side.write('again');
      await side.clock.advance(2_999);
      expect(shown(side).at(-1)).toEqual(['again', 'failed']);
      await side.clock.advance(1);
      expect(shown(side).at(-1)).toEqual(['again', 'sent']);
    },
  );

  it('waits as the configuration says, unless the integration does (msg-11)', async () => {
    for (const [integration, seconds] of [
      [undefined, 7],
      [{ intervals: { aggressive: 3 } }, 3],
    ] as const) {
      const side = createVisitorSide({ restRetryPolicy: { intervals: { aggressive: 7 } } });
      await side.starter.ensureStarted();
      side.experience.learn({ restRetryPolicy: integration });
      side.service.next('sendMessage', { fail: lost() });
      await side.write('hello');
      await side.clock.advance(seconds * 1000 - 1);
      expect(shown(side)).toEqual([['hello', 'failed']]);
      await side.clock.advance(1);
      expect(shown(side)).toEqual([['hello', 'sent']]);
    }
  });

  it('disappears on the visitor’s retry and returns when that fails', async () => {
    const side = await lostOften(2);
    const told: boolean[] = [];
    const stop = side.messages.of(ID).subscribe(([message]) => message && told.push(isTold(message)));
    side.sender.retry(keyOf(side, 'hello'));
    await flush();
    stop();
    expect(told).toEqual([true, false, true]);
  });
});

describe('one of several messages', () => {
  const bothFailed = async () => {
    const side = await started();
    side.service.next('sendMessage', { fail: refused(401) });
    side.service.next('sendMessage', { fail: refused(401) });
    side.sender.send({ text: 'one' });
    await side.write('two');
    return side;
  };

  it('may be retried without the others', async () => {
    const side = await bothFailed();
    side.sender.retry(keyOf(side, 'two'));
    await flush();
    expect(onServer(side)).toEqual(['two']);
    expect(side.log().find((m) => m.text === 'one')?.status).toBe('failed');
  });

  it('may be taken away without the others', async () => {
    const side = await bothFailed();
    side.sender.remove(keyOf(side, 'two'));
    side.sender.remove('nobody');
    expect(shown(side)).toEqual([['one', 'failed']]);
    expect(side.outbox.of('user-1').map((e) => e.message.text)).toEqual(['one']);
  });

  it('that is taken away on its way does not hold up the others when it fails', async ({ side }) => {
    const release = side.service.hold('sendMessage', { fail: lost() });
    side.sender.send({ text: 'one' });
    side.sender.send({ text: 'two' });
    side.sender.remove(keyOf(side, 'one'));
    release();
    await flush();
    expect(shown(side)).toEqual([['two', 'sent']]);
  });
});

describe('a try that ends', () => {
  it('because the same visitor logged in again is repeated and does not fail', async ({ side }) => {
    const release = side.service.hold('sendMessage', { fail: cancelled() });
    side.service.hold('sendMessage');
    side.sender.send({ text: 'hello' });
    release();
    await flush();
    expect(side.service.callsOf('sendMessage')).toHaveLength(2);
    expect(shown(side)).toEqual([['hello', 'sending']]);
  });

  it('with a refusal leaves no timer, with a lost network one', async ({ side }) => {
    side.service.next('sendMessage', { fail: refused(400) });
    await side.write('one');
    expect(side.clock.pending()).toBe(0);
    side.service.next('sendMessage', { fail: lost() });
    await side.write('two');
    expect(side.clock.pending()).toBe(1);
  });
});

describe('before the conversation exists', () => {
  it('nothing is started while nothing waits to be sent', async () => {
    const side = createVisitorSide();
    side.sender.flush();
    await flush();
    side.sender.send({ text: 'x'.repeat(4097) });
    side.sender.flush();
    await flush();
    expect([starts(side), side.log().length]).toEqual([0, 1]);
  });

  it('a message that cannot be sent does not block others', async () => {
    const side = createVisitorSide();
    side.sender.send({ text: 'x'.repeat(4097) });
    await side.write('hello');
    expect([starts(side), onServer(side)]).toEqual([1, ['hello']]);
  });

  it.each([[['one']], [['one', 'two']]])(
    'a start that fails is tried again by itself after 15 s, however many messages wait for it: %j',
    async (texts) => {
      const side = createVisitorSide();
      side.service.next('createUser', { fail: lost() });
      for (const text of texts) side.sender.send({ text });
      await side.clock.advance(14_999);
      expect(starts(side)).toBe(1);
      await side.clock.advance(1);
      expect(starts(side)).toBe(2);
      expect(shown(side)).toEqual(texts.map((text) => [text, 'sent']));
    },
  );

  it('a start that is refused is not tried again by itself', async () => {
    const side = createVisitorSide();
    side.service.next('createUser', { fail: refused(403) });
    await side.write('one');
    expect(shown(side)).toEqual([['one', 'failed']]);
    expect(side.clock.pending()).toBe(0);
  });

  it('a start that fails leaves the reason of a message that cannot be sent', async () => {
    const side = createVisitorSide();
    side.service.next('createUser', { fail: lost() });
    side.sender.send({ text: 'x'.repeat(4097) });
    await side.write('one');
    expect(side.log()).toMatchObject([
      { errorReason: 'characterLimit', isRetryable: false },
      { errorReason: 'network', isRetryable: true },
    ]);
  });

  it('a start that is over because the visitor changed fails no message', async () => {
    const side = createVisitorSide();
    side.service.next('createUser', { fail: cancelled() });
    await side.write('hello');
    expect(shown(side)).toEqual([['hello', 'sending']]);
  });

  it('a message is found in its log although another conversation has arrived', async () => {
    const side = createVisitorSide();
    side.service.hold('createUser');
    side.sender.send({ text: 'hello' });
    const key = keyOf(side, 'hello');
    side.conversations.upsert(wireConversation('other'));
    side.sender.remove(key);
    expect(side.messages.of(NEW_CONVERSATION).value).toEqual([]);
  });

  it('a message whose start failed starts again though a conversation has come in between', async () => {
    const side = createVisitorSide();
    side.service.next('createUser', { fail: lost() });
    await side.write('hello');
    side.conversations.upsert(wireConversation('other'));
    side.sender.flush();
    await flush();
    expect(starts(side)).toBe(2);
    expect(shown(side)).toEqual([['hello', 'sent']]);
  });
});
