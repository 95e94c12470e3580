import { OWN_MARK } from '@porch/messenger/wire/ownMark';
import type { Context, ErrorHandler, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as v from 'valibot';
import { cleanJson } from '../model/clean';
import { DeskError, type Refusal } from '../model/deskError';
import { withAddresses } from '../model/uploadAddress';
import { failureOf, type Log, loggedRequest } from '../process/log';
import { isDatabaseAway } from '../store/databaseAway';
import { isUpload } from '../uploads/isUpload';
import { FileMissing, UploadsAway } from '../uploads/uploads';
import { wasCut } from './cutBodies';
import { isJsonType } from './jsonType';
import type { OriginOf } from './origin';

const MAX_JSON_BYTES = 100_000;
/** As long as a `referenceId`. */
const MAX_KEY = 100;
/** When a call that the database could not serve may be repeated. */
const RETRY_SECONDS = 2;

const STATUS = {
  invalid_auth: 401,
  forbidden: 403,
  user_not_found: 403,
  not_found: 404,
  bad_request: 400,
  characterLimit: 400,
  fileSize: 413,
  fileType: 400,
  too_large: 413,
  media_type: 415,
  conversation_full: 423,
  storage_full: 507,
  conflict: 409,
  too_many: 429,
  unavailable: 503,
  not_sent: 502,
} as const satisfies Record<Refusal, number>;

/** Node's request, as Hono's adapter gives it. */
type Incoming = { incoming?: object };

type ErrorStatus = (typeof STATUS)[Refusal] | 408 | 500;

/** The shape of every error answer. */
export const errorAnswer = (c: Context, status: ErrorStatus, code: string, description: string): Response =>
  c.json({ error: { code, description } }, status);

/** The HTTP status and code of an error. */
export const statusOf = (error: unknown): { status: ErrorStatus; code: string } => {
  if (error instanceof DeskError) return { status: STATUS[error.code], code: error.code };
  if (error instanceof UploadsAway) return { status: STATUS.unavailable, code: 'unavailable' };
  return { status: 500, code: 'internal_error' };
};

const unavailable = (c: Context, description: string): Response => {
  c.header('Retry-After', String(RETRY_SECONDS));
  return errorAnswer(c, STATUS.unavailable, 'unavailable', description);
};

/**
 * Maps refusals to their status. Other errors give 500, logged without text that may quote a message; a request that
 * its sender has cut off, or the desk as it took too long, is no error of the desk.
 * @param hold resolves once a late refusal may be answered, whose request has a body of so many bytes
 */
export const createErrorHandler =
  (log: Log, hold: (bytes: number) => Promise<void>): ErrorHandler =>
  async (error, c) => {
    if (error instanceof DeskError && error.isLate) await hold(Number(c.req.header('content-length')) || 0);
    if (error instanceof DeskError && error.code === 'unavailable') return unavailable(c, error.message);
    if (error instanceof DeskError) return errorAnswer(c, STATUS[error.code], error.code, error.message);
    if (error instanceof HTTPException) return errorAnswer(c, 400, 'bad_request', 'The request is malformed');
    if (wasCut((c.env as Incoming | undefined)?.incoming))
      return errorAnswer(c, 408, 'too_slow', 'The body took too long. Send it again');
    if (c.req.raw.signal.aborted) return errorAnswer(c, 400, 'bad_request', 'The request was cut off');
    if (error instanceof FileMissing) return errorAnswer(c, 404, 'not_found', 'There is no such file');
    if (error instanceof UploadsAway) {
      log.warn({ ...failureOf(error), ...loggedRequest(c) }, 'the storage of files does not answer');
      return unavailable(c, 'The storage of files does not answer at the moment. Try again in a moment');
    }
    if (isDatabaseAway(error)) {
      log.warn({ ...failureOf(error), ...loggedRequest(c) }, 'the database does not answer');
      return unavailable(c, 'The database does not answer at the moment. Try again in a moment');
    }
    log.error({ ...failureOf(error), ...loggedRequest(c) }, 'request failed');
    return errorAnswer(c, 500, 'internal_error', 'Something went wrong here');
  };

const tooLarge = (): DeskError =>
  new DeskError('too_large', `A body may have at most ${MAX_JSON_BYTES} bytes`);

/** Refuses bodies whose Content-Length is over 100 kB, before a route looks at the request. */
export const limitBody: MiddlewareHandler = (c, next) => {
  const length = Number(c.req.header('content-length') ?? 0);
  if (length > MAX_JSON_BYTES && !isUpload(c.req.method, c.req.path)) throw tooLarge();
  return next();
};

/**
 * Adds what a proxy or a program has named the request by, in place of a missing `referenceId`: of a request that is sent
 * twice, the second finds what the first has stored.
 * @throws bad_request for a longer key than a `referenceId` may be
 */
export const withKey = <T extends { referenceId?: string }>(c: Context, input: T): T => {
  const key = c.req.header('idempotency-key');
  if (input.referenceId !== undefined || !key) return input;
  if (key.length > MAX_KEY)
    throw new DeskError('bad_request', `The Idempotency-Key may have at most ${MAX_KEY} characters`);
  return { ...input, referenceId: key };
};

const texts = new WeakMap<Request, number>();

/** Notes how many bytes of text a request has brought. */
export const noteText = (c: Context, bytes: number): void => void texts.set(c.req.raw, bytes);

/** How many bytes of text were read of a request. */
export const textOf = (c: Context): number => texts.get(c.req.raw) ?? 0;

/**
 * Reads the body as text, whatever length it claims. All routes read bodies here, except those for files.
 * @throws too_large over 100 kB
 */
const readText = async (c: Context): Promise<string> => {
  const length = c.req.header('content-length');
  if (length !== undefined) {
    // Node gives no more bytes than that.
    if (Number(length) > MAX_JSON_BYTES) throw tooLarge();
    noteText(c, Number(length));
    return c.req.text();
  }
  const reader = c.req.raw.body?.getReader();
  const chunks: Uint8Array[] = [];
  for (let bytes = 0; reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
    if (bytes > MAX_JSON_BYTES) {
      await reader.cancel();
      throw tooLarge();
    }
    chunks.push(value);
  }
  const bytes = Buffer.concat(chunks);
  noteText(c, bytes.length);
  return bytes.toString('utf8');
};

const isPlainType = (contentType: string | undefined): boolean => /^text\/plain\b/i.test(contentType ?? '');

/**
 * Reads and checks a JSON body; an empty body counts as an empty object.
 * @param plain whether it may be sent as plain text, which pages of other origins can send without asking first
 * @throws bad_request naming the first invalid field; too_large; media_type
 */
export const readBody = async <S extends v.GenericSchema>(
  c: Context,
  schema: S,
  { plain = false } = {},
): Promise<v.InferOutput<S>> => {
  const raw = await readText(c);
  const type = c.req.header('content-type');
  if (raw !== '' && !isJsonType(type) && !(plain && isPlainType(type))) {
    throw new DeskError('media_type', 'The Content-Type of the body must be application/json');
  }
  let value: unknown;
  try {
    value = cleanJson(JSON.parse(raw || '{}'));
  } catch {
    throw new DeskError('bad_request', 'The body is not JSON');
  }
  return checkShape(value, schema);
};

/**
 * Reads the fields of a form that a browser sends as `application/x-www-form-urlencoded`. Of a repeated field, the
 * last value counts.
 * @throws too_large over 100 kB
 */
export const readForm = async (c: Context): Promise<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(await readText(c)));

/**
 * Checks a parsed and cleaned value.
 * @throws bad_request naming the first invalid field
 */
export const checkShape = <S extends v.GenericSchema>(value: unknown, schema: S): v.InferOutput<S> => {
  if (value === undefined) throw new DeskError('bad_request', 'The body is nested too deeply');
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const where = v.getDotPath(issue);
  // valibot quotes the received value, which may be a visitor's text.
  const what = issue.message.replace(/ but received .*$/s, '');
  throw new DeskError('bad_request', where ? `${where}: ${what}` : what);
};

/** A whole number from the query, or `fallback`. */
export const queryNumber = (c: Context, name: string, fallback: number): number => {
  const value = Number(c.req.query(name));
  return Number.isSafeInteger(value) && value >= 0 ? value : fallback;
};

/** `?before=` in float seconds, as whole milliseconds; `undefined` when it is not a number. */
export const queryBefore = (c: Context): number | undefined => {
  const raw = c.req.query('before');
  const value = Number(raw);
  if (!raw || !Number.isFinite(value)) return undefined;
  const ms = Math.round(value * 1000);
  return Math.min(Math.max(ms, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
};

/** No store accepts NUL, and no path or query of the desk needs it. */
export const refuseNul: MiddlewareHandler = (c, next) => {
  if (c.req.url.includes('%00')) throw new DeskError('bad_request', 'The address has a NUL character');
  return next();
};

/**
 * Marks each answer as the desk's own: without the mark, a portal or a proxy has answered in its place.
 * No answer is read as another type than its own.
 */
export const ownAnswer: MiddlewareHandler = async (c, next) => {
  await next();
  c.res.headers.set(OWN_MARK, '1');
  c.res.headers.set('X-Content-Type-Options', 'nosniff');
};

/** Browsers that have seen this use HTTPS for a year; sent where the desk's public address does. */
export const strictTransport =
  (publicUrl: string | undefined): MiddlewareHandler =>
  async (c, next) => {
    await next();
    if (/^https:/i.test(publicUrl ?? '')) c.res.headers.set('Strict-Transport-Security', 'max-age=31536000');
  };

/** Refuses what a page of another site sends, which no visitor and no agent has asked for. */
export const refuseOtherSites: MiddlewareHandler = (c, next) => {
  if (c.req.header('sec-fetch-site') === 'cross-site') {
    throw new DeskError('forbidden', 'Pages of other sites cannot call this');
  }
  return next();
};

/** Puts full addresses of uploads into every JSON answer, under the origin of the request. */
export const fillAddresses =
  (originOf: OriginOf): MiddlewareHandler =>
  (c, next) => {
    const { json } = c;
    const filled = (value: object, status?: 200) => json(withAddresses(value, originOf(c)), status);
    c.json = filled as typeof json;
    return next();
  };

/** Answers contain personal data, so caches must not store them. */
export const noStore: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has('cache-control')) c.res.headers.set('Cache-Control', 'no-store');
};
