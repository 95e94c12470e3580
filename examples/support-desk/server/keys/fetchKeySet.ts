import { guardedRequest, type MayReach } from '../egress/guardedRequest';
import { rangeOf } from '../egress/publicAddress';

/** The allowed addresses of a key set. */
type Reach = {
  /** This machine, including plain HTTP. */
  loopback: boolean;
  /** Networks that are not public. */
  internal: boolean;
};

/** A key is about 400 bytes, or a few thousand with its certificates. */
const MAX_BYTES = 100_000;

/** Why a key set was not loaded. The message contains no address. */
export class KeySetProblem extends Error {}

const checkOf =
  (reach: Reach, isPlain: boolean): MayReach =>
  (address) => {
    const range = rangeOf(address);
    if (isPlain) return reach.loopback && range === 'loopback';
    return range === 'unicast' || reach.internal || (reach.loopback && range === 'loopback');
  };

/**
 * Loads a key set over HTTPS. Follows no redirects, and reads at most 100 kB.
 * @param address plain HTTP only on loopback, if `reach` allows it
 * @param signal cancels the request
 * @throws KeySetProblem, NotReachable, or Node's own error
 */
export const fetchKeySet = async (address: string, reach: Reach, signal: AbortSignal): Promise<string> => {
  const url = new URL(address);
  const headers = { Accept: 'application/json, application/jwk-set+json' };
  const mayReach = checkOf(reach, url.protocol === 'http:');
  const answer = await guardedRequest(url, { headers, mayReach, signal });
  try {
    if (answer.statusCode !== 200) throw new KeySetProblem(`the answer is ${answer.statusCode}`);
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new KeySetProblem(`the answer has over ${MAX_BYTES} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    answer.destroy();
  }
};
