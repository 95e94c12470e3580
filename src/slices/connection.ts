import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { Clock } from '../platform/clock';

/** SPEC.md section 3 'Connection state'. */
export type ConnectionStatus = 'connected' | 'disconnected' | 'reconnecting';

/** What the visitor is told of it; nothing before it was ever up, or while all is well. */
export type ConnectionNote = 'offline' | 'reconnecting' | 'back' | undefined;

/** How long 'back' is said. */
const BACK_MS = 3000;
/** A service that said it restarts is given this long to be back. */
const RESTART_MS = 30_000;
/** The visitor is told of a restart that takes longer. */
const UNNOTICED_MS = 5000;

export type Connection = ReturnType<typeof createConnection>;

export const createConnection = ({ clock }: { clock: Clock }) => {
  const status = signal<ConnectionStatus>('disconnected');
  /** Whether realtime was ever up, so that a first connection is not called a reconnection. */
  const everConnected = signal(false);
  const back = signal(false);
  /** A restart that is not told of yet. */
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
    /** The service has said that it restarts. */
    expectRestart() {
      endRestart();
      backBy = clock.now() + RESTART_MS;
      unnoticed.value = true;
      cancelUnnoticed = clock.after(UNNOTICED_MS, () => {
        unnoticed.value = false;
      });
    },
    /** Whether the service is down because it restarts, and is still given time for that. */
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
