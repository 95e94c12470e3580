/** Why the desk refuses a request. The routes map each reason to an HTTP status. */
export type Refusal =
  | 'invalid_auth'
  | 'forbidden'
  /** The credentials are valid, but no user belongs to them. */
  | 'user_not_found'
  | 'not_found'
  | 'bad_request'
  | 'too_large'
  /** The body is not JSON. */
  | 'media_type'
  | 'characterLimit'
  | 'fileSize'
  | 'fileType'
  | 'storage_full'
  | 'conversation_full'
  /** Too many at once, or in a short time. The same request may succeed later. */
  | 'too_many'
  /** The database or another service does not answer. The same request may succeed later. */
  | 'unavailable'
  /** It has changed since it was read. */
  | 'conflict'
  /** The mail server did not take an email. */
  | 'not_sent';

/** Refusals that are answered late, so that a client that repeats a request at once costs others little. */
const LATE: ReadonlySet<Refusal> = new Set(['too_many', 'too_large']);

/**
 * A refusal with a `code` for programs and a `message` for people. It never contains message text or a token.
 */
export class DeskError extends Error {
  readonly code: Refusal;
  /** Whether it is answered late. */
  readonly isLate: boolean;

  constructor(code: Refusal, description: string, { isLate = LATE.has(code) } = {}) {
    super(description);
    this.name = 'DeskError';
    this.code = code;
    this.isLate = isLate;
  }
}

export const noVisitor = (): DeskError => new DeskError('not_found', 'There is no such visitor');

/** The refusal for a visitor that a login has merged into another user since the credentials were checked. */
export const mergedByLogin = (): DeskError =>
  new DeskError('invalid_auth', 'A login has merged this visitor into another user. Log in as that user');
