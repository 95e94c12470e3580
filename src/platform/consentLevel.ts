import type { ConsentLevel } from './storage';

const LEVELS: readonly ConsentLevel[] = ['all', 'functional', 'none'];

/**
 * Reads a consent level; undefined for other values. The deprecated booleans mean 'all' (true) and 'none'
 * (false).
 */
export const readConsent = (value: unknown): ConsentLevel | undefined =>
  value === true ? 'all' : value === false ? 'none' : LEVELS.find((level) => level === value);
