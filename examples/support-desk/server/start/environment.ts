import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { type Ending, SHORT } from '../process/lifecycle';
import type { StartOptions } from './start';
import {
  demoOf,
  hostOf,
  hostsOf,
  levelOf,
  poolOf,
  portOf,
  publicUrlOf,
  readUrlOf,
  redisUrlOf,
  repliesOf,
  s3Of,
  secondsOf,
  tokenOf,
  trustOf,
  warn,
} from './variables';

/** The only file of the desk that reads environment variables; README.md lists them. */

/** How long received requests may take when the desk ends on SIGTERM. */
const ANSWER_MS = 5000;
/** How long live clients are moved to other processes, if there are any. */
const DRAIN_SECONDS = 10;
const UPLOAD_DRAIN_SECONDS = 30;

/** Nobody else can serve the embedded database, so its live clients return to the next process in any case. */
export const endingOf = (env: NodeJS.ProcessEnv): Ending => ({
  spreadMs: 1000 * secondsOf('DRAIN_SECONDS', env.DRAIN_SECONDS, env.DATABASE_URL ? DRAIN_SECONDS : 0),
  uploadMs: 1000 * secondsOf('UPLOAD_DRAIN_SECONDS', env.UPLOAD_DRAIN_SECONDS, UPLOAD_DRAIN_SECONDS),
  bodyMs: SHORT.bodyMs,
  answerMs: ANSWER_MS,
});

/**
 * What the variables set.
 * @param repository its folder
 * @throws StartError for a value that cannot be used
 */
export const optionsOf = (env: NodeJS.ProcessEnv, repository: string): StartOptions => ({
  port: portOf(env.PORT),
  host: hostOf(env.HOST, publicUrlOf(env.PUBLIC_URL)),
  dataDir: env.DATA_DIR ? resolve(env.DATA_DIR) : join(repository, '.data'),
  repository,
  demo: demoOf(env.DEMO),
  agentToken: tokenOf('AGENT_TOKEN', env.AGENT_TOKEN, publicUrlOf(env.PUBLIC_URL)),
  metricsToken: tokenOf('METRICS_TOKEN', env.METRICS_TOKEN, publicUrlOf(env.PUBLIC_URL)),
  publicUrl: publicUrlOf(env.PUBLIC_URL),
  trustProxy: trustOf(env.TRUST_PROXY, env.PROXIES),
  databaseUrl: env.DATABASE_URL || undefined,
  readUrl: readUrlOf(env.DATABASE_READ_URL, env.DATABASE_URL),
  redisUrl: redisUrlOf(env.REDIS_URL, env.DATABASE_URL),
  s3: s3Of(env.UPLOADS_URL, env.AWS_REGION),
  poolSize: poolOf('DATABASE_POOL', env.DATABASE_POOL),
  agentPoolSize: poolOf('DATABASE_AGENT_POOL', env.DATABASE_AGENT_POOL),
  webhookHosts: hostsOf(env.WEBHOOK_HOSTS),
  replies: repliesOf(env.IMAP_URL, env.IMAP_ADDRESS),
  onEnd: (sentence) => {
    process.stderr.write(`${sentence}\n`);
    process.exit(1);
  },
  // Logs go to standard error: standard output has only the four lines printed by `main`.
  log: pino({ level: levelOf(env.LOG_LEVEL), base: undefined }, pino.destination(2)),
  warn,
  say: (line) => process.stderr.write(`${line}\n`),
});
