import type { Clock } from '../platform/clock';
import type { IceServer, Signal } from '../wire/voice';

/** A connection that is broken for this long looks for another way, and after the longer time counts as lost. */
const RESTART_MS = 2_000;
const LOST_MS = 20_000;

/** What happens to the sound between the two ends. None of it is called after `close`. */
type PeerEvents = {
  /** The two hear each other, for the first time or again. */
  connected(): void;
  /** The connection is broken; another way is being looked for. */
  unstable(): void;
  /** No other way was found. */
  lost(): void;
  /** Whether the browser refuses to play the other end until the person presses something. */
  blocked(is: boolean): void;
};

type Peer = {
  /** Takes a signal of the other end. Those that do not fit are ignored. */
  take(signal: Signal): void;
  /** Sends the sound of another microphone from now on. */
  use(microphone: MediaStream): void;
  /** Plays the other end; call it from a press. */
  play(): void;
  close(): void;
};

type PeerDeps = {
  host: Window;
  clock: Clock;
  iceServers: readonly IceServer[];
  microphone: MediaStream;
  /** Whether this end makes the offers; exactly one of the two does. */
  caller: boolean;
  send(signal: Signal): void;
  on: PeerEvents;
};

/** Plays the other end's sound. */
const createSound = (page: Window & typeof globalThis, blocked: (is: boolean) => void) => {
  const sound = new page.Audio();
  sound.autoplay = true;
  const play = () =>
    void sound.play().then(
      () => blocked(false),
      // A new stream interrupts this; only a refusal needs a press.
      (cause: Error) => cause.name === 'NotAllowedError' && blocked(true),
    );
  return { sound, play };
};

/**
 * One end of a call between two browsers. The caller offers; both look for another way when the network changes
 * (an ICE restart), and give up after a while.
 */
export const createPeer = ({ host, clock, iceServers, microphone, caller, send, on }: PeerDeps): Peer => {
  const page = host as Window & typeof globalThis;
  const connection = new page.RTCPeerConnection({ iceServers: [...iceServers] });
  let over = false;
  const { sound, play } = createSound(page, (is) => over || on.blocked(is));
  const senders = microphone.getAudioTracks().map((track) => connection.addTrack(track, microphone));
  let cancels: (() => void)[] = [];
  const clearTimers = () => {
    for (const cancel of cancels) cancel();
    cancels = [];
  };
  /** Runs one step after the other; a step that fails changes nothing. */
  let steps: Promise<unknown> = Promise.resolve();
  const step = (task: () => Promise<unknown>) => {
    steps = steps.then(() => (over ? undefined : task())).catch(() => {});
  };
  const describe = async (type: 'offer' | 'answer') => {
    await connection.setLocalDescription();
    const { sdp } = connection.localDescription ?? {};
    if (!over && sdp) send({ type, sdp });
  };
  /** Looks for another way through the network. */
  const restart = () => {
    if (!caller) return send({ type: 'restart' });
    connection.restartIce();
    step(() => describe('offer'));
  };
  const onUnstable = () => {
    if (cancels.length > 0) return;
    on.unstable();
    cancels = [
      clock.after(RESTART_MS, restart),
      clock.after(LOST_MS, () => {
        close();
        on.lost();
      }),
    ];
  };
  const onState = () => {
    if (over) return;
    const state = connection.connectionState;
    if (state === 'connected') {
      clearTimers();
      on.connected();
    } else if (state === 'disconnected' || state === 'failed') onUnstable();
  };
  connection.addEventListener('connectionstatechange', onState);
  connection.addEventListener('icecandidate', ({ candidate }) => {
    if (over || !candidate?.candidate) return;
    const { sdpMid, sdpMLineIndex } = candidate;
    send({ type: 'candidate', candidate: candidate.candidate, sdpMid, sdpMLineIndex });
  });
  connection.addEventListener('track', ({ track, streams }) => {
    sound.srcObject = streams[0] ?? new page.MediaStream([track]);
    play();
  });
  // A network that comes back may be a different one, so do not wait for the old way.
  const onOnline = () => {
    if (connection.connectionState !== 'new') restart();
  };
  page.addEventListener('online', onOnline);
  if (caller) step(() => describe('offer'));

  const close = () => {
    if (over) return;
    over = true;
    clearTimers();
    page.removeEventListener('online', onOnline);
    sound.srcObject = null;
    connection.close();
  };
  return {
    take(signal) {
      step(async () => {
        if (signal.type === 'restart') {
          if (caller) restart();
        } else if (signal.type === 'candidate') await connection.addIceCandidate(signal);
        else if (signal.type === (caller ? 'answer' : 'offer')) {
          await connection.setRemoteDescription(signal as RTCSessionDescriptionInit);
          if (!caller) await describe('answer');
        }
      });
    },
    use(next) {
      const [track] = next.getAudioTracks();
      for (const sender of senders) void sender.replaceTrack(track ?? null).catch(() => {});
    },
    play,
    close,
  };
};
