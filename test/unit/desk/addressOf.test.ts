import { describe, expect, it } from 'vitest';
import { createAddressOf } from '../../../examples/support-desk/server/http/address';
import {
  readTrust,
  type Trust,
  trustCount,
  trustLoopback,
} from '../../../examples/support-desk/server/limits/trustProxy';

const addressOf = (remoteAddress: string | undefined, forwarded?: string, trust: Trust = trustLoopback) =>
  createAddressOf(trust)({
    env: { incoming: { socket: { remoteAddress } } },
    req: { header: () => forwarded },
  } as unknown as Parameters<ReturnType<typeof createAddressOf>>[0]);

const trusting = (text: string): Trust => {
  const trust = readTrust(text);
  if (!trust) throw new Error(text);
  return trust;
};

const LOCAL = ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'];
const NEAR = ['10.1.2.3', '172.20.0.4', '::ffff:192.168.1.9', '169.254.7.7'];
const FAR = ['203.0.113.7', '::ffff:203.0.113.7', '172.32.0.1', '8.8.8.8'];

describe('the address that a request comes from', () => {
  it.each([...NEAR, ...FAR])('is the connection’s own for %s, whatever its headers say', (address) => {
    expect(addressOf(address)).toBe(address);
    expect(addressOf(address, '198.51.100.1')).toBe(address);
  });

  it.each(LOCAL)('is what a proxy at %s has noted', (address) => {
    expect(addressOf(address, '198.51.100.1')).toBe('198.51.100.1');
    // A sender can write the beginning of the header, and not its end.
    expect(addressOf(address, '1.1.1.1, 2.2.2.2,198.51.100.1')).toBe('198.51.100.1');
    expect(addressOf(address)).toBeUndefined();
    expect(addressOf(address, '')).toBeUndefined();
  });

  it('is not this machine’s because a proxy has noted so', () => {
    expect(addressOf('127.0.0.1', '127.0.0.1')).toBe('127.0.0.1');
  });

  it.each([
    ['10.0.0.0/8', '10.1.2.3'],
    ['10.1.2.3', '10.1.2.3'],
    ['203.0.113.0/24, 2001:db8::/32', '203.0.113.7'],
    ['203.0.113.0/24, 2001:db8::/32', '2001:db8::9'],
    ['uniquelocal', '::ffff:192.168.1.9'],
    ['LinkLocal', '169.254.7.7'],
  ])('is what a proxy has noted that TRUST_PROXY=%s names, such as %s', (text, proxy) => {
    expect(addressOf(proxy, '198.51.100.1', trusting(text))).toBe('198.51.100.1');
    expect(addressOf('198.51.100.2', '198.51.100.1', trusting(text))).toBe('198.51.100.2');
  });

  it('is before all trusted proxies of a row, and no further', () => {
    const row = '9.9.9.9, 198.51.100.1, 203.0.113.9';
    expect(addressOf('127.0.0.1', row, trusting('loopback,203.0.113.9'))).toBe('198.51.100.1');
    expect(addressOf('127.0.0.1', row)).toBe('203.0.113.9');
    expect(addressOf('127.0.0.1', '203.0.113.9', trusting('loopback,203.0.113.9'))).toBe('203.0.113.9');
  });

  it.each([
    ['0', '203.0.113.7'],
    ['1', '203.0.113.9'],
    ['2', '198.51.100.1'],
    ['9', '9.9.9.9'],
  ])('is as many addresses from the end as TRUST_PROXY=%s counts', (text, address) => {
    expect(addressOf('203.0.113.7', '9.9.9.9, 198.51.100.1, 203.0.113.9', trusting(text))).toBe(address);
  });

  it('follows the older PROXIES, whose first proxy is near', () => {
    expect(addressOf('10.0.0.1', '9.9.9.9, 198.51.100.1, 203.0.113.9', trustCount(2))).toBe('198.51.100.1');
    expect(addressOf('10.0.0.1', '198.51.100.1', trustCount(1))).toBe('198.51.100.1');
    expect(addressOf('203.0.113.7', '198.51.100.1', trustCount(2))).toBe('203.0.113.7');
  });

  it.each([
    '10',
    '-1',
    '1.5',
    '',
    'loopbak',
    '10.0.0.0/33',
    '10.0.0/8',
    '::1/129',
    '10.0.0.0/8/8',
    'loopback,',
  ])('cannot be read from TRUST_PROXY=%s', (text) => {
    expect(readTrust(text)).toBeUndefined();
  });

  it('is one for all IPv6 addresses of a line', () => {
    const line = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:0db8:0001:0002:1:2:3:4'];
    expect(new Set(line.map((address) => addressOf(address)))).toEqual(new Set(['2001:db8:1:2']));
    expect(addressOf('2001:db8::1')).toBe('2001:db8:0:0');
    expect(addressOf('fe80::1%eth0')).toBe('fe80:0:0:0');
    expect(addressOf('2001:db8:1:3::1')).not.toBe(addressOf(line[0]));
  });

  it('has no port', () => {
    expect(addressOf('127.0.0.1', '203.0.113.7:4711')).toBe('203.0.113.7');
    expect(addressOf('127.0.0.1', '[2001:db8:1:2::1]:4711')).toBe('2001:db8:1:2');
    expect(addressOf('127.0.0.1', '[2001:db8:1:2::1]')).toBe('2001:db8:1:2');
  });

  it.each([' x', 'unknown', '[::1', 'a b', '::::', '1:2:3:4:5:6:7:8:9', '%', 'x'.repeat(9000)])(
    'is unknown where a proxy has noted %s',
    (noted) => {
      expect(addressOf('127.0.0.1', noted)).toBe('unknown');
    },
  );

  it('is unknown without a connection', () => {
    expect(addressOf(undefined, '198.51.100.1')).toBeUndefined();
  });

  it('is asked about where a private network sends the header untrusted', () => {
    const asked: string[] = [];
    const ask = (remoteAddress: string, trust: Trust, forwarded?: string) =>
      createAddressOf(
        trust,
        (address) => void asked.push(address),
      )({
        env: { incoming: { socket: { remoteAddress } } },
        req: { header: () => forwarded },
      } as unknown as Parameters<ReturnType<typeof createAddressOf>>[0]);
    ask('203.0.113.7', trustLoopback, '198.51.100.1');
    ask('172.17.0.1', trustLoopback);
    ask('172.17.0.1', trusting('uniquelocal'), '198.51.100.1');
    expect(asked).toEqual([]);
    ask('172.17.0.1', trustLoopback, '198.51.100.1');
    expect(asked).toEqual(['172.17.0.1']);
  });
});
