import type { Call } from '../../loader/call';
import type { ConsentLevel } from '../../platform/storage';

const LEVELS: Record<string, ConsentLevel> = {
  true: 'all',
  all: 'all',
  functional: 'functional',
  none: 'none',
  false: 'none',
};

/** The consent after these calls; `platform/consentLevel` would be a chunk that the launcher's label waits for. */
export const consentOf = (calls: readonly Call[]): ConsentLevel =>
  calls.reduce<ConsentLevel>(
    (before, { method, cancelled, 2: value }) =>
      (method === 'messenger:set.cookies' &&
        !cancelled &&
        /^(string|boolean)$/.test(typeof value) &&
        Object.hasOwn(LEVELS, `${value}`) &&
        LEVELS[`${value}`]) ||
      before,
    'all',
  );
