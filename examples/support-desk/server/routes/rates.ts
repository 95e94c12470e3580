import type { Context, MiddlewareHandler } from 'hono';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DeskError } from '../domain/deskError';
import type { Log } from '../log';
import { type Called, calledOf, createCallerOf } from './caller';

const SECONDS = 300;

/** How often one address may do what costs the desk room or opens a door, in five minutes. */
const RATES = {
  /** New visitors; an office or a school has one address. */
  visitors: 600,
  /** Logins of visitors and links of emails. */
  signIns: 600,
  /** Files of visitors. */
  files: 300,
  /** Voice calls. */
  calls: 60,
  /** Wrong agent tokens. */
  failures: 100,
} as const;

/** With how many wrong agent tokens of one address the log has a warning. */
const WARN_AT = 10;

export type Rate = keyof typeof RATES;

export type Rates = {
  /** Counts a request of the address, and refuses it above the rate. */
  limit(rate: Exclude<Rate, 'failures'>): MiddlewareHandler;
  /** Refuses an address that has sent too many wrong agent tokens. @throws too_many */
  checkFailures(c: Context): Promise<void>;
  /** Counts a wrong agent token, and logs a warning at the tenth. */
  failed(c: Called): Promise<void>;
  /**
   * Checks the agent token of a live connection by the same count.
   * @param request Node's request that opened the connection or carries the token
   * @returns false for a wrong token, and for any above the rate
   */
  live(isAgent: (token: string) => boolean): (token: string, request: object) => Promise<boolean>;
};

/** What counts as the address of requests from this machine. */
const LOCAL = 'this machine';

/** @throws too_many always, with the time to wait in the answer's header */
const refuse = (c: Context, { msBeforeNext }: RateLimiterRes): never => {
  c.header('Retry-After', String(Math.ceil(msBeforeNext / 1000)));
  throw new DeskError('too_many', 'There are too many requests from this address. Try again later');
};

/**
 * Limits what one address may do. Requests from this machine that no proxy has passed on are never refused.
 * @param proxies how many proxies a request passes
 */
export const createRates = (log: Log, proxies = 1): Rates => {
  const callerOf = createCallerOf(proxies);
  const create = (rate: Rate) => new RateLimiterMemory({ points: RATES[rate], duration: SECONDS });
  const limiters = {
    visitors: create('visitors'),
    signIns: create('signIns'),
    files: create('files'),
    calls: create('calls'),
  };
  const failures = create('failures');
  /** The count of an address that has sent too many wrong tokens. */
  const aboveFailures = async (c: Called): Promise<RateLimiterRes | undefined> => {
    const caller = callerOf(c);
    const known = caller === undefined ? null : await failures.get(caller);
    return known && known.consumedPoints >= RATES.failures ? known : undefined;
  };
  const failed = async (c: Called): Promise<void> => {
    const address = callerOf(c) ?? LOCAL;
    const { consumedPoints } = await failures.penalty(address);
    if (consumedPoints === WARN_AT)
      log.warn({ address }, `${WARN_AT} wrong agent tokens in five minutes from one address`);
  };
  return {
    limit: (rate) => async (c, next) => {
      const caller = callerOf(c);
      try {
        if (caller !== undefined) await limiters[rate].consume(caller);
      } catch (cause) {
        if (cause instanceof RateLimiterRes) refuse(c, cause);
        throw cause;
      }
      await next();
    },
    async checkFailures(c) {
      const above = await aboveFailures(c);
      if (above) refuse(c, above);
    },
    failed,
    live: (isAgent) => async (token, request) => {
      const called = calledOf(request);
      if (await aboveFailures(called)) return false;
      const right = isAgent(token);
      if (!right && token !== '') await failed(called);
      return right;
    },
  };
};
