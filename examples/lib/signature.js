import { createHmac, timingSafeEqual } from 'node:crypto';

/** An older request may have been recorded and replayed. */
const MOST_AGE_S = 300;

/**
 * Whether a signature is the HMAC-SHA256 of a text, in hexadecimal digits, and recent.
 * @param {string | undefined} signature
 * @param {{ secret: string, text: string, prefix: string, time: string | undefined }} of `prefix` is the beginning of
 * the signature, `time` its time in seconds
 */
export const isSigned = (signature, { secret, text, prefix, time }) => {
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= MOST_AGE_S)) return false;
  const right = Buffer.from(prefix + createHmac('sha256', secret).update(text).digest('hex'));
  const given = Buffer.from(signature ?? '');
  return given.length === right.length && timingSafeEqual(given, right);
};
