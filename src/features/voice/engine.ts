import type { CallEvents, VoiceCall } from '../../services/voiceCall';
import type { CallTicket, RecordingAnswer } from '../../wire/voice';

/** Makes calls. The WebRTC one is loaded when the visitor starts a call. */
export type VoiceEngine<Microphone = unknown> = {
  /** Asks for the microphone. @throws MicrophoneProblem */
  microphone(): Promise<Microphone>;
  release(microphone: Microphone): void;
  /** Asks the service for a call on this line; agents hear it ring from then on. */
  token(lineId: string, recordingConsent: RecordingAnswer): Promise<CallTicket>;
  /** Ends a call that was canceled before it was joined. */
  drop(ticket: CallTicket): void;
  /** Joins the call with the microphone, which it releases in the end. */
  connect(ticket: CallTicket, microphone: Microphone, on: CallEvents): VoiceCall;
};
