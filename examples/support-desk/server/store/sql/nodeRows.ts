import { and, asc, eq, gte, lt, ne, sql } from 'drizzle-orm';
import type { Database } from './database';
import { desk, nodes } from './schema';

/**
 * A process of the desk that uses the database. `shares`: it exchanges events with the others over Redis. Only such
 * processes may use the database at the same time.
 */
export type Node = { id: string; host: string; shares: boolean };

/** The processes of the desk, as stored in the database. */
export type Nodes = {
  /**
   * Enters this process, unless there is one that it cannot share with. Rows that were not renewed for the time of the
   * lease are deleted.
   * @returns that process, and when it was last seen
   */
  claim(node: Node, leaseMs: number): Promise<(Node & { seenAt: number }) | undefined>;
  /** Renews the row. False if another process has deleted it. */
  renew(id: string): Promise<boolean>;
  release(id: string): Promise<void>;
  /** Renews this process' sign, unless there is one of the last second. */
  leaveSign(id: string): Promise<void>;
  /** Whether another process has renewed its sign in this time. */
  hasSign(id: string, ms: number): Promise<boolean>;
  /** The first process by id that has renewed its row: all of them find the same one. */
  first(leaseMs: number): Promise<string | undefined>;
  /** The ids of the processes that have renewed their row. */
  alive(leaseMs: number): Promise<string[]>;
};

/** The database's time in ms: the clocks of two machines may differ. */
const NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

const isAlive = (leaseMs: number) => gte(nodes.seenAt, sql`${NOW} - ${leaseMs}::bigint`);

/** The row of `desk` with the process that was last well, and when. */
const WELL = 'well';
const SIGN_AT = sql<number>`split_part(${desk.value}, ' ', 2)::bigint`;

export const createNodes = (db: Database): Nodes => ({
  claim: (node, leaseMs) =>
    db.transaction(async (tx) => {
      // If two processes start at once, the second one waits, and finds the first.
      await tx.execute(sql`lock table ${nodes} in share row exclusive mode`);
      await tx.delete(nodes).where(lt(nodes.seenAt, sql`${NOW} - ${leaseMs}::bigint`));
      const isOther = ne(nodes.id, node.id);
      const isInTheWay = node.shares ? and(isOther, eq(nodes.shares, false)) : isOther;
      const [other] = await tx.select().from(nodes).where(isInTheWay).limit(1);
      if (!other) {
        const set = { seenAt: NOW };
        await tx
          .insert(nodes)
          .values({ ...node, ...set })
          .onConflictDoUpdate({ target: nodes.id, set });
      }
      return other;
    }),
  renew: async (id) =>
    (await db.update(nodes).set({ seenAt: NOW }).where(eq(nodes.id, id)).returning({ id: nodes.id })).length >
    0,
  leaveSign: async (id) => {
    const value = sql<string>`${id}::text || ' ' || ${NOW}::text`;
    const isOld = sql`${SIGN_AT} < ${NOW} - 1000`;
    await db
      .insert(desk)
      .values({ name: WELL, value })
      .onConflictDoUpdate({ target: desk.name, set: { value }, setWhere: isOld });
  },
  hasSign: async (id, ms) => {
    const isOther = sql`split_part(${desk.value}, ' ', 1) <> ${id}`;
    const isFresh = gte(SIGN_AT, sql`${NOW} - ${ms}::bigint`);
    const found = await db
      .select({ name: desk.name })
      .from(desk)
      .where(and(eq(desk.name, WELL), isOther, isFresh));
    return found.length > 0;
  },
  release: async (id) => {
    await db.delete(nodes).where(eq(nodes.id, id));
  },
  first: async (leaseMs) => {
    const [row] = await db
      .select({ id: nodes.id })
      .from(nodes)
      .where(isAlive(leaseMs))
      .orderBy(asc(nodes.id))
      .limit(1);
    return row?.id;
  },
  alive: async (leaseMs) =>
    (await db.select({ id: nodes.id }).from(nodes).where(isAlive(leaseMs))).map(({ id }) => id),
});
