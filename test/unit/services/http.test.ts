import { describe, expect, it, vi } from 'vitest';
import { createHttp, type Method } from '../../../src/services/http';
import { RequestError } from '../../../src/services/requestError';
import { createFakeClock } from '../../support/fakeClock';

type Sent = { url: string; method: string; headers: Headers; body: unknown; signal: AbortSignal };
type Reply = Response | Error | 'never';

const json = (body: unknown, status = 200, type = 'application/json; charset=utf-8') =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': type } });

/** A refusal in the service's own form. */
const no = (status: number, retryAfter?: string) =>
  new Response(JSON.stringify({ error: { code: 'why', description: 'Because' } }), {
    status,
    headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  });

const create = (replies: (Reply | (() => Reply))[]) => {
  const clock = createFakeClock();
  const sent: Sent[] = [];
  const times: number[] = [];
  const headers = vi.fn(() => ({ Authorization: `Basic ${headers.mock.calls.length}` }));
  const fetch = (url: string, { method, headers: h, body, signal }: RequestInit) => {
    sent.push({
      url,
      method: method ?? '',
      headers: new Headers(h),
      body: body === undefined ? undefined : JSON.parse(String(body)),
      signal: signal as AbortSignal,
    });
    times.push(clock.now());
    const next = replies.shift();
    const reply = typeof next === 'function' ? next() : next;
    if (reply instanceof Response) return Promise.resolve(reply);
    if (reply !== 'never') return Promise.reject(reply ?? new TypeError('no reply was planned'));
    return new Promise<Response>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
  };
  const http = createHttp({
    fetch: fetch as typeof globalThis.fetch,
    clock,
    baseUrl: 'https://desk.example/sc/sdk/v2/apps/app',
    headers,
  });
  /** Makes a request and advances the clock until it succeeds or fails. */
  const ask = async (method: Method = 'GET', path = '/x', body?: unknown) => {
    const outcome = http(method, path, body).then(
      (value) => ({ value, error: undefined }),
      (error: RequestError) => ({ value: undefined, error }),
    );
    await clock.advance(120_000);
    return outcome;
  };
  return { http, ask, clock, sent, times, headers };
};
const offline = () => new TypeError('Failed to fetch');

describe('a request', () => {
  it('goes to the base with its method, headers and body, and gives the decoded answer (http-3)', async () => {
    const { ask, sent } = create([json({ a: 1 })]);
    const { value } = await ask('POST', '/appusers', { b: 2 });
    expect(value).toEqual({ a: 1 });
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      url: 'https://desk.example/sc/sdk/v2/apps/app/appusers',
      method: 'POST',
      body: { b: 2 },
    });
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: 'Basic 1',
    });
  });

  it('without a body says nothing of its type (http-3)', async () => {
    const { ask, sent } = create([json({})]);
    await ask();
    expect([sent[0]?.body, sent[0]?.headers.get('content-type')]).toEqual([undefined, null]);
  });

  it('that is answered by nothing, where the status says so, gives an empty answer (http-15)', async () => {
    for (const status of [201, 202, 204, 205]) {
      const { ask } = create([new Response(null, { status })]);
      expect(await ask()).toEqual({ value: {}, error: undefined });
    }
  });

  it('leaves no timer behind', async () => {
    const { ask, clock } = create([json({}), json({}, 500)]);
    await ask();
    await ask();
    expect(clock.pending()).toBe(0);
  });
});

describe('a request without an answer', () => {
  it('is sent again three times, each after 500 ms, and then given up (http-6)', async () => {
    const { ask, times } = create([offline, offline, offline, offline, json({})]);
    const { error } = await ask();
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({
      kind: 'network',
      message: 'Request failed after 3 retries',
      status: 0,
    });
    expect(times.map((t) => t - (times[0] ?? 0))).toEqual([0, 500, 1000, 1500]);
  });

  it('may be answered at the last attempt', async () => {
    const { ask, sent } = create([offline, offline, offline, json({ a: 1 })]);
    expect((await ask()).value).toEqual({ a: 1 });
    expect(sent).toHaveLength(4);
  });

  it('is sent again with the same body and with headers read anew', async () => {
    const { ask, sent } = create([offline, json({})]);
    await ask('POST', '/x', { referenceId: 'r' });
    expect(sent.map((s) => s.body)).toEqual([{ referenceId: 'r' }, { referenceId: 'r' }]);
    expect(sent.map((s) => s.headers.get('authorization'))).toEqual(['Basic 1', 'Basic 2']);
  });

  it('is lost after 15 s, is called off, and is sent again (http-7)', async () => {
    const { ask, times, sent } = create(['never', json({ a: 1 })]);
    expect((await ask()).value).toEqual({ a: 1 });
    expect(times.map((t) => t - (times[0] ?? 0))).toEqual([0, 15_500]);
    expect(sent.map((s) => s.signal.aborted)).toEqual([true, false]);
  });

  it('fails for good when it hangs every time', async () => {
    const { ask, clock, times } = create(['never', 'never', 'never', 'never']);
    expect((await ask()).error).toMatchObject({ kind: 'network', message: 'Request failed after 3 retries' });
    expect([times.length, clock.pending()]).toEqual([4, 0]);
  });

  it('and whose body breaks off half-way is sent again', async () => {
    const broken = () =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('{"a":'));
            controller.error(new TypeError('terminated'));
          },
        }),
      );
    const { ask } = create([broken, json({ a: 1 })]);
    expect((await ask()).value).toEqual({ a: 1 });
  });
});

describe('an answer that says no', () => {
  it.each([400, 401, 403, 404, 409, 423, 429, 500, 502, 503])(
    'of %i is final and carries its status and code (http-5)',
    async (status) => {
      const { ask, sent } = create([no(status)]);
      const { error } = await ask();
      expect(error).toBeInstanceOf(RequestError);
      expect(error).toMatchObject({ kind: 'http', status, message: `${status}: Because`, code: 'why' });
      expect(sent).toHaveLength(1);
    },
  );

  it("carries the service's words as '{status}: {description}' (http-5)", async () => {
    const { ask } = create([json({ error: { code: 'characterLimit', description: 'Too long' } }, 400)]);
    expect((await ask()).error).toMatchObject({
      message: '400: Too long',
      code: 'characterLimit',
      status: 400,
    });
  });

  it("reads v2's words too", async () => {
    const { ask } = create([json({ errors: [{ code: 'conflict', title: 'Twice' }] }, 409)]);
    expect((await ask()).error).toMatchObject({ message: '409: Twice', code: 'conflict' });
  });

  it.each([
    ['half a pair of words', json({ error: { code: 'x' } }, 400)],
    ['words that are no text', json({ error: { code: 1, description: {} } }, 400)],
    [
      'HTML',
      new Response('<html>Bad Gateway</html>', { status: 400, headers: { 'content-type': 'text/html' } }),
    ],
    [
      'broken JSON',
      new Response('{"error":', { status: 400, headers: { 'content-type': 'application/json' } }),
    ],
    ['nothing', new Response(null, { status: 400 })],
  ])('and holds %s carries the status alone', async (_name, reply) => {
    const { ask } = create([reply]);
    expect((await ask()).error).toMatchObject({ kind: 'network', message: '400', status: 0 });
  });
});

describe('a call that the service puts off', () => {
  const tooMany = (retryAfter: string) => () => no(429, retryAfter);

  it('is made again after the time that the service names, as often as it is refused', async () => {
    const { ask, sent, times } = create([
      tooMany('7'),
      tooMany('30'),
      tooMany('5'),
      tooMany('1'),
      json({ a: 1 }),
    ]);
    expect((await ask('POST', '/x', { b: 2 })).value).toEqual({ a: 1 });
    expect(times.map((t) => t - (times[0] ?? 0))).toEqual([0, 7000, 37_000, 42_000, 43_000]);
    expect(new Set(sent.map(({ body }) => JSON.stringify(body)))).toEqual(new Set(['{"b":2}']));
  });

  it('has its tries without an answer nevertheless', async () => {
    const { ask, times } = create([tooMany('7'), offline, offline, offline, tooMany('7'), json({})]);
    await ask();
    expect(times.map((t) => t - (times[0] ?? 0))).toEqual([0, 7000, 7500, 8000, 8500, 15_500]);
  });

  it('waits an hour at most', async () => {
    const { http, clock, times } = create([tooMany('99999999999'), json({})]);
    void http('GET', '/x');
    await clock.advance(3_700_000);
    expect(times.map((t) => t - (times[0] ?? 0))).toEqual([0, 3_600_000]);
  });

  it.each(['', '0', '0.001', '-5', 'soon', 'Wed, 21 Oct 2026 07:28:00 GMT', 'NaN'])(
    'is refused at once where the service names no time, as in %j',
    async (retryAfter) => {
      const { ask, sent } = create([tooMany(retryAfter)]);
      expect((await ask()).error).toMatchObject({ kind: 'http', status: 429 });
      expect(sent).toHaveLength(1);
    },
  );

  it('is no other answer that names a time', async () => {
    const { ask, sent } = create([no(503, '7'), json({}), no(404, '7')]);
    expect((await ask()).value).toEqual({});
    expect(sent).toHaveLength(2);
    expect((await ask()).error).toMatchObject({ status: 404 });
  });

  it('is not put off by a page that names an hour, which would hold a text for so long (http-17)', async () => {
    const page = new Response('<html></html>', { status: 503, headers: { 'retry-after': '3600' } });
    const { ask, sent } = create([page]);
    expect((await ask()).error).toMatchObject({ kind: 'network', isTransient: true });
    expect(sent).toHaveLength(1);
  });

  it('is not made again for another visitor', async () => {
    const clock = createFakeClock();
    let visitor = 1;
    const fetch = vi.fn(async () => tooMany('7')());
    const http = createHttp({
      fetch,
      clock,
      baseUrl: 'https://desk.example',
      headers: () => ({}),
      epoch: () => visitor,
    });
    const call = expect(http('GET', '/x')).rejects.toMatchObject({ isActionCancelled: true });
    await clock.advance(5000);
    visitor = 2;
    await clock.advance(5000);
    await call;
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

it.each(['<html></html>', '{"a":', 'undefined', '\u0000', '', '[1]', '"text"', 'null', '7'])(
  'an answer that cannot be read such as %j is not the service’s, and is not asked for again (http-15)',
  async (text) => {
    const { ask, sent } = create([new Response(text, { headers: { 'content-type': 'application/json' } })]);
    const { error } = await ask();
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ kind: 'network', isTransient: true, status: 0 });
    expect(sent).toHaveLength(1);
  },
);

it('is cancelled when the visitor changes while its answer is read (login-17, http-12)', async () => {
  let visitor = 1;
  // The whole answer is read last, after it was accepted.
  const read = vi.spyOn(Response.prototype, 'json').mockImplementation(async () => {
    visitor = 2;
    return { a: 1 };
  });
  const http = createHttp({
    fetch: async () => json({ a: 1 }),
    clock: createFakeClock(),
    baseUrl: 'https://desk.example',
    headers: () => ({}),
    epoch: () => visitor,
  });
  await expect(http('GET', '/x')).rejects.toMatchObject({ isActionCancelled: true });
  read.mockRestore();
});
