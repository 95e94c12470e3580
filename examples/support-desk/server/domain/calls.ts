import type { EndReason, RecordingAnswer, Signal } from '../../../../src/wire/voice';
import type { AgentCall } from '../../shared/agentApi';
import type { Clock } from '../clock';
import type { Publisher } from './deps';
import { DeskError } from './deskError';
import { median } from './median';
import { sameSecret } from './tokens';

/** How long it rings, how long one end may not ask for signals, and how long an ended call is remembered; ms. */
const RING_MS = 60_000;
const SILENT_MS = 25_000;
const KEPT_MS = 60_000;
/** How long one end may not ask after its question was cut off, as by a tab that crashed: time for another network. */
const CUT_OFF_MS = 8_000;
/** How long a question for signals is held when there are none; ms. */
const HOLD_MS = 10_000;
/** More signals than any call needs: offers and candidates of many changes of the network. */
const MAX_SIGNALS = 2_000;
/** Of how many answered calls the waiting time is made. */
const WAITS = 50;

type Side = 'visitor' | 'agent';

/** The signals for one end, which asks for them again and again. */
type Box = { signals: Signal[]; wake: () => void; stopWatch: () => void; question: number };

type Call = {
  id: string;
  /** Ends the call on behalf of the visitor, without other credentials. */
  leaveToken: string;
  userId: string;
  visitor: string;
  nameFrom: AgentCall['nameFrom'];
  lineId: string;
  recordingConsent: RecordingAnswer;
  startedAt: number;
  state: AgentCall['state'];
  agent?: string;
  boxes: Record<Side, Box>;
  stopRinging: () => void;
};

export type NewCall = {
  userId: string;
  /** The visitor's name, for agents, and who vouches for it. */
  visitor: string;
  nameFrom: AgentCall['nameFrom'];
  lineId: string;
  recordingConsent: RecordingAnswer;
};

/**
 * The voice calls of this process. They live in its memory, because a call does not outlive the connections of its
 * two ends. The desk carries their signals; the sound goes from browser to browser.
 */
export type Calls = ReturnType<typeof createCalls>;

const view = (call: Call): AgentCall => ({
  id: call.id,
  visitor: call.visitor,
  nameFrom: call.nameFrom,
  appUserId: call.userId,
  lineId: call.lineId,
  recordingConsent: call.recordingConsent,
  startedAt: call.startedAt / 1000,
  state: call.state,
  agent: call.agent,
});

const unknownCall = () => new DeskError('not_found', 'There is no such call, or it has ended');

type Signals = { signals: Signal[]; next: number };

export const createCalls = (deps: {
  clock: Clock;
  newId: () => string;
  newToken: () => string;
  publisher: Pick<Publisher, 'toAgents'>;
}) => {
  const { clock } = deps;
  const calls = new Map<string, Call>();
  let waits: number[] = [];
  const tell = (call: Call) => deps.publisher.toAgents({ type: 'call', call: view(call) });

  const known = (id: string): Call => {
    const call = calls.get(id);
    if (!call) throw unknownCall();
    return call;
  };
  const put = (call: Call, side: Side, signal: Signal): void => {
    const box = call.boxes[side];
    if (box.signals.length >= MAX_SIGNALS) return;
    box.signals.push(signal);
    box.wake();
  };
  const end = (call: Call, reason: EndReason): void => {
    if (call.state === 'ended') return;
    call.state = 'ended';
    call.stopRinging();
    for (const box of Object.values(call.boxes)) box.stopWatch();
    for (const side of ['visitor', 'agent'] as const) put(call, side, { type: 'end', reason });
    clock.after(KEPT_MS, () => calls.delete(call.id));
    tell(call);
  };
  /** An end that asks no more is gone. */
  const watch = (call: Call, side: Side, ms = SILENT_MS): void => {
    const box = call.boxes[side];
    box.stopWatch();
    if (call.state !== 'ended') box.stopWatch = clock.after(ms, () => end(call, 'gone'));
  };

  return {
    /** Makes a call ring. A visitor has one call: an earlier one ends. */
    place(input: NewCall): { id: string; leaveToken: string } {
      for (const call of calls.values()) if (call.userId === input.userId) end(call, 'hungUp');
      const box = (): Box => ({
        signals: [],
        wake: () => undefined,
        stopWatch: () => undefined,
        question: 0,
      });
      const call: Call = {
        ...input,
        id: deps.newId(),
        leaveToken: deps.newToken(),
        startedAt: clock.now(),
        state: 'ringing',
        boxes: { visitor: box(), agent: box() },
        stopRinging: () => undefined,
      };
      call.stopRinging = clock.after(RING_MS, () => end(call, 'noAnswer'));
      calls.set(call.id, call);
      watch(call, 'visitor');
      tell(call);
      return { id: call.id, leaveToken: call.leaveToken };
    },
    /** Answers a ringing call. @throws conflict when another agent has answered, or it has ended */
    answer(id: string, agent: string): AgentCall {
      const call = known(id);
      if (call.state !== 'ringing')
        throw new DeskError('conflict', call.agent ? `${call.agent} has answered` : 'This call has ended');
      call.state = 'answered';
      call.agent = agent;
      call.stopRinging();
      waits = [...waits, (clock.now() - call.startedAt) / 1000].slice(-WAITS);
      watch(call, 'agent');
      tell(call);
      return view(call);
    },
    /** Passes signals of one end on to the other. An `end` ends the call. */
    pass(id: string, from: Side, signals: readonly Signal[]): void {
      const call = known(id);
      for (const signal of signals) {
        if (signal.type === 'end')
          end(call, from === 'agent' && call.state === 'ringing' ? 'declined' : signal.reason);
        else if (call.state !== 'ended') put(call, from === 'agent' ? 'visitor' : 'agent', signal);
      }
    },
    /** The visitor's page is being left. @throws not_found also with a wrong token */
    leave(id: string, token: string): void {
      const call = known(id);
      if (!sameSecret(call.leaveToken, token)) throw unknownCall();
      end(call, 'hungUp');
    },
    /**
     * The signals for one end after the first `after`; waits for one where there is none.
     * @param cut aborts when the connection that asks is lost
     */
    async ask(id: string, side: Side, after: number, cut?: AbortSignal): Promise<Signals> {
      const call = known(id);
      const box = call.boxes[side];
      watch(call, side);
      if (box.signals.length <= after && call.state !== 'ended') {
        // An earlier question of this end is not answered twice.
        box.wake();
        const question = ++box.question;
        const onCut = () => {
          if (question === box.question) watch(call, side, CUT_OFF_MS);
        };
        cut?.addEventListener('abort', onCut);
        await new Promise<void>((resolve) => {
          const cancel = clock.after(HOLD_MS, resolve);
          box.wake = () => {
            cancel();
            resolve();
          };
        });
        cut?.removeEventListener('abort', onCut);
      }
      return { signals: box.signals.slice(after), next: Math.max(after, box.signals.length) };
    },
    /** The visitor whose call it is. */
    ownerOf: (id: string): string => known(id).userId,
    /** The calls that have not ended, oldest first. */
    open: (): AgentCall[] => [...calls.values()].filter(({ state }) => state !== 'ended').map(view),
    /** The usual time until an agent answers, in seconds; undefined before the first answer. */
    averageWait: (): number | undefined => median(waits),
  };
};
