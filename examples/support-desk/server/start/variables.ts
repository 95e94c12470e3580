import { readTrust, type Trust, trustCount } from '../limits/trustProxy';
import type { ReplyOptions } from '../mail/createReplies';
import { readImapPlace } from '../mail/imapPlace';
import { fitsHeader } from '../model/tokens';
import { StartError } from '../process/startError';
import { readS3Place, type S3Place } from '../uploads/s3Place';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const DEFAULT_PORT = 8080;

export const warn = (line: string): void => void process.stderr.write(`Warning: ${line}\n`);

export const portOf = (value: string | undefined): number => {
  if (!value) return DEFAULT_PORT;
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw new StartError('PORT must be a whole number from 0 to 65535.');
};

export const publicUrlOf = (value: string | undefined): string | undefined => {
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
 * Without PUBLIC_URL, a request's Host header determines the addresses that the desk hands out, and a stranger could
 * choose it. The desk therefore listens only on loopback until PUBLIC_URL is set.
 */
export const hostOf = (value: string | undefined, publicUrl: string | undefined): string | undefined => {
  if (publicUrl) return value || undefined;
  if (!value || isLoopback(value)) return value || '127.0.0.1';
  throw new StartError(
    'PUBLIC_URL must be set if other machines can reach the desk, for example to https://support.example.com. Set it, or remove HOST.',
  );
};

const SHORTEST_TOKEN = 16;

/** Refuses a token that cannot be sent. A guessable one is refused on a public desk, and warned about on a local one. */
export const tokenOf = (
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

export const levelOf = (value: string | undefined): string => {
  if (!value) return 'warn';
  if (LOG_LEVELS.includes(value)) return value;
  throw new StartError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`);
};

export const demoOf = (value: string | undefined): boolean => {
  if (!value || value === '0') return false;
  if (value === '1') return true;
  throw new StartError('DEMO must be 0 or 1.');
};

/** @param count the older PROXIES */
export const trustOf = (value: string | undefined, count: string | undefined): Trust | undefined => {
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

/** @throws also if the processes that it would connect have no common database */
export const redisUrlOf = (
  value: string | undefined,
  databaseUrl: string | undefined,
): string | undefined => {
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

/** @throws also if there is nothing that it could be a replica of */
export const readUrlOf = (value: string | undefined, databaseUrl: string | undefined): string | undefined => {
  if (!value) return undefined;
  if (!URL.canParse(value) || !/^postgres(ql)?:/i.test(value))
    throw new StartError(
      'DATABASE_READ_URL must be an address such as postgres://user:password@host:5432/database.',
    );
  if (databaseUrl) return value;
  throw new StartError('DATABASE_READ_URL needs DATABASE_URL, the address of the primary server.');
};

export const poolOf = (name: string, value: string | undefined): number | undefined => {
  if (!value) return undefined;
  if (/^[1-9]\d{0,2}$/.test(value)) return Number(value);
  throw new StartError(`${name} must be a number of connections to the database, from 1 to 999.`);
};

export const s3Of = (value: string | undefined, region: string | undefined): S3Place | undefined => {
  if (!value) return undefined;
  const read = readS3Place(value, region);
  if ('problem' in read) throw new StartError(read.problem);
  return read.place;
};

export const secondsOf = (name: string, value: string | undefined, fallback: number): number => {
  if (!value) return fallback;
  if (/^\d{1,4}$/.test(value)) return Number(value);
  throw new StartError(`${name} must be a whole number of seconds, from 0 to 9999.`);
};

/** @throws if it is not a list of host names and addresses */
export const hostsOf = (value: string | undefined): string[] => {
  const hosts = (value ?? '')
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean);
  if (hosts.every((host) => /^(\[[\da-f:.]+\]|[\w.-]+)$/.test(host))) return hosts;
  throw new StartError(
    'WEBHOOK_HOSTS must be a list of host names and addresses without ports, such as bot.internal,127.0.0.1.',
  );
};

/** @throws if it is not the address of a mailbox, or of its emails */
export const repliesOf = (url: string | undefined, address: string | undefined): ReplyOptions | undefined => {
  if (!url) return undefined;
  const read = readImapPlace(url);
  if ('problem' in read) throw new StartError(read.problem);
  if (address && !/^[^\s<>@+]+@[^\s<>@]+$/.test(address))
    throw new StartError('IMAP_ADDRESS must be an email address without a +, such as help@shop.example.');
  return { place: read.place, address: address || undefined };
};
