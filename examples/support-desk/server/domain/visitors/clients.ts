import type { Json } from '../../model/entities';

/** The clients of a visitor: browsers and linked channels. */

const MAX_BROWSERS = 10;

/** The client's description of itself, with the desk's fields. */
const asClient = (client: Json, now: number): Json => ({
  ...client,
  _id: client.id,
  status: 'active',
  lastSeen: new Date(now).toISOString(),
});

/** Whether the visitor confirmed this channel there. A client cannot set `linkedAt` itself. */
export const isLinked = (client: Json): boolean => client.linkedAt !== undefined;

/**
 * Adds or moves a client to the front. The oldest browsers over the limit are dropped; a linked channel is
 * never dropped. Page details are kept only for the newest browser, because agents see no other.
 */
export const withClient = (clients: Json[], client: Json | undefined, now: number): Json[] => {
  if (!client || clients.some((c) => c.id === client.id && isLinked(c))) return clients;
  const older = clients.filter((c) => c.id !== client.id).map(({ info: _, ...rest }): Json => rest);
  const all = [asClient(client, now), ...older];
  const browsers = all.filter((c) => !isLinked(c)).slice(0, MAX_BROWSERS);
  return all.filter((c) => isLinked(c) || browsers.includes(c));
};
