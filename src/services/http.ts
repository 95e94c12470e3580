import type { Clock } from '../platform/clock';
import { decodeError } from '../wire/errors';
import { RequestError } from './requestError';

/** SPEC.md section 8: "3 network retries, each after 500 ms". */
const RETRIES = 3;
const RETRY_DELAY_MS = 500;
/** A request without an answer for this long counts as lost; each is safe to repeat. */
const TIMEOUT_MS = 15_000;
/** SPEC.md section 8: a refused credential is renewed "up to 3 tries". */
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

/**
 * @param deps.baseUrl what every path is appended to
 * @param deps.headers read anew for each attempt, so that a refreshed credential is used
 */
export const createHttp = (
  deps: HttpRules & {
    fetch: typeof fetch;
    clock: Clock;
    baseUrl: string;
    headers: () => Record<string, string>;
  },
): Http => {
  const { clock } = deps;

  const attempt = async (
    method: Method,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<unknown> => {
    const abort = new AbortController();
    const cancelTimeout = clock.after(TIMEOUT_MS, () => abort.abort());
    const form = body instanceof FormData;
    let text: string;
    let answer: Response;
    try {
      answer = await deps.fetch(deps.baseUrl + path, {
        method,
        headers: {
          Accept: 'application/json',
          ...(body !== undefined && !form && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        body: form ? body : body === undefined ? undefined : JSON.stringify(body),
        signal: abort.signal,
      });
      text = await answer.text();
    } catch (error) {
      throw new RequestError('network', String(error));
    } finally {
      cancelTimeout();
    }
    let json: unknown;
    let readable = true;
    try {
      json = text ? JSON.parse(text) : undefined;
    } catch {
      readable = false;
    }
    if (!answer.ok) {
      const { code, description } = decodeError(json) ?? {};
      const reason = description ? `${answer.status}: ${description}` : `${answer.status}`;
      throw new RequestError('http', reason, answer.status, code);
    }
    if (!readable) throw new RequestError('malformed', 'The answer was not JSON');
    return json;
  };

  return async (method, path, body) => {
    const epoch = deps.epoch?.();
    const check = () => {
      if (deps.epoch?.() !== epoch) throw new RequestError('cancelled', 'Another visitor came meanwhile');
    };
    let retries = 0;
    let recoveries = 0;
    for (;;) {
      let failure: RequestError | undefined;
      const headers = deps.headers();
      const json = await attempt(method, path, body, headers).catch((error: RequestError) => {
        failure = error;
      });
      check();
      if (!failure) return json;
      if (failure.isRefused) {
        const status = failure.status as 401 | 403;
        // Another call may have had the credential renewed meanwhile.
        const renewed = deps.recover && deps.headers().Authorization !== headers.Authorization;
        const again = recoveries++ < RECOVERIES && (renewed || (await deps.recover?.(status)));
        check();
        if (again) continue;
        deps.onRefused?.(status);
      }
      if (!(failure.isTransient && deps.restarting?.())) {
        if (failure.kind !== 'network') throw failure;
        if (retries++ === RETRIES)
          throw new RequestError('network', `Request failed after ${RETRIES} retries`);
      }
      await new Promise<void>((resolve) => clock.after(RETRY_DELAY_MS, resolve));
      check();
    }
  };
};
