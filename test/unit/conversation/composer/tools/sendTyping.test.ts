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
  it('is told at its first key, and its end 5 s after the last', async () => {
    const { typing, told, clock } = create();
    typing.typed(false);
    await clock.advance(3000);
    typing.typed(false);
    await clock.advance(4999);
    expect(told()).toEqual(['typing:start']);
    await clock.advance(1);
    expect(told()).toEqual(['typing:start', 'typing:stop']);
  });

  it('ends at once when the text is gone, and once', async () => {
    const { typing, told, clock } = create();
    typing.typed(false);
    typing.typed(true);
    typing.typed(true);
    await clock.advance(20_000);
    expect(told()).toEqual(['typing:start', 'typing:stop']);
  });

  it('that never began has no end', () => {
    const { typing, told } = create();
    typing.typed(true);
    typing.typed(true);
    expect(told()).toEqual([]);
  });

  it('begins anew after an end', async () => {
    const { typing, told, clock } = create();
    typing.typed(false);
    await clock.advance(5000);
    typing.typed(false);
    expect(told()).toEqual(['typing:start', 'typing:stop', 'typing:start']);
  });

  it('that goes on is told again, as the agent’s indicator goes out after 10 s, and no sooner than every 5 s', async () => {
    const { typing, told, clock } = create();
    for (let i = 0; i < 20; i++) {
      typing.typed(false);
      await clock.advance(1000);
    }
    expect(told()).toEqual(['typing:start', 'typing:start', 'typing:start', 'typing:start']);
  });

  it('is nobody’s business before there is a conversation, and is told once there is', async () => {
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

  it('may fail to be told', async () => {
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
