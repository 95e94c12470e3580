import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentApi } from '../api';
import type { SafeStorage } from './storage';

/** Whether visitors see that this agent is there. */
export type Presence = {
  /** Whether the agent has set themselves away. It stays so in this tab until they take it back. */
  away: ReadonlySignal<boolean>;
  setAway(away: boolean): void;
  /** The agent uses the inbox. Who has not for ten minutes counts as away. */
  active(): void;
  /** Tells this desk from now on; no desk without one. */
  follow(api?: Pick<AgentApi, 'presence'>): void;
  dispose(): void;
};

const AWAY = 'porch.agentAway';
/** The desk takes an inbox that is silent for two and a half minutes as closed. */
const TELL_MS = 60_000;
const IDLE_MS = 600_000;

export const createPresence = (deps: { tab: SafeStorage; newId(): string; now?(): number }): Presence => {
  const { tab, now = Date.now } = deps;
  const inbox = deps.newId();
  const away = signal(tab.get(AWAY) === 'yes');
  let api: Pick<AgentApi, 'presence'> | undefined;
  let usedAt = now();
  const isIdle = (): boolean => now() - usedAt >= IDLE_MS;
  /** A failed report is repeated a minute later. */
  const tell = (): void => void api?.presence({ inbox, away: away.peek() || isIdle() });
  const timer = setInterval(tell, TELL_MS);

  return {
    away,
    setAway: (on) => {
      away.value = on;
      tab.set(AWAY, on ? 'yes' : 'no');
      usedAt = now();
      tell();
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
    dispose: () => clearInterval(timer),
  };
};
