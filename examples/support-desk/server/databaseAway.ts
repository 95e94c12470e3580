import { codeOf } from './errorCode';

/** The codes of PostgreSQL, the system and the desk's connections that say: not now. */
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
  // Disk full, too many connections, starting or stopping, a time limit of a statement or a transaction.
  '53100',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '25P03',
  '55P03',
]);

/** Whether an error says that the database cannot answer at the moment, and the same call may succeed later. */
export const isDatabaseAway = (error: unknown): boolean => {
  const code = codeOf(error);
  return AWAY.has(code) || code.startsWith('08');
};
