import type { IncomingHttpHeaders } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { isLoopback, isNear, type Trust } from '../limits/trustProxy';

/** A subscriber has a /64, whose IPv6 addresses count as one. */
const lineOf = (address: string): string => {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail] = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1).split('::');
  const groups = [...head.split(':').filter(Boolean)];
  if (tail !== undefined) while (groups.length < 4) groups.push('0');
  return groups.slice(0, 4).join(':');
};

/** Some proxies add the port: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (noted: string): string => {
  const [, six, four] = /^(?:\[(.*)\]|([\d.]+))(?::\d+)?$/.exec(noted) ?? [];
  return six ?? four ?? noted;
};

type Socketed = { incoming?: { socket?: { remoteAddress?: string } } };

/** The parts of a request that matter: its connection, as in Hono's Node adapter, and its headers. */
export type Called = { env: unknown; req: { header(name: string): string | undefined } };

/** Finds the address that a request comes from; `undefined` for one from this machine. */
export type AddressOf = (c: Called) => string | undefined;

/** Node's request of a live connection, in the form of a call. */
export const calledOf = (request: object): Called => {
  const { headers = {} } = request as { headers?: IncomingHttpHeaders };
  return { env: { incoming: request }, req: { header: (name) => headers[name]?.toString() } };
};

/** The longest header that is read: what a few proxies add. */
const MOST_NOTED = 1000;

/**
 * Finds the address that a request comes from: that of the connection, or the one that trusted proxies put into
 * `X-Forwarded-For`. Other headers are ignored, because anyone can send one.
 * @param onUntrusted called with the address of a private network that sends the header without being trusted
 * @returns `undefined` for a request from this machine without a proxy
 */
export const createAddressOf =
  (trust: Trust, onUntrusted: (address: string) => void = () => undefined): AddressOf =>
  (c) => {
    const remote = (c.env as Socketed | undefined)?.incoming?.socket?.remoteAddress;
    if (remote === undefined) return undefined;
    const header = c.req.header('x-forwarded-for')?.trim();
    const noted = header ? header.slice(-MOST_NOTED).split(',') : [];
    if (noted.length > 0 && isNear(remote) && !trust(remote, 0)) onUntrusted(remote);
    let address = remote;
    let hop = 0;
    for (let before = noted.pop(); before !== undefined && trust(address, hop); before = noted.pop()) {
      address = withoutPort(before.trim());
      hop++;
    }
    if (hop === 0 && isLoopback(address)) return undefined;
    return isIP(address) ? lineOf(address) : 'unknown';
  };
