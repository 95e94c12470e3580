import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The stored form of a token: its SHA-256, base64url. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Compares two secrets in constant time, whatever their lengths. */
export const sameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());

/** Whether a header can transmit a token: only visible ASCII characters. */
export const fitsHeader = (token: string): boolean => /^[\x21-\x7e]+$/.test(token);

/** Represents a network address in the database: nobody without the key can find the address. */
export const hashAddress = (key: string, address: string): string =>
  createHmac('sha256', key).update(address).digest('base64url').slice(0, 22);
