import { createHash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { DeskError } from '../domain/deskError';
import type { Limiter } from '../limits/limiter';
import { createMemoryLimiter } from '../limits/memoryLimiter';
import { LIMITS, type Limit, type LimitName, SOCKETS } from '../limits/table';
import { type Trust, trustLoopback } from '../limits/trustProxy';
import type { Log } from '../log';
import { type AddressOf, type Called, calledOf, createAddressOf } from './address';

/** With how many wrong API keys of one address the log has a warning. */
const WARN_AT = 10;
/** What counts as the address of requests from this machine. */
const LOCAL = 'this machine';

export type RatesOptions = {
  log: Log;
  /** Which proxies are believed; those of this machine by default. */
  trust?: Trust;
  /** The numbers of a limit. */
  limitOf?: (name: LimitName) => Limit;
  /** How many live connections to this process one address may have. */
  sockets?: () => number;
  /** Makes what counts; in the memory of this process by default. */
  createLimiter?: (limitOf: (name: LimitName) => Limit) => Limiter;
};

export type Rates = {
  /** Finds the address that a request comes from. */
  addressOf: AddressOf;
  /** Counts a request, and refuses it above any of these limits. @throws too_many */
  limit(...names: LimitName[]): MiddlewareHandler;
  /** Counts a message of a live connection. @returns how long to wait, in ms; 0 if it is allowed */
  waitFor(name: LimitName, request: object): Promise<number>;
  /** Counts what comes by no request, under a key of its own. @returns how long to wait, in ms; 0 if it is allowed */
  waitForKey(name: LimitName, key: string): Promise<number>;
  /**
   * Takes a place for a live connection of the request's address.
   * @returns a function that frees it; `undefined` if the address has as many as it may
   */
  takePlace(request: object): (() => void) | undefined;
  /** Refuses an address that has sent too many wrong API keys. @throws too_many */
  checkFailures(c: Context): Promise<void>;
  /** Counts a wrong API key, and logs a warning at the tenth. */
  failed(c: Called): Promise<void>;
  /**
   * Takes the ticket of a live connection by the same count.
   * @param take finds whose a ticket is
   * @returns a function of a ticket and of Node's request that opened the connection or carries the ticket; its result is
   * `undefined` for a wrong ticket, and for any above the rate
   */
  live<T>(
    take: (ticket: string) => Promise<T | undefined>,
  ): (ticket: string, request: object) => Promise<T | undefined>;
  /** Refuses an account for which too many wrong passwords were sent. @throws too_many */
  checkAccount(c: Context, account: string): Promise<void>;
  /** Counts a wrong password or code. */
  failedAccount(account: string): Promise<void>;
  /** How often each limit has refused something since the start. */
  refusals: ReadonlyMap<LimitName | 'sockets', number>;
};

/** Whether a call is about this moment, like typing, so that it is not to be repeated later. */
const isOfTheMoment = (path: string): boolean => path.endsWith('/activity');

const FROM_ADDRESS = 'There are too many requests from this address. Try again later';

/** @throws too_many always, with the time to wait in the answer's header */
const refuse = (c: Context, waitMs: number, why = FROM_ADDRESS): never => {
  if (!isOfTheMoment(c.req.path)) c.header('Retry-After', String(Math.ceil(waitMs / 1000)));
  throw new DeskError('too_many', why);
};

/** The credential that a request claims, as a hash. It is not checked yet, but nobody can claim another's. */
const credentialOf = (c: Called): string | undefined => {
  const header = c.req.header('authorization');
  return header && createHash('sha256').update(header).digest('base64url');
};

/** What counts the failures of an account: no email is kept in the counters. */
const accountKey = (account: string): string => createHash('sha256').update(account).digest('base64url');

/** Counts live connections by address. */
const createPlaces = (most: () => number) => {
  const open = new Map<string, number>();
  return (address: string): (() => void) | undefined => {
    const before = open.get(address) ?? 0;
    if (before >= most()) return undefined;
    open.set(address, before + 1);
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    };
  };
};

/**
 * Limits what addresses, visitors and agents may do (`limits/table.ts`). Requests from this machine that no proxy has
 * passed on are never refused.
 */
export const createRates = ({
  log,
  trust = trustLoopback,
  limitOf = (name) => LIMITS[name],
  sockets = () => SOCKETS,
  createLimiter = createMemoryLimiter,
}: RatesOptions): Rates => {
  let warned = false;
  const addressOf = createAddressOf(trust, (address) => {
    if (warned) return;
    warned = true;
    log.warn(
      { address },
      `${address} sends X-Forwarded-For and is not trusted. If it is your proxy, add it to TRUST_PROXY: until then all its visitors count as one address`,
    );
  });
  const limiter = createLimiter(limitOf);
  const placeOf = createPlaces(sockets);
  const refusals = new Map<LimitName | 'sockets', number>();
  const count = (name: LimitName | 'sockets'): void => void refusals.set(name, (refusals.get(name) ?? 0) + 1);

  const keyOf = (name: LimitName, c: Called, caller: string): string => {
    const { key } = LIMITS[name];
    return key === 'app' ? key : key === 'visitor' ? (credentialOf(c) ?? caller) : caller;
  };
  const consume = async (name: LimitName, c: Called): Promise<number> => {
    const caller = addressOf(c);
    if (caller === undefined) return 0;
    const { waitMs } = await limiter.consume(name, keyOf(name, c, caller));
    if (waitMs > 0) count(name);
    return waitMs;
  };
  /** How long an address that has sent too many wrong tokens waits, in ms. */
  const failuresWait = async (c: Called): Promise<number> => {
    const caller = addressOf(c);
    if (caller === undefined) return 0;
    const { waitMs } = await limiter.peek('wrongTokens', caller);
    if (waitMs > 0) count('wrongTokens');
    return waitMs;
  };
  const failed = async (c: Called): Promise<void> => {
    const address = addressOf(c) ?? LOCAL;
    const { used } = await limiter.consume('wrongTokens', address);
    if (used === WARN_AT)
      log.warn({ address }, `${WARN_AT} wrong API keys or tickets in five minutes from one address`);
  };
  return {
    addressOf,
    limit:
      (...names) =>
      async (c, next) => {
        for (const name of names) {
          const waitMs = await consume(name, c);
          if (waitMs > 0) refuse(c, waitMs);
        }
        await next();
      },
    waitFor: (name, request) => consume(name, calledOf(request)),
    async waitForKey(name, key) {
      const { waitMs } = await limiter.consume(name, key);
      if (waitMs > 0) count(name);
      return waitMs;
    },
    takePlace(request) {
      const caller = addressOf(calledOf(request));
      if (caller === undefined) return () => undefined;
      const free = placeOf(caller);
      if (!free) count('sockets');
      return free;
    },
    async checkFailures(c) {
      const waitMs = await failuresWait(c);
      if (waitMs > 0) refuse(c, waitMs);
    },
    failed,
    live: (take) => async (ticket, request) => {
      const called = calledOf(request);
      if ((await failuresWait(called)) > 0) return undefined;
      const found = await take(ticket);
      if (found === undefined) await failed(called);
      return found;
    },
    async checkAccount(c, account) {
      const { waitMs } = await limiter.peek('wrongPasswords', accountKey(account));
      if (waitMs <= 0) return;
      count('wrongPasswords');
      refuse(c, waitMs, 'There were too many wrong passwords for this account. Try again later');
    },
    async failedAccount(account) {
      await limiter.consume('wrongPasswords', accountKey(account));
    },
    refusals,
  };
};
