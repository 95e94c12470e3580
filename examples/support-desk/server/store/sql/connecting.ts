import pg, { type ClientBase, type ClientConfig, type QueryConfig, type QueryResult } from 'pg';
import { readAddress } from './address';

export const CONNECTING: ClientConfig = {
  connectionTimeoutMillis: 5000,
  // Detects a connection that a firewall has forgotten.
  keepAlive: true,
  keepAliveInitialDelayMillis: 60_000,
};

/** A connection cannot be made, or is lost. */
class ConnectionProblem extends Error {
  constructor(
    readonly code: string,
    cause: Error,
  ) {
    super(cause.message, { cause });
  }
}

/** pg's own errors have no codes. */
const CODES: [message: RegExp, code: string][] = [
  [/timeout/, 'CONNECT_TIMEOUT'],
  [/does not support SSL/, 'NO_TLS'],
  [/terminated|not queryable|calling end/, 'CONNECTION_CLOSED'],
];

/** Throws an error of pg again, with a code. */
export const throwWithCode = (error: unknown): never => {
  if (!(error instanceof Error) || 'code' in error) throw error;
  const code = CODES.find(([message]) => message.test(error.message))?.[1];
  throw code ? new ConnectionProblem(code, error) : error;
};

/** What drizzle needs from a connection or a pool. */
export type Queries = { query(text: string | QueryConfig, values?: unknown[]): Promise<QueryResult> };

/** Queries of a connection. Their errors have codes. */
export const queriesOf = (client: ClientBase): Queries => ({
  query: (text, values) => client.query(text, values).catch(throwWithCode),
});

/** Sets parameters of a session. @returns the id of the process that serves it, even behind a pooler */
export const startSession = async ({ query }: Queries, session: Record<string, string>): Promise<number> => {
  const settings = Object.keys(session).map((name, index) => `, set_config('${name}', $${index + 1}, false)`);
  const text = `select pg_backend_pid() as pid${settings.join('')}`;
  return (await query(text, Object.values(session))).rows[0].pid;
};

/** One connection without time limits, for long operations. */
export type Connection = Queries & { end(): Promise<void> };

/** @throws an error with a code if the server cannot be reached */
export const connect = async (url: string): Promise<Connection> => {
  const { connection, session } = readAddress(url);
  const client = new pg.Client({ ...CONNECTING, ...connection });
  // The pending query fails too.
  client.on('error', () => undefined);
  const queries = queriesOf(client);
  const end = () => client.end();
  await client.connect().catch(throwWithCode);
  try {
    const unhurried = { statement_timeout: '0', idle_in_transaction_session_timeout: '0' };
    await startSession(queries, { ...session, ...unhurried });
  } catch (error) {
    await end();
    throw error;
  }
  return { ...queries, end };
};
