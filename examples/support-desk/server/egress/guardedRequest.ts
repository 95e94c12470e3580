import { lookup } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

export type MayReach = (address: string) => boolean;

/** Why no connection was made. The message contains no address. */
export class NotReachable extends Error {
  constructor() {
    super('its address is not a public one');
  }
}

/** Resolves a name; by default with Node's lookup. */
export type Resolve = typeof lookup;

/** Resolves a host, and refuses it if any of its addresses is forbidden. The connection uses this result. */
const guardedLookup =
  (mayReach: MayReach, resolve: Resolve): LookupFunction =>
  (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new NotReachable(), '');
      if (!addresses.every(({ address }) => mayReach(address))) return callback(new NotReachable(), '');
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

type GuardedOptions = {
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | Uint8Array;
  mayReach: MayReach;
  /** Cancels the request and the reading of its answer. */
  signal: AbortSignal;
  resolve?: Resolve;
};

/**
 * Makes a request over a connection to a checked address. Follows no redirects.
 * @returns the answer, whose body the caller reads or destroys
 * @throws NotReachable, or Node's own error
 */
export const guardedRequest = (url: URL, options: GuardedOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { method = 'GET', headers, body, mayReach, signal } = options;
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    // Addresses are not resolved.
    if (ipaddr.isValid(host) && !mayReach(host)) throw new NotReachable();
    const guarded = guardedLookup(mayReach, options.resolve ?? lookup);
    const make = url.protocol === 'http:' ? requestHttp : requestHttps;
    const request = make(url, { method, headers, signal, agent: false, lookup: guarded }, resolve);
    request.on('error', reject);
    request.end(body);
  });
