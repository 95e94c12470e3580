import type { CallError } from '../../npm/calls';
import type { RequestError } from '../../services/requestError';

type Reason = CallError['reason'];

/** Rejects a call for a known reason. */
export class Refusal extends Error {
  readonly reason: Reason;
  /** Whether the message names the call. To others the log adds the name. */
  readonly named: boolean;

  constructor(reason: Reason, message: string, named = false) {
    super(message);
    this.reason = reason;
    this.named = named;
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
