import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

/** Addresses of this machine and of private networks, where a proxy is. */
const NEAR = new BlockList();
for (const [net, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  NEAR.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  NEAR.addSubnet(net, prefix, 'ipv6');

const isNear = (address: string): boolean => NEAR.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** One line has 2^64 IPv6 addresses, which count as one. */
const lineOf = (address: string): string => {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = [...head.split(':').filter(Boolean)];
  if (tail !== undefined) while (groups.length < 4) groups.push('0');
  return groups.slice(0, 4).join(':');
};

type Socketed = { incoming?: { socket?: { remoteAddress?: string } } };

/** What is read of a request: its connection, as Hono's Node adapter gives it, and its headers. */
export type Called = { env: unknown; req: { header(name: string): string | undefined } };

/** Finds the address that a request comes from; `undefined` for one from this machine. */
export type CallerOf = (c: Called) => string | undefined;

/** A request of Node, of a live connection, as the calls have it. */
export const calledOf = (request: object): Called => {
  const { headers = {} } = request as { headers?: IncomingHttpHeaders };
  return { env: { incoming: request }, req: { header: (name) => headers[name]?.toString() } };
};

/**
 * Finds the address that a request comes from: that of the connection, or what a proxy on this machine or in its
 * network has noted of it in `X-Forwarded-For`. Nobody else's header counts, because anyone can send one.
 * @param proxies how many proxies a request passes; each adds the address before it to the header's end
 * @returns `undefined` for a request from this machine or its network that no proxy has passed on
 */
export const createCallerOf =
  (proxies: number): CallerOf =>
  (c) => {
    const remote = (c.env as Socketed | undefined)?.incoming?.socket?.remoteAddress;
    if (remote === undefined) return undefined;
    if (!isNear(remote)) return lineOf(remote);
    const noted = c.req.header('x-forwarded-for')?.split(',').at(-proxies)?.trim();
    return noted ? lineOf(noted) : undefined;
  };
