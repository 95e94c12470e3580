import type { Call } from '../../loader/call';
import type { ConsentLevel } from '../../platform/storage';

const LEVELS = new Map<unknown, ConsentLevel>([
  [true, 'all'],
  [false, 'none'],
  ['all', 'all'],
  ['functional', 'functional'],
  ['none', 'none'],
]);

/** The consent after these calls; `platform/consentLevel` would be a chunk that the launcher's label waits for. */
export const consentOf = (calls: readonly Call[]): ConsentLevel => {
  let level: ConsentLevel = 'all';
  for (const { method, cancelled, 2: value } of calls)
    if (method === 'messenger:set.cookies' && !cancelled) level = LEVELS.get(value) ?? level;
  return level;
};
