import { type ReadonlySignal, signal } from '@preact/signals-react';

/** SPEC.md section 3 'Connection state'. */
export type ConnectionStatus = 'connected' | 'disconnected' | 'reconnecting';

export type Connection = ReturnType<typeof createConnection>;

export const createConnection = () => {
  const status = signal<ConnectionStatus>('disconnected');
  /** Whether realtime was ever up, so that a first connection is not called a reconnection. */
  const everConnected = signal(false);
  return {
    status: status as ReadonlySignal<ConnectionStatus>,
    everConnected: everConnected as ReadonlySignal<boolean>,
    set(next: ConnectionStatus) {
      status.value = next;
      if (next === 'connected') everConnected.value = true;
    },
    reset() {
      status.value = 'disconnected';
      everConnected.value = false;
    },
  };
};
