import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createWaitTimeCall, isWorthRetrying } from '../../src/features/waitTime/fetchWaitTime';
import type { RequestError } from '../../src/services/requestError';
import { createFakeClock } from '../support/fakeClock';
import { servicesOf } from '../support/servicesOf';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());
afterEach(() => server.resetHandlers());

const ORIGIN = 'https://odd.example';
type Answer = Response | (() => Response);

/** A service that gives these answers in turn and then repeats the last one. */
const answering = (...answers: [Answer, ...Answer[]]) => {
  const asked: { path: string; authorization: string | null }[] = [];
  server.use(
    http.get(`${ORIGIN}/*`, ({ request }) => {
      asked.push({
        path: new URL(request.url).pathname,
        authorization: request.headers.get('authorization'),
      });
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) as Answer;
      return typeof answer === 'function' ? answer() : answer.clone();
    }),
  );
  return asked;
};
const status = (code: number) =>
  HttpResponse.json({ error: { code: 'why', description: 'Because.' } }, { status: code });
const good = HttpResponse.json({ queue_position: 2, response_time: 40, is_initial_routing: true });

const create = (renewals = Number.POSITIVE_INFINITY) => {
  const clock = createFakeClock();
  const told: string[] = [];
  let credential = 1;
  const services = servicesOf(ORIGIN, clock, () => `Bearer ${credential}`, {
    async recover(refusal) {
      told.push(`recover ${refusal}`);
      credential++;
      return credential <= renewals + 1;
    },
    onRefused: (refusal) => told.push(`refused ${refusal}`),
  });
  /** The pauses before the call asks again, in ms. */
  const pauses: number[] = [];
  const paused: typeof clock.after = (ms, then) => {
    pauses.push(ms);
    return clock.after(ms, then);
  };
  const call = createWaitTimeCall({ ...services, clock: { ...clock, after: paused }, baseUrl: ORIGIN });
  const ask = async (id = 'c') => {
    const outcome = call(id).catch((error: RequestError) => error);
    let done = false;
    outcome.finally(() => {
      done = true;
    });
    // msw answers in real time, while retries wait for the fake clock.
    while (!done) await clock.advance(20);
    return outcome;
  };
  return { ask, told, clock, pauses };
};

describe('the wait time', () => {
  it('is asked for at the base of the service, by the conversation’s id (wait-8, http-2)', async () => {
    const asked = answering(good);
    expect(await create().ask('a/b')).toEqual({ queuePosition: 2, responseTime: 40, isInitialRouting: true });
    expect(asked).toEqual([
      {
        path: '/api/services/end_user_connector/wait_time/conversations/a%2Fb',
        authorization: 'Bearer 1',
      },
    ]);
  });

  it.each([
    ['one of its fields', { is_initial_routing: false }],
    ['numbers in words', { queue_position: '2', response_time: '40', is_initial_routing: 'true' }],
    ['numbers that are none', { queue_position: 0, response_time: -1, is_initial_routing: 1 }],
    ['nulls', { queue_position: null, response_time: null, is_initial_routing: null }],
  ])('is unknown where the answer holds %s', async (_name, body) => {
    answering(HttpResponse.json(body));
    expect(await create().ask()).toEqual({
      queuePosition: undefined,
      responseTime: undefined,
      isInitialRouting: false,
    });
  });

  it.each([
    ['a page', () => HttpResponse.html('<html>Sign in to the Wi-Fi</html>')],
    ['null', () => HttpResponse.json(null)],
    ['a list', () => HttpResponse.json([2])],
    ['something else', () => HttpResponse.json({})],
  ])('fails where a portal answers with %s (http-15)', async (_name, answer) => {
    answering(answer);
    expect(await create().ask()).toMatchObject({ kind: 'network' });
  });
});

describe('the retry policy', () => {
  it.each([429, 500])('tries a %i again, and gives what comes then', async (code) => {
    const asked = answering(status(code), status(code), good);
    expect(await create().ask()).toMatchObject({ queuePosition: 2 });
    expect(asked).toHaveLength(3);
  });

  it.each([429, 500])('gives a %i up after three tries more, 500 ms apart (wait-7)', async (code) => {
    const asked = answering(status(code));
    const side = create();
    expect(await side.ask()).toMatchObject({ status: code, message: `${code}: Because.` });
    expect([asked.length, side.clock.pending(), side.pauses]).toEqual([4, 0, [500, 500, 500]]);
  });

  it('retries a 500 only for GET, and a 429 for all (wait-7)', () => {
    expect([isWorthRetrying('GET', 500), isWorthRetrying('POST', 500)]).toEqual([true, false]);
    expect([isWorthRetrying('GET', 429), isWorthRetrying('PUT', 429)]).toEqual([true, true]);
  });

  it.each([400, 403, 404, 409, 423, 502, 503])(
    'fails on %i at once, and changes nobody’s login (wait-7)',
    async (code) => {
      const asked = answering(status(code));
      const side = create();
      expect(await side.ask()).toMatchObject({ status: code });
      expect([asked.length, side.told]).toEqual([1, []]);
    },
  );

  it('fails on 403 of an unknown user too', async () => {
    const asked = answering(
      HttpResponse.json({ error: { code: 'user_not_found', description: 'Who?' } }, { status: 403 }),
    );
    const side = create();
    expect(await side.ask()).toMatchObject({ status: 403 });
    expect([asked.length, side.told]).toEqual([1, []]);
  });

  it('tries a 401 again with a renewed JWT', async () => {
    const asked = answering(status(401), good);
    const side = create();
    expect(await side.ask()).toMatchObject({ queuePosition: 2 });
    expect([asked.map((a) => a.authorization), side.told]).toEqual([
      ['Bearer 1', 'Bearer 2'],
      ['recover 401'],
    ]);
  });

  it('logs out after three renewed JWTs, or when none can be obtained (wait-7)', async () => {
    answering(status(401));
    const side = create();
    expect(await side.ask()).toMatchObject({ status: 401 });
    expect(side.told).toEqual(['recover 401', 'recover 401', 'recover 401', 'refused 401']);
    const none = create(0);
    expect(await none.ask()).toMatchObject({ status: 401 });
    expect(none.told).toEqual(['recover 401', 'refused 401']);
  });
});
