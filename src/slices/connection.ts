import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { Clock } from '../platform/clock';

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

export type Connection = ReturnType<typeof createConnection>;

export const createConnection = ({ clock }: { clock: Clock }) => {
  const status = signal<ConnectionStatus>('disconnected');
  /** Whether realtime was ever connected, so that a first connection is not called a reconnection. */
  const everConnected = signal(false);
  const back = signal(false);
  /** True during an announced restart that is not shown yet. */
  const unnoticed = signal(false);
  let backBy = 0;
  let cancelUnnoticed = () => {};
  let cancel = () => {};
  const setBack = (now: boolean) => {
    cancel();
    back.value = now;
    if (now) cancel = clock.after(BACK_MS, () => setBack(false));
  };
  const endRestart = () => {
    backBy = 0;
    cancelUnnoticed();
    unnoticed.value = false;
  };
  return {
    status: status as ReadonlySignal<ConnectionStatus>,
    everConnected: everConnected as ReadonlySignal<boolean>,
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
      cancelUnnoticed = clock.after(UNNOTICED_MS, () => {
        unnoticed.value = false;
      });
    },
    /** Whether the service is down for an announced restart and still within the time allowed for it. */
    restarting: () => clock.now() < backBy,
    set(next: ConnectionStatus) {
      const told = status.value !== 'connected' && !unnoticed.value;
      setBack(next === 'connected' && everConnected.value && (told || back.value));
      if (next === 'connected') endRestart();
      status.value = next;
      if (next === 'connected') everConnected.value = true;
    },
    reset() {
      endRestart();
      setBack(false);
      status.value = 'disconnected';
      everConnected.value = false;
    },
  };
};
