import type { Logger } from 'pino';

/** What of the log the server uses: lines with fields, none of them message text or a token. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;
