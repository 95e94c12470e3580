import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * Whether to trust this proxy's report of the address before it.
 * @param hop 0 for the connection itself, 1 for the address that it names, and so on
 */
export type Trust = (address: string, hop: number) => boolean;

const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
const MOST_PROXIES = 9;

/** Adds an address or a network. @returns false for any other text */
const add = (list: BlockList, text: string): boolean => {
  const [address = '', prefix, ...more] = text.split('/');
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  const longest = family === 'ipv6' ? 128 : 32;
  if (!isIP(address) || more.length > 0) return false;
  if (prefix === undefined) list.addAddress(address, family);
  else if (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest)
    list.addSubnet(address, Number(prefix), family);
  else return false;
  return true;
};

const contains = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/**
 * Reads TRUST_PROXY: a number of proxies, or a comma list of addresses, networks (`10.0.0.0/8`) and the names `loopback`,
 * `linklocal` and `uniquelocal`.
 * @returns `undefined` for any other text
 */
export const readTrust = (text: string): Trust | undefined => {
  if (/^\d+$/.test(text)) {
    const proxies = Number(text);
    return proxies <= MOST_PROXIES ? (_, hop) => hop < proxies : undefined;
  }
  const list = new BlockList();
  const nets = text.split(',').flatMap((part) => NAMED[part.trim().toLowerCase()] ?? [part.trim()]);
  return nets.every((net) => add(list, net)) ? (address) => contains(list, address) : undefined;
};

/** @throws if the text is none of those */
const trusting = (text: string): Trust => {
  const trust = readTrust(text);
  if (!trust) throw new Error(`not an address: ${text}`);
  return trust;
};

const loopback = trusting('loopback');
const near = trusting('loopback,linklocal,uniquelocal');

/** Trusts the proxies of this machine, the default without TRUST_PROXY. */
export const trustLoopback: Trust = loopback;

/** Reads the older PROXIES, a number: the first proxy is on this machine or in a private network. */
export const trustCount =
  (proxies: number): Trust =>
  (address, hop) =>
    hop === 0 ? near(address, 0) : hop < proxies;

/** Whether an address is this machine's. */
export const isLoopback = (address: string): boolean => loopback(address, 0);

/** Whether an address is this machine's or in a private network, where proxies often are. */
export const isNear = (address: string): boolean => near(address, 0);
