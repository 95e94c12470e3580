import wretch, { type ConfiguredMiddleware } from 'wretch';
import {
  CALL_RENEWALS,
  CALL_RETRIES,
  CALL_RETRY_SECONDS,
  CALL_TIMEOUT_MS,
  CALL_WAIT_SECONDS,
} from '../model/retries/core';
import type { Clock } from '../platform/clock';
import { clamp, obj } from '../wire/decode';
import { decodeError } from '../wire/errors';
import { isOwn, OWN_MARK } from '../wire/ownMark';
import { PROXY_LIMIT, RequestError } from './requestError';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Sends a request and returns the decoded JSON body.
 * @param body sent as JSON; a form with files is sent as it is
 * @throws RequestError
 */
export type Http = (method: Method, path: string, body?: unknown) => Promise<unknown>;

export type HttpRules = {
  /** Changes with the visitor; requests of an earlier epoch are rejected and not repeated. */
  epoch?: () => unknown;
  /**
   * Called on a 401 or 403; resolves to true when a renewed credential is worth another try.
   * @param renewed whether another call has renewed the credential since
   */
  recover?: (status: 401 | 403, renewed: () => boolean) => Promise<boolean>;
  /** Called on a 401 or 403 that cannot be recovered from; the call fails once it is handled. */
  onRefused?: (status: 401 | 403) => unknown;
  /**
   * Whether the service announced a restart and may still be down; failing requests are then repeated without
   * limit.
   */
  restarting?: () => boolean;
};

type Headers = Record<string, string>;

/**
 * The one place that judges whether an answer is the service's own. A success is a JSON object, or empty where its
 * status requires that; a refusal is a JSON object with an error's code and description. Each call checks the fields it
 * needs.
 * @param text the answer's body
 * @param marked whether the service marks its answers; a success without the mark is then not its own
 * @returns why the call fails; undefined if it succeeded
 */
const failureOf = (
  { ok, status, headers }: Response,
  text: string,
  marked: boolean,
): RequestError | undefined => {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // A web page, or nothing.
  }
  if (ok && isOwn(headers, marked) && (obj(body) === body || (!text && status > 200))) return undefined;
  const { code, description } = decodeError(body) ?? {};
  if (!code) return new RequestError('network', `${status}`, 0, status === 413 ? PROXY_LIMIT : undefined);
  const seconds = clamp(parseInt(headers.get('retry-after') as string, 10), 0, CALL_WAIT_SECONDS);
  return new RequestError('http', `${status}: ${description}`, status, code, seconds);
};

/**
 * Reads the whole answer in time, the body too, so that one timer covers both. Throws the `RequestError` of an answer
 * that is not a success of the service.
 */
const answered = (clock: Clock): ConfiguredMiddleware => {
  let marked = false;
  return (next) => async (url, options) => {
    const abort = new AbortController();
    const cancel = clock.after(CALL_TIMEOUT_MS, () => abort.abort());
    try {
      const answer = await next(url, { ...options, signal: abort.signal });
      const text = await answer.text();
      const failure = failureOf(answer, text, marked);
      marked ||= answer.headers.has(OWN_MARK);
      if (failure) throw failure;
      return new Response(text || '{}');
    } finally {
      cancel();
    }
  };
};

/**
 * Repeats requests without an answer. Repeats those with a transient error after the time in the answer's `Retry-After`
 * and, during a restart of the service, always.
 * @param check throws when the request is no longer wanted
 */
const retried =
  (clock: Clock, { restarting = () => false }: HttpRules, check: () => void): ConfiguredMiddleware =>
  (next) =>
  async (url, options) => {
    for (let retries = 0; ; ) {
      const answer: Response | Partial<RequestError> = await next(url, options).catch(Object);
      check();
      if ('ok' in answer) return answer;
      const { kind, retryAfter: seconds, isTransient } = answer;
      const expected = seconds || restarting();
      // Other errors are those of `fetch`: there was no answer.
      if (kind && !(expected && isTransient)) throw answer;
      if (!expected && retries++ === CALL_RETRIES)
        throw new RequestError('network', `Request failed after ${CALL_RETRIES} retries`);
      await new Promise<void>((resolve) => clock.after((seconds || CALL_RETRY_SECONDS) * 1000, resolve));
      check();
    }
  };

/**
 * Adds the headers, read again for each attempt, and remembers the credential sent last.
 * @returns the middleware, and whether another call has renewed the credential since
 */
const signed = (headers: () => Headers) => {
  let sent: string | undefined;
  const sign: ConfiguredMiddleware = (next) => (url, options) => {
    const now = headers();
    sent = now.Authorization;
    return next(url, { ...options, headers: { ...(options.headers as Headers), ...now } });
  };
  const renewed = () => headers().Authorization !== sent;
  return [sign, renewed] as const;
};

/** Renews a refused credential and repeats the request. */
const recovered =
  (rules: HttpRules, renewed: () => boolean, check: () => void): ConfiguredMiddleware =>
  (next) =>
  async (url, options) => {
    for (let recoveries = 0; ; recoveries++) {
      try {
        return await next(url, options);
      } catch (cause) {
        const { isRefused, status } = cause as RequestError & { status: 401 | 403 };
        if (!isRefused) throw cause;
        const again =
          recoveries < CALL_RENEWALS &&
          rules.recover &&
          (renewed() || (await rules.recover(status, renewed)));
        check();
        if (again) continue;
        await rules.onRefused?.(status);
        throw cause;
      }
    }
  };

export type HttpDeps = HttpRules & {
  fetch: typeof fetch;
  clock: Clock;
  /** The address to which every path is appended. */
  baseUrl: string;
  /** Read again for each attempt, so that a refreshed credential is used. */
  headers: () => Headers;
};

/** A lazy chunk. Creates the function that sends requests to one service. */
export const createHttp = (deps: HttpDeps): Http => {
  const service = wretch(deps.baseUrl).polyfills({ fetch: deps.fetch }).accept('application/json');
  const answers = answered(deps.clock);

  return async (method, path, body) => {
    const epoch = deps.epoch?.();
    const check = () => {
      if (deps.epoch?.() !== epoch) throw new RequestError('cancelled', 'Another visitor');
    };
    const [sign, renewed] = signed(deps.headers);
    const answer = await service
      .middlewares([recovered(deps, renewed, check), retried(deps.clock, deps, check), sign, answers])
      .fetch(method, path, body)
      .json();
    // The visitor may have changed while the answer was read.
    check();
    return answer;
  };
};
