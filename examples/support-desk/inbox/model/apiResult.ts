/**
 * Why a call failed. `unauthorized`: nobody is signed in. `forbidden`: the agent's role does not allow it. `rejected`:
 * the desk refuses this request, so repeating it is useless. `conflict`: another agent has changed it since. `busy`:
 * the desk asks to wait. `network`: no answer from the desk in time. `server`: an error in the desk.
 */
export type ApiFailure =
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'rejected'
  | 'conflict'
  | 'busy'
  | 'network'
  | 'server';

/** Whether a failure is not the message's own, so that sending it again may succeed. */
export const isTransient = (failure: ApiFailure | undefined): boolean =>
  failure === 'network' || failure === 'server' || failure === 'busy' || failure === 'unauthorized';

/** The problem of one field in a refused request. */
export type ApiIssue = { path: string; words: string };

/** `reason` is the desk's own sentence, if it sent one. `waitS` is how long a `busy` desk asks to wait, in seconds. */
export type ApiRefusal = {
  ok: false;
  failure: ApiFailure;
  reason?: string;
  issues?: ApiIssue[];
  waitS?: number;
};
export type ApiResult<T> = { ok: true; value: T } | ApiRefusal;

/**
 * Makes one call. If `decode` throws, the answer was not the desk's, and the call fails as `network`. With a body, the
 * default method is POST. With `keepalive` the call outlives the page. An aborted call fails as `network`.
 */
export type ApiCall = <T>(
  path: string,
  decode: (value: unknown) => T,
  body?: unknown,
  options?: { keepalive?: boolean; method?: 'DELETE' | 'PATCH' | 'PUT'; signal?: AbortSignal },
) => Promise<ApiResult<T>>;

/** The text for the agent, with a next step. */
export const failureWords: Record<ApiFailure, string> = {
  unauthorized: 'You are signed out. Sign in again.',
  forbidden: 'Only an admin can do this.',
  notFound: 'This conversation is no longer there.',
  rejected: 'The desk did not accept this.',
  conflict: 'Somebody else has changed this in the meantime.',
  busy: 'The desk is busy. Wait a moment and try again.',
  network: 'The desk cannot be reached. Check the connection and try again.',
  server: 'The desk could not do this. Try again.',
};

/** What to show the agent about a refusal: the desk's own words if it gives some. */
export const refusalWords = ({ failure, reason }: Pick<ApiRefusal, 'failure' | 'reason'>): string =>
  reason ?? failureWords[failure];
