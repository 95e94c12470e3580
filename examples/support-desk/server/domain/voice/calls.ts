import type { Person } from '@porch/messenger/wire/people';
import type { EndReason, Signal } from '@porch/messenger/wire/voice';
import type { AgentCall } from '../../../shared/answers/calls';
import {
  answerCall,
  type Call,
  declineCall,
  dueAt,
  endCall,
  forgottenAt,
  isMissed,
  isOpen,
  type NewCall,
  noteCut,
  noteQuestion,
  passSignal,
  ringingCall,
  type Side,
  type Signals,
  settle,
  signalsOf,
  viewOf,
} from '../../model/callState';
import { DeskError } from '../../model/deskError';
import { median } from '../../model/median';
import type { Publisher } from '../../model/publisher';
import { hashToken, sameSecret } from '../../model/tokens';
import type { Clock } from '../../process/clock';
import type { CallStore } from './callStore';

/** How long a request for signals is held if there are none; ms. */
const HOLD_MS = 10_000;
/** The most simultaneous calls. */
const MAX_OPEN = 200;

/**
 * The voice calls. They are short-lived, because a call does not outlive the connections of its two ends. The desk
 * carries their signals; the sound goes from browser to browser.
 */
export type Calls = ReturnType<typeof createCalls>;

const unknownCall = () => new DeskError('not_found', 'There is no such call, or it has ended');

/** Waits until it is woken; not at all if it was woken since the last wait. */
const createWaiter = () => {
  let woken = false;
  let resume = (): void => undefined;
  return {
    wake: (): void => {
      woken = true;
      resume();
    },
    wait: async (): Promise<void> => {
      if (!woken)
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
      woken = false;
    },
  };
};

export const createCalls = (deps: {
  clock: Pick<Clock, 'now' | 'after'>;
  newId: () => string;
  newToken: () => string;
  publisher: Pick<Publisher, 'toAgents'>;
  store: CallStore;
  /** The ids of the agents who are there. */
  whoIsOnline(): Promise<ReadonlySet<string>>;
  /** Called once for each call that nobody took, except those of blocked visitors. */
  missed(userId: string): Promise<void>;
}) => {
  const { clock, store } = deps;
  /** The timers that end the calls that this process has changed. */
  const timers = new Map<string, () => void>();
  const tell = (call: Call): void => {
    if (!call.unheard) deps.publisher.toAgents({ type: 'call', call: viewOf(call) });
  };

  const watch = (call: Call): void => {
    timers.get(call.id)?.();
    timers.delete(call.id);
    if (!isOpen(call)) return;
    const endIfDue = (): void => {
      timers.delete(call.id);
      void change(call.id, () => undefined).catch(() => undefined);
    };
    timers.set(call.id, clock.after(Math.max(0, dueAt(call) - clock.now()), endIfDue));
  };
  /** Changes a call, after applying the time that has passed. @throws not_found, and what `apply` throws */
  const change = async <T>(id: string, apply: (call: Call) => T): Promise<T> => {
    const done = await store.change(id, (call) => {
      const { state, declinedBy } = call;
      settle(call, clock.now());
      const value = apply(call);
      const isMoved = call.state !== state;
      return {
        until: forgottenAt(call),
        result: { value, call, isMoved, isNews: isMoved || call.declinedBy !== declinedBy },
      };
    });
    if (!done) throw unknownCall();
    watch(done.call);
    if (done.isNews) tell(done.call);
    if (done.isMoved && isMissed(done.call)) await deps.missed(done.call.userId);
    return done.value;
  };
  const end = (id: string, reason: EndReason): Promise<void> =>
    change(id, (call) => endCall(call, reason, clock.now()));
  const open = async (): Promise<Call[]> => {
    const calls = (await store.all()).filter(isOpen);
    const due = calls.filter((call) => dueAt(call) <= clock.now());
    // The process whose timer would end it may have died.
    for (const { id } of due) await change(id, () => undefined).catch(() => undefined);
    return calls.filter((call) => !due.includes(call));
  };
  /** Ends the calls of a visitor. */
  const endOf = async (userId: string): Promise<void> => {
    for (const call of await open()) if (call.userId === userId) await end(call.id, 'hungUp');
  };

  return {
    /**
     * Makes a call ring. A visitor has one call: an earlier one ends.
     * @throws too_many if there are 200 calls
     */
    async place(input: NewCall): Promise<{ id: string; leaveToken: string }> {
      await endOf(input.userId);
      if ((await open()).length >= MAX_OPEN)
        throw new DeskError('too_many', 'There are too many calls. Try again later');
      const [id, leaveToken] = [deps.newId(), deps.newToken()];
      const call = ringingCall({ ...input, id, leaveHash: hashToken(leaveToken) }, clock.now());
      await store.add(call, forgottenAt(call));
      watch(call);
      tell(call);
      return { id, leaveToken };
    },
    /**
     * Answers a ringing call, and tells the visitor who answered.
     * @throws conflict if another agent has answered, or it has ended
     */
    async answer(id: string, agent: Person): Promise<AgentCall> {
      const answered = await change(id, (call) => {
        if (call.state !== 'ringing')
          throw new DeskError('conflict', call.agent ? `${call.agent} has answered` : 'This call has ended');
        answerCall(call, { type: 'agent', ...agent }, clock.now());
        return viewOf(call);
      });
      await store.addWait(clock.now() / 1000 - answered.startedAt);
      return answered;
    },
    /**
     * Passes signals of one end to the other. An `end` ends the call; that of an agent declines a ringing one, for them.
     * A call that somebody else has taken cannot be declined.
     * @param by the id of the agent or the program whose signals they are; undefined for the visitor
     */
    async pass(id: string, signals: readonly Signal[], by?: string): Promise<void> {
      const here =
        by !== undefined && signals.some(({ type }) => type === 'end') && (await deps.whoIsOnline());
      await change(id, (call) => {
        for (const signal of signals) {
          if (signal.type !== 'end') passSignal(call, by === undefined ? 'agent' : 'visitor', signal);
          else if (here && by !== undefined && call.state === 'ringing')
            declineCall(call, by, here, clock.now());
          else if (by === undefined || signal.reason !== 'declined')
            endCall(call, signal.reason, clock.now());
        }
      });
    },
    /** Ends the calls of a deleted visitor. */
    endOf,
    /** The visitor's page is closing. @throws not_found, also for a wrong token */
    leave: (id: string, token: string): Promise<void> =>
      change(id, (call) => {
        if (!sameSecret(call.leaveHash, hashToken(token))) throw unknownCall();
        endCall(call, 'hungUp', clock.now());
      }),
    /**
     * The signals for one end after the first `after`; waits for one if there is none.
     * @param cut aborts when the asking connection is lost
     */
    async ask(id: string, side: Side, after: number, cut?: AbortSignal): Promise<Signals> {
      const { wake, wait } = createWaiter();
      let over = false;
      const cancel = clock.after(HOLD_MS, () => {
        over = true;
        wake();
      });
      const stop = store.onChange(id, wake);
      try {
        const { call: asked, question } = await change(id, (call) => ({
          call,
          question: noteQuestion(call, side, after, clock.now()),
        }));
        let found: Call | undefined = asked;
        const onCut = (): void =>
          void change(id, (call) => noteCut(call, side, question, clock.now())).catch(() => undefined);
        cut?.addEventListener('abort', onCut);
        // A later request of this end replaces this one.
        const isWaiting = (call: Call | undefined): call is Call =>
          call !== undefined &&
          isOpen(call) &&
          call.boxes[side].question === question &&
          signalsOf(call, side, after).signals.length === 0;
        while (isWaiting(found) && !over) {
          await wait();
          found = await store.find(id);
        }
        cut?.removeEventListener('abort', onCut);
        if (!found) throw unknownCall();
        return signalsOf(found, side, after);
      } finally {
        cancel();
        stop();
      }
    },
    /** The visitor of the call. @throws not_found */
    async ownerOf(id: string): Promise<string> {
      const call = await store.find(id);
      if (!call) throw unknownCall();
      return call.userId;
    },
    /** The calls that have not ended, oldest first. */
    open: async (): Promise<AgentCall[]> => (await open()).filter(({ unheard }) => !unheard).map(viewOf),
    /** The usual time until an agent answers, in seconds; undefined before the first answer. */
    averageWait: async (): Promise<number | undefined> => median(await store.waits()),
  };
};
