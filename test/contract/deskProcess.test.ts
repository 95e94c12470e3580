import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Desk } from '../support/desk';
import { createVisitor, sendFile, sendText } from '../support/deskClient';
import {
  AS_NPM_START,
  type Ended,
  FROM_SOURCE,
  fail,
  killAll,
  type Started,
  start,
} from '../support/deskProcess';
import { putEmptyDatabase } from '../support/emptyDatabase';
import { folderForThisFile } from '../support/folder';
import { openDatabase } from '../support/openDatabase';

const repository = fileURLToPath(new URL('../..', import.meta.url));

describe('the desk as a process', () => {
  const folder = folderForThisFile();
  let dataDir: string;
  beforeAll(() => {
    dataDir = join(folder, 'data');
  });
  afterAll(killAll);

  /** How much later a process may end because the machine is busy, ms: many times the run of an empty program. */
  const lateness = async (): Promise<number> => {
    const before = performance.now();
    await once(spawn(process.execPath, ['-e', '']), 'exit');
    return 10 * (performance.now() - before);
  };

  const ADA = { name: 'Ada', email: 'ada@shop.example', password: 'correct horse battery' };

  /** Signs in as a page of the desk does. @returns calls the agent API as the page then does */
  const cookiesOf = (response: Response) =>
    response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const openPage = async (origin: string, path: string, body: object, before: string[] = []) => {
    const ask = (cookie: string) => (method: string, to: string, sent?: object) =>
      fetch(`${origin}/agent/api${to}`, {
        method,
        headers: { origin, cookie, 'content-type': 'application/json' },
        body: sent && JSON.stringify(sent),
      });
    const response = await ask(before.join('; '))('POST', path, body);
    expect(response.status, await response.clone().text()).toBe(200);
    return ask(cookiesOf(response).join('; '));
  };
  /** Signs in by the printed link. */
  const openDemo = async ({ origin, inboxLink }: Started, name: string) => {
    const link = cookiesOf(await fetch(inboxLink, { redirect: 'manual' }));
    return openPage(origin, '/demo-sign-in', { name }, link);
  };

  const configOf = async (origin: string) => (await fetch(`${origin}/embeddable/config`)).json();

  const oneSentence = ({ code, errors, output }: Ended): string => {
    expect([code, output]).toEqual([1, '']);
    expect(errors.trimEnd().split('\n')).toHaveLength(1);
    expect(errors).not.toMatch(/^\s+at |Error:/m);
    return errors.trimEnd();
  };

  // Makes a database, which takes as long as the machine lets it.
  it('prints four lines with a link for the first admin, once, and ends cleanly on a signal', {
    timeout: 180_000,
  }, async () => {
    const desk = await start({ DATA_DIR: dataDir }, FROM_SOURCE);
    expect(desk.errors()).toBe('Creating the database. This takes a few seconds, the first time only.\n');
    expect(await configOf(desk.origin)).not.toHaveProperty('messenger.people');
    expect(existsSync(join(dataDir, 'agent-token'))).toBe(false);
    expect(desk.lines()).toHaveLength(4);
    expect(desk.lines()[0]).toMatch(
      /^Tag: +<script async src="http:\/\/localhost:\d+\/porch\/porch\.now\.js"><\/script>$/,
    );
    expect((await fetch(`${desk.origin}/`)).status).toBe(404);
    const [, token = ''] =
      /^Inbox: http:\/\/localhost:\d+\/agent#link=([\w-]{43})$/.exec(desk.lines()[1] ?? '') ?? [];
    expect(desk.lines()[2]).toMatch(/^Docs: +http:\/\/localhost:\d+\/docs\/$/);
    expect(desk.lines()[3]).toContain(dataDir);
    expect((await fetch(`${desk.origin}/health`)).status).toBe(200);
    const page = await openPage(desk.origin, `/link/${token}`, ADA);
    expect((await page('GET', '/session')).status).toBe(200);
    const allowed = 2000 + (await lateness());
    const before = performance.now();
    expect((await desk.end('SIGTERM')).code).toBe(0);
    expect(performance.now() - before).toBeLessThan(allowed);

    const again = await start({ DATA_DIR: dataDir });
    expect(again.lines()[1]).toMatch(/^Inbox: http:\/\/localhost:\d+\/agent$/);
    const signedIn = await openPage(again.origin, '/sign-in', ADA);
    expect((await signedIn('GET', '/session')).status).toBe(200);
    expect(again.errors()).toBe('');
    expect((await again.end('SIGINT')).code).toBe(0);
  });

  it('runs from its build by npm start, in one process, on the data of a desk from its sources', {
    timeout: 120_000,
  }, async () => {
    const desk = await start({ DATA_DIR: dataDir }, AS_NPM_START);
    const calls = ['/', '/agent/', '/docs/', '/porch/porch.js'];
    const answers = await Promise.all(calls.map((call) => fetch(`${desk.origin}${call}`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const name of ['Ada', 'Ben']) {
      const page = await openDemo(desk, name);
      expect((await page('GET', '/conversations')).status).toBe(200);
      expect((await page('GET', '/audit')).status).toBe(name === 'Ada' ? 200 : 403);
    }
    const [, page = ''] = /^Page: +(http:\/\/localhost:\d+\/\?demo=\S+)$/.exec(desk.lines()[0] ?? '') ?? [];
    // From there, the link to the inbox is one press, too.
    expect((await fetch(page, { redirect: 'manual' })).headers.getSetCookie()).toHaveLength(1);
    // A newcomer sees people.
    expect(await configOf(desk.origin)).toMatchObject({
      messenger: { people: { faces: true, presence: true, team: { length: 3 }, starters: { length: 3 } } },
    });
    expect(desk.errors()).toBe('');
    // A second process would keep running the desk.
    await desk.end('SIGKILL');
    await expect(fetch(`${desk.origin}/health`)).rejects.toThrow();
  });

  it('ends cleanly while live connections and polls are open', async () => {
    const desk = await start({ DATA_DIR: dataDir });
    const socket = await fetch(`${desk.origin}/faye/some-client`, {
      headers: { accept: 'text/event-stream' },
    });
    expect(socket.status).toBe(200);
    expect((await desk.end('SIGTERM')).code).toBe(0);
    await socket.body?.cancel().catch(() => undefined);
  });

  it('writes what it has counted when it ends', async () => {
    const counting = join(folder, 'counting');
    await putEmptyDatabase(counting);
    writeFileSync(join(counting, 'settings.json'), '{"messenger": {"analytics": true}}');
    const desk = await start({ DATA_DIR: counting });
    const body = JSON.stringify({ url: 'https://shop.example/end', pageView: {} });
    const view = () => fetch(`${desk.origin}/frontendevents/pv`, { method: 'POST', body });
    expect((await Promise.all([view(), view(), view()])).map(({ status }) => status)).toEqual([
      204, 204, 204,
    ]);
    expect((await desk.end('SIGTERM')).code).toBe(0);
    const store = await openDatabase({ folder: counting });
    expect(await store.blips(0)).toMatchObject([{ page: 'shop.example/end', count: 3 }]);
    await store.close();
  });

  it('ends cleanly on two signals, as npm sends on Ctrl-C', async () => {
    const desk = await start({ DATA_DIR: dataDir });
    // An open request holds the end up, so that the second signal comes in between.
    const stuck = connect(Number(new URL(desk.origin).port), '127.0.0.1').on('error', () => {});
    stuck.write('POST /faye HTTP/1.1\r\nHost: desk\r\nContent-Length: 100\r\n\r\n[');
    await once(stuck, 'connect');
    expect((await fetch(`${desk.origin}/health`)).status).toBe(200);
    const ended = once(desk.process, 'exit');
    desk.process.kill('SIGINT');
    while (await fetch(`${desk.origin}/health`).catch(() => undefined));
    desk.process.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    // A desk that does not get to its end leaves its lock behind.
    expect(existsSync(join(dataDir, 'lock.sock'))).toBe(false);
  });

  it('ends on SIGTERM once its live clients have been told, and on a second signal at once', async () => {
    const openStream = async ({ origin }: Started, clientId: string) =>
      fetch(`${origin}/faye/${clientId}`, { headers: { accept: 'text/event-stream' } });
    const desk = await start({ DATA_DIR: dataDir, DRAIN_SECONDS: '3600', UPLOAD_DRAIN_SECONDS: '3600' });
    const only = await openStream(desk, 'only');
    expect((await desk.end('SIGTERM')).code).toBe(0);
    expect(await only.text()).toContain('"restart":true');

    const again = await start({ DATA_DIR: dataDir, DRAIN_SECONDS: '3600' });
    const [first, second] = [await openStream(again, 'first'), await openStream(again, 'second')];
    again.process.kill('SIGTERM');
    expect(await first.text()).toContain('"restart":true');
    // It serves as usual until the second client has been told.
    expect((await fetch(`${again.origin}/health`)).status).toBe(200);
    expect((await again.end('SIGTERM')).code).toBe(0);
    expect(await second.text()).toContain('"restart":true');
    expect(existsSync(join(dataDir, 'lock.sock'))).toBe(false);
  });

  it('refuses a data folder that another desk uses, and accepts it once that one has ended', async () => {
    const first = await start({ DATA_DIR: dataDir });
    expect(oneSentence(await fail({ DATA_DIR: dataDir }))).toContain('Another support desk is using');
    expect((await fetch(`${first.origin}/health`)).status).toBe(200);
    await first.end('SIGKILL');
    const second = await start({ DATA_DIR: dataDir });
    await second.end('SIGTERM');
  });

  it('listens only on this machine until its public address is set', async () => {
    const desk = await start({ DATA_DIR: dataDir, HOST: '' });
    const { port } = new URL(desk.origin);
    const elsewhere = Object.values(networkInterfaces())
      .flat()
      .find((one) => one?.family === 'IPv4' && !one.internal);
    if (elsewhere) await expect(fetch(`http://${elsewhere.address}:${port}/health`)).rejects.toThrow();
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
    await desk.end('SIGTERM');
  });

  it('refuses a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    expect(oneSentence(await fail({ DATA_DIR: dataDir, PORT: String(port) }))).toBe(
      `Port ${port} is in use. Stop the other program, or set PORT to another number.`,
    );
    other.close();
  });

  it('refuses a data folder it cannot write', async () => {
    writeFileSync(join(folder, 'file'), '');
    const sentence = oneSentence(await fail({ DATA_DIR: join(folder, 'file/inside') }));
    expect(sentence).toMatch(/^The data folder .* cannot be written/);
  });

  it('refuses a database that cannot be reached, without giving its password away', async () => {
    const sentence = oneSentence(
      await fail({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://desk:hunter2@127.0.0.1:9/desk' }),
    );
    expect(sentence).toBe(
      'The database at 127.0.0.1:9 cannot be used: nothing listens there. Start PostgreSQL, or check host and port (ECONNREFUSED).',
    );
    expect(sentence).not.toContain('hunter2');
  });

  it('serves pages and takes sign-ins while the folder of uploads hangs', async () => {
    const DATA_DIR = join(folder, 'hanging');
    await putEmptyDatabase(DATA_DIR);
    const agentToken = 'a-token-of-the-agents';
    const desk = await start({ DATA_DIR, AGENT_TOKEN: agentToken });
    const asDesk = { origin: desk.origin, agentToken, appId: 'porch' } as Desk;
    const visitor = await createVisitor(asDesk);
    await sendFile(visitor, asDesk, { name: 'a.txt', content: 'a' });
    const { body } = await visitor.call('GET', `/conversations/${visitor.conversationId}/messages`);
    const { mediaUrl } = body.messages[0] as unknown as { mediaUrl: string };
    const [file = ''] = readdirSync(join(DATA_DIR, 'uploads'), { recursive: true, encoding: 'utf8' })
      .map((name) => join(DATA_DIR, 'uploads', name))
      .filter((path) => !path.includes('builds') && statSync(path).isFile());
    // A pipe with a name: to open it waits for somebody who writes, as a folder of another machine may wait.
    rmSync(file);
    execFileSync('mkfifo', [file]);
    const leaving = new AbortController();
    const asked = Array.from({ length: 8 }, () =>
      fetch(mediaUrl, { signal: leaving.signal }).catch(() => undefined),
    );
    const inTime = () => ({ signal: AbortSignal.timeout(20_000) });
    for (let round = 0; round < 5; round++)
      expect((await fetch(`${desk.origin}/porch/porch.js`, inTime())).status).toBe(200);
    const wrong = { email: ADA.email, password: 'not this one' };
    const signIn = await fetch(`${desk.origin}/agent/api/sign-in`, {
      ...inTime(),
      method: 'POST',
      headers: { origin: desk.origin, 'content-type': 'application/json' },
      body: JSON.stringify(wrong),
    });
    expect(signIn.status).toBe(401);
    expect((await sendText(visitor, 'Hello')).status).toBe(201);
    expect((await fetch(`${desk.origin}/ready`, inTime())).status).toBe(200);
    leaving.abort();
    await Promise.all(asked);
    await desk.end('SIGKILL');
  });

  it.each([
    [{ PORT: 'eighty' }, /^PORT must be/],
    [{ PORT: '65536' }, /^PORT must be/],
    [{ PUBLIC_URL: 'help.example' }, /^PUBLIC_URL must be/],
    [{ DATABASE_POOL: '0' }, /^DATABASE_POOL must be/],
    [{ REDIS_URL: 'redis://127.0.0.1:6379' }, /^REDIS_URL needs DATABASE_URL, .*\.$/],
    [{ IMAP_URL: 'imaps://mail.shop.example' }, /^IMAP_URL must be an address such as imaps:/],
    [
      { IMAP_URL: 'imaps://a:b@mail.shop.example', IMAP_ADDRESS: 'help+us@shop.example' },
      /^IMAP_ADDRESS must be/,
    ],
    [{ DATABASE_READ_URL: 'postgres://127.0.0.1/desk' }, /^DATABASE_READ_URL needs DATABASE_URL, .*\.$/],
    [{ DATABASE_READ_URL: '127.0.0.1/desk' }, /^DATABASE_READ_URL must be an address such as /],
    [{ REDIS_URL: '127.0.0.1:6379' }, /^REDIS_URL must be a redis or rediss address/],
    [{ REDIS_URL: 'http://127.0.0.1:6379' }, /^REDIS_URL must be/],
    [{ REDIS_URL: 'redis://127.0.0.1/name' }, /^REDIS_URL must be/],
    [{ REDIS_URL: 'redis://127.0.0.1?offline=1' }, /^REDIS_URL must be/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be/],
    [{ DRAIN_SECONDS: 'ten' }, /^DRAIN_SECONDS must be a whole number of seconds, from 0 to 9999\.$/],
    [{ UPLOAD_DRAIN_SECONDS: '-1' }, /^UPLOAD_DRAIN_SECONDS must be/],
    [{ HOST: '0.0.0.0' }, /^PUBLIC_URL must be set if other machines can reach the desk/],
    [{ HOST: '::' }, /^PUBLIC_URL must be set/],
    [
      { AGENT_TOKEN: 'x', PUBLIC_URL: 'http://127.0.0.1:8080' },
      /^AGENT_TOKEN must have at least 16 characters/,
    ],
    [{ AGENT_TOKEN: 'correct horse battery' }, /^AGENT_TOKEN can have only ASCII .*, and no spaces\.$/],
    [{ METRICS_TOKEN: 'schlüssel-des-hauses' }, /^METRICS_TOKEN can have only/],
    [{ PUBLIC_URL: 'http://127.0.0.1:8080/?a=1' }, /^PUBLIC_URL can have a path, but no \? or #\.$/],
    [{ PUBLIC_URL: 'http://127.0.0.1:8080/#top' }, /^PUBLIC_URL can have a path/],
  ])('refuses %o', async (env, sentence) => {
    expect(oneSentence(await fail({ DATA_DIR: dataDir, ...env }))).toMatch(sentence);
  });

  const statusWith = async (origin: string, token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${origin}/agent/api/session`, { headers })).status;
  };

  it('makes AGENT_TOKEN an API key, says so once, and replaces it by another', async () => {
    const odd = join(folder, 'odd-token');
    await putEmptyDatabase(odd);
    const [one, two] = ['a+b/c=d&e%41f-0123456', 'another-token-of-programs'];
    const desk = await start({ DATA_DIR: odd, AGENT_TOKEN: one });
    expect(desk.errors()).toMatch(/^The agents’ token is the API key AGENT_TOKEN now, .*\n$/);
    expect(desk.lines()[1]).toContain('/agent#link=');
    expect(await statusWith(desk.origin, one)).toBe(200);
    await desk.end('SIGTERM');
    const again = await start({ DATA_DIR: odd });
    expect([await statusWith(again.origin, one), again.errors()]).toEqual([200, '']);
    await again.end('SIGTERM');
    const other = await start({ DATA_DIR: odd, AGENT_TOKEN: two });
    expect([await statusWith(other.origin, one), await statusWith(other.origin, two)]).toEqual([401, 200]);
    await other.end('SIGTERM');
  });

  it('takes the token that an older desk has stored, once: removed by an admin, it stays away', async () => {
    const older = join(folder, 'older');
    await putEmptyDatabase(older);
    const token = 'the-token-of-an-older-desk';
    writeFileSync(join(older, 'agent-token'), `${token}\n`);
    const desk = await start({ DATA_DIR: older });
    expect(await statusWith(desk.origin, token)).toBe(200);
    const [, link] = /#link=(.+)$/.exec(desk.lines()[1] ?? '') ?? [];
    const page = await openPage(desk.origin, `/link/${link}`, ADA);
    expect((await page('DELETE', '/api-keys/AGENT_TOKEN')).status).toBe(200);
    await desk.end('SIGTERM');
    const again = await start({ DATA_DIR: older });
    expect(await statusWith(again.origin, token)).toBe(401);
    await again.end('SIGTERM');
  });

  it('prints a link for who is locked out by a command, while it runs and while it does not', async () => {
    const place = join(folder, 'older');
    const command = (email: string) =>
      new Promise<{ output: string; errors: string }>((resolve) => {
        const args = ['examples/support-desk/build/desk.js', 'sign-in-link', email];
        const env = { PATH: process.env.PATH, DATA_DIR: place };
        execFile(process.execPath, args, { cwd: repository, env }, (_error, output, errors) =>
          resolve({ output, errors }),
        );
      });
    const LINK =
      /^http:\/\/localhost:8080\/agent#link=([\w-]{43})\nIt can be used once, within 24 hours\.\n$/;
    const linkFor = async (email: string) => LINK.exec((await command(email)).output)?.[1];
    const stopped = await linkFor('ADA@shop.example');
    const desk = await start({ DATA_DIR: place });
    expect((await command('eve@shop.example')).errors).toBe('No agent has the email eve@shop.example.\n');
    const running = await linkFor(ADA.email);
    expect((await fetch(`${desk.origin}/agent/api/link/${stopped}`)).status).toBe(404);
    const next = { password: 'another password' };
    await openPage(desk.origin, `/link/${running}`, next);
    await openPage(desk.origin, '/sign-in', { ...ADA, ...next });
    await desk.end('SIGTERM');
  });

  it('has the demo’s agents only while it is a demo', async () => {
    const place = join(folder, 'demo');
    await putEmptyDatabase(place);
    const demo = await start({ DATA_DIR: place, DEMO: '1' });
    const page = await openDemo(demo, 'Ada');
    expect(demo.lines()[1]).toMatch(/\/agent\/\?demo=[\w-]{22}$/);
    await demo.end('SIGTERM');
    const port = new URL(demo.origin).port;
    const desk = await start({ DATA_DIR: place, PORT: port });
    expect(desk.lines()[1]).toContain('/agent#link=');
    expect((await page('GET', '/session')).status).toBe(401);
    expect((await page('POST', '/demo-sign-in', { name: 'Ada' })).status).toBe(404);
    await desk.end('SIGTERM');
    const again = await start({ DATA_DIR: place, DEMO: '1' });
    await openDemo(again, 'Ben');
    expect(again.inboxLink).not.toBe(demo.inboxLink);
    await again.end('SIGTERM');
  });

  it('does not start with an invalid settings file, and names the line', async () => {
    const odd = join(folder, 'odd');
    mkdirSync(odd);
    writeFileSync(join(odd, 'settings.json'), '{"messenger":\n {"titel": "Shop"}}');
    expect(oneSentence(await fail({ DATA_DIR: odd }))).toMatch(
      /settings\.json cannot be used: line 2: messenger\.titel: there is no such setting; did you mean title\? Fix it or remove it\.$/,
    );
  });

  it('starts with the last good settings, and warns once', async () => {
    const put = (text: string) => writeFileSync(join(dataDir, 'settings.json'), text);
    put('{"messenger": {"attachmentsEnabled": false}}');
    await (await start({ DATA_DIR: dataDir })).end('SIGTERM');
    put('{"messenger": {"attachmentsEnabled": false},}');
    const desk = await start({ DATA_DIR: dataDir });
    for (let i = 0; i < 3; i++) {
      expect(await configOf(desk.origin)).toMatchObject({ messenger: { attachmentsEnabled: false } });
    }
    await desk.end('SIGTERM');
    const warnings = desk.errors().match(/^Warning: .*/gm) ?? [];
    expect(warnings).toEqual([expect.stringMatching(/settings\.json is not used: line 1: /)]);
    rmSync(join(dataDir, 'settings.json'));
  });

  it('lays the preview over the settings, and follows changes of both without a restart', async () => {
    const looks = join(folder, 'looks');
    await putEmptyDatabase(looks);
    const put = (name: string, messenger: object) =>
      writeFileSync(join(looks, name), JSON.stringify({ messenger }));
    put('settings.json', { title: 'Shop', position: 'left' });
    put('settings.preview.json', { title: 'Shop, soon' });
    const desk = await start({ DATA_DIR: looks });
    const messenger = async (path: string) =>
      ((await (await fetch(`${desk.origin}/embeddable/${path}`)).json()) as { messenger: object }).messenger;
    expect(await messenger('config')).toMatchObject({ title: 'Shop', position: 'left' });
    expect(await messenger('preview/config')).toMatchObject({ title: 'Shop, soon', position: 'left' });
    put('settings.json', { title: 'Store' });
    await expect.poll(() => messenger('config')).toMatchObject({ title: 'Store' });
    const preview = await messenger('preview/config');
    expect(preview).toMatchObject({ title: 'Shop, soon' });
    expect(preview).not.toHaveProperty('position');
    await desk.end('SIGTERM');
  });
});
