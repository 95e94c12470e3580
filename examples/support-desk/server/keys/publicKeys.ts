import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import type { PublicKeys } from '../domain/deps';
import type { OperatorSettings } from '../domain/settings/deskSettings';
import { NotReachable } from '../egress/guardedRequest';
import { DeskError } from '../model/deskError';
import { codeOf } from '../process/errorCode';
import type { Log } from '../process/log';
import { fetchKeySet, KeySetProblem } from './fetchKeySet';

/** Loads the text of the key set at an address. */
export type FetchKeySet = (address: string, signal: AbortSignal) => Promise<string>;

const TIMEOUT_MS = 5_000;
/** A key set is loaded again after this time, and for a key that it lacks. */
const CACHE_MS = 600_000;
/** How soon it may be loaded again for a missing key or after a failure. */
const COOLDOWN_MS = 30_000;
const FAILURE_MS = 5_000;
/** How long the last set is used while it cannot be loaded. */
const STALE_MS = 3_600_000;

const unavailable = () =>
  new DeskError('unavailable', "The identity provider's keys cannot be loaded now. Try again later");

/** Why it failed, without an address. */
const reasonOf = (error: unknown): string =>
  error instanceof KeySetProblem || error instanceof NotReachable
    ? error.message
    : codeOf(error) || (error instanceof Error ? error.name : '');

const isObject = (value: unknown): value is object => value !== null && typeof value === 'object';
const isKeySet = (value: unknown): boolean =>
  isObject(value) && 'keys' in value && Array.isArray(value.keys) && value.keys.every(isObject);

/** One load at a time, by jose; this handles its failure. */
const keepLast = (
  address: string,
  fetchText: FetchKeySet,
  { now, log }: { now: () => number; log: Pick<Log, 'warn'> },
) => {
  let last: { text: string; at: number } | undefined;
  let failedAt: number | undefined;
  const load = async (signal: AbortSignal): Promise<string> => {
    if (failedAt !== undefined && now() < failedAt + FAILURE_MS) throw unavailable();
    try {
      const text = await fetchText(address, signal);
      if (!isKeySet(JSON.parse(text))) throw new KeySetProblem('the answer is no key set');
      failedAt = undefined;
      last = { text, at: now() };
      return text;
    } catch (error) {
      failedAt = now();
      log.warn({ reason: reasonOf(error) }, 'identity provider: keys not loaded');
      throw error;
    }
  };
  return async (signal: AbortSignal): Promise<Response> => {
    try {
      return new Response(await load(signal));
    } catch (error) {
      if (!last || now() > last.at + STALE_MS) throw error;
      return new Response(last.text);
    }
  };
};

const isMiss = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;

/**
 * The keys of identity providers, loaded with the first token and cached. Only the set of the last address is cached.
 * @param fetchText loads a key set; by default over the network
 */
export const createPublicKeys = (deps: {
  now: () => number;
  log: Pick<Log, 'warn'>;
  fetchText: FetchKeySet;
}): PublicKeys => {
  let held: { address: string; keyOf: JWTVerifyGetKey } | undefined;
  const open = (address: string): JWTVerifyGetKey => {
    const load = keepLast(address, deps.fetchText, deps);
    const set = createRemoteJWKSet(new URL(address), {
      timeoutDuration: TIMEOUT_MS,
      cacheMaxAge: CACHE_MS,
      cooldownDuration: COOLDOWN_MS,
      [customFetch]: (_url, { signal }) => load(signal),
    });
    return async (header, token) => {
      try {
        return await set(header, token);
      } catch (error) {
        throw isMiss(error) ? error : unavailable();
      }
    };
  };
  return (address) => {
    if (held?.address !== address) held = { address, keyOf: open(address) };
    return held.keyOf;
  };
};

const operatorsAddress = ({ value }: Pick<OperatorSettings, 'value'>): unknown => {
  const { identity } = (value() ?? {}) as { identity?: { jwksUrl?: unknown } };
  return identity?.jwksUrl;
};

/**
 * Loads key sets over the network.
 * @param operator whether the operator set the address, which may then be in an internal network
 * @param isPublic whether other machines can reach the desk; if not, providers on this machine are allowed
 */
export const createKeySetFetch =
  (deps: { operator: Pick<OperatorSettings, 'value'>; isPublic: boolean }): FetchKeySet =>
  (address, signal) => {
    const internal = operatorsAddress(deps.operator) === address;
    return fetchKeySet(address, { loopback: !deps.isPublic, internal }, signal);
  };
