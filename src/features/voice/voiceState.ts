import type { Person } from '../../wire/people';
import type { LineStatus, RecordingAnswer, RecordingSetting } from '../../wire/voice';
import type { CallProblem } from './engine';

/** The line that is called when the page names none. */
const DEFAULT_LINE = 'default';

/** Everything that the voice card shows. */
export type VoiceState = {
  digitalLineId: string;
  /** Until the line's status has arrived. */
  loading: boolean;
  agentOnline: boolean;
  /** In seconds. */
  averageWaitTime?: number;
  recordingConsentSetting?: RecordingSetting;
  userRecordingConsentAction: RecordingAnswer;
  callButtonClicked: boolean;
  callInProgress: boolean;
  /** In seconds. */
  timeInCall: number;
  callEnded: boolean;
  callMuted: boolean;
  /** Who has answered, where the service names them. */
  agent?: Person;
  /** Whether microphone and token are there, so that the call rings. */
  callReady: boolean;
  errorLoadingConfig: boolean;
  callFailed?: CallProblem;
  tokenFetchComplete: boolean;
  /** In milliseconds since 1970. */
  timeCallStarted?: number;
  /** Whether another way through the network is looked for. */
  unstable: boolean;
  /** Whether the browser plays nothing until the visitor presses something. */
  blocked: boolean;
  /** Whether the microphone is gone. */
  unplugged: boolean;
};

/** The values between calls. */
const NO_CALL = {
  callButtonClicked: false,
  callInProgress: false,
  timeInCall: 0,
  callEnded: false,
  callMuted: false,
  agent: undefined,
  callReady: false,
  callFailed: undefined,
  tokenFetchComplete: false,
  timeCallStarted: undefined,
  unstable: false,
  blocked: false,
  unplugged: false,
} as const;

/** The state of a line before its first answer. */
export const loadingState = (digitalLineId: string): VoiceState => ({
  ...NO_CALL,
  digitalLineId: digitalLineId || DEFAULT_LINE,
  loading: true,
  agentOnline: false,
  userRecordingConsentAction: 'unknown',
  errorLoadingConfig: false,
});

/** The answer that a visitor gives by leaving the switch as it is. */
const defaultAnswer = (setting: RecordingSetting | undefined): RecordingAnswer =>
  setting === 'opt_out' ? 'opted_in' : setting === 'opt_in' ? 'opted_out' : 'unknown';

/** The line's status has arrived. The visitor's answer stays as long as the question does. */
export const statusArrived = (state: VoiceState, status: LineStatus): VoiceState => {
  const { agentOnline, averageWaitTime, recordingConsent } = status;
  const same = !state.loading && state.recordingConsentSetting === recordingConsent;
  return {
    ...state,
    loading: false,
    errorLoadingConfig: false,
    agentOnline,
    averageWaitTime,
    recordingConsentSetting: recordingConsent,
    userRecordingConsentAction: same ? state.userRecordingConsentAction : defaultAnswer(recordingConsent),
  };
};

export const statusFailed = (state: VoiceState): VoiceState => ({
  ...state,
  loading: false,
  errorLoadingConfig: true,
});

export const callButtonClicked = (state: VoiceState): VoiceState => ({
  ...state,
  ...NO_CALL,
  callButtonClicked: true,
});

export const tokenFetched = (state: VoiceState): VoiceState => ({
  ...state,
  tokenFetchComplete: true,
  callReady: true,
});

/** The two hear each other. A reconnected call keeps its start time. */
export const callStarted = (state: VoiceState, now: number): VoiceState => ({
  ...state,
  callInProgress: true,
  unstable: false,
  timeCallStarted: state.timeCallStarted ?? now,
});

export const timePassed = (state: VoiceState, now: number): VoiceState => ({
  ...state,
  timeInCall: Math.max(0, Math.floor((now - (state.timeCallStarted ?? now)) / 1000)),
});

/** The call is over; its length stays. */
export const callEnded = (state: VoiceState): VoiceState => ({
  ...state,
  ...NO_CALL,
  timeInCall: state.timeInCall,
  callEnded: true,
});

export const callFailed = (state: VoiceState, callFailed: CallProblem): VoiceState => ({
  ...state,
  ...NO_CALL,
  timeInCall: state.timeInCall,
  callFailed,
});

/** Whether a call is being made or under way. */
export const isCalling = (state: VoiceState): boolean => state.callButtonClicked;
