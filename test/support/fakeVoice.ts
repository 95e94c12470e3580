import type { VoiceEngine } from '../../src/features/voice/engine';
import type { MicrophoneProblem } from '../../src/platform/microphone';
import type { CallEvents } from '../../src/services/voiceCall';
import type { CallTicket, LineStatus } from '../../src/wire/voice';

/** A service and an engine for voice calls, which the test answers by hand. */
export const createFakeVoice = () => {
  /** What was done, in order. */
  const done: unknown[] = [];
  let on: CallEvents | undefined;
  const voice = {
    done,
    status: { agentOnline: true } as LineStatus | Error,
    microphone: 'microphone' as string,
    problem: undefined as MicrophoneProblem | Error | undefined,
    /** Answers the question for a token; the usual ticket by default. */
    token: async (): Promise<CallTicket> => ({ callId: 'call', iceServers: [] }),
    fetchStatus: async (lineId: string): Promise<LineStatus> => {
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
    } as VoiceEngine,
    /** The other end and the network. */
    get call(): CallEvents {
      if (!on) throw new Error('No call was joined');
      return on;
    },
  };
  return voice;
};
