import type { MicrophoneProblem } from '../../platform/microphone';
import type { Person } from '../../wire/people';
import type { LineStatus, RecordingAnswer, RecordingSetting } from '../../wire/voice';

/**
 * A call that is made or under way. The microphone and the token are requested, it rings, the two hear each other, or
 * another way through the network is sought.
 */
const CALLING = ['started', 'ringing', 'talking', 'unstable'] as const;

/** The state of the call, named by what led to it. */
export type CallState =
  | (typeof CALLING)[number]
  /** No call has been made since the line was opened. */
  | 'none'
  /** It has ended: the visitor or the agent has hung up, or the page was left. */
  | 'hungUp'
  | 'agentHungUp'
  | 'left'
  /** It has failed because there is no microphone. */
  | MicrophoneProblem
  /** Nobody has answered. */
  | 'declined'
  | 'noAnswer'
  /** The other end is gone, or the connection. */
  | 'gone'
  | 'lost'
  /** It could not be made: code, service or browser failed. */
  | 'failed';

/** The line that is called when the page names none. */
const DEFAULT_LINE = 'default';

export type VoiceState = {
  digitalLineId: string;
  /** Until the line's status has arrived. */
  loading: boolean;
  errorLoadingConfig: boolean;
  agentOnline: boolean;
  /** In seconds. */
  averageWaitTime?: number;
  recordingConsentSetting?: RecordingSetting;
  userRecordingConsentAction: RecordingAnswer;
  call: CallState;
  /** Who has answered, where the service names them. */
  agent?: Person;
  callMuted: boolean;
  /** Whether the browser plays nothing until the visitor presses something. */
  blocked: boolean;
  /** Whether the microphone is gone. */
  unplugged: boolean;
  /** In milliseconds since 1970. */
  timeCallStarted?: number;
  /** In seconds. */
  timeInCall: number;
};

/** The values before a call. */
const NO_CALL = {
  timeInCall: 0,
  timeCallStarted: undefined,
  agent: undefined,
  callMuted: false,
  blocked: false,
  unplugged: false,
} as const;

/** The state of a line before its first answer. */
export const loadingState = (digitalLineId?: string): VoiceState => ({
  ...NO_CALL,
  call: 'none',
  digitalLineId: digitalLineId || DEFAULT_LINE,
  loading: true,
  errorLoadingConfig: false,
  agentOnline: false,
  userRecordingConsentAction: 'unknown',
});

/** The answer that a visitor gives by leaving the switch as it is. */
const defaultAnswer = (setting: RecordingSetting | undefined): RecordingAnswer =>
  setting === 'opt_out' ? 'opted_in' : setting === 'opt_in' ? 'opted_out' : 'unknown';

/** The line's status has arrived. The visitor's answer stays as long as the question does. */
export const statusArrived = (state: VoiceState, status: LineStatus): Partial<VoiceState> => {
  const { agentOnline, averageWaitTime, recordingConsent } = status;
  const same = !state.loading && state.recordingConsentSetting === recordingConsent;
  return {
    loading: false,
    errorLoadingConfig: false,
    agentOnline,
    averageWaitTime,
    recordingConsentSetting: recordingConsent,
    userRecordingConsentAction: same ? state.userRecordingConsentAction : defaultAnswer(recordingConsent),
  };
};

/** The line's first status is not available. */
export const STATUS_FAILED = { loading: false, errorLoadingConfig: true };

/** Whether a call is being made or under way. */
export const isCalling = ({ call }: Pick<VoiceState, 'call'>): boolean =>
  (CALLING as readonly CallState[]).includes(call);

/** A new call begins without what the last one left; a reconnected one keeps its start time. */
export const stateChanged = (state: VoiceState, change: Partial<VoiceState>, now: number): VoiceState => ({
  ...state,
  ...(change.call === 'started' && NO_CALL),
  ...(change.call === 'talking' && { timeCallStarted: state.timeCallStarted ?? now }),
  ...change,
});

export const timePassed = (state: VoiceState, now: number): VoiceState => ({
  ...state,
  timeInCall: Math.max(0, Math.floor((now - (state.timeCallStarted ?? now)) / 1000)),
});
