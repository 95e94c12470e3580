import wretch, { type ConfiguredMiddleware, type WretchError } from 'wretch';
import type { Clock } from '../platform/clock';
import { decodeError } from '../wire/errors';
import { isTransientStatus, RequestError } from './requestError';

/** A request that got no answer is sent again this often, each time after this delay. */
const RETRIES = 3;
const RETRY_DELAY_MS = 500;
/** A request without a whole answer for this long counts as lost; each is safe to repeat. */
const TIMEOUT_MS = 15_000;
/** How often a refused credential is renewed for one request. */
const RECOVERIES = 3;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Sends a request and gives the decoded JSON body; rejects with a `RequestError`.
 * @param body sent as JSON, or as it is where it is a form with files
 */
export type Http = (method: Method, path: string, body?: unknown) => Promise<unknown>;

export type HttpRules = {
  /** Changes when the visitor does; what was asked for before is then neither answered nor asked for again. */
  epoch?: () => unknown;
  /** Asked on a 401 or 403 whether a renewed credential makes another try worth it. */
  recover?: (status: 401 | 403) => Promise<boolean>;
  /** Told of a 401 or 403 that nothing helps against. */
  onRefused?: (status: 401 | 403) => void;
  /** Whether the service has said that it restarts, and may still be away: what fails meanwhile is tried on. */
  restarting?: () => boolean;
};

type Headers = Record<string, string>;

/** Fails unless the whole answer, body included, comes in time. Reads the body, so that one timer covers it. */
const timed =
  (clock: Clock): ConfiguredMiddleware =>
  (next) =>
  async (url, options) => {
    const abort = new AbortController();
    const cancel = clock.after(TIMEOUT_MS, () => abort.abort());
    try {
      const answer = await next(url, { ...options, signal: abort.signal });
      return new Response((await answer.text()) || null, answer);
    } finally {
      cancel();
    }
  };

/**
 * Sends again what got no answer; while the service restarts, also what it is not ready to answer.
 * @param check throws where the request is not wanted any more
 */
const retried =
  (clock: Clock, { restarting = () => false }: HttpRules, check: () => void): ConfiguredMiddleware =>
  (next) =>
  async (url, options) => {
    for (let retries = 0; ; ) {
      const answer = await next(url, options).catch(() => undefined);
      check();
      const expected = restarting();
      if (answer && !(expected && isTransientStatus(answer.status))) return answer;
      if (!expected && retries++ === RETRIES)
        throw new RequestError('network', `Request failed after ${RETRIES} retries`);
      await new Promise<void>((resolve) => clock.after(RETRY_DELAY_MS, resolve));
      check();
    }
  };

/** Adds the headers, read anew for each attempt, and keeps which credential was sent last. */
const signed = (headers: () => Headers) => {
  let sent: string | undefined;
  const middleware: ConfiguredMiddleware = (next) => (url, options) => {
    const now = headers();
    sent = now.Authorization;
    return next(url, { ...options, headers: { ...(options.headers as Headers), ...now } });
  };
  /** Another call may have renewed the credential meanwhile. */
  const changed = () => headers().Authorization !== sent;
  return { middleware, changed };
};

/** What an answer that says no means. @param text its body, which may hold the service's own words */
const refusal = (status: number, text = ''): RequestError => {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // Without words of the service, the status says it.
  }
  const { code, description } = decodeError(body) ?? {};
  return new RequestError('http', description ? `${status}: ${description}` : `${status}`, status, code);
};

/** Renews a refused credential and sends again. */
const renewed =
  (rules: HttpRules, changed: () => boolean, check: () => void): ConfiguredMiddleware =>
  (next) =>
  async (url, options) => {
    for (let recoveries = 0; ; recoveries++) {
      const answer = await next(url, options);
      const status = answer.status as 401 | 403;
      if (answer.ok || !refusal(status, await answer.clone().text()).isRefused) return answer;
      const again = recoveries < RECOVERIES && rules.recover && (changed() || (await rules.recover(status)));
      check();
      if (again) continue;
      rules.onRefused?.(status);
      return answer;
    }
  };

/**
 * @param deps.baseUrl what every path is appended to
 * @param deps.headers read anew for each attempt, so that a refreshed credential is used
 */
export const createHttp = (
  deps: HttpRules & {
    fetch: typeof fetch;
    clock: Clock;
    baseUrl: string;
    headers: () => Headers;
  },
): Http => {
  const service = wretch(deps.baseUrl).polyfills({ fetch: deps.fetch }).accept('application/json');

  return async (method, path, body) => {
    const epoch = deps.epoch?.();
    const check = () => {
      if (deps.epoch?.() !== epoch) throw new RequestError('cancelled', 'Another visitor came meanwhile');
    };
    const { middleware, changed } = signed(deps.headers);
    const text = await service
      .middlewares([
        renewed(deps, changed, check),
        retried(deps.clock, deps, check),
        middleware,
        timed(deps.clock),
      ])
      .fetch(method, path, body)
      .text()
      .catch((error: WretchError | RequestError) => {
        throw error instanceof RequestError ? error : refusal(error.status, error.text);
      });
    try {
      return text ? JSON.parse(text) : undefined;
    } catch {
      throw new RequestError('malformed', 'The answer was not JSON');
    }
  };
};
