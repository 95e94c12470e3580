import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Context, ErrorHandler, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as v from 'valibot';
import { cleanJson } from '../domain/clean';
import { DeskError, type Refusal } from '../domain/deskError';
import { withAddresses } from '../domain/uploadAddress';
import { failureOf, type Log } from '../log';
import type { OriginOf } from './origin';

const MAX_JSON_BYTES = 100_000;
const MIN_COMPRESSED_BYTES = 400;
const FLY_QUALITY = 4;
/** An answer below this is compressed as well as can be, in about a millisecond: visitors pay for its bytes. */
const SMALL_BYTES = 4096;
const PREFLIGHT_SECONDS = '86400';

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
  conversation_full: 423,
  storage_full: 507,
} as const satisfies Record<Refusal, number>;

type ErrorStatus = (typeof STATUS)[Refusal] | 500;

/** The one shape of every error (SPEC.md section 8). */
export const errorAnswer = (c: Context, status: ErrorStatus, code: string, description: string): Response =>
  c.json({ error: { code, description } }, status);

/** What a failure is told as. */
export const statusOf = (error: unknown): { status: ErrorStatus; code: string } =>
  error instanceof DeskError
    ? { status: STATUS[error.code], code: error.code }
    : { status: 500, code: 'internal_error' };

/** Refusals become their status; anything else is logged without its words (they may quote a message) and is a 500. */
export const createErrorHandler =
  (log: Log): ErrorHandler =>
  (error, c) => {
    if (error instanceof DeskError) return errorAnswer(c, STATUS[error.code], error.code, error.message);
    if (error instanceof HTTPException) return errorAnswer(c, 400, 'bad_request', 'The request is malformed');
    log.error({ ...failureOf(error), method: c.req.method, path: c.req.path }, 'request failed');
    return errorAnswer(c, 500, 'internal_error', 'Something went wrong here');
  };

const tooLarge = (): DeskError =>
  new DeskError('too_large', `A body may have at most ${MAX_JSON_BYTES} bytes`);

/** Files have a limit of their own, and are not to be gathered in memory. */
const isUpload = (c: Context): boolean =>
  c.req.method === 'POST' && /\/conversations\/[^/]+\/files$/.test(c.req.path);

/** Refuses bodies that say they have over 100 kB (FACTS.md 2.9); `readBody` counts those that say nothing. */
export const limitBody: MiddlewareHandler = (c, next) => {
  const length = Number(c.req.header('content-length') ?? 0);
  if (length > MAX_JSON_BYTES && !isUpload(c)) throw tooLarge();
  return next();
};

/** The body as text; without a length in its header it is counted as it comes. */
const readText = async (c: Context): Promise<string> => {
  if (c.req.header('content-length') !== undefined) return c.req.text();
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
  return Buffer.concat(chunks).toString('utf8');
};

/**
 * Reads and checks a JSON body; none at all is an empty object.
 * @throws bad_request naming the first field that is wrong
 */
export const readBody = async <S extends v.GenericSchema>(
  c: Context,
  schema: S,
): Promise<v.InferOutput<S>> => {
  const raw = await readText(c);
  let value: unknown;
  try {
    value = cleanJson(JSON.parse(raw || '{}'));
  } catch {
    throw new DeskError('bad_request', 'The body is not JSON');
  }
  return checkShape(value, schema);
};

/**
 * Checks a value that was parsed and cleaned.
 * @throws bad_request naming the first field that is wrong
 */
export const checkShape = <S extends v.GenericSchema>(value: unknown, schema: S): v.InferOutput<S> => {
  if (value === undefined) throw new DeskError('bad_request', 'The body is nested too deeply');
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const where = v.getDotPath(issue);
  // valibot quotes what it received; that may be a visitor's words.
  const what = issue.message.replace(/ but received .*$/s, '');
  throw new DeskError('bad_request', where ? `${where}: ${what}` : what);
};

/** A whole number from the query, or `fallback`. */
export const queryNumber = (c: Context, name: string, fallback: number): number => {
  const value = Number(c.req.query(name));
  return Number.isSafeInteger(value) && value >= 0 ? value : fallback;
};

/** `?before=` in float seconds, as whole milliseconds that a store can compare; `undefined` when it is no number. */
export const queryBefore = (c: Context): number | undefined => {
  const raw = c.req.query('before');
  const value = Number(raw);
  if (!raw || !Number.isFinite(value)) return undefined;
  const ms = Math.round(value * 1000);
  return Math.min(Math.max(ms, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
};

/** No store takes NUL, and nothing of ours has it in its name. */
export const refuseNul: MiddlewareHandler = (c, next) => {
  if (c.req.url.includes('%00')) throw new DeskError('bad_request', 'The address has a NUL character');
  return next();
};

/** Any origin, no credentials: what visitors' pages call. Preflights are answered here and cached by the browser. */
export const allowAnyOrigin: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'OPTIONS') {
    return c.body(null, 204, {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
      'Access-Control-Allow-Headers':
        'accept, authorization, content-type, x-smooch-appid, x-smooch-clientid, x-smooch-sdk, x-zendesk-integrationid',
      'Access-Control-Max-Age': PREFLIGHT_SECONDS,
    });
  }
  await next();
  c.res.headers.set('Access-Control-Allow-Origin', '*');
};

export const acceptsBrotli = (c: Context): boolean =>
  /(^|,)\s*br\s*(;\s*q=(?!0(\.0*)?\s*(,|$))|,|$)/i.test(c.req.header('accept-encoding') ?? '');

const compress = promisify(brotliCompress);

/** Brotli for JSON answers of some size. Low quality where they are large: it is done again for every answer. */
export const compressJson: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers, status } = c.res;
  const isJson = headers.get('content-type')?.startsWith('application/json');
  if (!isJson || headers.has('content-encoding') || status === 304 || c.req.method === 'HEAD') return;
  headers.append('Vary', 'Accept-Encoding');
  if (!acceptsBrotli(c)) return;
  const body = Buffer.from(await c.res.arrayBuffer());
  if (body.length < MIN_COMPRESSED_BYTES) {
    c.res = new Response(body, c.res);
    return;
  }
  const small = await compress(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]:
        body.length < SMALL_BYTES ? constants.BROTLI_MAX_QUALITY : FLY_QUALITY,
    },
  });
  c.res = new Response(small, c.res);
  c.res.headers.set('Content-Encoding', 'br');
  c.res.headers.delete('Content-Length');
};

/** Fills the addresses of uploads into every JSON answer, under the name the desk was asked by. */
export const fillAddresses =
  (originOf: OriginOf): MiddlewareHandler =>
  (c, next) => {
    const { json } = c;
    const filled = (value: object, status?: 200) => json(withAddresses(value, originOf(c)), status);
    c.json = filled as typeof json;
    return next();
  };

/** Answers are about people: no cache keeps them. */
export const noStore: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has('cache-control')) c.res.headers.set('Cache-Control', 'no-store');
  c.res.headers.set('X-Content-Type-Options', 'nosniff');
};
