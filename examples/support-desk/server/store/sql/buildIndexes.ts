import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import type { Clock } from '../../process/clock';
import { pause } from '../../process/waits';
import { isDatabaseAway } from '../databaseAway';
import { connect } from './connecting';
import type { Database } from './database';
import { type Announce, makeIndexes } from './indexes';

/** The advisory lock of the index builder: an arbitrary number, unlikely to be used by other programs. */
const INDEX_LOCK = 7_046_029;
/** How soon to try again while another process builds, or the database is away. */
const PAUSE_MS = 5000;

type Building = {
  /** Stops it. */
  signal: AbortSignal;
  /** Asks PostgreSQL to cancel what the connection with this process id is doing. */
  cancel: (pid: number) => Promise<unknown>;
  after: Clock['after'];
  pauseMs?: number;
};

/** @returns whether this process could build, because no other one does */
const buildOnce = async (url: string, announce: Announce, { signal, cancel }: Building): Promise<boolean> => {
  const connection = await connect(url);
  // A process that waited for the lock would delay the builder: each build waits for all statements that began before
  // it.
  const sentence = 'select pg_backend_pid() as pid, pg_try_advisory_lock($1) as free';
  try {
    const { pid, free } = (await connection.query(sentence, [INDEX_LOCK])).rows[0];
    const end = (): void => void cancel(pid).catch(() => undefined);
    signal.addEventListener('abort', end, { once: true });
    if (free && !signal.aborted)
      await makeIndexes(
        drizzle(connection as unknown as Client) as unknown as Database,
        announce,
        sql`concurrently`,
      );
    signal.removeEventListener('abort', end);
    return free;
  } finally {
    await connection.end();
  }
};

/**
 * Builds the missing indexes of a PostgreSQL database while others write, in one of several processes. An index that a
 * killed process left unfinished is built again.
 */
export const buildIndexes = async (url: string, announce: Announce, building: Building): Promise<void> => {
  const { signal, after, pauseMs = PAUSE_MS } = building;
  while (!signal.aborted) {
    try {
      if (await buildOnce(url, announce, building)) return;
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    }
    await pause(after, pauseMs, signal);
  }
};
