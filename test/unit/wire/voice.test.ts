import { describe, expect, it } from 'vitest';
import { decodeLineStatus, decodeSignal, decodeSignals, decodeTicket } from '../../../src/wire/voice';

describe('the state of a line', () => {
  it.each([
    [{ availability: true }, true],
    [{ availability: 'online' }, true],
    [{ availability: false }, false],
    [{ availability: 'offline' }, false],
  ])('%j says whether an agent is there', (answer, agentOnline) => {
    expect(decodeLineStatus(answer)).toMatchObject({ agentOnline });
  });

  it.each([undefined, null, 'down', [], {}, { error: 'no line' }, { error: 'x', availability: true }])(
    '%j is none (voice-2, voice-9)',
    (answer) => {
      expect(decodeLineStatus(answer)).toBeUndefined();
    },
  );

  it('bounds the wait, and knows two settings of recording', () => {
    const of = (more: object) => decodeLineStatus({ availability: true, ...more });
    expect(of({ averageWaitTime: -5 })?.averageWaitTime).toBe(0);
    expect(of({ averageWaitTime: 1e99 })?.averageWaitTime).toBe(86_400);
    expect(of({ averageWaitTime: 'soon' })?.averageWaitTime).toBeUndefined();
    expect(of({ recordingConsent: 'opt_out' })?.recordingConsent).toBe('opt_out');
    expect(of({ recordingConsent: 'always' })?.recordingConsent).toBeUndefined();
  });
});

it('a ticket for a call has its id and the servers that can be used', () => {
  const answer = {
    call: { id: 'c1', leaveToken: 'secret' },
    iceServers: [
      { urls: 'stun:stun.example:3478' },
      { urls: ['turn:turn.example', 'javascript:alert(1)'], username: 'u', credential: 'p' },
      { urls: ['https://example.com'] },
      null,
    ],
  };
  expect(decodeTicket(answer)).toEqual({
    callId: 'c1',
    iceServers: [
      { urls: ['stun:stun.example:3478'], username: undefined, credential: undefined },
      { urls: ['turn:turn.example'], username: 'u', credential: 'p' },
    ],
    leaveToken: 'secret',
  });
  expect(decodeTicket({ call: {} })).toBeUndefined();
});

describe('a signal', () => {
  it('is an offer, an answer, a candidate, a restart or an end', () => {
    const candidate = {
      type: 'candidate',
      candidate: 'candidate:1 1 udp 1 10.0.0.1 9 typ host',
      sdpMid: '0',
      sdpMLineIndex: 0,
    };
    for (const signal of [
      { type: 'offer', sdp: 'v=0\r\n' },
      { type: 'answer', sdp: 'v=0\r\n' },
      candidate,
      { type: 'restart' },
      { type: 'end', reason: 'declined' },
      { type: 'agent', name: 'Ada', avatarUrl: 'https://shop.example/ada.png' },
    ])
      expect(decodeSignal({ ...signal, more: 1 })).toEqual(signal);
  });

  it.each([
    null,
    'offer',
    {},
    { type: 'offer' },
    { type: 'offer', sdp: 'hello' },
    { type: 'answer', sdp: `v=0${'x'.repeat(50_000)}` },
    { type: 'answer', sdp: 'v=0\u0000' },
    { type: 'candidate', candidate: 'nonsense' },
    { type: 'candidate', candidate: 7 },
    { type: 'agent' },
    { type: 'agent', name: 7 },
    { type: 'eval', sdp: 'v=0' },
  ])('is not made of %j', (value) => {
    expect(decodeSignal(value)).toBeUndefined();
  });

  it('comes with others in an answer that says where the next question begins', () => {
    expect(decodeSignals({ signals: [{ type: 'restart' }, 'x', { type: 'offer' }], next: 3 })).toEqual({
      signals: [{ type: 'restart' }],
      next: 3,
    });
    for (const value of [null, {}, { signals: [] }, { signals: {}, next: 1 }, { signals: [], next: -1 }])
      expect(decodeSignals(value)).toBeUndefined();
  });
});
