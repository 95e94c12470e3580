import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RefusedEmailsAnswer } from '../../examples/support-desk/shared/answers/emails';
import { ADDRESS, type Answerable, answerTo, headerOf } from '../support/answeredMail';
import type { Desk } from '../support/desk';
import { agent, createVisitor, sendText, signedIn, type Visitor } from '../support/deskClient';
import { killAll, type Started, start } from '../support/deskProcess';
import { DOVECOT, type Dovecot, startDovecot } from '../support/dovecot';
import { putEmptyDatabase } from '../support/emptyDatabase';
import { folderForThisFile } from '../support/folder';
import { signJwt } from '../support/jwt';
import { mailSettings, startMailServer } from '../support/mailServer';
import { POSTGRES, type PostgresServer, startPostgres } from '../support/postgres';
import { REDIS, type RedisServer, startRedis } from '../support/redis';
import { type StallingProxy, startStallingProxy } from '../support/stallingProxy';

const TOKEN = 'the-token-of-the-desk-in-a-process';
const KEY = { id: 'key', secret: 'a secret of more than 32 characters' };

type Setting = {
  dovecot: Dovecot;
  proxy: StallingProxy;
  smtp: Awaited<ReturnType<typeof startMailServer>>;
  /** The environment of a desk. */
  env: Record<string, string>;
  close(): Promise<void>;
};

/** Starts the servers around a desk, and writes its settings. */
const setUpMail = async (folder: string): Promise<Setting> => {
  const [dovecot, smtp] = await Promise.all([startDovecot(), startMailServer()]);
  const proxy = await startStallingProxy(dovecot.port);
  const email = { ...mailSettings(smtp.url), sendAfter: 1 };
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ email, auth: { signingKeys: [KEY] } }));
  const url = dovecot.url.replace(`:${dovecot.port}/`, `:${proxy.port}/`);
  return {
    dovecot,
    proxy,
    smtp,
    env: { DATA_DIR: folder, AGENT_TOKEN: TOKEN, METRICS_TOKEN: TOKEN, IMAP_URL: url },
    close: async () => {
      await proxy.close();
      await Promise.all([dovecot.close(), smtp.close()]);
    },
  };
};

const deskOf = ({ origin }: Started): Desk =>
  ({ origin, agentToken: TOKEN, appId: 'porch' }) as unknown as Desk;

/** Answers a visitor whose login has an address. */
const answer = async (desk: Desk, email: string): Promise<Visitor> => {
  const visitor = await createVisitor(desk);
  const jwt = signJwt(KEY, { external_id: email, email, exp: Date.now() / 1000 + 900 });
  const call = signedIn(desk, `Bearer ${jwt}`);
  await call('POST', '/login', { appUserId: visitor.id, sessionToken: visitor.sessionToken });
  await sendText({ ...visitor, call }, 'In blue?');
  await agent(desk)('POST', `/conversations/${visitor.conversationId}/messages`, { text: 'In blue.' });
  return { ...visitor, call };
};

/** Lets the desk write to a visitor who is away. */
const write = async (desk: Desk, { smtp }: Setting): Promise<Answerable> => {
  smtp.received.length = 0;
  const visitor = await answer(desk, ADDRESS);
  await expect.poll(() => smtp.received.length).toBe(1);
  const [mail] = smtp.received;
  if (!mail) throw new Error('The desk has sent no mail');
  const of = (name: string): string => headerOf(mail, name);
  return {
    visitor,
    mail,
    replyTo: of('Reply-To'),
    messageId: of('Message-ID'),
    references: of('References'),
    subject: of('Subject'),
  };
};

const mailed = async (desk: Started, { visitor }: Answerable) => {
  const { messages } = (await agent(deskOf(desk))('GET', `/conversations/${visitor.conversationId}/messages`))
    .body;
  return messages.filter(({ source }) => (source as { type?: string } | undefined)?.type === 'email');
};

describe.skipIf(!DOVECOT)('a desk that is killed', () => {
  const folder = folderForThisFile();
  let setting: Setting;
  beforeAll(async () => {
    await putEmptyDatabase(folder);
    setting = await setUpMail(folder);
  });
  afterAll(async () => {
    killAll();
    await setting.close();
  });

  it('sends what was to be sent, once', async () => {
    const { env, smtp } = setting;
    const first = await start(env);
    await answer(deskOf(first), 'bob@visitor.example');
    await first.end('SIGKILL');
    const again = await start(env);
    const mails = () => smtp.received.filter(({ to }) => to.includes('bob@visitor.example'));
    await expect.poll(() => mails().length).toBe(1);
    await again.end('SIGTERM');
    expect(mails().map(({ text }) => text.includes('In blue.'))).toEqual([true]);
  });

  it('between storing a mail and marking it has that mail once, with its files', async () => {
    const { env, dovecot, proxy } = setting;
    let desk = await start(env);
    const answered = await write(deskOf(desk), setting);
    const files = ['a', 'b'].map((name) => ({ type: 'text/plain', name: `${name}.txt`, content: name }));
    const expected: unknown[] = [];
    for (let n = 0; n < 2; n++) {
      const stalled = proxy.stallAt(/ STORE .*Seen/);
      dovecot.deliver(answerTo(answered, { plain: `Mail ${n}`, files: n === 1 ? files : [] }));
      await stalled;
      // It is stored, and the mailbox does not know.
      expect(dovecot.flags().at(-1)).toBe('');
      await desk.end('SIGKILL');
      desk = await start(env);
      expected.push(`Mail ${n}`, ...(n === 1 ? ['a.txt', 'b.txt'] : []));
      await expect.poll(() => dovecot.flags().at(-1)).toBe('S');
      expect((await mailed(desk, answered)).map(({ text, altText }) => text ?? altText)).toEqual(expected);
    }
    for (const { mediaUrl } of (await mailed(desk, answered)).filter((message) => message.mediaUrl))
      expect((await fetch(String(mediaUrl))).status).toBe(200);

    // One that is not taken is listed once, and accepted once.
    const refused = async () =>
      (await agent(deskOf(desk))('GET', '/refused-emails')).body as unknown as RefusedEmailsAnswer;
    const listing = proxy.stallAt(/ STORE .*PorchRefused/);
    dovecot.deliver(answerTo(answered, { plain: 'Mine, too' }, { from: 'eve@other.example' }));
    await listing;
    await desk.end('SIGKILL');
    desk = await start(env);
    await expect.poll(() => dovecot.flags().at(-1)).toBe('a');
    const { emails } = await refused();
    expect(emails.map(({ preview }) => preview)).toEqual(['Mine, too']);
    const accept = () => agent(deskOf(desk))('POST', `/refused-emails/${emails[0]?.id}/accept`, {});
    const accepting = proxy.stallAt(/ STORE .*Seen/);
    const cut = accept().catch(() => undefined);
    await accepting;
    await desk.end('SIGKILL');
    await cut;
    desk = await start(env);
    expect((await refused()).emails).toHaveLength(1);
    expect((await accept()).status).toBe(200);
    expect((await refused()).emails).toEqual([]);
    expect((await mailed(desk, answered)).map(({ text, altText }) => text ?? altText)).toEqual([
      ...expected,
      'Mine, too',
    ]);
    expect(dovecot.flags().at(-1)).toBe('Sa');
    await desk.end('SIGTERM');
  });
});

describe.skipIf(!DOVECOT || !POSTGRES || !REDIS)('two processes of a desk', () => {
  const folder = folderForThisFile();
  let setting: Setting;
  let postgres: PostgresServer;
  let redis: RedisServer;
  beforeAll(async () => {
    [setting, postgres, redis] = await Promise.all([setUpMail(folder), startPostgres(), startRedis()]);
  });
  afterAll(async () => {
    killAll();
    await setting.close();
    await Promise.all([postgres.close(), redis.stop()]);
  });

  const isReading = async ({ origin }: Started): Promise<boolean> => {
    const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    return /^porch_mailbox_connected 1$/m.test(await answer.text());
  };

  it('have one that reads the mailbox, and the other one when that is killed', async () => {
    const { dovecot, env } = setting;
    const shared = { ...env, DATABASE_URL: await postgres.newDatabase(), REDIS_URL: redis.url };
    const desks = [await start(shared), await start(shared)] as const;
    const reading = async () => (await Promise.all(desks.map(isReading))).filter(Boolean).length;
    await expect.poll(reading).toBe(1);
    const answered = await write(deskOf(desks[0]), setting);
    dovecot.deliver(answerTo(answered, { plain: 'To the first' }));
    await expect.poll(() => dovecot.flags()).toEqual(['S']);
    expect(await reading()).toBe(1);
    const [first, other] = (await isReading(desks[0])) ? desks : [desks[1], desks[0]];
    await first.end('SIGKILL');
    dovecot.deliver(answerTo(answered, { plain: 'To the other' }));
    await expect.poll(() => dovecot.flags()).toEqual(['S', 'S']);
    expect((await mailed(other, answered)).map(({ text }) => text)).toEqual(['To the first', 'To the other']);
    await other.end('SIGTERM');
  });
});
