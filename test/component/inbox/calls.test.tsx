import { describe, expect, it, vi } from 'vitest';
import { createCalls } from '../../../examples/support-desk/inbox/state/alerts/calls';
import type { AgentCall } from '../../../examples/support-desk/shared/answers/calls';
import type { CallEvents, joinCall } from '../../../src/services/voiceCall';
import { createFakeClock, flush } from '../../support/fakeClock';
import { createCall, FakeCalls } from './support/fakeCalls';

const call = (id: string, more: Partial<AgentCall> = {}) => createCall({ ...more, id });

const setUp = () => {
  const desk = new FakeCalls();
  const done: unknown[] = [];
  const microphone = { getTracks: () => [{ stop: () => void done.push('microphone off') }] };
  let on: CallEvents | undefined;
  const ask = vi.fn(async () => microphone as unknown as MediaStream);
  const browser = { hasWebRtc: true };
  const join: typeof joinCall = ({ on: events, caller }) => {
    if (!browser.hasWebRtc) throw new TypeError('RTCPeerConnection is not a constructor');
    on = events;
    done.push(`joined, ${caller ? 'calling' : 'called'}`);
    return {
      mute: (is) => void done.push(is ? 'muted' : 'unmuted'),
      play: () => void done.push('played'),
      hangUp: () => void done.push('hung up'),
    };
  };
  const clock = createFakeClock();
  const calls = createCalls({
    api: desk.api,
    ownId: 'maya',
    clock,
    onFailure: vi.fn(),
    join,
    ask,
  });
  const rings = (id: string, more: Partial<AgentCall> = {}) => {
    desk.calls.push(call(id, more));
    calls.heard(call(id, more));
  };
  return { desk, done, ask, calls, clock, rings, browser, on: () => on as CallEvents };
};

describe('the calls of an inbox', () => {
  it('ring until somebody answers, declines or hangs up', () => {
    const { calls, rings, desk } = setUp();
    rings('a');
    rings('b');
    expect(calls.ringing.value.map(({ id }) => id)).toEqual(['a', 'b']);
    calls.heard(call('a', { state: 'answered', agent: 'Jonas' }));
    expect(calls.ringing.value.map(({ id }) => id)).toEqual(['b']);
    calls.decline('b');
    expect(calls.ringing.value).toEqual([]);
    // As another tab hears it, and this one after a reload.
    calls.heard(call('b', { declinedBy: ['jonas'] }));
    expect(calls.ringing.value.map(({ id }) => id)).toEqual(['b']);
    calls.heard(call('b', { declinedBy: ['jonas', 'maya'] }));
    expect(calls.ringing.value).toEqual([]);
    expect(desk.told).toEqual([{ id: 'b', signals: [{ type: 'end', reason: 'declined' }] }]);
  });

  it('end when the inbox is closed, with a request that outlives the page (voice-11)', async () => {
    const { calls, rings, desk, done } = setUp();
    rings('a');
    await calls.answer('a');
    calls.dispose();
    expect(desk.left).toEqual(['a']);
    expect(done).toContain('hung up');
    calls.dispose();
    expect(desk.left).toEqual(['a']);
  });

  it('are there after a reload', async () => {
    const { calls, desk } = setUp();
    desk.calls = [call('a'), call('b', { state: 'answered' })];
    await calls.refresh();
    expect(calls.ringing.value.map(({ id }) => id)).toEqual(['a']);
  });

  it('are answered with the microphone first, and then talk, are muted and end', async () => {
    const { calls, rings, desk, done, on, clock } = setUp();
    rings('a');
    await calls.answer('a');
    expect([desk.answered, done]).toEqual([['a'], ['joined, called']]);
    expect(calls.own.value).toMatchObject({ step: 'connecting' });
    on().started();
    expect(calls.own.value).toMatchObject({ step: 'talking', since: clock.now() });
    on().unstable();
    expect(calls.own.value).toMatchObject({ step: 'unstable' });
    calls.mute(true);
    expect(calls.own.value).toMatchObject({ muted: true });
    calls.end();
    expect(calls.own.value).toBeUndefined();
    expect(done.slice(1)).toEqual(['muted', 'hung up']);
  });

  it('that this browser cannot make is given up, with the microphone off, and the visitor is told', async () => {
    const { calls, rings, desk, done, browser } = setUp();
    browser.hasWebRtc = false;
    rings('a');
    await calls.answer('a');
    expect([calls.own.value, calls.trouble.value]).toEqual([undefined, 'lost']);
    expect(done).toEqual(['microphone off']);
    expect(desk.told).toEqual([{ id: 'a', signals: [{ type: 'end', reason: 'gone' }] }]);
  });

  it('that an agent without a microphone tries to take ring on for others', async () => {
    const { calls, rings, desk, ask } = setUp();
    ask.mockRejectedValueOnce('refused');
    rings('a');
    await calls.answer('a');
    expect(calls.trouble.value).toBe('refused');
    expect(desk.answered).toEqual([]);
    expect(calls.ringing.value).toHaveLength(1);
  });

  it('that somebody else has taken are said to be taken, and the microphone is freed', async () => {
    const { calls, rings, desk, done } = setUp();
    desk.answerFailure = 'conflict';
    rings('a');
    await calls.answer('a');
    expect(calls.trouble.value).toBe('taken');
    expect(done).toEqual(['microphone off']);
    calls.forget();
    expect(calls.trouble.value).toBeUndefined();
  });

  it('that are lost say so, and those that the visitor ends do not', async () => {
    const { calls, rings, on } = setUp();
    rings('a');
    await calls.answer('a');
    on().ended('hungUp');
    expect([calls.own.value, calls.trouble.value]).toEqual([undefined, undefined]);
    rings('b');
    await calls.answer('b');
    on().lost();
    expect([calls.own.value, calls.trouble.value]).toEqual([undefined, 'lost']);
    await flush();
  });

  it('are taken one at a time', async () => {
    const { calls, rings, desk } = setUp();
    rings('a');
    rings('b');
    await Promise.all([calls.answer('a'), calls.answer('b')]);
    expect(desk.answered).toEqual(['a']);
  });
});
