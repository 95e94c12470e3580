import type { Person } from '@porch/messenger/wire/people';
import type { EndReason, RecordingAnswer, Signal } from '@porch/messenger/wire/voice';
import type { AgentCall } from '../../shared/agentApi';
import type { Clock } from '../clock';
import { DeskError } from './deskError';
import { median } from './median';
import type { Publisher } from './publisher';
import { sameSecret } from './tokens';

/** How long it rings, how long one end may not ask for signals, and how long an ended call is remembered; ms. */
const RING_MS = 60_000;
const SILENT_MS = 25_000;
const KEPT_MS = 60_000;
/** How long one end may not ask after its question was cut off, as by a tab that crashed: time for another network. */
const CUT_OFF_MS = 8_000;
/** How long a question for signals is held when there are none; ms. */
const HOLD_MS = 10_000;
/** How many characters of signals wait for one end: offers and candidates of many changes of the network. */
const MAX_WAITING = 100_000;
/** The same while it rings: a first offer with its candidates. */
const MAX_RINGING = 50_000;
/** How many calls one process has at once. */
const MAX_OPEN = 200;
/** Of how many answered calls the waiting time is made. */
const WAITS = 50;

type Side = 'visitor' | 'agent';

/** The signals for one end, which asks for them again and again. */
type Box = {
  /** Those that it has not got for certain, and how many it got before. */
  signals: Signal[];
  taken: number;
  /** The characters of those that wait. */
  size: number;
  wake: () => void;
  stopWatch: () => void;
  question: number;
};

const sizeOf = (signal: Signal): number => JSON.stringify(signal).length;

/** Forgets the signals before the one with this number, because their end has got them. */
const forget = (box: Box, before: number): void => {
  const gone = box.signals.splice(0, Math.max(0, before - box.taken));
  box.taken += gone.length;
  for (const signal of gone) box.size -= sizeOf(signal);
};

const countOf = ({ taken, signals }: Box): number => taken + signals.length;

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
    box.signals.push(signal);
    box.size += sizeOf(signal);
    box.wake();
  };
  /** Leaves out a signal where too many wait: the other end does not take them. */
  const pass = (call: Call, side: Side, signal: Signal): void => {
    const most = call.state === 'ringing' ? MAX_RINGING : MAX_WAITING;
    if (call.boxes[side].size + sizeOf(signal) <= most) put(call, side, signal);
  };
  const isOpen = ({ state }: Call) => state !== 'ended';
  const end = (call: Call, reason: EndReason): void => {
    if (call.state === 'ended') return;
    call.state = 'ended';
    call.stopRinging();
    for (const side of ['visitor', 'agent'] as const) {
      const box = call.boxes[side];
      box.stopWatch();
      forget(box, countOf(box));
      put(call, side, { type: 'end', reason });
    }
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
    /**
     * Makes a call ring. A visitor has one call: an earlier one ends.
     * @throws too_many when there are 200 calls
     */
    place(input: NewCall): { id: string; leaveToken: string } {
      for (const call of calls.values()) if (call.userId === input.userId) end(call, 'hungUp');
      if ([...calls.values()].filter(isOpen).length >= MAX_OPEN)
        throw new DeskError('too_many', 'There are too many calls. Try again later');
      const box = (): Box => ({
        signals: [],
        taken: 0,
        size: 0,
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
    /**
     * Answers a ringing call, and tells the visitor who has.
     * @throws conflict when another agent has answered, or it has ended
     */
    answer(id: string, agent: Person): AgentCall {
      const call = known(id);
      if (call.state !== 'ringing')
        throw new DeskError('conflict', call.agent ? `${call.agent} has answered` : 'This call has ended');
      call.state = 'answered';
      call.agent = agent.name;
      call.stopRinging();
      put(call, 'visitor', { type: 'agent', ...agent });
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
        else if (isOpen(call)) pass(call, from === 'agent' ? 'visitor' : 'agent', signal);
      }
    },
    /** Ends the calls of a visitor who was deleted. */
    endOf(userId: string): void {
      for (const call of calls.values()) if (call.userId === userId) end(call, 'hungUp');
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
      forget(box, after);
      if (countOf(box) <= after && isOpen(call)) {
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
      const next = Math.max(after, countOf(box));
      return { signals: box.signals.slice(Math.max(0, after - box.taken)), next };
    },
    /** The visitor whose call it is. */
    ownerOf: (id: string): string => known(id).userId,
    /** The calls that have not ended, oldest first. */
    open: (): AgentCall[] => [...calls.values()].filter(isOpen).map(view),
    /** The usual time until an agent answers, in seconds; undefined before the first answer. */
    averageWait: (): number | undefined => median(waits),
  };
};
