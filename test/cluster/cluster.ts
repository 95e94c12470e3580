import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNginx } from '../../scripts/setup.mjs';
import type { Desk } from '../support/desk';
import { type Started, start } from '../support/deskProcess';
import { startNginx, withoutHttp } from '../support/nginx';
import { type PostgresServer, startPostgres } from '../support/postgres';
import { findPort, RUN_DESK } from '../support/process';
import { type RedisServer, startRedis } from '../support/redis';
import { openWire, type Wire } from './wire';

const NODES = 3;
/** The one that gets sick. */
export const SICK = 1;
const AGENT_TOKEN = 'a-token-of-the-cluster';
/** All of a test's clients have one address. */
export const NO_LIMITS = {
  ...Object.fromEntries(
    ['requests', 'visitors', 'messages', 'addressMessages', 'handshakes', 'subscriptions', 'signIns'].map(
      (name) => [name, { points: 1_000_000 }],
    ),
  ),
  sockets: 10_000,
};

/** More arguments and variables of a process. */
export type More = { args?: string[]; env?: Record<string, string> };

/** Three processes of one desk, with PostgreSQL, Redis and nginx, each a process of its own on this machine. */
export type Cluster = {
  /** The desk behind nginx. */
  desk: Desk;
  /** The processes, to call them without nginx. */
  nodes: Desk[];
  postgres: PostgresServer;
  redis: RedisServer;
  /** Ends a process, and resolves once it has ended. */
  end(node: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /**
   * @param main the main file of another build than this one
   * @param args more arguments of Node
   */
  start(node: number, main?: string, more?: More): Promise<void>;
  /** The ways of the node that gets sick. */
  wires: { database: Wire; redis: Wire; visitors: Wire };
  /** Sends a signal to a process. */
  signal(node: number, signal: NodeJS.Signals): void;
  /** Resolves once a process has ended. */
  ended(node: number): Promise<void>;
  /** What a process has printed. */
  lines(node: number): string[];
  close(): Promise<void>;
};

/** The example in deploy/cluster, on these ports and without TLS. */
const balancerOn = (port: number, ports: readonly number[]): string => {
  const file = new URL('../../examples/support-desk/deploy/cluster/nginx.conf', import.meta.url);
  return withoutHttp(readFileSync(process.env.CLUSTER_NGINX ?? fileURLToPath(file), 'utf8'))
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replaceAll(/^ *ssl_certificate.*$/gm, '')
    .replaceAll(/^ *limit_(?:req|conn)(?:_status)? .*$/gm, '')
    .replaceAll(/desk([123]):8080/g, (_, node) => `127.0.0.1:${ports[Number(node) - 1]}`);
};

const deskAt = (port: number): Desk =>
  ({ origin: `http://127.0.0.1:${port}`, agentToken: AGENT_TOKEN, appId: 'porch' }) as unknown as Desk;

type ClusterOptions = {
  /** The main file of the build that the processes begin with; this one by default. */
  main?: string;
  settings?: Record<string, unknown>;
  /** More variables of all processes. */
  env?: Record<string, string>;
};

/** The caller closes it. */
export const startCluster = async ({
  main,
  settings,
  env: common,
}: ClusterOptions = {}): Promise<Cluster> => {
  const nginx = findNginx();
  if (!nginx) throw new Error('There is no nginx on this machine');
  const dataDir = mkdtempSync(join(tmpdir(), 'porch-cluster-'));
  writeFileSync(
    join(dataDir, 'settings.json'),
    JSON.stringify({ limits: NO_LIMITS, messenger: { people: { presence: true } }, ...settings }),
  );
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const databaseUrl = await postgres.newDatabase();
  const ports: number[] = [];
  for (let node = 0; node <= NODES; node++) ports.push(await findPort());
  const [port = 0, ...nodePorts] = ports;
  const wires = {
    database: await openWire(Number(new URL(databaseUrl).port)),
    redis: await openWire(Number(new URL(redis.url).port)),
    visitors: await openWire(nodePorts[SICK] ?? 0),
  };
  const through = (url: string, { port }: Wire): string => url.replace(/:\d+(?=\/|$)/, `:${port}`);
  const running: Started[] = [];
  const startNode = async (node: number, build?: string, { args = [], env }: More = {}): Promise<void> => {
    const isSick = node === SICK;
    const variables = {
      DATA_DIR: dataDir,
      DATABASE_URL: isSick ? through(databaseUrl, wires.database) : databaseUrl,
      REDIS_URL: isSick ? through(redis.url, wires.redis) : redis.url,
      AGENT_TOKEN,
      PORT: String(nodePorts[node]),
      DRAIN_SECONDS: '2',
      ...common,
      ...env,
    };
    running[node] = await start(variables, [...args, ...(build === undefined ? RUN_DESK : [build])]);
  };
  for (const node of nodePorts.keys()) await startNode(node, main);
  const balancer = await startNginx(nginx, port, () =>
    balancerOn(port, nodePorts.with(SICK, wires.visitors.port)),
  );
  return {
    desk: deskAt(port),
    nodes: nodePorts.map(deskAt),
    postgres,
    redis,
    end: async (node, signal) => {
      await running[node]?.end(signal);
    },
    start: startNode,
    wires,
    signal: (node, signal) => void running[node]?.process.kill(signal),
    ended: async (node) => {
      const child = running[node]?.process;
      if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
    lines: (node) => running[node]?.lines() ?? [],
    close: async () => {
      await balancer.close();
      for (const wire of Object.values(wires)) wire.close();
      for (const { process, end } of running)
        if (process.exitCode === null && process.signalCode === null) await end('SIGKILL');
      await redis.stop();
      await postgres.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
