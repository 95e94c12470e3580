import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_LIMITS, startCluster } from '../cluster/cluster';
import type { Desk } from '../support/desk';
import { type Started, start } from '../support/deskProcess';
import { putEmptyDatabase } from '../support/emptyDatabase';
import { findPort, RUN_DESK } from '../support/process';

const AGENT_TOKEN = 'a-token-of-the-cluster';

/** A desk whose processes are replaced by those of another build. */
export type Stand = {
  desk: Desk;
  /** The processes, to call them without a balancer. */
  nodes: Desk[];
  /** The link by which the first admin joins. */
  firstLink: string;
  /** Ends a process as an upgrade does, and starts one of this build in its place; of today's by default. */
  replace(node: number, main?: string): Promise<void>;
  close(): Promise<void>;
};

export type StandOptions = {
  /** The main file of the build that it begins with. */
  main: string;
  settings: Record<string, unknown>;
};

const ENV = { WEBHOOK_HOSTS: '127.0.0.1' };
const linkIn = (lines: readonly string[]): string =>
  lines.flatMap((line) => /\/agent#link=(\S+)/.exec(line)?.[1] ?? [])[0] ?? '';

const onPostgres = async ({ main, settings }: StandOptions): Promise<Stand> => {
  const cluster = await startCluster({ main, settings, env: ENV });
  const firstLink = cluster.nodes.map((_, node) => linkIn(cluster.lines(node))).find(Boolean) ?? '';
  const replace = async (node: number, next?: string): Promise<void> => {
    await cluster.end(node, 'SIGTERM');
    await cluster.start(node, next);
  };
  return { desk: cluster.desk, nodes: cluster.nodes, firstLink, replace, close: cluster.close };
};

const embedded = async ({ main, settings }: StandOptions): Promise<Stand> => {
  const folder = mkdtempSync(join(tmpdir(), 'porch-upgrade-'));
  await putEmptyDatabase(folder);
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ limits: NO_LIMITS, ...settings }));
  const env = { ...ENV, DATA_DIR: folder, PORT: String(await findPort()), AGENT_TOKEN };
  let running: Started = await start(env, [main]);
  const { origin } = running;
  const desk = { origin, agentToken: AGENT_TOKEN, appId: 'porch' } as unknown as Desk;
  return {
    desk,
    nodes: [desk],
    firstLink: linkIn(running.lines()),
    replace: async (_node, next) => {
      await running.end('SIGTERM');
      running = await start(env, next === undefined ? RUN_DESK : [next]);
    },
    close: async () => {
      await running.end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export const STANDS = {
  'three processes on PostgreSQL and Redis': onPostgres,
  'the embedded database': embedded,
};
