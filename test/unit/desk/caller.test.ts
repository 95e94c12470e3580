import { describe, expect, it } from 'vitest';
import { createCallerOf } from '../../../examples/support-desk/server/routes/caller';

const callerOf = (remoteAddress: string | undefined, forwarded?: string, proxies = 1) =>
  createCallerOf(proxies)({
    env: { incoming: { socket: { remoteAddress } } },
    req: { header: () => forwarded },
  } as unknown as Parameters<ReturnType<typeof createCallerOf>>[0]);

const NEAR = [
  '127.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
  '10.1.2.3',
  '172.20.0.4',
  '::ffff:192.168.1.9',
  'fd00::7',
];
const FAR = ['203.0.113.7', '::ffff:203.0.113.7', '172.32.0.1', '8.8.8.8'];

describe('the address that a request comes from', () => {
  it.each(FAR)('is the connection’s own for %s, whatever its headers say', (address) => {
    expect(callerOf(address)).toBe(address);
    expect(callerOf(address, '198.51.100.1')).toBe(address);
  });

  it.each(NEAR)('is what a proxy at %s has noted', (address) => {
    expect(callerOf(address, '198.51.100.1')).toBe('198.51.100.1');
    // A sender can write the beginning of the header, and not its end.
    expect(callerOf(address, '1.1.1.1, 2.2.2.2,198.51.100.1')).toBe('198.51.100.1');
    expect(callerOf(address, '1.1.1.1, 198.51.100.1, 203.0.113.9', 2)).toBe('198.51.100.1');
    expect(callerOf(address)).toBeUndefined();
  });

  it('is one for all IPv6 addresses of a line', () => {
    const line = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:0db8:0001:0002:1:2:3:4'];
    expect(new Set(line.map((address) => callerOf(address)))).toEqual(new Set(['2001:db8:1:2']));
    expect(callerOf('2001:db8::1')).toBe('2001:db8:0:0');
    expect(callerOf('2001:db8:1:3::1')).not.toBe(callerOf(line[0]));
  });

  it.each(['', ' ', 'unknown', '[::1', 'a b', '::::', '1:2:3:4:5:6:7:8:9', '%', 'x'.repeat(9000)])(
    'is a text that breaks nothing where a proxy has noted %s',
    (noted) => {
      expect(() => callerOf('127.0.0.1', noted)).not.toThrow();
    },
  );

  it('is unknown without a connection', () => {
    expect(callerOf(undefined, '198.51.100.1')).toBeUndefined();
  });
});
