import { Redis, type RedisOptions } from 'ioredis';
import type { Clock } from '../process/clock';
import type { Log } from '../process/log';
import { failureCode } from './failureCode';
import { createRedisHealth, type RedisHealth } from './redisHealth';
import { watchSilence } from './watchSilence';

/** A connection is given up after this many turns of the event loop without an answer to a call. Until there is another, calls fail at once. */
const SILENT_MS = 500;
/** The time limit of a call while others are answered. */
const CALL_MS = 1000;
const CONNECT_MS = 1000;
const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 2000;

export type RedisConnection = {
  /** Calls reject within a second, and at once while Redis is lost. They are never sent twice. */
  client: Redis;
  /** Makes another connection, for subscriptions, which must be renewed at each `ready`. It ends with `close`. */
  forSubscribing(): Redis;
  /** Makes another connection for calls, without the desk's prefix before names. It ends with `close`. */
  bare(): Redis;
  /** `lost`: calls fail until Redis is back. */
  state(): 'ok' | 'lost';
  /** The state of Redis, from the last calls. */
  health: RedisHealth;
  /** Ends all connections at once; open calls reject. */
  close(): void;
};

/** The waits double up to two seconds, each with a random part, so that processes do not return together. */
const retryMs = (times: number): number =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** times) * (0.5 + Math.random() / 2);

/** Reports the start and the end of each outage. */
const watchOutages = (client: Redis, health: RedisHealth): void => {
  client.on('error', (error) => health.fails('connection', failureCode(error)));
  client.on('reconnecting', () => health.fails('connection', 'closed'));
  client.on('ready', () => health.worked('connection'));
};

/**
 * Connects to Redis or Valkey, and reconnects whenever the connection is lost.
 * @param url `redis://` or `rediss://`
 * @param keyPrefix the prefix of each key
 * @returns after the first attempt, successful or not
 */
export const connectRedis = async (
  url: string,
  keyPrefix: string,
  log: Pick<Log, 'warn'>,
  { after }: Pick<Clock, 'after'>,
): Promise<RedisConnection> => {
  const health = createRedisHealth(log);
  const client = new Redis(url, {
    keyPrefix,
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: CALL_MS,
    retryStrategy: retryMs,
    // Calls that wait for a connection, or are sent again, would pile up in an outage and count twice after it.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // The client does not handle its rejection, which would end the process.
    autoResubscribe: false,
    // A primary has become a replica: the address may lead to the new primary.
    reconnectOnError: ({ message }) => {
      const isReplica = message.startsWith('READONLY');
      if (isReplica) health.fails('sending', 'READONLY');
      return isReplica;
    },
  });
  const opened = [client];
  const watches = [watchSilence(client, after, SILENT_MS)];
  watchOutages(client, health);
  await client.connect().catch(() => undefined);
  const another = (options: RedisOptions): Redis => {
    const made = client.duplicate({ lazyConnect: false, enableOfflineQueue: true, ...options });
    // The client reports outages for all.
    made.on('error', () => undefined);
    opened.push(made);
    watches.push(watchSilence(made, after, SILENT_MS));
    return made;
  };
  return {
    client,
    bare: () => another({ keyPrefix: '', enableOfflineQueue: false }),
    forSubscribing: () => another({}),
    state: () => (client.status === 'ready' ? 'ok' : 'lost'),
    health,
    close() {
      for (const end of watches) end();
      for (const one of opened) one.disconnect();
    },
  };
};
