import { readStoredFlags } from '../../platform/storedFlags';
import { bool, obj } from '../../wire/decode';
import type { CallDeps } from './callDeps';
import { CALLS } from './callTable';

/**
 * Whether the account has turned a call off. A flag is on unless the account turns it off. While debugging is on, what
 * a developer has stored takes precedence.
 * @param name the call's full name, `{a}.{b}`
 */
export const isOff = ({ handover, host }: Pick<CallDeps, 'handover' | 'host'>, name: string): boolean => {
  const flag = CALLS[name]?.flag;
  if (!flag) return false;
  const flags = obj(obj(handover.config).features);
  const stored = flags.debug === true ? bool(obj(readStoredFlags(host))[flag]) : undefined;
  return (stored ?? flags[flag]) === false;
};
