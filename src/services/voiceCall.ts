import type { Clock } from '../platform/clock';
import { listen } from '../platform/disposer';
import { askMicrophone, stopMicrophone, watchMicrophone } from '../platform/microphone';
import type { Person } from '../wire/people';
import type { EndReason, IceServer } from '../wire/voice';
import { createPeer } from './callPeer';
import { type CallChannel, createCallSignals } from './callSignals';

/** Why a call has ended: the other end's reason, or that the page was left. */
export type CallEnd = EndReason | 'left';

/** What happens in a call. After `ended` or `lost`, nothing more is called. */
export type CallEvents = {
  /** Who has answered, where the service names them. */
  answered?(agent: Person): void;
  /** The two hear each other: at first, and each time after `unstable`. */
  started(): void;
  /** The connection is broken and another way is looked for. */
  unstable(): void;
  /** Whether the browser plays nothing until the person presses something. */
  blocked(is: boolean): void;
  /** Whether the microphone is gone; another one is taken as soon as there is one. */
  unplugged(is: boolean): void;
  ended(reason: CallEnd): void;
  /** The connection or the service is gone for good. */
  lost(): void;
};

export type VoiceCall = {
  mute(on: boolean): void;
  /** Plays the other end after `blocked`; call it from a press. */
  play(): void;
  /** Ends the call. None of the events is called after this. */
  hangUp(reason?: EndReason): void;
};

/** The microphone in use, which another one replaces when it is unplugged. */
const holdMicrophone = (
  host: Window,
  first: MediaStream,
  deps: { unplugged(is: boolean): void; use(microphone: MediaStream): void },
) => {
  let microphone = first;
  let muted = false;
  let gone = false;
  let over = false;
  let unwatch = () => {};
  const apply = () => {
    for (const track of microphone.getAudioTracks()) track.enabled = !muted;
  };
  const replace = async () => {
    if (!gone || over) return;
    const next = await askMicrophone(host).catch(() => undefined);
    if (!next) return;
    if (!gone || over) return stopMicrophone(next);
    gone = false;
    stopMicrophone(microphone);
    hold(next);
    deps.use(next);
    deps.unplugged(false);
  };
  const hold = (next: MediaStream) => {
    unwatch();
    microphone = next;
    apply();
    unwatch = watchMicrophone(host, next, {
      gone() {
        gone = true;
        deps.unplugged(true);
        void replace();
      },
      changed: () => void replace(),
    });
  };
  hold(first);
  return {
    mute(on: boolean) {
      muted = on;
      apply();
    },
    release() {
      over = true;
      unwatch();
      stopMicrophone(microphone);
    },
  };
};

/**
 * Joins a call with its sound, over the service's channel.
 * @param deps.caller whether this end has made the call
 * @throws the browser's error if it has no WebRTC or refuses the servers; nothing has begun then
 */
export const joinCall = (deps: {
  host: Window;
  clock: Clock;
  caller: boolean;
  microphone: MediaStream;
  iceServers: readonly IceServer[];
  channel: CallChannel;
  on: CallEvents;
}): VoiceCall => {
  const { host, clock, on } = deps;
  let over = false;
  const finish = (notify: () => void, last?: EndReason) => {
    if (over) return;
    over = true;
    stopListening();
    signals.stop(last && { type: 'end', reason: last });
    peer.close();
    microphone.release();
    notify();
  };
  const peer = createPeer({
    ...deps,
    send: (signal) => signals.send(signal),
    on: {
      connected: on.started,
      unstable: on.unstable,
      blocked: on.blocked,
      lost: () => finish(on.lost, 'gone'),
    },
  });
  const signals = createCallSignals({
    channel: deps.channel,
    clock,
    take(signal) {
      if (signal.type === 'end') finish(() => on.ended(signal.reason));
      else if (signal.type === 'agent') on.answered?.(signal);
      else peer.take(signal);
    },
    gone: () => finish(on.lost),
  });
  // A page that comes back from the browser's cache shows that its call has ended.
  const stopListening = listen(host, 'pagehide', () => {
    deps.channel.leave();
    finish(() => on.ended('left'), 'hungUp');
  });
  const microphone = holdMicrophone(host, deps.microphone, { unplugged: on.unplugged, use: peer.use });
  return {
    mute: microphone.mute,
    play: peer.play,
    hangUp: (reason = 'hungUp') => finish(() => {}, reason),
  };
};
