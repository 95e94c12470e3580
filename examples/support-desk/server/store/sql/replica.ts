import { sql } from 'drizzle-orm';
import type { Clock } from '../../process/clock';
import { codeOf } from '../../process/errorCode';
import { createShared } from '../../process/shared';
import { pause, resultWithin } from '../../process/waits';
import type { Reads } from '../reads';
import type { Database } from './database';
import { IDENTITY, rowOf } from './identity';

/**
 * `behind`: it lacks what the primary has committed. `failing`: it does not answer, or is not a replica of this
 * database.
 */
export type ReplicaState = 'ok' | 'behind' | 'failing';

/** What is reported when a replica's state changes. */
export type OnReplica = (state: ReplicaState, code: string) => void;

export type Replica = {
  /** Checks it now. */
  check(): Promise<ReplicaState>;
  /**
   * Runs reads on the replica if it has everything that the primary had when they were requested, and otherwise on the
   * primary.
   */
  before(primary: Reads): Reads;
};

type ReplicaDeps = {
  /** Runs a query on the primary. */
  onPrimary: <T>(query: (db: Database) => Promise<T>) => Promise<T>;
  /** A connection of the replica for short queries. */
  db: Database;
  reads: Reads;
  clock: Clock;
  onState?: OnReplica;
  behindMs?: number;
};

/** A place in the log of a database. Copies of a database have its identity; a promoted copy has another timeline. */
type Place = { identity: string; timeline: number; lsn: string };

/** How long a read waits for the replica to catch up, and how often it checks. */
const CATCH_UP_MS = 200;
const LOOK_MS = 20;
const ANSWER_MS = 1000;
/** How long reads go to the primary before the replica is tried again. */
const REST_MS = 5000;
/** A replica that is behind for longer may never catch up, for example if the primary has removed what it lacks. */
const BEHIND_MS = 60_000;

/**
 * Errors that the primary would repeat, at its own cost: a statement over its time limit, and more reads than
 * connections.
 */
const FINAL = ['57014', 'POOL_BUSY'];
/** The replica had to apply a change that conflicted with the read. */
const CONFLICT = '40001';

const isAborted = (input: unknown): boolean => input instanceof AbortSignal && input.aborted;

/** The end of the primary's log, including everything that anybody can have seen there. */
const placeOf = (db: Database): Promise<Place> =>
  rowOf(
    db,
    // Only sessions that wait for the disk show nothing before it is there.
    sql`select lsn::text, ${IDENTITY} as identity, ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int as timeline
      from (select case current_setting('synchronous_commit')
        when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as lsn) as log`,
  );

type Answer = { replica: boolean; identity: string; timeline: number; reached: boolean };

const stateAt = async (db: Database, place: Place): Promise<ReplicaState> => {
  const { replica, identity, timeline, reached } = await rowOf<Answer>(
    db,
    sql`select pg_is_in_recovery() as replica, ${IDENTITY} as identity,
      (select timeline_id from pg_control_checkpoint()) as timeline,
      coalesce(pg_last_wal_replay_lsn() >= ${place.lsn}::pg_lsn, false) as reached`,
  );
  if (!replica || identity !== place.identity)
    throw Object.assign(new Error('no replica'), { code: 'NO_REPLICA' });
  return reached && timeline === place.timeline ? 'ok' : 'behind';
};

/** @throws once the replica has not answered for too long */
const inTime = <T>(answer: Promise<T>, after: Clock['after']): Promise<T> =>
  resultWithin(answer, ANSWER_MS, after, Object.assign(new Error('no answer'), { code: 'NO_ANSWER' }));

/** Reads from a replica, indistinguishably from the primary. */
export const createReplica = ({
  onPrimary,
  db,
  reads,
  clock: { elapsed, after },
  onState,
  behindMs = BEHIND_MS,
}: ReplicaDeps): Replica => {
  let state: ReplicaState = 'ok';
  let restsUntil = 0;
  let behindSince: number | undefined;

  const isTooLate = (found: ReplicaState): boolean => {
    if (found !== 'behind') behindSince = undefined;
    else behindSince ??= elapsed();
    return behindSince !== undefined && elapsed() - behindSince > behindMs;
  };
  const note = (found: ReplicaState, reason = ''): ReplicaState => {
    const tooLate = isTooLate(found);
    const [next, code] = tooLate ? (['failing', 'BEHIND'] as const) : [found, reason];
    if (next !== state) onState?.(next, code);
    state = next;
    restsUntil = next === 'ok' ? 0 : elapsed() + REST_MS;
    return next;
  };
  const catchUp = async (place: Place): Promise<ReplicaState> => {
    const end = elapsed() + CATCH_UP_MS;
    let found = await inTime(stateAt(db, place), after);
    while (found === 'behind' && elapsed() < end) {
      await pause(after, LOOK_MS);
      found = await inTime(stateAt(db, place), after);
    }
    return found;
  };
  const check = createShared(
    async () => {
      const place = await onPrimary(placeOf);
      return catchUp(place).then(note, (error: unknown) => note('failing', codeOf(error)));
    },
    () => pause(after, 0),
  );
  const isFresh = async (): Promise<boolean> => {
    if (state === 'ok') return (await check().catch(() => undefined)) === 'ok';
    if (elapsed() >= restsUntil) {
      restsUntil = elapsed() + REST_MS;
      // No read waits for a replica that was not well.
      check().catch(() => undefined);
    }
    return false;
  };

  const before = (primary: Reads): Reads => {
    const choose = (name: keyof Reads) => {
      const [first, second] = [reads[name], primary[name]] as ((...input: unknown[]) => Promise<unknown>)[];
      return async (...input: unknown[]) => {
        if (!(await isFresh())) return second?.(...input);
        return first?.(...input).catch((error: unknown) => {
          const code = codeOf(error);
          if (FINAL.includes(code) || input.some(isAborted)) throw error;
          if (code !== CONFLICT) note('failing', code);
          return second?.(...input);
        });
      };
    };
    const names = Object.keys(primary) as (keyof Reads)[];
    return Object.fromEntries(names.map((name) => [name, choose(name)])) as unknown as Reads;
  };
  return { check, before };
};
