import type { VoiceEngine } from '../../src/features/voice/engine';
import type { MicrophoneProblem } from '../../src/platform/microphone';
import type { CallEvents } from '../../src/services/voiceCall';
import type { CallTicket, LineStatus } from '../../src/wire/voice';

export type FakeVoice = {
  /** The actions so far, in order. */
  done: unknown[];
  status: LineStatus | Error;
  microphone: string;
  /** Why there is no microphone. */
  problem: MicrophoneProblem | Error | undefined;
  /** Answers the question for a token; the usual ticket by default. */
  token(): Promise<CallTicket>;
  fetchStatus(lineId: string): Promise<LineStatus>;
  engine: VoiceEngine;
  /** The other end and the network. */
  readonly call: CallEvents;
};

/** A service and an engine for voice calls, which the test answers by hand. */
export const createFakeVoice = (): FakeVoice => {
  const done: unknown[] = [];
  let on: CallEvents | undefined;
  const voice: FakeVoice = {
    done,
    status: { agentOnline: true },
    microphone: 'microphone',
    problem: undefined,
    token: async () => ({ callId: 'call', iceServers: [], leaveToken: '' }),
    fetchStatus: async (lineId) => {
      done.push(`status of ${lineId}`);
      if (voice.status instanceof Error) throw voice.status;
      return voice.status;
    },
    engine: {
      microphone: async () => {
        if (voice.problem) throw voice.problem;
        return voice.microphone;
      },
      release: (microphone) => void done.push(`released ${String(microphone)}`),
      token: (lineId, consent) => {
        done.push(`token for ${lineId}, ${consent}`);
        return voice.token();
      },
      drop: ({ callId }) => void done.push(`dropped ${callId}`),
      connect: (ticket, microphone, events) => {
        done.push(`joined ${ticket.callId} with ${String(microphone)}`);
        on = events;
        return {
          mute: (muted) => void done.push(muted ? 'muted' : 'unmuted'),
          play: () => void done.push('played'),
          hangUp: () => void done.push('hung up'),
        };
      },
    },
    get call(): CallEvents {
      if (!on) throw new Error('No call was joined');
      return on;
    },
  };
  return voice;
};
