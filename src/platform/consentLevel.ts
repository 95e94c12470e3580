import type { ConsentLevel } from './storage';

const LEVELS: readonly ConsentLevel[] = ['all', 'functional', 'none'];

/**
 * Reads a consent level; undefined for other values. The deprecated booleans mean 'all' (true) and 'none'
 * (false).
 */
export const readConsent = (value: unknown): ConsentLevel | undefined =>
  value === true ? 'all' : value === false ? 'none' : LEVELS.find((level) => level === value);

/** A call of the page, as far as it matters here. */
type Made = { readonly method: string; readonly cancelled?: boolean; readonly 2?: unknown };

/** The consent after the page's first calls. Without a valid one, everything is allowed. */
export const firstConsent = (calls: readonly Made[]): ConsentLevel =>
  // The array belongs to the page, and so may its methods.
  [...calls].reduce<ConsentLevel>(
    (before, { method, cancelled, 2: value }) =>
      (method === 'messenger:set.cookies' && !cancelled && readConsent(value)) || before,
    'all',
  );

/** The consent after a later call of the page. */
export const consentAfter = (before: ConsentLevel, method: string, value: unknown): ConsentLevel =>
  method === 'messenger:set.cookies' ? (readConsent(value) ?? before) : before;
