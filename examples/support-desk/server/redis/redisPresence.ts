import type { Redis } from 'ioredis';
import {
  agentsIn,
  createPresence,
  MAX_INBOXES,
  memberOf,
  type Presence,
  type PresenceDeps,
  REPORT_MS,
  SILENT_MS,
} from '../domain/team/presence';

/** Inboxes by their last report. */
const INBOXES = 'inboxes';
/** Exists while a process has a connected inbox. It outlives one lost report. */
const CONNECTED = 'inboxConnected';
const CONNECTED_MS = 3 * REPORT_MS;

/**
 * The presence of inboxes, shared by all processes on one Redis. Each process also stores its own reports, and answers
 * with them while Redis is lost.
 */
export const createRedisPresence = (client: Redis, deps: PresenceDeps): Presence => {
  const own = createPresence(deps);

  const add = async (member: string, away: boolean): Promise<unknown> => {
    const now = deps.now();
    const change = client.multi();
    if (away) change.zrem(INBOXES, member);
    else change.zadd(INBOXES, now, member);
    return change
      .zremrangebyscore(INBOXES, '-inf', `(${now - SILENT_MS}`)
      .zremrangebyrank(INBOXES, 0, -MAX_INBOXES - 1)
      .pexpire(INBOXES, SILENT_MS)
      .exec();
  };
  const isConnected = async (): Promise<boolean> => deps.connected() || (await client.exists(CONNECTED)) > 0;
  const count = async (): Promise<number> => {
    const [seen, connected] = await Promise.all([
      client.zcount(INBOXES, deps.now() - SILENT_MS, '+inf'),
      isConnected(),
    ]);
    return connected ? seen : 0;
  };
  const who = async (): Promise<Set<string>> => {
    const [members, connected] = await Promise.all([
      client.zrangebyscore(INBOXES, deps.now() - SILENT_MS, '+inf'),
      isConnected(),
    ]);
    return connected ? agentsIn(members) : new Set();
  };
  return {
    async take(inbox, away, agentId) {
      await own.take(inbox, away, agentId);
      // The inbox reports again in a minute.
      await add(memberOf(inbox, agentId), away).catch(() => undefined);
    },
    whoIsOnline: () => who().catch(own.whoIsOnline),
    agentsOnline: () => count().catch(own.agentsOnline),
    isConnected: () => isConnected().catch(own.isConnected),
    async report() {
      if (deps.connected()) await client.set(CONNECTED, 1, 'PX', CONNECTED_MS).catch(() => undefined);
    },
  };
};
