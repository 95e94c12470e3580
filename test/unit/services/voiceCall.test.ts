import { describe, expect, test, vi } from 'vitest';
import { type CallEvents, joinCall } from '../../../src/services/voiceCall';
import type { Signal } from '../../../src/wire/voice';
import { createFakeClock, flush } from '../../support/fakeClock';

type Listener = (event: never) => void;

/** Something with listeners, whose events the test makes. */
const createTarget = () => {
  const listeners = new Map<string, Set<Listener>>();
  return {
    addEventListener: (type: string, listener: Listener) =>
      void listeners.set(type, (listeners.get(type) ?? new Set()).add(listener)),
    removeEventListener: (type: string, listener: Listener) => void listeners.get(type)?.delete(listener),
    emit: (type: string, event: unknown = {}) => {
      for (const listener of listeners.get(type) ?? []) listener(event as never);
    },
    count: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
  };
};

const createMicrophone = () => {
  const track = { ...createTarget(), enabled: true, stop: vi.fn() };
  return { track, getTracks: () => [track], getAudioTracks: () => [track] };
};

/** A publisher's window with the parts of WebRTC that a call uses. */
const createHost = () => {
  const done: string[] = [];
  const connection = {
    ...createTarget(),
    connectionState: 'new',
    localDescription: undefined as undefined | { sdp: string },
    descriptions: 0,
    addTrack: () => ({ replaceTrack: async () => void done.push('replaced') }),
    restartIce: () => void done.push('restart'),
    setLocalDescription: async () => {
      connection.descriptions++;
      connection.localDescription = { sdp: `v=0 ${connection.descriptions}` };
    },
    setRemoteDescription: async ({ type, sdp }: { type: string; sdp: string }) => {
      if (sdp.includes('bad')) throw new Error('no session');
      done.push(`took ${type}`);
    },
    addIceCandidate: async () => {
      if (!done.some((line) => line.startsWith('took'))) throw new Error('no description yet');
      done.push('took candidate');
    },
    close: () => void done.push('closed'),
  };
  let refuses = false;
  const sound = {
    srcObject: undefined as unknown,
    autoplay: false,
    play: async () => {
      if (refuses) throw Object.assign(new Error('no'), { name: 'NotAllowedError' });
    },
  };
  const devices = {
    ...createTarget(),
    getUserMedia: vi.fn(async (): Promise<unknown> => {
      throw Object.assign(new Error('none'), { name: 'NotFoundError' });
    }),
  };
  const host = {
    ...createTarget(),
    RTCPeerConnection: function Peer() {
      return connection;
    },
    Audio: function Sound() {
      return sound;
    },
    navigator: { mediaDevices: devices },
  };
  return { host, connection, done, sound, devices, refusePlaying: (is: boolean) => (refuses = is) };
};

const join = async (caller: boolean) => {
  const made = createHost();
  const clock = createFakeClock();
  const microphone = createMicrophone();
  const told: Signal[] = [];
  const events: unknown[] = [];
  let answer: ((value: unknown) => void) | undefined;
  let refuse: ((cause: unknown) => void) | undefined;
  let at = 0;
  const heard = (name: string) => (value?: unknown) =>
    void events.push(value === undefined ? name : [name, value]);
  const call = joinCall({
    host: made.host as unknown as Window,
    clock,
    caller,
    microphone: microphone as unknown as MediaStream,
    iceServers: [],
    channel: {
      ask: () =>
        new Promise((resolve, reject) => {
          answer = resolve;
          refuse = reject;
        }),
      post: async (signals) => void told.push(...signals),
      leave: () => void made.done.push('left'),
    },
    on: {
      started: heard('started'),
      unstable: heard('unstable'),
      blocked: heard('blocked'),
      unplugged: heard('unplugged'),
      ended: heard('ended'),
      lost: heard('lost'),
    },
  });
  await flush();
  return {
    ...made,
    clock,
    microphone,
    told,
    events,
    call,
    /** The other end sends this, readable or not. */
    async sends(...signals: unknown[]) {
      at += signals.length;
      answer?.({ signals, next: at });
      await flush();
    },
    async answers(value: unknown) {
      answer?.(value);
      await flush();
    },
    async refuses(cause: unknown) {
      refuse?.(cause);
      await flush();
    },
    async state(state: string) {
      made.connection.connectionState = state;
      made.connection.emit('connectionstatechange');
      await flush();
    },
  };
};

const CANDIDATE = { type: 'candidate', candidate: 'candidate:1', sdpMid: '0', sdpMLineIndex: 0 };

const it = test.extend('end', () => join(true));

describe('one end of a voice call', () => {
  it('as the caller offers, takes the answer and the candidates after it, and hears the other end', async () => {
    const end = await join(true);
    expect(end.told).toEqual([{ type: 'offer', sdp: 'v=0 1' }]);
    await end.sends({ type: 'answer', sdp: 'v=0' }, CANDIDATE);
    expect(end.done).toEqual(['took answer', 'took candidate']);
    await end.state('connected');
    expect(end.events).toEqual(['started']);
  });

  it('hangs up at once when its page is left, and shows so if the page comes back (voice-11)', async () => {
    const end = await join(true);
    await end.state('connected');
    end.host.emit('pagehide');
    await flush();
    expect(end.done).toEqual(['left', 'closed']);
    expect(end.told.at(-1)).toEqual({ type: 'end', reason: 'hungUp' });
    expect(end.events).toEqual(['started', ['ended', 'left']]);
    expect(end.microphone.track.stop).toHaveBeenCalled();
    expect(end.host.count()).toBe(0);
    const over = await join(true);
    over.call.hangUp();
    over.host.emit('pagehide');
    expect(over.done).not.toContain('left');
  });

  it('as the one who is called answers each offer', async () => {
    const end = await join(false);
    expect(end.told).toEqual([]);
    await end.sends({ type: 'offer', sdp: 'v=0' });
    expect(end.told).toEqual([{ type: 'answer', sdp: 'v=0 1' }]);
    await end.sends({ type: 'offer', sdp: 'v=0' });
    expect(end.told).toHaveLength(2);
  });

  it('looks for another way when the network changes, and goes on when there is one', async ({ end }) => {
    await end.state('connected');
    await end.state('disconnected');
    expect(end.events).toEqual(['started', 'unstable']);
    await end.clock.advance(2_000);
    expect(end.done).toContain('restart');
    expect(end.told).toHaveLength(2);
    await end.state('connected');
    expect(end.events).toEqual(['started', 'unstable', 'started']);
    await end.clock.advance(60_000);
    expect(end.events).toHaveLength(3);
    expect(end.done).not.toContain('closed');
  });

  it('looks for another way at once when the browser is online again', async ({ end }) => {
    await end.state('connected');
    end.host.emit('online');
    await flush();
    expect(end.done).toContain('restart');
  });

  it('as the one who is called asks the caller for another way', async () => {
    const end = await join(false);
    await end.state('failed');
    await end.clock.advance(2_000);
    expect(end.told).toEqual([{ type: 'restart' }]);
    const other = await join(true);
    await other.sends({ type: 'restart' });
    expect(other.done).toContain('restart');
  });

  it('is lost when no other way is found within 20 s, and frees all that it held', async ({ end }) => {
    await end.state('disconnected');
    await end.clock.advance(19_999);
    expect(end.events).toEqual(['unstable']);
    await end.clock.advance(1);
    expect(end.events).toEqual(['unstable', 'lost']);
    expect(end.told.at(-1)).toEqual({ type: 'end', reason: 'gone' });
    expect(end.done).toContain('closed');
    expect(end.microphone.track.stop).toHaveBeenCalled();
    expect([end.host.count(), end.devices.count(), end.clock.pending()]).toEqual([0, 0, 0]);
  });

  it('is lost when the service does not know the call any more', async ({ end }) => {
    await end.refuses({ status: 404 });
    expect(end.events).toEqual(['lost']);
  });

  it('asks again after a second when the service cannot be reached', async ({ end }) => {
    await end.refuses(new Error('offline'));
    expect(end.events).toEqual([]);
    await end.clock.advance(1_000);
    await end.sends({ type: 'end', reason: 'hungUp' });
    expect(end.events).toEqual([['ended', 'hungUp']]);
  });

  it('tells the other end when it hangs up, and nothing more happens to it', async ({ end }) => {
    end.call.hangUp();
    await flush();
    expect(end.told.at(-1)).toEqual({ type: 'end', reason: 'hungUp' });
    await end.state('failed');
    await end.sends({ type: 'end', reason: 'gone' });
    await end.clock.advance(60_000);
    expect(end.events).toEqual([]);
  });

  it('is muted by its track, and so is the microphone that replaces an unplugged one', async ({ end }) => {
    end.call.mute(true);
    expect(end.microphone.track.enabled).toBe(false);
    end.microphone.track.emit('ended');
    await flush();
    expect(end.events).toEqual([['unplugged', true]]);
    const next = createMicrophone();
    end.devices.getUserMedia.mockResolvedValueOnce(next);
    end.devices.emit('devicechange');
    await flush();
    expect(end.events).toEqual([
      ['unplugged', true],
      ['unplugged', false],
    ]);
    expect([end.done.at(-1), next.track.enabled]).toEqual(['replaced', false]);
    end.call.mute(false);
    expect(next.track.enabled).toBe(true);
    end.call.hangUp();
    expect(next.track.stop).toHaveBeenCalled();
  });

  it('tells when the browser refuses to play the other end, and plays it after a press', async ({ end }) => {
    end.refusePlaying(true);
    end.connection.emit('track', { track: {}, streams: ['voice'] });
    await flush();
    expect(end.events).toEqual([['blocked', true]]);
    expect(end.sound.srcObject).toBe('voice');
    end.refusePlaying(false);
    end.call.play();
    await flush();
    expect(end.events.at(-1)).toEqual(['blocked', false]);
  });

  it('is changed by none of 1,000 malformed and foreign signals', async ({ end }) => {
    await end.sends({ type: 'answer', sdp: 'v=0' });
    await end.state('connected');
    const before = [[...end.done], [...end.told], [...end.events]];
    const kinds: ((i: number) => unknown)[] = [
      (i) => i,
      () => null,
      (i) => `end ${i}`,
      (i) => [i, { type: 'end' }],
      (i) => ({ type: i }),
      (i) => ({ type: `END${i}` }),
      () => ({ type: 'offer', sdp: 'v=0' }),
      (i) => ({ type: 'answer', sdp: `v=0 bad ${i}` }),
      (i) => ({ type: 'answer', sdp: `${i}` }),
      (i) => ({ type: 'candidate', candidate: { toString: () => `candidate:${i}` } }),
      (i) => ({ type: 'candidate', candidate: `${i}` }),
      () => ({ type: 'restart\u0000' }),
      () => ({ porch: 1, type: 'close' }),
    ];
    for (let i = 0; i < 1_000; i += 50)
      await end.sends(...Array.from({ length: 50 }, (_, j) => kinds[(i + j) % kinds.length]?.(i + j)));
    expect([end.done, end.told, end.events]).toEqual(before);
    // The end is still there, and takes what fits.
    await end.sends(CANDIDATE);
    expect(end.done.at(-1)).toBe('took candidate');
  });

  it('begins nothing where the browser has no WebRTC', async () => {
    const { host } = createHost();
    const ask = vi.fn(async () => ({ signals: [], next: 0 }));
    const without = { ...host, RTCPeerConnection: undefined };
    expect(() =>
      joinCall({
        host: without as unknown as Window,
        clock: createFakeClock(),
        caller: true,
        microphone: createMicrophone() as unknown as MediaStream,
        iceServers: [],
        channel: { ask, post: async () => {}, leave() {} },
        on: {} as CallEvents,
      }),
    ).toThrow(TypeError);
    await flush();
    expect(ask).not.toHaveBeenCalled();
    expect(host.count()).toBe(0);
  });

  it('is changed by no answer that is none, and asks again', async ({ end }) => {
    for (const value of [null, 'x', {}, { signals: 1, next: 1 }, { signals: [], next: -4 }]) {
      await end.answers(value);
      await end.clock.advance(1_000);
    }
    expect(end.events).toEqual([]);
    await end.sends({ type: 'end', reason: 'hungUp' });
    expect(end.events).toEqual([['ended', 'hungUp']]);
  });
});
