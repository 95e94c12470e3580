import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { guardedRequest, type Resolve } from '../../../examples/support-desk/server/egress/guardedRequest';
import type { Webhook } from '../../../examples/support-desk/server/model/integrationEntities';
import { createClock } from '../../../examples/support-desk/server/process/clock';
import { createPost, targetProblem } from '../../../examples/support-desk/server/webhooks/postWebhook';
import { forThisTest } from '../../support/forThis';
import { listen } from '../../support/listen';

const NOT_PUBLIC = 'its address is not a public one';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = '{"events":[]}';

/** A server on this machine. @returns its port, and the requests that it got */
const serve = async (listener: RequestListener) => {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    listener(request, response);
  });
  const { port } = await forThisTest(listen(server));
  return { port, asked };
};

const webhookTo = (target: string): Webhook => ({
  id: 'w',
  integrationId: 'bot_1',
  target,
  triggers: ['conversation:message'],
  secret: SECRET,
  includeFullUser: false,
  includeFullSource: false,
  createdAt: 1,
});

/** A DNS that gives these addresses, one answer after the other. */
const resolving = (...answers: string[][]): Resolve =>
  ((
    _host: string,
    _options: object,
    callback: (error: null, addresses: { address: string; family: number }[]) => void,
  ) => {
    const addresses = answers.length > 1 ? (answers.shift() ?? []) : (answers[0] ?? []);
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as Resolve;

const send = (target: string, allowed: string[] = [], resolve?: Resolve) =>
  createPost(allowed, createClock().after, resolve)(webhookTo(target), 'delivery', BODY, Date.now());

describe('a webhook', () => {
  it.each([
    // IPv4 of this machine and of private networks, in each form that URLs take.
    '127.0.0.1',
    '127.1',
    '127.0.0.1.',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '127.0x0.0.01',
    '10.0.0.8',
    '0xa.8',
    '012.0.0.8',
    '167772168',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '0300.0250.1.1',
    '3232235777',
    // Link-local, with the address of cloud metadata; CGNAT; nothing; broadcast; multicast; reserved and documentation.
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '100.64.0.1',
    '100.127.255.254',
    '0.0.0.0',
    '0',
    '0.1.2.3',
    '255.255.255.255',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '192.0.0.8',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.7',
    '192.88.99.1',
    '①②⑦.⓪.⓪.①',
    // IPv6 likewise.
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[100::1]',
    // IPv4 in IPv6: mapped, compatible, translated (SIIT, NAT64), 6to4 and Teredo.
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:10.0.0.8]',
    '[0:0:0:0:0:ffff:c0a8:101]',
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::a00:8]',
    '[64:ff9b:1::a00:8]',
    '[2002:7f00:1::]',
    '[2002:a00:8::1]',
    '[2001:0:53aa:64c::1]',
  ])('does not reach https://%s', async (host) => {
    expect(await send(`https://${host}/hook`)).toEqual({ outcome: 'failed', answer: NOT_PUBLIC });
  });

  it.each([
    ['127.0.0.1'],
    ['10.0.0.8'],
    ['::1'],
    ['::ffff:192.168.1.1'],
    ['64:ff9b::a00:8'],
    ['169.254.169.254'],
    ['93.184.216.34', '10.0.0.8'],
    ['2606:2800:220:1::1', 'fe80::1'],
  ])('does not reach a name that resolves to %s %s', async (...addresses) => {
    const answer = await send('https://bot.example/hook', [], resolving(addresses));
    expect(answer).toEqual({ outcome: 'failed', answer: NOT_PUBLIC });
  });

  it.each(['localhost', 'localhost.', 'LOCALHOST', 'lOcAlHoSt..'])('does not reach %s', async (host) => {
    const { outcome } = await send(`https://${host}/hook`);
    expect(outcome).toBe('failed');
  });

  it('connects to the address that was checked, though the name has another at once', async () => {
    const { port, asked } = await serve((_, response) => response.end());
    const answers = [['127.0.0.2'], ['127.0.0.1']];
    const sent = guardedRequest(new URL(`http://bot.example:${port}/`), {
      headers: {},
      mayReach: (address) => address === '127.0.0.2',
      signal: new AbortController().signal,
      resolve: resolving(...answers),
    });
    await expect(sent).rejects.toMatchObject({ code: 'ECONNREFUSED', address: '127.0.0.2' });
    expect(asked).toEqual([]);
  });

  it('reaches a host that the operator allows by name, and no other', async () => {
    const { port, asked } = await serve((_, response) => response.end());
    expect(await send(`http://127.0.0.1:${port}/hook`, ['127.0.0.1'])).toEqual({
      outcome: 'taken',
      answer: '200',
    });
    expect((await send(`http://localhost:${port}/hook`, ['127.0.0.1'])).outcome).toBe('failed');
    expect(await send(`http://bot.internal:${port}/`, ['bot.internal'], resolving(['127.0.0.1']))).toEqual({
      outcome: 'taken',
      answer: '200',
    });
    expect(asked).toHaveLength(2);
  });

  it('gets the secret, the id and a signature that standardwebhooks verifies', async () => {
    let body = '';
    const { port, asked } = await serve((request, response) => {
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => response.end());
    });
    await send(`http://127.0.0.1:${port}/hook`, ['127.0.0.1']);
    const headers = asked[0]?.headers as Record<string, string>;
    expect(headers).toMatchObject({
      'x-api-key': SECRET,
      'webhook-id': 'delivery',
      'content-type': 'application/json',
    });
    const verifier = new Verifier(SECRET);
    expect(verifier.verify(body, headers)).toEqual(JSON.parse(BODY));
    expect(() => verifier.verify(`${body} `, headers)).toThrow();
  });

  it('follows no redirect, and waits for no body', async () => {
    const { port, asked } = await serve(({ url }, response) => {
      if (url === '/slow') return void response.writeHead(200).write('x');
      response.writeHead(307, { Location: '/other' }).end();
    });
    const to = (path: string) => send(`http://127.0.0.1:${port}${path}`, ['127.0.0.1']);
    expect(await to('/hook')).toEqual({ outcome: 'failed', answer: '307' });
    expect(await to('/slow')).toEqual({ outcome: 'taken', answer: '200' });
    expect(asked.map(({ url }) => url)).toEqual(['/hook', '/slow']);
  });

  it.each([
    [200, 'taken'],
    [204, 'taken'],
    [400, 'refused'],
    [406, 'refused'],
    [410, 'refused'],
    [401, 'failed'],
    [404, 'failed'],
    [429, 'failed'],
    [500, 'failed'],
    [503, 'failed'],
  ])('that answers %d has %s it', async (status, outcome) => {
    const { port } = await serve((_, response) => response.writeHead(status).end());
    expect(await send(`http://127.0.0.1:${port}/`, ['127.0.0.1'])).toEqual({ outcome, answer: `${status}` });
  });

  it('that nobody serves has failed', async () => {
    const { port, close } = await listen(createServer());
    await close();
    expect(await send(`http://127.0.0.1:${port}/`, ['127.0.0.1'])).toEqual({
      outcome: 'failed',
      answer: 'ECONNREFUSED',
    });
  });
});

describe('the address of a webhook', () => {
  it.each([
    ['', 'must be an https address'],
    ['bot.example', 'must be an https address'],
    ['http://bot.example/', 'must be an https address'],
    ['ftp://bot.example/', 'must be an https address'],
    ['file:///etc/passwd', 'must be an https address'],
    ['javascript:alert(1)', 'must be an https address'],
    ['https://name:word@bot.example/', 'must have no name and password'],
    ['https://name@bot.example/', 'must have no name and password'],
  ])('%j is refused', (target, problem) => {
    expect(targetProblem(target, [])).toBe(problem);
  });

  it('is https, or of a host that the operator allows', () => {
    expect(targetProblem('https://bot.example/hook?a=b', [])).toBeUndefined();
    for (const host of ['bot.internal', 'BOT.internal', 'bot.internal.'])
      expect(targetProblem(`http://${host}:3000/`, ['bot.internal'])).toBeUndefined();
    expect(targetProblem('http://bot.internal.evil.example/', ['bot.internal'])).toBeDefined();
  });
});
