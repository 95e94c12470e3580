import type { AgentConversation } from '../../../shared/answers/conversations';
import { MOST_AT_ONCE } from '../../../shared/lists';
import type { Refused } from '../../model/manyWords';

/** How many rows surely fit into the 64 kB that a closing page can send, beside replies. */
export const KEPT_ALIVE = 500;

/**
 * Asks for a hundred rows at a time, the next when the last is answered.
 * @param ask returns what the desk refused. With `keepalive` the call outlives the page
 */
export const createCalls = (
  rows: readonly AgentConversation[],
  ask: (some: readonly AgentConversation[], keepalive: boolean) => Promise<readonly Refused[]>,
) => {
  const rest = [...rows];
  const refused: Refused[] = [];
  const hurried: Promise<void>[] = [];
  const next = async (keepalive = true): Promise<void> => {
    refused.push(...(await ask(rest.splice(0, MOST_AT_ONCE), keepalive)));
  };
  return {
    /** Asks for all that is left. */
    hurry: () => {
      for (let asked = 0; rest.length > 0; asked += MOST_AT_ONCE) hurried.push(next(asked < KEPT_ALIVE));
    },
    /** What the desk refused of all rows. */
    refused: async (): Promise<readonly Refused[]> => {
      while (rest.length > 0) await next();
      await Promise.all(hurried);
      return refused;
    },
  };
};
