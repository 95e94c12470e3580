import type { Context, MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import { cleanJson } from '../model/clean';
import { DeskError } from '../model/deskError';
import { isUpload } from '../uploads/isUpload';
import { isJsonType } from './jsonType';

const MAX_JSON_BYTES = 100_000;
/** The maximum length of a `referenceId`. */
const MAX_KEY = 100;

const tooLarge = (): DeskError =>
  new DeskError('too_large', `A body may have at most ${MAX_JSON_BYTES} bytes`);

/** Refuses bodies whose Content-Length is over 100 kB, before a route reads the request. */
export const limitBody: MiddlewareHandler = (c, next) => {
  const length = Number(c.req.header('content-length') ?? 0);
  if (length > MAX_JSON_BYTES && !isUpload(c.req.method, c.req.path)) throw tooLarge();
  return next();
};

/**
 * Uses the key that a proxy or a program gave the request as a missing `referenceId`: if the request is sent twice, the
 * second finds the result of the first.
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

/** Stores how many bytes of text a request had. */
export const noteText = (c: Context, bytes: number): void => void texts.set(c.req.raw, bytes);

/** How many bytes of text were read from a request. */
export const textOf = (c: Context): number => texts.get(c.req.raw) ?? 0;

/**
 * Reads the body as text, whatever length it claims. All routes read bodies here, except for files.
 * @throws too_large over 100 kB
 */
const readText = async (c: Context): Promise<string> => {
  const length = c.req.header('content-length');
  if (length !== undefined) {
    // Node reads no more bytes than that.
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
 * @param plain whether it may be plain text, which pages of other origins can send without a preflight
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
 * Reads the fields of a form that a browser sends as `application/x-www-form-urlencoded`. The last value of a repeated
 * field wins.
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
