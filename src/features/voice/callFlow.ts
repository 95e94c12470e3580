import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Clock } from '../../platform/clock';
import { createTimer } from '../../platform/timer';
import type { VoiceCall } from '../../services/voiceCall';
import type { CallTicket, LineStatus } from '../../wire/voice';
import type { CallProblem, VoiceEngine } from './engine';
import * as to from './voiceState';

const TICK_MS = 1_000;
const TOKEN_MS = 4_000;
/** How often a card without a call asks whether an agent is there, in milliseconds. */
const STATUS_MS = 60_000;

type Deps = {
  /** Asks for the state of a line; rejects if it is not available. */
  fetchStatus(lineId: string): Promise<LineStatus>;
  /** Loads the engine that makes calls. */
  engine(): Promise<VoiceEngine>;
  clock: Clock;
  report(message: string, cause: unknown): void;
};

const isProblem = (cause: unknown): cause is CallProblem => cause === 'refused' || cause === 'noDevice';

/** The voice card's state and what changes it: the line's status, then one call after the other. */
export const createCallFlow = ({ fetchStatus, engine, clock, report }: Deps) => {
  const state = signal(to.loadingState(''));
  /** Ends what belongs to the call under way. */
  let leave = () => {};
  /** The call under way, once it is being connected. */
  let active: VoiceCall | undefined;
  /** The attempt that is under way; an earlier one changes nothing any more. */
  let attempt = 0;
  let asked = 0;
  const statusTimer = createTimer(clock);
  const tickTimer = createTimer(clock);

  const load = async () => {
    const mine = ++asked;
    statusTimer.stop();
    const next = await fetchStatus(state.value.digitalLineId).catch((cause: unknown) => cause as Error);
    if (mine !== asked) return;
    if (next instanceof Error) {
      report('The voice line could not be checked', next);
      // Keep the screen during a call or when an earlier answer is known.
      if (state.value.loading) state.value = to.statusFailed(state.value);
    } else state.value = to.statusArrived(state.value, next);
    if (!state.value.errorLoadingConfig) statusTimer.set(STATUS_MS, load);
  };
  const tick = () => {
    tickTimer.set(TICK_MS, () => {
      state.value = to.timePassed(state.value, clock.now());
      tick();
    });
  };
  const finish = (next: to.VoiceState) => {
    attempt++;
    tickTimer.stop();
    leave();
    leave = () => {};
    active = undefined;
    state.value = next;
  };
  const fail = (problem: CallProblem) => finish(to.callFailed(state.value, problem));

  /** Resolves with the token, unless it takes too long; a late one is dropped. */
  const tokenInTime = (made: VoiceEngine) =>
    new Promise<CallTicket>((resolve, reject) => {
      let late = false;
      const cancel = clock.after(TOKEN_MS, () => {
        late = true;
        reject(new Error('The token has not come in time'));
      });
      const { digitalLineId, userRecordingConsentAction } = state.value;
      made.token(digitalLineId, userRecordingConsentAction).then(
        (ticket) => {
          cancel();
          if (late) made.drop(ticket);
          resolve(ticket);
        },
        (cause: unknown) => {
          cancel();
          reject(cause);
        },
      );
    });

  const connect = (made: VoiceEngine, ticket: CallTicket, microphone: unknown, mine: number): VoiceCall => {
    /** What an earlier call tells changes nothing. */
    const now = (task: () => void) => () => void (mine === attempt && task());
    const patch = (change: Partial<to.VoiceState>) => {
      if (mine === attempt) state.value = { ...state.value, ...change };
    };
    return made.connect(ticket, microphone, {
      started: now(() => {
        state.value = to.callStarted(state.value, clock.now());
        tick();
      }),
      answered: (agent) => patch({ agent }),
      unstable: () => patch({ unstable: true }),
      blocked: (blocked) => patch({ blocked }),
      unplugged: (unplugged) => patch({ unplugged }),
      ended: (reason) =>
        now(() => {
          if (!state.value.callInProgress) fail('noAnswer');
          else if (reason === 'gone') fail('lost');
          else finish(to.callEnded(state.value));
        })(),
      lost: now(() => fail('lost')),
    });
  };

  const call = async (mine: number) => {
    const made = await engine();
    if (mine !== attempt) return;
    const microphone = await made.microphone();
    if (mine !== attempt) return made.release(microphone);
    leave = () => made.release(microphone);
    const ticket = await tokenInTime(made);
    if (mine !== attempt) return made.drop(ticket);
    state.value = to.tokenFetched(state.value);
    leave = () => {
      made.release(microphone);
      made.drop(ticket);
    };
    const joined = connect(made, ticket, microphone, mine);
    active = joined;
    leave = () => joined.hangUp();
  };

  return {
    state: state as ReadonlySignal<to.VoiceState>,
    /** Shows a line. A call in progress continues on its own line. */
    open(lineId = '') {
      if (!to.isCalling(state.value)) finish(to.loadingState(lineId));
      void load();
    },
    /** Asks for the line's status again. */
    retry() {
      state.value = to.loadingState(state.value.digitalLineId);
      void load();
    },
    /** @param yes whether the visitor allows the recording */
    answerRecording(yes: boolean) {
      if (!state.value.recordingConsentSetting || to.isCalling(state.value)) return;
      state.value = { ...state.value, userRecordingConsentAction: yes ? 'opted_in' : 'opted_out' };
    },
    start() {
      const { loading, agentOnline } = state.value;
      if (loading || !agentOnline || to.isCalling(state.value)) return;
      finish(to.callButtonClicked(state.value));
      const mine = attempt;
      call(mine).catch((cause: unknown) => {
        if (mine !== attempt) return;
        if (!isProblem(cause)) report('A call could not be made', cause);
        fail(isProblem(cause) ? cause : 'lost');
      });
    },
    mute(on: boolean) {
      if (!state.value.callReady) return;
      active?.mute(on);
      state.value = { ...state.value, callMuted: on };
    },
    /** Plays what the browser has refused to play. */
    play: () => active?.play(),
    /** Ends the call, or gives up making it. */
    end() {
      if (to.isCalling(state.value)) finish(to.callEnded(state.value));
    },
    /** Ends everything and forgets the line. */
    reset() {
      asked++;
      statusTimer.stop();
      finish(to.loadingState(''));
    },
    /** Stops asking for the status while the card is closed. */
    rest() {
      asked++;
      statusTimer.stop();
    },
  };
};
