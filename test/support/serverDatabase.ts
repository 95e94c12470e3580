import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** The server that tests may use; without it, tests of PostgreSQL are skipped. */
export const SERVER = process.env.TEST_DATABASE_URL ?? '';

const run = async (statement: string): Promise<void> => {
  const server = new pg.Client(SERVER);
  await server.connect();
  await server.query(statement);
  await server.end();
};

/** Creates an empty database on the server of the tests. @returns its address, and what drops it */
export const createServerDatabase = async (): Promise<{ url: string; drop(): Promise<void> }> => {
  const name = `porch_${randomUUID().replaceAll('-', '')}`;
  await run(`create database ${name}`);
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
};
