import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { Clock } from '../platform/clock';
import { createTimer } from '../platform/timer';

/** The state of the realtime connection. */
export type ConnectionStatus = 'connected' | 'disconnected' | 'reconnecting';

/**
 * The connection notice for the visitor; undefined before the first connection and while all is well.
 */
export type ConnectionNote = 'offline' | 'reconnecting' | 'back' | undefined;

/** How long the 'back' note is shown. */
const BACK_MS = 3000;
/** How long an announced restart of the service may take. */
const RESTART_MS = 30_000;
/** A restart shorter than this is not shown to the visitor. */
const UNNOTICED_MS = 5000;

/** The state of the connection's keeper, named by what led to it; for `debug`, `health` and tests. */
export type ConnectionState =
  /** No connection is wanted. */
  | 'stopped'
  /** A connection is being made: for the first time, after a waking, or with a renewed credential. */
  | 'started'
  | 'woken'
  | 'renewed'
  /** The same: another way is taken, or a better one tried again. */
  | 'switched'
  /** The channel is subscribed. */
  | 'subscribed'
  /** The transport is lost, and faye tries to restore it. */
  | 'down'
  /** A timer begins the next round: the service asked for it, all attempts failed, or they were refused. */
  | 'delayed'
  | 'restart'
  | 'failed'
  | 'refused'
  /** Nothing happens until something wakes it: the page was left, or is offline, or there is nothing to connect to. */
  | 'left'
  | 'offline'
  | 'none'
  /** The same: the service refuses for good. */
  | 'rejected';

export type Connection = ReturnType<typeof createConnection>;

export const createConnection = ({ clock }: { clock: Clock }) => {
  const status = signal<ConnectionStatus>('disconnected');
  /** Whether realtime was ever connected, so that a first connection is not called a reconnection. */
  const everConnected = signal(false);
  const back = signal(false);
  /** True during an announced restart that is not shown yet. */
  const unnoticed = signal(false);
  const state = signal<ConnectionState>('stopped');
  let backBy = 0;
  const unnoticedEnd = createTimer(clock);
  const backEnd = createTimer(clock);
  const setBack = (now: boolean) => {
    backEnd.stop();
    back.value = now;
    if (now) backEnd.set(BACK_MS, () => setBack(false));
  };
  const endRestart = () => {
    backBy = 0;
    unnoticedEnd.stop();
    unnoticed.value = false;
  };
  return {
    status: status as ReadonlySignal<ConnectionStatus>,
    state: state as ReadonlySignal<ConnectionState>,
    note: computed((): ConnectionNote => {
      if (back.value) return 'back';
      if (!everConnected.value || unnoticed.value || status.value === 'connected') return undefined;
      return status.value === 'reconnecting' ? 'reconnecting' : 'offline';
    }),
    /** Call when the service announces a restart. */
    expectRestart() {
      endRestart();
      backBy = clock.now() + RESTART_MS;
      unnoticed.value = true;
      unnoticedEnd.set(UNNOTICED_MS, () => {
        unnoticed.value = false;
      });
    },
    /** Whether the service is down for an announced restart and still within the time allowed for it. */
    restarting: () => clock.now() < backBy,
    /** @param next the new status; undefined where only the state has changed */
    set: (next: ConnectionStatus | undefined, now: ConnectionState) =>
      batch(() => {
        state.value = now;
        if (!next) return;
        const told = status.value !== 'connected' && !unnoticed.value;
        setBack(next === 'connected' && everConnected.value && (told || back.value));
        if (next === 'connected') endRestart();
        status.value = next;
        if (next === 'connected') everConnected.value = true;
      }),
    reset() {
      endRestart();
      setBack(false);
      status.value = 'disconnected';
      state.value = 'stopped';
      everConnected.value = false;
    },
  };
};
