import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { fetchKeySet } from '../../../examples/support-desk/server/keys/fetchKeySet';
import { createKeySetFetch } from '../../../examples/support-desk/server/keys/publicKeys';
import { forThisTest } from '../../support/forThis';
import { listen } from '../../support/listen';

const DEVELOPMENT = { loopback: true, internal: false };
const PUBLIC = { loopback: false, internal: false };
const never = new AbortController().signal;

const serve = async (listener: RequestListener): Promise<string> => {
  const { origin } = await forThisTest(listen(createServer(listener)));
  return `${origin}/keys`;
};

describe('loading a key set', () => {
  it('gets its text from this machine in development', async () => {
    const address = await serve((_, response) => response.end('{"keys":[]}'));
    expect(await fetchKeySet(address, DEVELOPMENT, never)).toBe('{"keys":[]}');
    expect(await fetchKeySet(address.replace('127.0.0.1', 'localhost'), DEVELOPMENT, never)).toBe(
      '{"keys":[]}',
    );
  });

  it.each([
    'http://127.0.0.1/keys',
    'http://localhost/keys',
    'https://127.0.0.1/keys',
    'https://localhost/keys',
    'https://2130706433/keys',
    'https://0x7f.1/keys',
    'https://10.0.0.8/keys',
    'https://172.16.0.1/keys',
    'https://192.168.1.1/keys',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/keys',
    'https://0.0.0.0/keys',
    'https://[::1]/keys',
    'https://[::]/keys',
    'https://[fe80::1]/keys',
    'https://[fd00::1]/keys',
    'https://[::ffff:10.0.0.8]/keys',
    'https://[64:ff9b::a00:8]/keys',
    'https://[2002:a00:8::]/keys',
  ])('refuses %s, where others reach the desk', async (address) => {
    await expect(fetchKeySet(address, PUBLIC, never)).rejects.toThrow('its address is not a public one');
  });

  it('reaches an internal network only by an address that the operator has set', async () => {
    const address = 'https://localhost:1/keys';
    const fetchOf = (value: unknown) =>
      createKeySetFetch({ operator: { value: () => value }, isPublic: true })(address, never);
    const operators = { identity: { jwksUrl: address } };
    await expect(fetchOf(operators)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await expect(fetchOf({})).rejects.toThrow('its address is not a public one');
    await expect(fetchOf(undefined)).rejects.toThrow('its address is not a public one');
  });

  it('never uses plain HTTP beyond this machine', async () => {
    const reach = { loopback: true, internal: true };
    // An address for documentation, which nobody has.
    for (const host of ['192.0.2.1', '[2001:db8::1]'])
      await expect(fetchKeySet(`http://${host}/keys`, reach, never)).rejects.toThrow('is not a public one');
  });

  it('follows no redirect', async () => {
    const asked: (string | undefined)[] = [];
    const address = await serve(({ url }, response) => {
      asked.push(url);
      response.writeHead(302, { Location: '/other' }).end();
    });
    await expect(fetchKeySet(address, DEVELOPMENT, never)).rejects.toThrow('the answer is 302');
    expect(asked).toEqual(['/keys']);
  });

  it('stops reading after 100 kB', async () => {
    let cut = false;
    const address = await serve((_, response) => {
      const write = () => {
        while (!cut && response.write('x'.repeat(10_000)));
      };
      response.on('drain', write);
      response.on('close', () => {
        cut = true;
      });
      write();
    });
    await expect(fetchKeySet(address, DEVELOPMENT, never)).rejects.toThrow('over 100000 bytes');
    await expect.poll(() => cut).toBe(true);
  });

  it('ends with its signal, before and in an answer', async () => {
    for (const start of [() => undefined, (response: { write(text: string): void }) => response.write('{')]) {
      const stop = new AbortController();
      const address = await serve((_, response) => {
        start(response);
        stop.abort();
      });
      await expect(fetchKeySet(address, DEVELOPMENT, stop.signal)).rejects.toThrow();
    }
  });

  it('says when nobody answers', async () => {
    const { origin, close } = await listen(createServer());
    await close();
    await expect(fetchKeySet(`${origin}/keys`, DEVELOPMENT, never)).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });
});
