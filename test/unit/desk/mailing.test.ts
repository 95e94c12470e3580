import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import type { Wait } from '../../../examples/support-desk/server/domain/entities';
import { createMailRound, sendBySmtp } from '../../../examples/support-desk/server/mailing';
import { headerOf } from '../../support/answeredMail';
import { startMailServer } from '../../support/mailServer';

const EMAIL = { to: 'ada@visitor.example', from: 'help@shop.example', subject: 'S', text: 'T', html: 'H' };

/** A mail server that goes on talking, but never lets a sender begin. */
const startTalker = async () => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    const talking = setInterval(() => socket.write('220-Please wait\r\n'), 5);
    socket.once('close', () => clearInterval(talking));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

it('an email to a server that only keeps it waiting ends after its time, or when it is given up', async () => {
  const talker = await startTalker();
  const late = { code: 'ETIMEDOUT' };
  await expect(sendBySmtp(talker.url, EMAIL, undefined, 30)).rejects.toMatchObject(late);
  const given = new AbortController();
  const sending = sendBySmtp(talker.url, EMAIL, given.signal, 3_600_000);
  given.abort();
  await expect(sending).rejects.toMatchObject(late);
  await talker.close();
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
  await sendBySmtp(server.url, { ...EMAIL, from, to: [from, 'ben@shop.example'] });
  const [sent] = server.received;
  expect([sent?.from, sent?.to]).toEqual(['care@shop.example', ['care@shop.example', 'ben@shop.example']]);
  expect(sent && headerOf(sent, 'From')).toBe(written);
  expect(sent && headerOf(sent, 'To')).toBe(`${written}, ben@shop.example`);
  await server.close();
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
      dueWaits: async () => ['a', 'b', 'c'].map(wait),
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
