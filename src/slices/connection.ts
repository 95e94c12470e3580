import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { Clock } from '../platform/clock';

/** SPEC.md section 3 'Connection state'. */
export type ConnectionStatus = 'connected' | 'disconnected' | 'reconnecting';

/** What the visitor is told of it; nothing before it was ever up, or while all is well. */
export type ConnectionNote = 'offline' | 'reconnecting' | 'back' | undefined;

/** How long 'back' is said. */
const BACK_MS = 3000;

export type Connection = ReturnType<typeof createConnection>;

export const createConnection = ({ clock }: { clock: Clock }) => {
  const status = signal<ConnectionStatus>('disconnected');
  /** Whether realtime was ever up, so that a first connection is not called a reconnection. */
  const everConnected = signal(false);
  const back = signal(false);
  let cancel = () => {};
  const setBack = (now: boolean) => {
    cancel();
    back.value = now;
    if (now) cancel = clock.after(BACK_MS, () => setBack(false));
  };
  return {
    status: status as ReadonlySignal<ConnectionStatus>,
    everConnected: everConnected as ReadonlySignal<boolean>,
    note: computed((): ConnectionNote => {
      if (back.value) return 'back';
      if (!everConnected.value || status.value === 'connected') return undefined;
      return status.value === 'reconnecting' ? 'reconnecting' : 'offline';
    }),
    set(next: ConnectionStatus) {
      setBack(next === 'connected' && everConnected.value && (status.value !== 'connected' || back.value));
      status.value = next;
      if (next === 'connected') everConnected.value = true;
    },
    reset() {
      setBack(false);
      status.value = 'disconnected';
      everConnected.value = false;
    },
  };
};
