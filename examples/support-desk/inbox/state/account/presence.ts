import type { Clock } from '@porch/messenger/platform/clock';
import { every } from '@porch/messenger/platform/timer';
import { effect, type ReadonlySignal, untracked } from '@preact/signals-react';
import type { SafeStorage } from '../../platform/storage';
import type { AgentApi } from '../../services/api';
import { createChoice } from '../parts/choice';

/** Whether visitors see this agent as online. */
export type Presence = {
  /** Whether the agent has set themselves away. It lasts in this browser until they undo it or sign out. */
  away: ReadonlySignal<boolean>;
  setAway(away: boolean): void;
  /** The agent uses the inbox. After ten minutes without use they count as away. */
  active(): void;
  /** Reports to this desk from now on; `undefined` for none. */
  follow(api?: Pick<AgentApi, 'presence'>): void;
  /** The agent has signed out. */
  reset(): void;
  /** The page closes, or goes into the back/forward cache. */
  leave(): void;
  /** The page is back from there. */
  back(): void;
  dispose(): void;
};

const AWAY = 'porch.agentAway';
/** The desk counts an inbox as closed after two and a half minutes of silence. */
const TELL_MS = 60_000;
const IDLE_MS = 600_000;

export const createPresence = (deps: { local: SafeStorage; clock: Clock; newId(): string }): Presence => {
  const { local, clock } = deps;
  const inbox = deps.newId();
  const away = createChoice(local, AWAY, false);
  let api: Pick<AgentApi, 'presence'> | undefined;
  let usedAt = clock.now();
  const isIdle = (): boolean => clock.now() - usedAt >= IDLE_MS;
  /** A failed report is repeated a minute later. */
  const tell = (): void => void api?.presence({ inbox, away: away.on.peek() || isIdle() });
  /** Reports at once that the inbox is closed, instead of by its silence. */
  const leave = (): void => void api?.presence({ inbox, away: true }, { keepalive: true });
  const stopTelling = every(clock.after, TELL_MS, tell);
  // The agent may change it in another tab.
  const stop = effect(() => {
    void away.on.value;
    untracked(tell);
  });

  return {
    away: away.on,
    setAway: (on) => {
      usedAt = clock.now();
      away.set(on);
    },
    active: () => {
      const back = isIdle();
      usedAt = clock.now();
      if (back) tell();
    },
    follow: (next) => {
      // The session still holds: the desk ends it afterwards.
      if (!next) leave();
      api = next;
      tell();
    },
    reset: () => away.set(false),
    leave,
    back: tell,
    dispose: () => {
      stop();
      stopTelling();
    },
  };
};
