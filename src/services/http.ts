import wretch from 'wretch';
import type { Clock } from '../platform/clock';
import { decodeError } from '../wire/errors';
import { RequestError } from './requestError';

/** SPEC.md section 8: "3 network retries, each after 500 ms". */
const RETRIES = 3;
const RETRY_DELAY_MS = 500;
/** A request without an answer for this long counts as lost; each is safe to repeat. */
const TIMEOUT_MS = 15_000;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Sends a request and gives the decoded JSON body; rejects with a `RequestError`. */
export type Http = (method: Method, path: string, body?: unknown) => Promise<unknown>;

type WretchFailure = Error & { status?: number; json?: unknown };

const toRequestError = (error: WretchFailure): RequestError => {
  if (error instanceof RequestError) return error;
  if (error.status === undefined) return new RequestError('network', error.message);
  const { code, description } = decodeError(error.json) ?? {};
  const reason = description ? `${error.status}: ${description}` : String(error.status);
  return new RequestError('http', reason, error.status, code);
};

/**
 * @param deps.baseUrl what every path is appended to
 * @param deps.headers read anew for each attempt, so that a refreshed credential is used
 */
export const createHttp = (deps: {
  fetch: typeof fetch;
  clock: Clock;
  baseUrl: string;
  headers: () => Record<string, string>;
}): Http => {
  const { clock } = deps;
  const attempt = async (method: Method, path: string, body: unknown): Promise<unknown> => {
    const abort = new AbortController();
    const cancelTimeout = clock.after(TIMEOUT_MS, () => abort.abort());
    let request = wretch(deps.baseUrl + path, { signal: abort.signal })
      .polyfills({ fetch: deps.fetch })
      .headers({ Accept: 'application/json', ...deps.headers() });
    if (body !== undefined) request = request.json(body as object);
    try {
      const text = await request.fetch(method).text();
      if (!text) return undefined;
      try {
        return JSON.parse(text as string);
      } catch {
        throw new RequestError('malformed', 'The answer was not JSON');
      }
    } catch (error) {
      throw toRequestError(error as WretchFailure);
    } finally {
      cancelTimeout();
    }
  };

  return async (method, path, body) => {
    for (let tries = 0; ; tries++) {
      try {
        return await attempt(method, path, body);
      } catch (error) {
        if ((error as RequestError).kind !== 'network') throw error;
        if (tries === RETRIES) {
          throw new RequestError('network', `Request failed after ${RETRIES} retries`);
        }
        await new Promise<void>((resolve) => clock.after(RETRY_DELAY_MS, resolve));
      }
    }
  };
};
