import type { Clock } from '../../platform/clock';
import type { MicrophoneProblem } from '../../platform/microphone';
import type { CallEnd, VoiceCall } from '../../services/voiceCall';
import type { CallTicket } from '../../wire/voice';
import type { VoiceEngine } from './engine';
import type { CallState, VoiceState } from './voiceState';

const TOKEN_MS = 4_000;

export type CallDeps = {
  /** Loads the engine that makes calls. */
  engine(): Promise<VoiceEngine>;
  clock: Clock;
  report(message: string, cause: unknown): void;
};

const isProblem = (cause: unknown): cause is MicrophoneProblem => cause === 'refused' || cause === 'noDevice';

const endOf = (reason: CallEnd, heard: boolean): CallState => {
  if (reason === 'left') return reason;
  if (heard) return reason === 'gone' ? reason : 'agentHungUp';
  return reason === 'declined' ? reason : 'noAnswer';
};

/** Makes one call: microphone, token, connection. Its end releases what it has by then. */
export const makeCall = (
  { engine: load, clock, report }: CallDeps,
  { digitalLineId, userRecordingConsentAction }: VoiceState,
  on: (change: Partial<VoiceState>) => void,
) => {
  let over = false;
  let joined: VoiceCall | undefined;
  let giveBack = () => {};
  const show = (change: Partial<VoiceState>) => over || on(change);
  const fail = (cause: unknown) => {
    if (over) return;
    if (isProblem(cause)) return on({ call: cause });
    report('A call could not be made', cause);
    on({ call: 'failed' });
  };

  const connect = (engine: VoiceEngine, ticket: CallTicket, microphone: unknown) => {
    let heard = false;
    return engine.connect(ticket, microphone, {
      started() {
        heard = true;
        show({ call: 'talking' });
      },
      answered: (agent) => show({ agent }),
      unstable: () => show({ call: 'unstable' }),
      blocked: (blocked) => show({ blocked }),
      unplugged: (unplugged) => show({ unplugged }),
      ended: (reason) => show({ call: endOf(reason, heard) }),
      lost: () => show({ call: 'lost' }),
    });
  };

  const make = async () => {
    const engine = await load();
    if (over) return;
    const microphone = await engine.microphone();
    if (over) return engine.release(microphone);
    giveBack = () => engine.release(microphone);
    const inTime = clock.after(TOKEN_MS, () => fail(new Error('The token has not come in time')));
    const ticket = await engine.token(digitalLineId, userRecordingConsentAction).finally(inTime);
    if (over) return engine.drop(ticket);
    giveBack = () => {
      engine.release(microphone);
      engine.drop(ticket);
    };
    show({ call: 'ringing' });
    joined = connect(engine, ticket, microphone);
    giveBack = joined.hangUp;
  };

  make().catch(fail);
  return {
    mute(callMuted: boolean) {
      joined?.mute(callMuted);
      if (joined) show({ callMuted });
    },
    play: () => joined?.play(),
    end() {
      over = true;
      giveBack();
    },
  };
};
