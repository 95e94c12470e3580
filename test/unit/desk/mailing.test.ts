import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { isRefusal } from '../../../examples/support-desk/server/domain/mail/email';
import { createMailRound, createSmtp } from '../../../examples/support-desk/server/mail/mailing';
import type { Wait } from '../../../examples/support-desk/server/model/entities';
import { createClock } from '../../../examples/support-desk/server/process/clock';
import { headerOf } from '../../support/answeredMail';
import { forThisTest } from '../../support/forThis';
import { listen } from '../../support/listen';
import { startMailServer } from '../../support/mailServer';

const { after } = createClock();
const EMAIL = { to: 'ada@visitor.example', from: 'help@shop.example', subject: 'S', text: 'T', html: 'H' };

/** A mail server that keeps talking, but never lets a sender begin. */
const startTalker = async (): Promise<string> => {
  const server = createServer((socket) => {
    const talking = setInterval(() => socket.write('220-Please wait\r\n'), 5);
    socket.on('error', () => undefined).once('close', () => clearInterval(talking));
  });
  return `smtp://127.0.0.1:${(await forThisTest(listen(server))).port}`;
};

it('an email to a server that only keeps it waiting ends after its time, or when it is given up', async () => {
  const url = await startTalker();
  const late = { code: 'ETIMEDOUT' };
  await expect(createSmtp(after, 30)(url, EMAIL)).rejects.toMatchObject(late);
  const given = new AbortController();
  const sending = createSmtp(after, 3_600_000)(url, EMAIL, given.signal);
  given.abort();
  await expect(sending).rejects.toMatchObject(late);
});

it.each([
  ['A.B. Shop; Ltd: <care@shop.example>', '"A.B. Shop; Ltd:" <care@shop.example>'],
  ['"Shop, Ltd." <care@shop.example>', '"Shop, Ltd." <care@shop.example>'],
  ['The shop (help) <care@shop.example>', '"The shop (help)" <care@shop.example>'],
  ['Shop \\ "Co" <care@shop.example>', String.raw`"Shop \\ \"Co\"" <care@shop.example>`],
  ['care@shop.example', 'care@shop.example'],
  ['Shop <care@shop.example>', 'Shop <care@shop.example>'],
  ['山田 <care@shop.example>', '=?UTF-8?B?5bGx55Sw?= <care@shop.example>'],
])('an email is from and to the address and the name that were set: %s', async (from, written) => {
  const server = await startMailServer();
  await createSmtp(after)(server.url, { ...EMAIL, from, to: [from, 'ben@shop.example'] });
  const [sent] = server.received;
  expect([sent?.from, sent?.to]).toEqual(['care@shop.example', ['care@shop.example', 'ben@shop.example']]);
  expect(sent && headerOf(sent, 'From')).toBe(written);
  expect(sent && headerOf(sent, 'To')).toBe(`${written}, ben@shop.example`);
  await server.close();
});

/** A mail server that answers one command with this line. */
const startRefuser = async (verb: string, line: string): Promise<number> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write(verb === '' ? `${line}\r\n` : '220 ready\r\n');
    let isData = false;
    socket.on('data', (chunk: Buffer) => {
      for (const said of String(chunk).split('\r\n').filter(Boolean)) {
        if (isData && said !== '.') continue;
        isData = said.startsWith('DATA') && verb !== 'DATA';
        const usual = isData ? '354 go on' : said.startsWith('EHLO') ? '250 AUTH PLAIN' : '250 ok';
        socket.write(said.startsWith(verb || ' ') ? `${line}\r\n` : `${usual}\r\n`);
      }
    });
  });
  return (await forThisTest(listen(server))).port;
};

it.each([
  ['', '554 no service', false],
  ['', '421 too busy', false],
  ['AUTH', '535 5.7.8 the password has expired', false],
  ['MAIL', '550 not a sender of ours', false],
  ['MAIL', '530 log in first', false],
  ['RCPT', '450 4.2.0 greylisted', false],
  ['RCPT', '452 4.2.2 mailbox full', false],
  ['RCPT', '421 closing', false],
  ['RCPT', '530 5.7.0 log in first', false],
  ['RCPT', '550 5.1.1 no such user', true],
  ['RCPT', '553 no such name', true],
  ['DATA', '451 4.3.0 try later', false],
  ['DATA', '554 5.6.0 not taken', true],
  ['.', '452 4.3.1 disk full', false],
  ['.', '550 5.7.1 spam', true],
])('only the refusal of an address or an email is for good: %s %s', async (verb, line, isForGood) => {
  const port = await startRefuser(verb, line);
  const failure = await createSmtp(after)(`smtp://u:p@127.0.0.1:${port}`, EMAIL).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(Error);
  expect(isRefusal(failure)).toBe(isForGood);
});

/** A round with conversations that wait for an email, on a store that only counts who asked for a conversation. */
const createRound = (failure: unknown, onAsk: () => void = () => undefined) => {
  const wait = (id: string) => ({ conversationId: id, offerAt: null, mailAt: 1 }) as Wait;
  const asked: number[] = [];
  let now = 1000;
  const deps = {
    now: () => now,
    settings: () => ({
      email: { enabled: true, smtpUrl: 'smtp://127.0.0.1', from: 'a', page: 'https://shop.example' },
    }),
    store: {
      dueWaits: async (what: string) => (what === 'mailAt' ? ['a', 'b', 'c'].map(wait) : []),
      transaction: () => {
        asked.push(now);
        onAsk();
        return Promise.reject(failure);
      },
    },
  };
  const round = createMailRound(deps as unknown as Parameters<typeof createMailRound>[0], {
    warn: () => undefined,
  });
  return { round, asked, pass: (ms: number) => (now += ms) };
};

it('a round goes on after an email that a server refuses, and ends at a server out of reach', async () => {
  const refused = createRound(Object.assign(new Error('no'), { code: 'EENVELOPE' }));
  await refused.round();
  expect(refused.asked).toHaveLength(3);
  const away = createRound(Object.assign(new Error('no'), { code: 'ETIMEDOUT' }));
  await away.round();
  expect(away.asked).toHaveLength(1);
});

it('a round begins no email after a minute, or once it is given up', async () => {
  const slow = createRound(new Error('no'), () => slow.pass(31_000));
  await slow.round();
  expect(slow.asked).toHaveLength(2);
  const given = new AbortController();
  const stopped = createRound(new Error('no'), () => given.abort());
  await stopped.round(given.signal);
  expect(stopped.asked).toHaveLength(1);
});
