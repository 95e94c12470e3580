import { codeOf } from '../process/errorCode';

/** The codes of PostgreSQL, the system and the desk's connections for a temporary failure. */
const AWAY = new Set([
  'CONNECTION_CLOSED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'POOL_BUSY',
  // Read-only, a failing disk, a time limit of a statement or a transaction.
  '25006',
  '58030',
  '57014',
  '25P03',
  '55P03',
]);

/** Connection lost; disk, memory or connections used up; starting or stopping; a deadlock. */
const AWAY_CLASSES = ['08', '53', '57P', '40'];

/** Whether an error means that the database cannot answer at the moment, and the same call may succeed later. */
export const isDatabaseAway = (error: unknown): boolean => {
  const code = codeOf(error);
  return AWAY.has(code) || AWAY_CLASSES.some((start) => code.startsWith(start));
};
