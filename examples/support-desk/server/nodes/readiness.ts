import type { Clock } from '../process/clock';
import { createShared } from '../process/shared';
import { resolvesWithin } from '../process/waits';
import type { ReplicaState } from '../store/sql/replica';

/**
 * The state of the desk's process: it is stopping, another has taken its place, or it alone has lost what the others
 * have.
 */
export type Standing = 'running' | 'stopping' | 'superseded' | 'apart';

/**
 * The state of Redis. `lost`: it is unreachable. `failing`: it is reachable, but does not pass events on, or has lost
 * some a moment ago.
 */
export type RedisState = 'ok' | 'lost' | 'failing';

/** The answer of `/ready`: what works. */
type ReadyAnswer = {
  /** `degraded`: it serves, but without Redis, without files, or without the replica. */
  status: 'ready' | 'degraded' | 'unready';
  database: 'ok' | 'failing';
  /** Only for a desk with a replica. Agents read from the primary while it is not `ok`. */
  replica?: ReplicaState;
  /** Only for a desk with Redis. */
  redis?: RedisState;
  /** `low`: files are refused, messages are accepted. The other values are about the data folder. */
  disk: 'ok' | 'low' | 'full' | 'failing';
  /** `failing`: files are neither stored nor served, messages are. */
  uploads: 'ok' | 'failing';
  process: Standing;
};

export type Readiness = {
  /** Runs all checks again. Simultaneous callers share one check. */
  check(): Promise<ReadyAnswer>;
};

type ReadinessDeps = {
  store: { ping(): Promise<void>; replica?: { check(): Promise<ReplicaState> } };
  /** Sends something: a Redis that answers may still accept nothing. */
  redis?: { check(): Promise<RedisState> };
  /** Whether the database accepted the last change; one that answers may accept none. */
  takesWrites?: () => boolean;
  /** Free space of the data folder, in bytes; by default that for uploads. */
  freeBytes?: () => Promise<number>;
  uploads: { freeBytes(): Promise<number>; check(): Promise<void> };
  settings: () => { uploads: { freeMegabytes: number } };
  standing: () => Standing;
  after: Clock['after'];
};

const CHECK_MS = 1000;
const MEGABYTE = 1_048_576;
/** Below this, logs and the embedded database can soon no longer write. */
const LEAST_MEGABYTES = 64;

export const createReadiness = (deps: ReadinessDeps): Readiness => {
  const { store, redis, uploads, settings, standing, after, takesWrites = () => true } = deps;
  // A hanging database gets one query, however many callers wait for the answer.
  const ping = createShared(() => store.ping());
  const freeBytes = createShared(() => (deps.freeBytes ?? uploads.freeBytes)());
  const freeForFiles = createShared(() => uploads.freeBytes());
  const checkUploads = createShared(() => uploads.check());

  const replicaState = async (): Promise<ReadyAnswer['replica']> => {
    if (!store.replica) return undefined;
    const checking = store.replica.check();
    return (await resolvesWithin(checking, CHECK_MS, after)) ? checking : 'failing';
  };

  /** @returns undefined if there is no answer in time */
  const megabytesOf = async (reading: Promise<number>): Promise<number | undefined> =>
    (await resolvesWithin(reading, CHECK_MS, after)) ? (await reading) / MEGABYTE : undefined;

  const redisState = async (): Promise<ReadyAnswer['redis']> => {
    if (!redis) return undefined;
    const checking = redis.check();
    return (await resolvesWithin(checking, CHECK_MS, after)) ? checking : 'lost';
  };

  return {
    check: createShared(async () => {
      const [pings, replica, shares, free, forFiles, finds] = await Promise.all([
        resolvesWithin(ping(), CHECK_MS, after),
        replicaState(),
        redisState(),
        megabytesOf(freeBytes()),
        megabytesOf(freeForFiles()),
        resolvesWithin(checkUploads(), CHECK_MS, after),
      ]);
      const answers = pings && takesWrites();
      const stores = finds && forFiles !== undefined;
      const isLow = stores && forFiles < settings().uploads.freeMegabytes;
      const disk = free === undefined ? 'failing' : free < LEAST_MEGABYTES ? 'full' : isLow ? 'low' : 'ok';
      const process = standing();
      const works = answers && process === 'running' && (disk === 'ok' || disk === 'low');
      const lacks = (shares && shares !== 'ok') || !stores || replica === 'failing';
      return {
        status: !works ? 'unready' : lacks ? 'degraded' : 'ready',
        database: answers ? 'ok' : 'failing',
        replica,
        redis: shares,
        disk,
        uploads: stores ? 'ok' : 'failing',
        process,
      };
    }),
  };
};
