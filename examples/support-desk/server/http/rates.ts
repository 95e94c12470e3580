import { createHash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { Limiter } from '../limits/limiter';
import { createMemoryLimiter } from '../limits/memoryLimiter';
import { createPlaces } from '../limits/places';
import { LIMITS, type Limit, type LimitName, SOCKETS } from '../limits/table';
import { type Trust, trustLoopback } from '../limits/trustProxy';
import type { Log } from '../process/log';
import { type AddressOf, type Called, calledOf, createAddressOf } from './address';
import { provenCaller } from './callerOf';
import { claimedIn } from './credentials';
import { FROM_ADDRESS, MUCH_TEXT, refuse, WRONG_KEYS } from './refuseTooMany';

/** How many wrong API keys from one address cause a warning in the log. */
const WARN_AT = 10;
/** The address of requests from this machine. */
const LOCAL = 'this machine';

type RatesOptions = {
  log: Log;
  /** The trusted proxies; by default, those of this machine. */
  trust?: Trust;
  /** The numbers of a limit. */
  limitOf?: (name: LimitName) => Limit;
  /** How many live connections to this process one address may have. */
  sockets?: () => number;
  /** Creates the counters; by default in the memory of this process. */
  createLimiter?: (limitOf: (name: LimitName) => Limit) => Limiter;
};

export type Rates = {
  /** Finds the address that a request comes from. */
  addressOf: AddressOf;
  /** Counts a request, and refuses it above any of these limits. @throws too_many */
  limit(...names: LimitName[]): MiddlewareHandler;
  /**
   * Refuses a request above this limit, and counts an accepted one. Refused ones do not count: with them, a stranger
   * could use up the limit of others at the address.
   * @param pointsOf how much it counts; one by default
   * @throws too_many
   */
  limitTaken(name: LimitName, pointsOf?: (c: Context) => number): MiddlewareHandler;
  /** Refuses a request above this limit. @returns counts it, once it is accepted @throws too_many */
  admit(c: Context, name: LimitName): Promise<(points?: number) => Promise<void>>;
  /**
   * Counts a message of a live connection, by account if that is proven.
   * @returns how long to wait, in ms; 0 if it is allowed
   */
  waitFor(name: LimitName, request: object, account?: string): Promise<number>;
  /** Counts work that is not a request, under its own key. @returns how long to wait, in ms; 0 if it is allowed */
  waitForKey(name: LimitName, key: string, points?: number): Promise<number>;
  /** @returns how long one more would have to wait, in ms; 0 if it is allowed */
  peekKey(name: LimitName, key: string): Promise<number>;
  /** Counts refusals of a limit; one by default. */
  noteRefused(name: LimitName, times?: number): void;
  /**
   * Takes a place for a live connection of the request's address.
   * @returns a function that frees it; `undefined` if the address has no free place
   */
  takePlace(request: object): (() => void) | undefined;
  /** Counts a live connection for the account whose ticket it brought, and no longer for its address. */
  movePlace(account: string, request: object): void;
  /** Counts a wrong API key, and logs a warning at the tenth. @throws too_many once an address has sent too many */
  failed(c: Context): Promise<void>;
  /**
   * Counts the wrong tickets of live connections together with the wrong keys. A right ticket always works.
   * @param take finds the caller of a ticket
   * @returns a function of a ticket and of Node's request that opened the connection or carries the ticket
   */
  live<T>(
    take: (ticket: string) => Promise<T | undefined>,
  ): (ticket: string, request: object) => Promise<T | undefined>;
  /** Counts a request, by account if that is proven. @throws too_many above the limit */
  check(c: Context, name: LimitName, account?: string): Promise<void>;
  /** Refuses an account after too many wrong passwords. @throws too_many */
  checkAccount(c: Context, account: string): Promise<void>;
  /** Counts a wrong password or code. */
  failedAccount(account: string): Promise<void>;
  /** How often each limit has refused something since the start. */
  refusals: ReadonlyMap<LimitName | 'sockets', number>;
};

/** The key for an account's failures: the counters store no email. */
const accountKey = (account: string): string => createHash('sha256').update(account).digest('base64url');

/**
 * Limits what addresses, visitors and agents may do (`limits/table.ts`). Requests from this machine without a proxy are
 * never refused.
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
  const places = createPlaces(sockets);
  const refusals = new Map<LimitName | 'sockets', number>();
  const count = (name: LimitName | 'sockets', times = 1): void =>
    void refusals.set(name, (refusals.get(name) ?? 0) + times);

  const keyOf = (name: LimitName, c: Called, caller: string): string => {
    const { key } = LIMITS[name];
    if (key === 'app') return key;
    if (key === 'visitor') return claimedIn(c.req.header('authorization')) ?? caller;
    return (key === 'agent' && provenCaller(c)) || caller;
  };
  const consume = async (name: LimitName, c: Called, account?: string): Promise<number> => {
    const caller = addressOf(c);
    if (caller === undefined) return 0;
    const { waitMs } = await limiter.consume(name, account ?? keyOf(name, c, caller));
    if (waitMs > 0) count(name);
    return waitMs;
  };
  /** Counts a wrong key or ticket. @returns how long its address must wait, in ms */
  const countWrong = async (c: Called): Promise<number> => {
    const address = addressOf(c);
    const { used, waitMs } = await limiter.consume('wrongTokens', address ?? LOCAL);
    if (used === WARN_AT)
      log.warn(
        { address: address ?? LOCAL },
        `${WARN_AT} wrong API keys or tickets in five minutes from one address`,
      );
    if (waitMs > 0 && address !== undefined) count('wrongTokens');
    return address === undefined ? 0 : waitMs;
  };
  const check: Rates['check'] = async (c, name, account) => {
    const waitMs = await consume(name, c, account);
    if (waitMs > 0) refuse(c, waitMs);
  };
  const admit: Rates['admit'] = async (c, name) => {
    const caller = addressOf(c);
    if (caller === undefined) return async () => undefined;
    const key = keyOf(name, c, caller);
    const { waitMs } = await limiter.peek(name, key);
    if (waitMs > 0) count(name);
    if (waitMs > 0) refuse(c, waitMs, name === 'addressText' ? MUCH_TEXT : FROM_ADDRESS);
    return async (points) => void (await limiter.consume(name, key, points));
  };
  return {
    addressOf,
    check,
    limit:
      (...names) =>
      async (c, next) => {
        for (const name of names) await check(c, name);
        await next();
      },
    admit,
    limitTaken:
      (name, pointsOf = () => 1) =>
      async (c, next) => {
        const taken = await admit(c, name);
        await next();
        const points = c.res.ok ? pointsOf(c) : 0;
        if (points > 0) await taken(points);
      },
    waitFor: (name, request, account) => consume(name, calledOf(request), account),
    async waitForKey(name, key, points) {
      const { waitMs } = await limiter.consume(name, key, points);
      if (waitMs > 0) count(name);
      return waitMs;
    },
    peekKey: async (name, key) => (await limiter.peek(name, key)).waitMs,
    noteRefused: count,
    takePlace(request) {
      const caller = addressOf(calledOf(request));
      if (caller === undefined) return () => undefined;
      const free = places.take(request, caller);
      if (!free) count('sockets');
      return free;
    },
    movePlace: places.moveTo,
    async failed(c) {
      const waitMs = await countWrong(c);
      if (waitMs > 0) refuse(c, waitMs, WRONG_KEYS);
    },
    live: (take) => async (ticket, request) => {
      const found = await take(ticket);
      if (found === undefined) await countWrong(calledOf(request));
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
