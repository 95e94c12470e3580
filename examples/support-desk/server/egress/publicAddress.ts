import ipaddr from 'ipaddr.js';

/** Of IPv6, only these addresses are given to networks of the internet. */
const GLOBAL = ipaddr.IPv6.parse('2000::');
const GLOBAL_BITS = 3;

/** The name that the library has for the kind of an address; IPv4 inside IPv6 counts as IPv4. */
export const rangeOf = (address: string): string => {
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (parsed.kind() === 'ipv4' || range !== 'unicast') return range;
  return (parsed as ipaddr.IPv6).match(GLOBAL, GLOBAL_BITS) ? range : 'reserved';
};

/** Whether an address is one of the internet: not private, of this machine, reserved, or another one in disguise. */
export const isPublic = (address: string): boolean => rangeOf(address) === 'unicast';
