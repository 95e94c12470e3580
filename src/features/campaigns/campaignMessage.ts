import type { Launcher } from '../../launcher/launcherType';
import type { Handover } from '../../loader/handover';
import type { Clock } from '../../platform/clock';
import type { ConsentLevel } from '../../platform/storage';
import type { LauncherConfig } from '../../wire/config';
import type { AnswerDeps } from './answer';
import { createArea } from './area';
import { createCounter } from './counter';
import { createOpening } from './opening';

/** What the message on screen may do to the campaigns. */
type On = { press(detail: number): void; dismiss(): void };

/** Handles a campaign that is due: its message, the conversation that it begins, and its counts. */
export const createMessage = (
  deps: {
    launcher: Launcher;
    handover: Handover<AnswerDeps>;
    config: LauncherConfig;
    clock: Clock;
    level: () => ConsentLevel;
  },
  on: On,
) => ({
  area: createArea(deps.launcher, deps.handover.host, deps.config, deps.clock, on),
  opening: createOpening(deps.handover, deps.clock),
  count: createCounter(deps.handover, deps.level),
});

export type Message = ReturnType<typeof createMessage>;
