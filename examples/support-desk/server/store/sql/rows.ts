import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as schema from './schema';

/** Runs one statement within a transaction, on either engine. */
export type Session = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** How many rows to read at once. The text of an email can have 200,000 characters. */
const ROWS_AT_ONCE = 50;

/**
 * Tables of running processes, signed-in agents and pending events. A copy of the database is for another desk: agents
 * sign in again there, and webhooks have already received the copied events.
 */
const NOT_COPIED = [
  'nodes',
  'outbox',
  'agent_sessions',
  'agent_sign_ins',
  'agent_links',
  'tickets',
  'deliveries',
];

/** A desk that moves to another database stays the same one. Only its processes differ. */
const NOT_MOVED = ['nodes'];

const tablesWithout = (left: readonly string[]): PgTable[] =>
  Object.values<unknown>(schema)
    .filter((one): one is PgTable => is(one, PgTable))
    .filter((table) => !left.includes(getTableConfig(table).name));

const neededBy = (table: PgTable): PgTable[] =>
  getTableConfig(table).foreignKeys.map((key) => key.reference().foreignTable);

/** Each table after those that its rows refer to. */
const inOrder = (left: readonly PgTable[], done: PgTable[] = []): PgTable[] => {
  const ready = left.filter((table) => neededBy(table).every((one) => one === table || done.includes(one)));
  if (ready.length === 0) return done;
  return inOrder(
    left.filter((table) => !ready.includes(table)),
    [...done, ...ready],
  );
};

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * The desk's tables in this database, each after those that its rows refer to. An older schema has fewer.
 * @param moves whether the desk moves, instead of being copied
 */
export const tableNames = async (session: Session, moves = false): Promise<string[]> => {
  const names: string[] = [];
  for (const table of inOrder(tablesWithout(moves ? NOT_MOVED : NOT_COPIED))) {
    const { name } = getTableConfig(table);
    const [row] = await session('select to_regclass($1::text) is not null as there', [quoted(name)]);
    if (row?.there) names.push(name);
  }
  return names;
};

/** The first of the desk's tables that has a row, or `undefined`. */
export const filledTable = async (session: Session): Promise<string | undefined> => {
  for (const name of await tableNames(session)) {
    if ((await session(`select 1 from ${quoted(name)} limit 1`)).length > 0) return name;
  }
  return undefined;
};

/** The rows of a table, each as a line of JSON without a line break. They are read a few at a time. */
export async function* readRows(session: Session, table: string): AsyncGenerator<string> {
  await session(
    `declare porch_rows no scroll cursor for select row_to_json(t)::text as line from ${quoted(table)} t`,
  );
  for (;;) {
    const rows = await session(`fetch ${ROWS_AT_ONCE} from porch_rows`);
    for (const row of rows) yield row.line as string;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await session('close porch_rows');
}

/** Makes a table's sequence continue after its rows. */
const followRows = async (session: Session, table: string): Promise<void> => {
  const columns = await session(
    `select attname as name, pg_get_serial_sequence($1::text, attname) as sequence from pg_attribute
     where attrelid = $1::text::regclass and attnum > 0 and not attisdropped`,
    [quoted(table)],
  );
  for (const { name, sequence } of columns) {
    if (!sequence) continue;
    const highest = `select max(${quoted(name as string)}) from ${quoted(table)}`;
    await session(`select setval($1::text::regclass, coalesce((${highest}), 1), (${highest}) is not null)`, [
      sequence,
    ]);
  }
};

const ROWS_IN_BATCH = 500;
const CHARACTERS_IN_BATCH = 500_000;

/**
 * Inserts rows, a few hundred at a time.
 * @param lines from `readRows`
 * @returns how many
 */
export const putRows = async (
  session: Session,
  table: string,
  lines: AsyncIterable<string>,
): Promise<number> => {
  const name = quoted(table);
  const insert = `insert into ${name} overriding system value
    select * from json_populate_recordset(null::${name}, $1::text::json)`;
  let batch: string[] = [];
  let length = 0;
  let rows = 0;
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await session(insert, [`[${batch.join(',')}]`]);
    rows += batch.length;
    batch = [];
    length = 0;
  };
  for await (const line of lines) {
    batch.push(line);
    length += line.length;
    if (batch.length >= ROWS_IN_BATCH || length >= CHARACTERS_IN_BATCH) await flush();
  }
  await flush();
  await followRows(session, table);
  return rows;
};
