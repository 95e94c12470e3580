import { describe, expect, it, vi } from 'vitest';
import { createCallFlow } from '../../../../src/features/voice/callFlow';
import type { CallTicket } from '../../../../src/wire/voice';
import { createFakeClock, flush } from '../../../support/fakeClock';
import { createFakeVoice } from '../../../support/fakeVoice';

const setUp = async (change: (voice: ReturnType<typeof createFakeVoice>) => void = () => {}) => {
  const voice = createFakeVoice();
  change(voice);
  const clock = createFakeClock();
  const report = vi.fn();
  const flow = createCallFlow({
    fetchStatus: (lineId) => voice.fetchStatus(lineId),
    engine: async () => voice.engine,
    clock,
    report,
  });
  flow.open('sales');
  await flush();
  const now = () => flow.state.value;
  return { voice, clock, report, flow, now };
};

const begin = async (flow: Pick<ReturnType<typeof createCallFlow>, 'start'>) => {
  flow.start();
  await flush();
};

const inCall = async () => {
  const set = await setUp();
  await begin(set.flow);
  set.voice.call.started();
  return set;
};

describe('the voice card’s line', () => {
  it('is loading until the line status arrives (voice-1)', async () => {
    const voice = createFakeVoice();
    let arrive = () => {};
    const flow = createCallFlow({
      fetchStatus: () =>
        new Promise((resolve) => {
          arrive = () => resolve({ agentOnline: true, averageWaitTime: 90 });
        }),
      engine: async () => voice.engine,
      clock: createFakeClock(),
      report: vi.fn(),
    });
    flow.open('sales');
    expect(flow.state.value).toMatchObject({ digitalLineId: 'sales', loading: true, agentOnline: false });
    flow.start();
    expect(flow.state.value.call).toBe('none');
    arrive();
    await flush();
    expect(flow.state.value).toMatchObject({ loading: false, agentOnline: true, averageWaitTime: 90 });
  });

  it('is the default line when the page names none (voice-1)', async () => {
    const { flow, voice, now } = await setUp();
    flow.open();
    await flush();
    expect(now().digitalLineId).toBe('default');
    expect(voice.done).toEqual(['status of sales', 'status of default']);
  });

  it('sets the load error when its request fails, and clears it when one succeeds (voice-2)', async () => {
    const { voice, flow, now, report } = await setUp((v) => {
      v.status = new Error('down');
    });
    expect(now()).toMatchObject({ loading: false, errorLoadingConfig: true });
    expect(report).toHaveBeenCalledTimes(1);
    voice.status = { agentOnline: true };
    flow.retry();
    expect(now()).toMatchObject({ loading: true, errorLoadingConfig: false });
    await flush();
    expect(now()).toMatchObject({ loading: false, errorLoadingConfig: false, agentOnline: true });
  });

  it('is asked for again each minute, and keeps what is known when that fails', async () => {
    const { voice, clock, now } = await setUp();
    voice.status = { agentOnline: false };
    await clock.advance(60_000);
    expect(now().agentOnline).toBe(false);
    voice.status = new Error('down');
    await clock.advance(60_000);
    expect(now()).toMatchObject({ agentOnline: false, errorLoadingConfig: false, loading: false });
  });

  it.each([
    ['opt_out', 'opted_in'],
    ['opt_in', 'opted_out'],
    [undefined, 'unknown'],
  ] as const)(
    'with the recording setting %s starts from the answer %s (voice-7)',
    async (setting, answer) => {
      const { voice, flow, now } = await setUp((v) => {
        v.status = { agentOnline: true, recordingConsent: setting };
      });
      expect(now().userRecordingConsentAction).toBe(answer);
      await begin(flow);
      expect(voice.done).toContain(`token for sales, ${answer}`);
    },
  );

  it('takes the visitor’s answer on recording, and keeps it when the status comes again (voice-7)', async () => {
    const { voice, flow, clock, now } = await setUp((v) => {
      v.status = { agentOnline: true, recordingConsent: 'opt_in' };
    });
    flow.answerRecording(true);
    await clock.advance(60_000);
    expect(now().userRecordingConsentAction).toBe('opted_in');
    await begin(flow);
    expect(voice.done).toContain('token for sales, opted_in');
  });

  it('cannot be called while no agent is online (voice-3)', async () => {
    const { voice, flow, now } = await setUp((v) => {
      v.status = { agentOnline: false };
    });
    await begin(flow);
    expect(now().call).toBe('none');
    expect(voice.done).toEqual(['status of sales']);
  });
});

describe('a voice call', () => {
  it('when the call button is clicked asks for the microphone, then for a token, and rings (voice-4)', async () => {
    const { voice, flow, now } = await setUp();
    flow.start();
    expect(now().call).toBe('started');
    await flush();
    expect(now().call).toBe('ringing');
    expect(voice.done.slice(1)).toEqual(['token for sales, unknown', 'joined call with microphone']);
  });

  it('when it has started records the start time and counts the seconds (voice-5)', async () => {
    const { clock, now } = await inCall();
    const began = clock.now();
    expect(now()).toMatchObject({ call: 'talking', timeCallStarted: began, timeInCall: 0 });
    await clock.advance(999);
    expect(now().timeInCall).toBe(0);
    await clock.advance(1);
    expect(now().timeInCall).toBe(1);
    await clock.advance(61_000);
    expect(now().timeInCall).toBe(62);
  });

  it('has the name of whoever answers, until it is over (voice-12)', async () => {
    const { flow, voice, now } = await setUp();
    await begin(flow);
    voice.call.answered?.({ name: 'Ada' });
    voice.call.started();
    expect(now().agent).toEqual({ name: 'Ada' });
    voice.call.ended('hungUp');
    await begin(flow);
    expect(now().agent).toBeUndefined();
  });

  it('is muted and unmuted (voice-6)', async () => {
    const { voice, flow, now } = await inCall();
    flow.mute(true);
    expect(now().callMuted).toBe(true);
    flow.mute(false);
    expect(now().callMuted).toBe(false);
    expect(voice.done.slice(-2)).toEqual(['muted', 'unmuted']);
  });

  it('ends when the visitor ends it; its length stays and no timer of it is left', async () => {
    const { voice, flow, clock, now } = await inCall();
    await clock.advance(5_000);
    flow.end();
    expect(now()).toMatchObject({ call: 'hungUp', timeInCall: 5, callMuted: false });
    expect(voice.done.at(-1)).toBe('hung up');
    await clock.advance(5_000);
    expect(now().timeInCall).toBe(5);
    flow.rest();
    expect(clock.pending()).toBe(0);
  });

  it('ends when the agent ends it, and another can be made (voice-6)', async () => {
    const { voice, flow, now } = await inCall();
    voice.call.ended('hungUp');
    expect(now().call).toBe('agentHungUp');
    await begin(flow);
    expect(now().call).toBe('ringing');
  });

  it.each([
    ['declined', 'declined'],
    ['noAnswer', 'noAnswer'],
    ['gone', 'noAnswer'],
    ['hungUp', 'noAnswer'],
    ['left', 'left'],
  ] as const)(
    'that ends before anybody is heard, as the service says %s, is %s (voice-6)',
    async (reason, call) => {
      const { voice, flow, now } = await setUp();
      await begin(flow);
      voice.call.ended(reason);
      expect(now().call).toBe(call);
    },
  );

  it.each(['refused', 'noDevice'] as const)('fails without a microphone: %s', async (problem) => {
    const { voice, flow, now, report } = await setUp((v) => {
      v.problem = problem;
    });
    await begin(flow);
    expect(now().call).toBe(problem);
    // No agent hears a call that cannot be made.
    expect(voice.done).toEqual(['status of sales']);
    expect(report).not.toHaveBeenCalled();
    voice.problem = undefined;
    await begin(flow);
    expect(now().call).toBe('ringing');
  });

  it('fails when the token takes longer than four seconds; a late one is given back (voice-8)', async () => {
    let give = (_: CallTicket) => {};
    const { voice, flow, clock, now } = await setUp((v) => {
      v.token = () =>
        new Promise((resolve) => {
          give = resolve;
        });
    });
    flow.start();
    await clock.advance(3_999);
    expect(now().call).toBe('started');
    await clock.advance(1);
    expect(now().call).toBe('failed');
    expect(voice.done.at(-1)).toBe('released microphone');
    give({ callId: 'late', iceServers: [], leaveToken: '' });
    await flush();
    expect(voice.done.at(-1)).toBe('dropped late');
  });

  it('fails where the browser cannot connect; microphone and token are given back', async () => {
    const { voice, flow, now, report } = await setUp((v) => {
      v.engine.connect = () => {
        throw new TypeError('RTCPeerConnection is not a constructor');
      };
    });
    await begin(flow);
    expect(now().call).toBe('failed');
    expect(voice.done.slice(-2)).toEqual(['released microphone', expect.stringMatching(/^dropped /)]);
    expect(report).toHaveBeenCalledOnce();
  });

  it('tells a lost connection, another end that is gone and a page that was left apart', async () => {
    const first = await inCall();
    first.voice.call.lost();
    expect(first.now().call).toBe('lost');
    const second = await inCall();
    second.voice.call.ended('gone');
    expect(second.now().call).toBe('gone');
    const third = await inCall();
    third.voice.call.ended('left');
    expect(third.now().call).toBe('left');
  });

  it('goes on from its start when the network has changed', async () => {
    const { voice, clock, now } = await inCall();
    const began = clock.now();
    await clock.advance(3_000);
    voice.call.unstable();
    expect(now()).toMatchObject({ call: 'unstable', timeInCall: 3 });
    await clock.advance(4_000);
    voice.call.started();
    expect(now()).toMatchObject({ call: 'talking', timeCallStarted: began, timeInCall: 7 });
  });

  it('tells of an unplugged microphone, and of a browser that refuses to play', async () => {
    const { voice, flow, now } = await inCall();
    voice.call.unplugged(true);
    voice.call.blocked(true);
    expect(now()).toMatchObject({ unplugged: true, blocked: true, call: 'talking' });
    flow.play();
    expect(voice.done.at(-1)).toBe('played');
    voice.call.unplugged(false);
    voice.call.blocked(false);
    expect(now()).toMatchObject({ unplugged: false, blocked: false });
  });

  it('is forgotten by a reset, which ends everything (voice-6)', async () => {
    const { voice, flow, clock, now } = await inCall();
    flow.reset();
    expect(now()).toMatchObject({ digitalLineId: 'default', loading: true, call: 'none' });
    expect(voice.done.at(-1)).toBe('hung up');
    expect(clock.pending()).toBe(0);
    voice.call.started();
    voice.call.ended('hungUp');
    voice.call.lost();
    voice.call.unplugged(true);
    expect(now()).toMatchObject({ call: 'none', unplugged: false });
  });

  it('that was given up while the microphone was asked for is not made', async () => {
    let allow = () => {};
    const { voice, flow, now } = await setUp((v) => {
      v.engine.microphone = () =>
        new Promise((resolve) => {
          allow = () => resolve('microphone');
        });
    });
    await begin(flow);
    flow.end();
    allow();
    await flush();
    expect(voice.done).toEqual(['status of sales', 'released microphone']);
    expect(now().call).toBe('hungUp');
  });

  it('goes on when its card is opened again, also for another line', async () => {
    const { flow, now } = await inCall();
    flow.open('other');
    await flush();
    expect(now()).toMatchObject({ digitalLineId: 'sales', call: 'talking' });
  });
});
