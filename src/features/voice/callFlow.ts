import { type ReadonlySignal, signal } from '@preact/signals-react';
import { createTimer } from '../../platform/timer';
import { followLine, type LineDeps } from './followLine';
import { type CallDeps, makeCall } from './makeCall';
import {
  isCalling,
  loadingState,
  STATUS_FAILED,
  stateChanged,
  statusArrived,
  timePassed,
  type VoiceState,
} from './voiceState';

const TICK_MS = 1_000;

/** The voice card's state and what changes it: the line's status, then one call after the other. */
export const createCallFlow = (deps: LineDeps & CallDeps) => {
  const { clock } = deps;
  const state = signal(loadingState());
  const ticking = createTimer(clock);
  /** The call that is made or under way. */
  let call: ReturnType<typeof makeCall> | undefined;

  const tick = () => {
    state.value = timePassed(state.value, clock.now());
    ticking.set(TICK_MS, tick);
  };
  /** The one place that changes the state. A finished call releases its resources. */
  const change = (to: Partial<VoiceState>) => {
    state.value = stateChanged(state.value, to, clock.now());
    if (to.call === 'talking') tick();
    if (isCalling(state.value)) return;
    ticking.stop();
    call?.end();
    call = undefined;
  };

  const line = followLine(deps, (status) => {
    const { value } = state;
    if (status) change(statusArrived(value, status));
    // Keep the screen during a call or when an earlier answer is known.
    else if (value.loading) change(STATUS_FAILED);
    return !state.value.errorLoadingConfig;
  });
  const load = (lineId?: string) => {
    change(loadingState(lineId));
    void line.ask(state.value.digitalLineId);
  };

  return {
    state: state as ReadonlySignal<VoiceState>,
    /** Shows a line. A call in progress continues on its own line. */
    open(lineId?: string) {
      if (call) void line.ask(state.value.digitalLineId);
      else load(lineId);
    },
    /** Asks for the line's status again. */
    retry: () => load(state.value.digitalLineId),
    /** @param yes whether the visitor allows the recording */
    answerRecording(yes: boolean) {
      if (!state.value.recordingConsentSetting || call) return;
      change({ userRecordingConsentAction: yes ? 'opted_in' : 'opted_out' });
    },
    start() {
      const { loading, agentOnline } = state.value;
      if (loading || !agentOnline || call) return;
      change({ call: 'started' });
      call = makeCall(deps, state.value, change);
    },
    /** Mutes or unmutes a call that rings or is under way. */
    mute: (on: boolean) => call?.mute(on),
    /** Plays what the browser has refused to play. */
    play: () => call?.play(),
    /** Ends the call, or gives up making it. */
    end() {
      if (call) change({ call: 'hungUp' });
    },
    /** Ends everything and forgets the line. */
    reset() {
      line.stop();
      change(loadingState());
    },
    /** Stops asking for the status while the card is closed. */
    rest: line.stop,
  };
};
