import ipaddr from 'ipaddr.js';

/** The IPv6 addresses that are assigned to networks of the internet. */
const GLOBAL = ipaddr.IPv6.parse('2000::');
const GLOBAL_BITS = 3;

/** The library's name for the kind of an address; IPv4 inside IPv6 counts as IPv4. */
export const rangeOf = (address: string): string => {
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (parsed.kind() === 'ipv4' || range !== 'unicast') return range;
  return (parsed as ipaddr.IPv6).match(GLOBAL, GLOBAL_BITS) ? range : 'reserved';
};

/** Whether an address is on the internet: not private, local, reserved, or a disguised form of these. */
export const isPublic = (address: string): boolean => rangeOf(address) === 'unicast';
