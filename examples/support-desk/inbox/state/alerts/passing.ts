import type { Clock } from '@porch/messenger/platform/clock';
import { effect, type ReadonlySignal, untracked } from '@preact/signals-react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import type { AgentApi } from '../../services/api';

type PassingDeps = {
  api: Pick<AgentApi, 'conversations'>;
  team: {
    ownId: string;
    members: ReadonlySignal<readonly { id: string; label: string }[]>;
    reached: ReadonlySignal<ReadonlySet<string>>;
  };
  /** Alerts the agent to the visitors who wait for a colleague who cannot be alerted any more. */
  alert(colleague: string, waiting: readonly AgentConversation[]): void;
  clock: Pick<Clock, 'after'>;
};

/** A colleague who reloads their inbox is back by then. In ms. */
export const BACK_MS = 10_000;

/**
 * Passes the visitors who wait for a colleague on to this agent when the colleague leaves, or wants no alerts any more.
 * @returns ends it
 */
export const createPassing = ({ api, team, alert, clock }: PassingDeps): (() => void) => {
  const pending = new Map<string, () => void>();
  let known: ReadonlySet<string> = new Set();

  const pass = async (id: string): Promise<void> => {
    pending.delete(id);
    const colleague = team.members.peek().find((one) => one.id === id);
    // The visitors of a removed colleague are given to the team.
    if (!colleague) return;
    const answer = await api.conversations({ view: 'assigned', assigneeId: id, sort: 'waiting' });
    if (!answer.ok || team.reached.peek().has(id)) return;
    const waiting = answer.value.conversations.filter(({ waitingSince }) => waitingSince !== undefined);
    if (waiting.length > 0) alert(colleague.label, waiting);
  };

  const stop = effect(() => {
    const reached = team.reached.value;
    untracked(() => {
      for (const id of known)
        if (id !== team.ownId && !reached.has(id) && !pending.has(id))
          pending.set(
            id,
            clock.after(BACK_MS, () => void pass(id)),
          );
      for (const id of reached) {
        pending.get(id)?.();
        pending.delete(id);
      }
      known = reached;
    });
  });

  return () => {
    stop();
    for (const cancel of pending.values()) cancel();
  };
};
