import type { Publisher } from '../../model/publisher';
import type { Presence } from './presence';

/**
 * Shares with the other processes whether an inbox is connected to this one, and tells this one's inboxes which agents
 * arrived and left since the round before. The first round tells nothing.
 */
export const createPresenceRound = (
  presence: Pick<Presence, 'whoIsOnline' | 'report'>,
  publisher: Pick<Publisher, 'toAgents'>,
): (() => Promise<void>) => {
  let known: ReadonlySet<string> | undefined;
  return async () => {
    await presence.report();
    const here = await presence.whoIsOnline();
    const tell = (agentId: string, online: boolean) =>
      publisher.toAgents({ type: 'presence', agentId, online });
    for (const id of known ?? []) if (!here.has(id)) tell(id, false);
    for (const id of here) if (known && !known.has(id)) tell(id, true);
    known = here;
  };
};
