/**
 * The one table of retries: what is tried again, when, how often and with what jitter. Each subject is a file,
 * so that a chunk holds only the rows it uses. Milliseconds, unless the name says seconds.
 */
export * from './retries/card';
export * from './retries/core';
export * from './retries/reading';
export * from './retries/realtime';
export * from './retries/texts';
export * from './retries/visitors';
export * from './retries/waitTime';
