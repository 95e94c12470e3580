import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { linkAddress } from './domain/accounts/links';
import { readTrust, type Trust, trustCount } from './limits/trustProxy';
import type { ReplyOptions } from './mail/createReplies';
import { readImapPlace } from './mail/imapPlace';
import { fitsHeader } from './model/tokens';
import { type Ending, SHORT } from './process/lifecycle';
import { StartError } from './process/startError';
import { type RunningDesk, type StartOptions, startDesk } from './start/start';
import { readS3Place, type S3Place } from './uploads/s3Place';

/** The only file that reads environment variables; README.md lists them. */

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
/** How long the desk may take to end after what it waits for. */
const STOP_MS = 1800;
/** How long requests may take that have come in when the desk ends on SIGTERM. */
const ANSWER_MS = 5000;
/** Where other processes can take live clients over, they are told over this time. */
const DRAIN_SECONDS = 10;
const UPLOAD_DRAIN_SECONDS = 30;
const DEFAULT_PORT = 8080;

const warn = (line: string): void => void process.stderr.write(`Warning: ${line}\n`);

const portOf = (value: string | undefined): number => {
  if (!value) return DEFAULT_PORT;
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw new StartError('PORT must be a whole number from 0 to 65535.');
};

const publicUrlOf = (value: string | undefined): string | undefined => {
  if (!value) return undefined;
  if (!URL.canParse(value) || !/^https?:/i.test(value)) {
    throw new StartError('PUBLIC_URL must be an http or https address, such as https://support.example.com.');
  }
  if (/[?#]/.test(value)) throw new StartError('PUBLIC_URL can have a path, but no ? or #.');
  // A loop instead of a pattern ending in $, which takes quadratic time on a run of slashes in the middle.
  let end = value.length;
  while (value[end - 1] === '/') end--;
  return value.slice(0, end);
};

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\./.test(host);

/**
 * Without PUBLIC_URL, a request's Host header decides the addresses that the desk hands out, and a stranger
 * could choose it. The desk therefore listens on loopback only until PUBLIC_URL is set.
 */
const hostOf = (value: string | undefined, publicUrl: string | undefined): string | undefined => {
  if (publicUrl) return value || undefined;
  if (!value || isLoopback(value)) return value || '127.0.0.1';
  throw new StartError(
    'PUBLIC_URL must be set if other machines can reach the desk, for example to https://support.example.com. Set it, or remove HOST.',
  );
};

const SHORTEST_TOKEN = 16;

/** A token that nobody could send is refused. One that others could guess is refused where others can reach the desk, and else warned about. */
const tokenOf = (
  name: string,
  value: string | undefined,
  publicUrl: string | undefined,
): string | undefined => {
  if (!value) return undefined;
  if (!fitsHeader(value)) {
    throw new StartError(`${name} can have only ASCII letters, digits and symbols, and no spaces.`);
  }
  if (value.length >= SHORTEST_TOKEN) return value;
  const words = `${name} must have at least ${SHORTEST_TOKEN} characters, such as from: openssl rand -base64 24`;
  if (publicUrl) throw new StartError(`${words}.`);
  warn(`${words}. Once PUBLIC_URL is set, the desk will not start with it`);
  return value;
};

const levelOf = (value: string | undefined): string => {
  if (!value) return 'warn';
  if (LOG_LEVELS.includes(value)) return value;
  throw new StartError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`);
};

const demoOf = (value: string | undefined): boolean => {
  if (!value || value === '0') return false;
  if (value === '1') return true;
  throw new StartError('DEMO must be 0 or 1.');
};

/** @param count the older PROXIES */
const trustOf = (value: string | undefined, count: string | undefined): Trust | undefined => {
  if (count) warn(`PROXIES is deprecated. Set TRUST_PROXY instead, to ${count} or to your proxy's address`);
  if (!value && !count) return undefined;
  if (!value && /^[1-9]$/.test(count ?? '')) return trustCount(Number(count));
  const trust = value ? readTrust(value) : undefined;
  if (trust) return trust;
  if (!value)
    throw new StartError('PROXIES must be the number of proxies that a request passes, from 1 to 9.');
  throw new StartError(
    'TRUST_PROXY must be a number of proxies from 0 to 9, or a list of addresses, networks and names, such as loopback,10.0.0.0/8.',
  );
};

/** @throws also where the processes that it would connect have no database in common */
const redisUrlOf = (value: string | undefined, databaseUrl: string | undefined): string | undefined => {
  if (!value) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url?.hostname || !/^rediss?:$/.test(url.protocol) || !/^\/?\d*$/.test(url.pathname) || url.search)
    throw new StartError(
      'REDIS_URL must be a redis or rediss address without a query, such as redis://127.0.0.1:6379.',
    );
  if (databaseUrl) return value;
  throw new StartError(
    'REDIS_URL needs DATABASE_URL, because the embedded database serves one process only.',
  );
};

/** @throws also where there is nothing that it could be a replica of */
const readUrlOf = (value: string | undefined, databaseUrl: string | undefined): string | undefined => {
  if (!value) return undefined;
  if (!URL.canParse(value) || !/^postgres(ql)?:/i.test(value))
    throw new StartError(
      'DATABASE_READ_URL must be an address such as postgres://user:password@host:5432/database.',
    );
  if (databaseUrl) return value;
  throw new StartError('DATABASE_READ_URL needs DATABASE_URL, the address of the primary server.');
};

const poolOf = (name: string, value: string | undefined): number | undefined => {
  if (!value) return undefined;
  if (/^[1-9]\d{0,2}$/.test(value)) return Number(value);
  throw new StartError(`${name} must be a number of connections to the database, from 1 to 999.`);
};

const s3Of = (value: string | undefined, region: string | undefined): S3Place | undefined => {
  if (!value) return undefined;
  const read = readS3Place(value, region);
  if ('problem' in read) throw new StartError(read.problem);
  return read.place;
};

const secondsOf = (name: string, value: string | undefined, fallback: number): number => {
  if (!value) return fallback;
  if (/^\d{1,4}$/.test(value)) return Number(value);
  throw new StartError(`${name} must be a whole number of seconds, from 0 to 9999.`);
};

/** @throws for what is no list of host names and addresses */
const hostsOf = (value: string | undefined): string[] => {
  const hosts = (value ?? '')
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean);
  if (hosts.every((host) => /^(\[[\da-f:.]+\]|[\w.-]+)$/.test(host))) return hosts;
  throw new StartError(
    'WEBHOOK_HOSTS must be a list of host names and addresses without ports, such as bot.internal,127.0.0.1.',
  );
};

/** @throws for what is no address of a mailbox, or of its mails */
const repliesOf = (url: string | undefined, address: string | undefined): ReplyOptions | undefined => {
  if (!url) return undefined;
  const read = readImapPlace(url);
  if ('problem' in read) throw new StartError(read.problem);
  if (address && !/^[^\s<>@+]+@[^\s<>@]+$/.test(address))
    throw new StartError('IMAP_ADDRESS must be an email address without a +, such as help@shop.example.');
  return { place: read.place, address: address || undefined };
};

/** Nobody else can serve the embedded database, so its live clients come back to the next process in any case. */
const endingOf = (env: NodeJS.ProcessEnv): Ending => ({
  spreadMs: 1000 * secondsOf('DRAIN_SECONDS', env.DRAIN_SECONDS, env.DATABASE_URL ? DRAIN_SECONDS : 0),
  uploadMs: 1000 * secondsOf('UPLOAD_DRAIN_SECONDS', env.UPLOAD_DRAIN_SECONDS, UPLOAD_DRAIN_SECONDS),
  bodyMs: SHORT.bodyMs,
  answerMs: ANSWER_MS,
});

const optionsOf = (env: NodeJS.ProcessEnv): StartOptions => ({
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
  // Logs go to standard error: standard output carries only the four lines that `main` prints.
  log: pino({ level: levelOf(env.LOG_LEVEL), base: undefined }, pino.destination(2)),
  warn,
  say: (line) => process.stderr.write(`${line}\n`),
});

/**
 * Ends the desk at SIGTERM as the operator set, and at SIGINT, from a terminal, shortly. A second signal ends all waits. At
 * Ctrl-C, npm may pass on the signal that the terminal has already sent.
 */
const stopOnSignal = ({ close, hurry }: RunningDesk, ending: Ending): void => {
  let stopping = false;
  const leaveBy = (ms: number): void => void setTimeout(() => process.exit(0), ms).unref();
  const stop = (how: Ending): void => {
    if (stopping) {
      leaveBy(STOP_MS);
      hurry();
      return;
    }
    stopping = true;
    leaveBy(Math.max(how.spreadMs, how.uploadMs) + how.answerMs + STOP_MS);
    close(how).then(
      () => process.exit(0),
      () => process.exit(0),
    );
  };
  process.on('SIGINT', () => stop(SHORT));
  process.on('SIGTERM', () => stop(ending));
};

const main = async (): Promise<void> => {
  const leave = (): never => process.exit(0);
  process.once('SIGINT', leave).once('SIGTERM', leave);
  const options = optionsOf(process.env);
  const ending = endingOf(process.env);
  const desk = await startDesk(options);
  process.off('SIGINT', leave).off('SIGTERM', leave);
  stopOnSignal(desk, ending);
  const origin = options.publicUrl ?? `http://localhost:${desk.port}`;
  // The page has a link to the inbox.
  const demo = desk.demoSecret ? `?demo=${desk.demoSecret}` : '';
  const inbox = desk.setupToken
    ? linkAddress(origin, desk.setupToken)
    : `${origin}/agent${demo && `/${demo}`}`;
  const start = options.demo
    ? `Page:  ${origin}/${demo}`
    : `Tag:   <script async src="${origin}/porch/porch.now.js"></script>`;
  process.stdout.write(
    `${start}\nInbox: ${inbox}\nDocs:  ${origin}/docs/\nData:  ${options.dataDir} (Ctrl-C stops it.)\n`,
  );
};

main().catch((error: unknown) => {
  const sentence = error instanceof StartError ? error.message : `The desk could not start: ${String(error)}`;
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
});
