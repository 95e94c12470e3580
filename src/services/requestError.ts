/**
 * Creates a function that reports a failure with this message; it ignores requests that a change of visitor
 * cancelled.
 */
export type ReportUnlessCancelled = (message: string) => (cause: unknown) => void;

/** Whether the same request may succeed later: too many requests, or an error of the service. */
export const isTransientStatus = (status = 0): boolean => status === 429 || status >= 500;

/** The kinds of failed requests; every failure is mapped to one of them here. */
export type FailureKind =
  /** No answer: offline, connection refused or timed out. */
  | 'network'
  /** An answer with an error status. */
  | 'http'
  /** An answer that could not be decoded. */
  | 'malformed'
  /** The visitor changed while the request was running. */
  | 'cancelled';

/**
 * A failed request. `message` is '{status}: {description}' if the service gave a description, else the status
 * alone, or 'Request failed after N retries'.
 */
export class RequestError extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** The HTTP status, if there was an answer. */
    readonly status?: number,
    /** The service's own error code. */
    readonly code?: string,
  ) {
    super(message);
  }

  /** Whether the request was cancelled because another visitor's session started. */
  get isActionCancelled(): boolean {
    return this.kind === 'cancelled';
  }

  /**
   * Whether the caller was not recognized, so that a new credential may help: a 401, or a 403 because the
   * user was not found. A 403 with another code forbids this action, and no other credential would help.
   */
  get isRefused(): boolean {
    return this.status === 401 || (this.status === 403 && /^(user_not_found)?$/.test(this.code ?? ''));
  }

  /** Whether the same request may succeed later: no answer, too many requests, or an error of the service. */
  get isTransient(): boolean {
    return this.kind === 'network' || isTransientStatus(this.status);
  }
}
