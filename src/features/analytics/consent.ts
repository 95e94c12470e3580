import type { Call } from '../../loader/call';
import type { ConsentLevel } from '../../platform/storage';

/** The same values as `readConsent`, which would become a chunk that the launcher's label waits for. */
const LEVELS = new Map<unknown, ConsentLevel>([
  [true, 'all'],
  [false, 'none'],
  ['all', 'all'],
  ['functional', 'functional'],
  ['none', 'none'],
]);

/** The consent after a call of the page. */
export const consentAfter = (before: ConsentLevel, method: string, value: unknown): ConsentLevel =>
  (method === 'messenger:set.cookies' && LEVELS.get(value)) || before;

/** The consent after the page's first calls. Without a valid one, everything is allowed. */
export const firstConsent = (calls: readonly Call[]): ConsentLevel => {
  let level: ConsentLevel = 'all';
  for (const { method, cancelled, 2: value } of calls)
    if (!cancelled) level = consentAfter(level, method, value);
  return level;
};
