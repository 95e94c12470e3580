import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killAll, type Started, start } from '../support/deskProcess';
import { DOVECOT, startDovecot } from '../support/dovecot';
import { putEmptyDatabase } from '../support/emptyDatabase';
import { folderForThisFile } from '../support/folder';

const TOKEN = 'the-token-of-the-desk-in-a-process';

describe.skipIf(!DOVECOT)('a mailbox over TLS', () => {
  const folder = folderForThisFile();
  let dovecot: Awaited<ReturnType<typeof startDovecot>>;
  beforeAll(async () => {
    await putEmptyDatabase(folder);
    const email = {
      enabled: true,
      smtpUrl: 'smtp://127.0.0.1:9',
      from: 'help@shop.example',
      page: 'https://shop.example/',
    };
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ email }));
    dovecot = await startDovecot({ tls: true });
  });
  afterAll(async () => {
    killAll();
    await dovecot.close();
  });

  const ways = () =>
    [
      ['imaps', dovecot.url.replace('imap:', 'imaps:').replace(`:${dovecot.port}/`, `:${dovecot.imaps}/`)],
      ['STARTTLS', dovecot.url],
    ] as const;
  const open = (url: string, more = {}) =>
    start({ DATA_DIR: folder, AGENT_TOKEN: TOKEN, METRICS_TOKEN: TOKEN, IMAP_URL: url, ...more });
  const isConnected = async ({ origin }: Started): Promise<boolean> => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    return /^porch_mailbox_connected 1$/m.test(await (await fetch(`${origin}/metrics`, { headers })).text());
  };
  const logins = (): number =>
    readFileSync(join(dovecot.folder, 'log'), 'utf8').match(/imap-login: Info: Login: .* TLS/g)?.length ?? 0;

  it('is read with a certificate that the desk trusts, from the beginning and by STARTTLS', async () => {
    for (const [index, [, url]] of ways().entries()) {
      const desk = await open(url, { NODE_EXTRA_CA_CERTS: join(dovecot.folder, 'cert.pem') });
      await expect.poll(() => isConnected(desk), { timeout: 10000 }).toBe(true);
      expect(logins()).toBe(index + 1);
      await desk.end('SIGTERM');
    }
  });

  it('gets no password with any other certificate, and the log says why', async () => {
    const before = logins();
    for (const [way, url] of ways()) {
      const desk = await open(url);
      const said = () => [...desk.lines(), desk.errors()].join('\n');
      await expect.poll(said, { message: way }).toMatch(/DEPTH_ZERO_SELF_SIGNED_CERT.*mailbox not read/);
      expect(await isConnected(desk)).toBe(false);
      await desk.end('SIGTERM');
    }
    expect(logins()).toBe(before);
  });
});
