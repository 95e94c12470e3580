/** Why the desk refuses. What each means on HTTP is the routes' business. */
export type Refusal =
  | 'invalid_auth'
  | 'forbidden'
  /** The credentials are good, and nobody is known by them (SPEC.md section 8, 403). */
  | 'user_not_found'
  | 'not_found'
  | 'bad_request'
  | 'too_large'
  | 'characterLimit'
  | 'fileSize'
  | 'fileType'
  /** There is no room for more files. */
  | 'storage_full'
  | 'conversation_full';

/** A refusal a caller can read: `code` for programs, `message` for people. It never carries message text or a token. */
export class DeskError extends Error {
  readonly code: Refusal;

  constructor(code: Refusal, description: string) {
    super(description);
    this.name = 'DeskError';
    this.code = code;
  }
}
