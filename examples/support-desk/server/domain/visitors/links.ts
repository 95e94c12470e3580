import { DeskError, mergedByLogin } from '../../model/deskError';
import type { Json, User } from '../../model/entities';
import type { LinkRequest } from '../../model/visitorEntities';
import type { Transaction } from '../../store/store';
import type { Deps, DeskTransaction } from '../deps';
import { inboxView } from '../inboxViews';
import type { Channel } from '../settings/channelSettings';
import { urlOf } from './channelAddress';
import { toOwnTabs } from './identity';

const LIFE_MS = 900_000;
/** Describes a visitor whose channels have changed. */
const CONVERSATIONS_TOLD = 20;

/** The outcome that an agent reports on behalf of the channel, after a visitor sent their code there. */
type Match = {
  /** `matched` waits for the visitor's confirmation, which a second match reports. */
  outcome: 'matched' | 'linked' | 'cancelled' | 'failed';
  displayName?: string;
  error?: { code: string; description: string };
};

/** A channel of the settings. @throws not_found */
export const channelOf = (deps: Deps, id: string): Channel => {
  const channel = deps.settings().channels.find((c) => c.id === id);
  if (!channel) throw new DeskError('not_found', 'There is no such channel');
  return channel;
};

/**
 * The visitor's open request for each of these channels, created if none is open. A repeat returns the same code and
 * restarts its lifetime, so that an open page keeps it valid.
 * @throws not_found if a channel does not exist
 */
export const requestLinks = (
  deps: Deps,
  userId: string,
  integrationIds: readonly string[],
  origin: string,
): Promise<Json[]> => {
  const channels = integrationIds.map((id) => channelOf(deps, id));
  return deps.store.transaction(async (tx) => {
    // The lock gives two simultaneous calls the same code.
    await tx.lockUser(userId);
    const now = deps.now();
    const views: Json[] = [];
    for (const channel of channels) {
      const known = await tx.openLinkRequest(userId, channel.id, now);
      const request: LinkRequest = known ?? {
        code: deps.newId(),
        userId,
        integrationId: channel.id,
        status: 'open',
        createdAt: now,
        expiresAt: now + LIFE_MS,
        clientId: null,
        conversationId: null,
        linkedAt: null,
      };
      if (known) await tx.updateLinkRequest(known.code, { expiresAt: now + LIFE_MS });
      else await tx.insertLinkRequest(request);
      const { code } = request;
      views.push({ integrationId: channel.id, type: channel.type, code, url: urlOf(channel, code, origin) });
    }
    return views;
  });
};

const isOf = (integrationId: string) => (client: Json) => client.integrationId === integrationId;
const isNotOf = (integrationId: string) => (client: Json) => client.integrationId !== integrationId;

type Linking = { user: User; request: LinkRequest; client: Json };

const openRequest = async (deps: Deps, tx: Transaction, code: string): Promise<Linking> => {
  const found = await tx.linkRequest(code);
  const user = found && (await tx.lockUser(found.userId));
  // Read the request again under the lock: two matches may race.
  const request = user && (await tx.linkRequest(code));
  if (!user || !request) throw new DeskError('not_found', 'There is no such link request');
  if (request.status === 'open' && request.expiresAt <= deps.now()) {
    throw new DeskError('bad_request', 'This link request has expired');
  }
  const channel = channelOf(deps, request.integrationId);
  const id = user.pendingClients.find(isOf(channel.id))?.id ?? deps.newId();
  return { user, request, client: { _id: id, id, platform: channel.type, integrationId: channel.id } };
};

const changeUser = (
  deps: Deps,
  { user, client }: Linking,
  { outcome, displayName }: Match,
): Partial<User> => {
  const others = isNotOf(String(client.integrationId));
  const pendingClients = user.pendingClients.filter(others);
  if (outcome === 'matched') {
    return { pendingClients: [...pendingClients, { ...client, displayName, status: 'pending' }] };
  }
  if (outcome !== 'linked') return { pendingClients };
  const at = new Date(deps.now()).toISOString();
  const linked = { ...client, displayName, status: 'active', linkedAt: at, lastSeen: at };
  return { pendingClients, clients: [...user.clients.filter(others), linked] };
};

const EVENTS = {
  matched: 'link:matched',
  linked: 'link',
  cancelled: 'link:cancelled',
  failed: 'link:failed',
};

/** Shows the agents a visitor's current channels, in the newest conversations. */
const tellAgents = async (tx: DeskTransaction, userId: string): Promise<void> => {
  const rows = await tx.conversationsOfUser(userId, { offset: 0, limit: CONVERSATIONS_TOLD });
  for (const { conversation } of rows) {
    const row = await tx.inboxRow(conversation.id);
    if (row) tx.publisher.toAgents({ type: 'conversation:updated', conversation: inboxView(row) });
  }
};

/** What a link adds to its request. The conversation used last continues in the channel. */
const linkOf = async (deps: Deps, tx: Transaction, { user, client }: Linking) => {
  const [newest] = await tx.conversationsOfUser(user.id, { offset: 0, limit: 1 });
  return {
    clientId: String(client.id),
    conversationId: newest?.conversation.id ?? null,
    linkedAt: deps.now(),
  };
};

/** Sends the outcome of a link request to the visitor's own tabs. */
const tellTabs = (
  tx: DeskTransaction,
  { user, client }: Linking,
  { outcome, displayName, error }: Match,
): void =>
  toOwnTabs(tx, user.id, {
    type: EVENTS[outcome],
    client: { ...client, displayName, status: outcome === 'linked' ? 'active' : 'pending' },
    ...(outcome === 'failed' && {
      err: error ?? { code: 'unknown', description: 'The channel refused' },
    }),
  });

/**
 * Records the outcome of a link request and tells the visitor's tabs. A repeat of the same outcome sends no event.
 * @throws not_found; bad_request if the request has expired or has ended with another outcome
 */
export const matchLink = async (deps: Deps, code: string, match: Match): Promise<void> => {
  const { outcome } = match;
  await deps.store.transaction(async (tx) => {
    const linking = await openRequest(deps, tx, code);
    const { status } = linking.request;
    if (status === outcome) return;
    if (status !== 'open' && status !== 'matched') {
      throw new DeskError('bad_request', `This link request has ended already: ${status}`);
    }
    await tx.updateUser(linking.user.id, changeUser(deps, linking, match));
    const link = outcome === 'linked' ? await linkOf(deps, tx, linking) : {};
    await tx.updateLinkRequest(code, { status: outcome, ...link });
    if (outcome === 'linked' && status === 'open') tellTabs(tx, linking, { ...match, outcome: 'matched' });
    tellTabs(tx, linking, match);
    if (outcome === 'linked') await tellAgents(tx, linking.user.id);
  });
};

/**
 * Removes a channel from a visitor, and notifies the visitor's tabs and the agents. Removing a missing one succeeds, so
 * that the call can be repeated.
 * @throws bad_request for a browser; invalid_auth if a login has merged this visitor into another user
 */
export const unlinkClient = (deps: Deps, userId: string, clientId: string): Promise<User> =>
  deps.store.transaction(async (tx) => {
    const user = await tx.lockUser(userId);
    if (!user) throw mergedByLogin();
    const removed = [...user.clients, ...user.pendingClients].find((c) => c.id === clientId);
    if (removed?.platform === 'web')
      throw new DeskError('bad_request', 'A browser cannot be unlinked. Log out instead');
    const change = {
      clients: user.clients.filter((c) => c.id !== clientId),
      pendingClients: user.pendingClients.filter((c) => c.id !== clientId),
    };
    await tx.updateUser(userId, change);
    if (removed) {
      const { id, platform, integrationId, displayName } = removed;
      toOwnTabs(tx, userId, {
        type: 'link:cancelled',
        client: { id, platform, integrationId, displayName, status: 'inactive' },
      });
      await tellAgents(tx, userId);
    }
    return { ...user, ...change };
  });
