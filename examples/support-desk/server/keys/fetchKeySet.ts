import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Which addresses a key set may have. */
export type Reach = {
  /** This machine, plain HTTP included. */
  loopback: boolean;
  /** Networks that are not public. */
  internal: boolean;
};

/** A key is about 400 bytes, or a few thousand with its certificates. */
const MAX_BYTES = 100_000;

/** Why a key set was not loaded. The message has no address. */
export class KeySetProblem extends Error {}

type Check = (address: string) => boolean;

const checkOf =
  (reach: Reach, isPlain: boolean): Check =>
  (address) => {
    const range = ipaddr.process(address).range();
    if (isPlain) return reach.loopback && range === 'loopback';
    return range === 'unicast' || reach.internal || (reach.loopback && range === 'loopback');
  };

const notReachable = () => new KeySetProblem('its address is not a public one');

/** Looks a host up and refuses it where one of its addresses may not be reached. The connection uses this answer. */
const guardedLookup =
  (mayReach: Check): LookupFunction =>
  (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? notReachable(), '');
      if (!addresses.every(({ address }) => mayReach(address))) return callback(notReachable(), '');
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

/**
 * Loads a key set over HTTPS. It follows no redirect, and reads no more than 100 kB.
 * @param address over plain HTTP on loopback only, where `reach` allows it
 * @param signal ends the request
 * @throws KeySetProblem, or Node's own error
 */
export const fetchKeySet = (address: string, reach: Reach, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    const url = new URL(address);
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const isPlain = url.protocol === 'http:';
    const mayReach = checkOf(reach, isPlain);
    // Addresses are not looked up.
    if (ipaddr.isValid(host) && !mayReach(host)) throw notReachable();
    const options = {
      signal,
      agent: false,
      lookup: guardedLookup(mayReach),
      headers: { Accept: 'application/json, application/jwk-set+json' },
    };
    const request = (isPlain ? requestHttp : requestHttps)(url, options, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const end = (problem: Error) => {
        request.destroy();
        reject(problem);
      };
      if (response.statusCode !== 200) return end(new KeySetProblem(`the answer is ${response.statusCode}`));
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_BYTES) end(new KeySetProblem(`the answer has over ${MAX_BYTES} bytes`));
        else chunks.push(chunk);
      });
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end();
  });
