import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import { isDatabaseAway } from '../databaseAway';
import { connect } from './connecting';
import type { Database } from './database';
import { type Announce, makeIndexes } from './indexes';

/** The advisory lock of who builds indexes: an arbitrary number, unlikely to be used by other programs. */
const INDEX_LOCK = 7_046_029;
/** How soon it is tried again while another process builds, or the database is away. */
const PAUSE_MS = 5000;

type Building = {
  /** Ends it. */
  signal: AbortSignal;
  /** Asks PostgreSQL to end what the connection with this process is doing. */
  cancel: (pid: number) => Promise<unknown>;
  pauseMs?: number;
};

/** @returns whether this process could build: no other one is building */
const buildOnce = async (url: string, announce: Announce, { signal, cancel }: Building): Promise<boolean> => {
  const connection = await connect(url);
  // One that waited for the lock would keep the builder waiting: each build waits for all statements that began before it.
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
 * Builds the missing indexes of a PostgreSQL database, while everybody writes: one process of several does. What another
 * one has left unfinished, as it was killed, is built anew.
 */
export const buildIndexes = async (url: string, announce: Announce, building: Building): Promise<void> => {
  const { signal, pauseMs = PAUSE_MS } = building;
  while (!signal.aborted) {
    try {
      if (await buildOnce(url, announce, building)) return;
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    }
    await wait(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
};
