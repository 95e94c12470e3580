import type { Context, ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { DeskError, type Refusal } from '../model/deskError';
import { failureOf, type Log } from '../process/log';
import { isDatabaseAway } from '../store/databaseAway';
import { FileMissing, UploadsAway } from '../uploads/uploads';
import { wasCut } from './cutBodies';
import { loggedRequest } from './loggedRequest';

/** When a call that the database could not serve can be repeated. */
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

/** Node's request, from Hono's adapter. */
type Incoming = { incoming?: object };

type ErrorStatus = (typeof STATUS)[Refusal] | 408 | 500;

/** The shape of every error answer. */
export const errorAnswer = (c: Context, status: ErrorStatus, code: string, description: string): Response =>
  c.json({ error: { code, description } }, status);

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
 * Maps refusals to their status. Other errors give 500, logged without text that may quote a message. A request that
 * its sender cut off, or the desk because it took too long, is not an error.
 * @param hold resolves once a late refusal may be answered; takes the size of the request's body in bytes
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
