import { describe, expect, it } from 'vitest';
import { createTypingSender } from '../../../../../src/conversation/composer/tools/sendTyping';
import type { ActivityBody } from '../../../../../src/wire/client';
import { createFakeClock, flush } from '../../../../support/fakeClock';
import { createFakeService, lost } from '../../../../support/fakeService';

const create = () => {
  const clock = createFakeClock();
  const service = createFakeService();
  const state = { id: 'c' as string | undefined };
  const typing = createTypingSender({
    messaging: service.messaging,
    clock,
    author: () => ({ role: 'appUser', appUserId: 'u' }),
    conversationId: () => state.id,
  });
  const told = () => service.callsOf('sendActivity').map(([, body]) => (body as ActivityBody).activity.type);
  return { clock, service, state, typing, told };
};

describe('typing', () => {
  it('is reported at the first key, and its end 5 s after the last (composer-9)', async () => {
    const { typing, told, clock } = create();
    typing.typed(false);
    await clock.advance(3000);
    typing.typed(false);
    await clock.advance(4999);
    expect(told()).toEqual(['typing:start']);
    await clock.advance(1);
    expect(told()).toEqual(['typing:start', 'typing:stop']);
  });

  it('ends once, as soon as the text is deleted', async () => {
    const { typing, told, clock } = create();
    typing.typed(false);
    typing.typed(true);
    typing.typed(true);
    await clock.advance(20_000);
    expect(told()).toEqual(['typing:start', 'typing:stop']);
  });

  it('ends where it began when the visitor goes on in another conversation', async () => {
    const { typing, service, state, clock } = create();
    typing.typed(false);
    state.id = 'd';
    typing.typed(false);
    await clock.advance(5000);
    const all = service
      .callsOf('sendActivity')
      .map(([id, body]) => [id, (body as ActivityBody).activity.type]);
    expect(all).toEqual([
      ['c', 'typing:start'],
      ['c', 'typing:stop'],
      ['d', 'typing:start'],
      ['d', 'typing:stop'],
    ]);
  });

  it('that never began has no end', () => {
    const { typing, told } = create();
    typing.typed(true);
    typing.typed(true);
    expect(told()).toEqual([]);
  });

  it('starts again after an end', async () => {
    const { typing, told, clock } = create();
    typing.typed(false);
    await clock.advance(5000);
    typing.typed(false);
    expect(told()).toEqual(['typing:start', 'typing:stop', 'typing:start']);
  });

  it('is reported again at most every 5 s, because the agent’s indicator ends after 10 s (composer-9)', async () => {
    const { typing, told, clock } = create();
    for (let i = 0; i < 20; i++) {
      typing.typed(false);
      await clock.advance(1000);
    }
    expect(told()).toEqual(['typing:start', 'typing:start', 'typing:start', 'typing:start']);
  });

  it('is reported only once there is a conversation', async () => {
    const { typing, told, clock, state } = create();
    state.id = undefined;
    typing.typed(false);
    expect(told()).toEqual([]);
    state.id = 'c';
    await clock.advance(4000);
    typing.typed(false);
    await clock.advance(1000);
    typing.typed(false);
    expect(told()).toEqual(['typing:start']);
  });

  it('continues when a report fails', async () => {
    const { typing, service, told } = create();
    service.next('sendActivity', { fail: lost() });
    typing.typed(false);
    await flush();
    expect(told()).toEqual(['typing:start']);
  });

  it('leaves no timer behind', () => {
    const { typing, clock } = create();
    typing.typed(false);
    typing.dispose();
    expect(clock.pending()).toBe(0);
  });
});
