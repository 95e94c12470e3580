import type { Clock } from '@porch/messenger/platform/clock';
import { askMicrophone, type MicrophoneProblem, stopMicrophone } from '@porch/messenger/platform/microphone';
import type { CallChannel } from '@porch/messenger/services/callSignals';
import { joinCall, type VoiceCall } from '@porch/messenger/services/voiceCall';
import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentCall } from '../../../shared/answers/calls';
import type { ApiFailure, ApiResult } from '../../model/apiResult';
import type { CallsApi } from '../../services/callsApi';

/**
 * Why a call could not be answered or has ended. `taken`: another agent has answered, or the visitor has hung
 * up.
 */
export type CallTrouble = MicrophoneProblem | 'taken' | 'lost';

/** The call that this agent has taken. */
export type OwnCall = {
  call: AgentCall;
  step: 'connecting' | 'talking' | 'unstable';
  /** When the call was connected, in ms since 1970. */
  since?: number;
  muted: boolean;
  blocked: boolean;
  unplugged: boolean;
};

/** The voice calls of visitors, and the one that this agent has taken. */
export type Calls = {
  /** The calls that ring and that the agent has not declined, in any tab, oldest first. */
  ringing: ReadonlySignal<readonly AgentCall[]>;
  own: ReadonlySignal<OwnCall | undefined>;
  /** The status stays until the next call is taken, or until `forget`. */
  trouble: ReadonlySignal<CallTrouble | undefined>;
  answer(id: string): Promise<void>;
  /** Stops a call from ringing for this agent. It rings on for the others who are there. */
  decline(id: string): void;
  mute(on: boolean): void;
  play(): void;
  end(): void;
  forget(): void;
  /** Takes an event about a call. */
  heard(call: AgentCall): void;
  /** Asks the desk for the calls. */
  refresh(): Promise<void>;
  dispose(): void;
};

type CallsDeps = {
  api: CallsApi;
  ownId: string;
  onFailure(failure: ApiFailure): void;
  clock: Clock;
  /** Tests replace these. */
  join?: typeof joinCall;
  ask?: typeof askMicrophone;
};

/** The status that `CallChannel` tells apart. */
const STATUS: Partial<Record<ApiFailure, number>> = {
  unauthorized: 401,
  notFound: 404,
  rejected: 400,
  conflict: 409,
};

const unwrap = <T>(result: ApiResult<T>): T => {
  if (result.ok) return result.value;
  throw Object.assign(new Error(result.failure), { status: STATUS[result.failure] });
};

export const createCalls = (deps: CallsDeps): Calls => {
  const { api, ownId, clock, join = joinCall, ask = askMicrophone } = deps;
  const calls = signal<ReadonlyMap<string, AgentCall>>(new Map());
  const own = signal<OwnCall | undefined>(undefined);
  const trouble = signal<CallTrouble | undefined>(undefined);
  let joined: VoiceCall | undefined;

  const heard = (call: AgentCall): void => {
    const next = new Map(calls.value);
    if (call.state === 'ended') next.delete(call.id);
    else next.set(call.id, call);
    calls.value = next;
  };
  const patch = (id: string, change: Partial<OwnCall>): void => {
    if (own.value?.call.id === id) own.value = { ...own.value, ...change };
  };
  const over = (id: string, why?: CallTrouble): void => {
    if (own.value?.call.id !== id) return;
    own.value = undefined;
    joined = undefined;
    trouble.value = why;
  };
  const channelOf = (id: string): CallChannel => ({
    ask: async (after) => unwrap(await api.ask(id, after)),
    post: async (signals) => unwrap(await api.tell(id, signals)),
    leave: () => api.leave(id),
  });
  const end = (): void => {
    const id = own.value?.call.id;
    joined?.hangUp();
    if (id !== undefined) over(id);
  };

  const answer = async (id: string): Promise<void> => {
    const call = calls.value.get(id);
    if (!call || own.value) return;
    trouble.value = undefined;
    own.value = { call, step: 'connecting', muted: false, blocked: false, unplugged: false };
    const mine = () => own.value?.call.id === id && !joined;
    // The microphone comes first: a visitor should not wait for an agent who cannot speak.
    const microphone = await ask(window).catch((problem: MicrophoneProblem) => problem);
    if (typeof microphone === 'string') return over(id, microphone);
    if (!mine()) return stopMicrophone(microphone);
    const taken = await api.answer(id);
    if (!taken.ok || !mine()) {
      stopMicrophone(microphone);
      if (taken.ok) return void api.tell(id, [{ type: 'end', reason: 'hungUp' }]);
      if (taken.failure === 'unauthorized') deps.onFailure(taken.failure);
      return over(id, taken.failure === 'network' || taken.failure === 'server' ? 'lost' : 'taken');
    }
    heard(taken.value.call);
    try {
      joined = join({
        host: window,
        clock,
        caller: false,
        microphone,
        iceServers: taken.value.iceServers,
        channel: channelOf(id),
        on: {
          started: () => patch(id, { step: 'talking', since: own.value?.since ?? clock.now() }),
          unstable: () => patch(id, { step: 'unstable' }),
          blocked: (blocked) => patch(id, { blocked }),
          unplugged: (unplugged) => patch(id, { unplugged }),
          ended: (reason) => over(id, reason === 'gone' ? 'lost' : undefined),
          lost: () => over(id, 'lost'),
        },
      });
    } catch {
      // This browser has no WebRTC, or rejects the servers of the settings.
      stopMicrophone(microphone);
      over(id, 'lost');
      void api.tell(id, [{ type: 'end', reason: 'gone' }]);
    }
  };

  return {
    ringing: computed(() =>
      [...calls.value.values()].filter(
        ({ state, declinedBy }) => state === 'ringing' && !declinedBy.includes(ownId),
      ),
    ),
    own,
    trouble,
    answer,
    decline: (id) => {
      const call = calls.value.get(id);
      if (call) heard({ ...call, declinedBy: [...call.declinedBy, ownId] });
      void api.tell(id, [{ type: 'end', reason: 'declined' }]);
    },
    mute: (on) => {
      joined?.mute(on);
      if (own.value) patch(own.value.call.id, { muted: on });
    },
    play: () => joined?.play(),
    end,
    forget: () => {
      trouble.value = undefined;
    },
    heard,
    refresh: async () => {
      const answered = await api.open();
      if (answered.ok) calls.value = new Map(answered.value.map((call) => [call.id, call]));
    },
    dispose: () => {
      // The page may be closing, which cancels plain requests.
      if (own.value && joined) api.leave(own.value.call.id);
      end();
    },
  };
};
