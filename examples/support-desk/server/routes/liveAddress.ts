import { createHash } from 'node:crypto';

/** Long enough to spread clients over processes. */
const HASH_LENGTH = 10;

/**
 * The address where a client connects for live events. A desk of several processes adds a hash of the client's owner,
 * by which a balancer sends all of its requests to one process (`hash $arg_u` in nginx).
 * @param origin the start of the desk's addresses
 */
export const liveAddress = ({ isShared }: { isShared: boolean }, origin: string, who: string): string => {
  const hash = createHash('sha256').update(who).digest('base64url').slice(0, HASH_LENGTH);
  return isShared ? `${origin}/faye?u=${hash}` : `${origin}/faye`;
};
