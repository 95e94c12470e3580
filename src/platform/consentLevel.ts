import type { ConsentLevel } from './storage';

const LEVELS: readonly ConsentLevel[] = ['all', 'functional', 'none'];

/**
 * What a page calls a consent level; undefined where it is none. "Booleans are deprecated: true means all, false means none."
 * (SPEC.md section 6)
 */
export const readConsent = (value: unknown): ConsentLevel | undefined =>
  value === true ? 'all' : value === false ? 'none' : LEVELS.find((level) => level === value);
