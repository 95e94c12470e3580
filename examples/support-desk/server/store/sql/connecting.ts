/**
 * The advisory lock for this desk's migrations: an arbitrary number, unlikely to be used by other programs.
 */
export const MIGRATION_LOCK = 7_046_028;
export const CONNECT_TIMEOUT_SECONDS = 5;
