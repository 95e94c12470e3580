import { effect } from '@preact/signals-react';
import { describe, expect, test } from 'vitest';
import { createSession } from '../../../../src/delivery/identity/session';
import { NEW_CONVERSATION } from '../../../../src/slices/messages';
import { createFakeService, lost } from '../../../support/fakeService';
import { createVisitorSide } from '../../../support/visitorSide';

/** A visitor with one sent message and one unsent. */
const create = async () => {
  const service = createFakeService();
  const side = createVisitorSide({ service });
  const { connection } = side;
  const stopped: string[] = [];
  const session = createSession({ ...side, live: { stop: () => stopped.push('live') } });
  await side.starter.ensureStarted();
  side.sender.send({ text: 'sent' });
  await side.clock.advance(0);
  service.next('sendMessage', { fail: lost() });
  side.sender.send({ text: 'unsent' });
  await side.clock.advance(0);
  connection.set('connected', 'subscribed');
  const outbox = () => side.outbox.of('anybody').map((u) => u.message.text);
  return { ...side, session, stopped, outboxOfAnybody: outbox };
};

const it = test.extend('side', () => create());

describe('ending a visitor’s session', () => {
  it('removes their identity and messages from memory and from storage (login-20)', async ({ side }) => {
    const epoch = side.user.epoch();
    const id = side.conversations.active.value?._id ?? '';
    side.session.end('keep');
    expect(side.stopped).toEqual(['live']);
    expect([side.user.appUserId.value, side.user.auth.value, side.user.initializedStatus.value]).toEqual([
      undefined,
      undefined,
      'notConnected',
    ]);
    expect([side.conversations.all.value, side.messages.of(id).value]).toEqual([[], []]);
    expect([side.connection.status.value, side.connection.note.value]).toEqual(['disconnected', undefined]);
    expect(side.user.epoch()).not.toBe(epoch);
    expect([...side.store.map.keys()].filter((k) => /appUserId|sessionToken|externalId/.test(k))).toEqual([]);
  });

  it('clears redirectToHomePage for the next visitor', async ({ side }) => {
    side.conversations.redirectHome();
    side.conversations.show();
    side.session.end('drop');
    expect([side.conversations.redirectToHomePage.value, side.conversations.listShown.value]).toEqual([
      false,
      false,
    ]);
  });

  it('takes visitor and conversation away at once, so that a draft goes along with both', async () => {
    const { user, conversations, session } = await create();
    const seen: unknown[] = [];
    const stop = effect(() => void seen.push([user.appUserId.value, conversations.active.value?._id]));
    session.end('pass');
    stop();
    expect(seen.slice(1)).toEqual([[undefined, undefined]]);
  });

  it('leaves no timer behind', async ({ side }) => {
    side.session.end('keep');
    expect(side.clock.pending()).toBe(0);
  });

  it('keeps unsent messages for the same login only', async ({ side }) => {
    const id = side.conversations.active.value?._id;
    side.user.expect('ann');
    side.session.end('keep');
    // In its conversation, whose copy the desk may have already.
    expect(side.outbox.of('@ann').map((u) => [u.message.text, u.conversationId])).toEqual([['unsent', id]]);
    expect([side.outboxOfAnybody(), side.outbox.of('@ben')]).toEqual([[], []]);
  });

  it('keeps nothing of an anonymous visitor, whom nobody can be again', async ({ side }) => {
    const id = side.user.appUserId.value ?? '';
    side.session.end('keep');
    expect(side.outbox.of(id)).toEqual([]);
  });

  it('passes unsent messages to the same person’s next user id (login-16)', async ({ side }) => {
    side.session.end('pass');
    expect(side.outboxOfAnybody()).toEqual(['unsent']);
    await side.starter.ensureStarted();
    await side.clock.advance(0);
    expect(side.log().map((m) => [m.text, m.status])).toEqual([['unsent', 'sent']]);
    expect(side.outboxOfAnybody()).toEqual([]);
  });

  it('keeps nothing of an anonymous visitor of before, whose tab was closed', async ({ side }) => {
    const at = { conversationId: '', message: { key: 'before', text: 'before' } };
    side.outbox.put({ ...at, appUserId: 'before' });
    const ofBen = { appUserId: '@ben', login: 'ben', message: { text: 'of ben' } };
    side.store.set('int.outbox.ben', JSON.stringify(ofBen));
    side.session.end('pass');
    expect(side.outbox.of('before').map((u) => u.message.text)).toEqual(['before', 'unsent']);
    side.session.end('keep');
    expect([...side.store.map.keys()].filter((key) => key.includes('outbox'))).toEqual(['int.outbox.ben']);
  });

  it('drops what a tab without storage has for a visitor who is not known yet, and who leaves elsewhere', () => {
    const side = createVisitorSide();
    const session = createSession({ ...side, live: { stop() {} } });
    const [key, message] = ['key', { key: 'key', text: 'written in another tab' }];
    for (const [level, kept] of [
      ['all', [key]],
      ['none', []],
    ] as const) {
      side.consent.set(level);
      side.outbox.put({ conversationId: '', appUserId: '', message });
      side.user.hearExit(`${level}!`);
      session.end('keep');
      expect(side.outbox.of('').map((u) => u.message.key)).toEqual(kept);
    }
  });

  it('drops unsent messages when told to', async ({ side }) => {
    const id = side.user.appUserId.value ?? '';
    side.session.end('drop');
    expect([side.outbox.of(id), side.outboxOfAnybody()]).toEqual([[], []]);
  });

  it('drops messages written before the conversation existed', () => {
    const side = createVisitorSide();
    const session = createSession({ ...side, live: { stop() {} } });
    side.service.next('createUser', { until: new Promise(() => {}) });
    side.sender.send({ text: 'early' });
    expect(side.outbox.of('')).toHaveLength(1);
    session.end('drop');
    expect([side.outbox.of(''), side.messages.of(NEW_CONVERSATION).value]).toEqual([[], []]);
  });

  it('gives the next conversation a new reference', async ({ side }) => {
    side.session.end('drop');
    await side.starter.ensureStarted();
    const references = side.service
      .callsOf('createUser')
      .map(([body]) => (body as { referenceId: string }).referenceId);
    expect(new Set(references).size).toBe(2);
  });
});

it('clearing memory for a login keeps the visitor’s identity', async ({ side }) => {
  const { value: id } = side.user.appUserId;
  side.session.clear();
  expect([side.user.appUserId.value, side.user.auth.value?.type]).toEqual([id, 'sessionToken']);
  expect([side.conversations.all.value, side.user.initializedStatus.value]).toEqual([[], 'notConnected']);
  expect(side.outbox.of(id ?? '')).toHaveLength(1);
});
