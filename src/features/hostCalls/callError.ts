import type { RequestError } from '../../services/requestError';

/**
 * Why a call failed. `notSupported`: the account or this version has no such thing. `invalidArguments`: see the
 * message. `unknownConversation`: no such conversation of this visitor. `network`: the service cannot be
 * reached. `refused`: the service answered with an error. `notLoaded`: a file of Porch did not load.
 */
export type Reason =
  | 'notSupported'
  | 'invalidArguments'
  | 'unknownConversation'
  | 'network'
  | 'refused'
  | 'notLoaded';

/** The error that a call's callback receives. */
export type CallError = { type: string; reason: Reason; message: string };

/** Rejects a call for a known reason. */
export class Refusal extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Describes a failure to the callback of `messenger.verb`. */
export const callError = (verb: string, cause: unknown): CallError => {
  const { reason, isTransient, message } = cause as Partial<Refusal & RequestError>;
  return {
    type: `${verb.charAt(0).toUpperCase()}${verb.slice(1)}FailedError`,
    reason: reason ?? (isTransient ? 'network' : 'refused'),
    message: String(message),
  };
};
