import { effect, type ReadonlySignal, untracked } from '@preact/signals-react';
import type { SafeStorage } from '../../platform/storage';
import type { AgentApi } from '../../services/api';
import { createChoice } from '../parts/choice';

/** Whether visitors see that this agent is there. */
export type Presence = {
  /** Whether the agent has set themselves away. It stays so in this browser until they take it back or sign out. */
  away: ReadonlySignal<boolean>;
  setAway(away: boolean): void;
  /** The agent uses the inbox. Who has not for ten minutes counts as away. */
  active(): void;
  /** Tells this desk from now on; no desk without one. */
  follow(api?: Pick<AgentApi, 'presence'>): void;
  /** The agent has signed out. */
  reset(): void;
  dispose(): void;
};

const AWAY = 'porch.agentAway';
/** The desk takes an inbox that is silent for two and a half minutes as closed. */
const TELL_MS = 60_000;
const IDLE_MS = 600_000;

export const createPresence = (deps: { local: SafeStorage; newId(): string; now?(): number }): Presence => {
  const { local, now = Date.now } = deps;
  const inbox = deps.newId();
  const away = createChoice(local, AWAY, false);
  let api: Pick<AgentApi, 'presence'> | undefined;
  let usedAt = now();
  const isIdle = (): boolean => now() - usedAt >= IDLE_MS;
  /** A failed report is repeated a minute later. */
  const tell = (): void => void api?.presence({ inbox, away: away.on.peek() || isIdle() });
  const timer = setInterval(tell, TELL_MS);
  // The agent may change it in another tab.
  const stop = effect(() => {
    void away.on.value;
    untracked(tell);
  });

  return {
    away: away.on,
    setAway: (on) => {
      usedAt = now();
      away.set(on);
    },
    active: () => {
      const back = isIdle();
      usedAt = now();
      if (back) tell();
    },
    follow: (next) => {
      api = next;
      tell();
    },
    reset: () => away.set(false),
    dispose: () => {
      stop();
      clearInterval(timer);
    },
  };
};
