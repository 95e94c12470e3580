/** Makes what reports a failure under these words; of what a newer visitor has cancelled nothing is said. */
export type Tell = (message: string) => (cause: unknown) => void;

/** Whether the service may well answer the same request otherwise later. */
export const isTransientStatus = (status = 0): boolean => status === 429 || status >= 500;

/** The small set every failed request is mapped to, once, here. */
export type FailureKind =
  /** No answer: offline, refused, timed out. */
  | 'network'
  /** An answer that says no. */
  | 'http'
  /** An answer that could not be read. */
  | 'malformed'
  /** The visitor changed while it was under way, so that its answer is nobody's business any more. */
  | 'cancelled';

/**
 * A request that failed. `message` is SPEC.md section 8's reason: '{status}: {description}' where the service gave
 * one, else the status alone, or 'Request failed after N retries'.
 */
export class RequestError extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** HTTP status, where there was an answer. */
    readonly status?: number,
    /** The service's own error code. */
    readonly code?: string,
  ) {
    super(message);
  }

  /** SPEC.md section 8: "Actions cancelled because a newer session started are rejected with isActionCancelled." */
  get isActionCancelled(): boolean {
    return this.kind === 'cancelled';
  }

  /**
   * Whether the caller was not recognised: "401: Failed to authenticate", "403: App user not found" (SPEC.md section 8).
   * What is merely not theirs, 403 with another code, no other credential helps against.
   */
  get isRefused(): boolean {
    return this.status === 401 || (this.status === 403 && /^(user_not_found)?$/.test(this.code ?? ''));
  }

  /** Whether the same request may well succeed later: no answer, too many requests, or the service's own trouble. */
  get isTransient(): boolean {
    return this.kind === 'network' || isTransientStatus(this.status);
  }
}
