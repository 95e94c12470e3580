/**
 * Creates a function that reports a failure with this message; it ignores requests that a change of visitor
 * canceled.
 */
export type ReportUnlessCancelled = (message: string) => (cause: unknown) => void;

/** The code of a failure where a proxy takes no body of this size: a 413 that is not the service's own. */
export const PROXY_LIMIT = 'proxyLimit';

/** The kinds of failed requests; every failure is mapped to one of them here. */
type FailureKind =
  /**
   * No answer of the service: offline, connection refused, timed out, or an answer that is not its own, such as a page
   * of a proxy or a portal, nothing, or JSON of another form. It proves nothing about the visitor or what they wrote.
   */
  | 'network'
  /** The service's own answer without the requested data, or a configuration without a valid address. */
  | 'malformed'
  /** The service's own error: JSON with its code and description. */
  | 'http'
  /** The visitor changed while the request was running. */
  | 'cancelled';

/**
 * A failed request. `message` is '{status}: {description}' for the service's own error, the status alone for another
 * one, or 'Request failed after N retries'.
 */
export class RequestError extends Error {
  /** Whether the request was canceled because another visitor's session started. */
  readonly isActionCancelled: boolean;
  /**
   * Whether the service does not recognize the caller, so that a new credential may help: a 401, or a 403 because the
   * user was not found. A 403 with another code forbids this action, and no other credential would help.
   */
  readonly isRefused: boolean;
  /** Whether the same request may succeed later: no answer of the service, too many requests, or its own failure. */
  readonly isTransient: boolean;

  constructor(
    readonly kind: FailureKind,
    message: string,
    /** The HTTP status of the service's own error. The status of any other answer is not used. */
    readonly status = 0,
    /** The service's own error code, or `PROXY_LIMIT`. */
    readonly code?: string,
    /** After how many seconds the service asks to be called again. */
    readonly retryAfter?: number,
  ) {
    super(message);
    this.isActionCancelled = kind === 'cancelled';
    this.isRefused = status === 401 || (status === 403 && code === 'user_not_found');
    this.isTransient = kind === 'network' || status === 429 || status >= 500;
  }
}

/**
 * What an answer of the service must hold. Throws if it is missing: the answer is then not the service's own.
 * @param failure the message of the error
 */
export const given = <T>(held: T | undefined, failure: string): T => {
  if (held === undefined) throw new RequestError('network', failure);
  return held;
};
