import { createHash, timingSafeEqual } from 'node:crypto';

/** What is kept of a token: its SHA-256, base64url. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Compares two secrets in a time that tells nothing of where they differ, whatever their lengths. */
export const sameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
