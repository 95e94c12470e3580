import { Redis, type RedisOptions } from 'ioredis';
import { codeOf } from '../errorCode';
import type { Log } from '../log';

/** A connection on which a call is unanswered for this long is given up. Until there is another, calls fail at once. */
const SILENT_MS = 500;
/** How long one call may take while others are answered. */
const CALL_MS = 1000;
const CONNECT_MS = 1000;
const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 2000;

export type RedisConnection = {
  /** Calls reject within a second, and at once while Redis is lost. They are never sent twice. */
  client: Redis;
  /**
   * Makes another connection, for calls that block the one they are on. It ends with `close`. Its calls wait for the next
   * attempt to connect, and reject where that fails.
   * @param blockMs how long a call blocks at most
   */
  forBlocking(blockMs: number): Redis;
  /** Makes another connection, for subscriptions, to be made anew at each `ready`. It ends with `close`. */
  forSubscribing(): Redis;
  /** `lost`: calls fail until Redis is back. */
  state(): 'ok' | 'lost';
  /** Ends all connections at once; open calls reject. */
  close(): void;
};

/** The waits double up to two seconds, each with a random part, so that processes do not come back together. */
const retryMs = (times: number): number =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** times) * (0.5 + Math.random() / 2);

/** The code of the system, or the first word of what Redis answered, such as WRONGPASS; the rest may quote keys. */
const failureCode = (error: unknown): string =>
  codeOf(error) || (error instanceof Error && /^[A-Z]+(?= )/.exec(error.message)?.[0]) || 'unknown';

/** Logs the begin and the end of each outage. */
const logOutages = (client: Redis, log: Pick<Log, 'warn'>): void => {
  let isLost = false;
  const lose = (code: string): void => {
    if (!isLost) log.warn({ code }, 'Redis is lost');
    isLost = true;
  };
  client.on('error', (error) => lose(failureCode(error)));
  client.on('reconnecting', () => lose('closed'));
  client.on('ready', () => {
    if (isLost) log.warn('Redis is back');
    isLost = false;
  });
};

/**
 * Connects to Redis or Valkey, and connects again whenever the connection is lost.
 * @param url `redis://` or `rediss://`
 * @returns after the first attempt, whether it succeeded or not
 */
export const connectRedis = async (url: string, log: Pick<Log, 'warn'>): Promise<RedisConnection> => {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: CALL_MS,
    socketTimeout: SILENT_MS,
    retryStrategy: retryMs,
    // Calls that wait for a connection, or are sent again, would pile up in an outage and count twice after it.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // The client does not handle its rejection, which would end the process.
    autoResubscribe: false,
    // A primary that has become a replica: the address may lead to the new primary.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  });
  const opened = [client];
  logOutages(client, log);
  await client.connect().catch(() => undefined);
  const another = (options: RedisOptions): Redis => {
    const made = client.duplicate({ lazyConnect: false, enableOfflineQueue: true, ...options });
    // The client logs outages for all.
    made.on('error', () => undefined);
    opened.push(made);
    return made;
  };
  return {
    client,
    forBlocking: (blockMs) => another({ commandTimeout: undefined, socketTimeout: blockMs + CALL_MS }),
    forSubscribing: () => another({}),
    state: () => (client.status === 'ready' ? 'ok' : 'lost'),
    close() {
      for (const one of opened) one.disconnect();
    },
  };
};
