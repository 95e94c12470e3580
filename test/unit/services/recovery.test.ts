import { describe, expect, it } from 'vitest';
import { createHttp, type HttpRules } from '../../../src/services/http';
import type { RequestError } from '../../../src/services/requestError';
import { createFakeClock, flush } from '../../support/fakeClock';

/** The code that the service gives to a refusal unless a test sets another. */
const codeOf = (status: number) => (status === 403 ? 'user_not_found' : 'why');

/** A service that answers with these statuses in turn; 0 means no answer. */
const create = (statuses: number[], rules: HttpRules = {}, code?: string) => {
  const clock = createFakeClock();
  const sent: string[] = [];
  let credential = 1;
  const side = { epoch: 0, recovered: [] as number[], refused: [] as number[] };
  const http = createHttp({
    clock,
    baseUrl: '',
    headers: () => ({ Authorization: `Bearer ${credential}` }),
    fetch: (async (_url: string, init: RequestInit) => {
      sent.push(new Headers(init.headers).get('authorization') ?? '');
      const status = statuses.shift() ?? 200;
      if (!status) throw new TypeError('Failed to fetch');
      const error = { code: code ?? codeOf(status), description: 'Why' };
      return Response.json(status < 400 ? {} : { error }, { status });
    }) as typeof fetch,
    epoch: () => side.epoch,
    async recover(status) {
      side.recovered.push(status);
      credential++;
      return true;
    },
    onRefused: (status) => side.refused.push(status),
    ...rules,
  });
  const ask = async () => {
    const outcome = http('GET', '/x').then(
      () => undefined,
      (error: RequestError) => error,
    );
    await clock.advance(60_000);
    return outcome;
  };
  return { http, ask, sent, side, clock };
};

describe.each([401, 403])('a refusal by %i', (status) => {
  it('is repeated with the new credential', async () => {
    const { ask, sent, side } = create([status, 200]);
    expect(await ask()).toBeUndefined();
    expect([sent, side.recovered, side.refused]).toEqual([['Bearer 1', 'Bearer 2'], [status], []]);
  });

  it('is final after three more tries and reported once (login-14)', async () => {
    const { ask, sent, side } = create([status, status, status, status, 200]);
    expect(await ask()).toMatchObject({ kind: 'http', status });
    expect([sent.length, side.recovered.length, side.refused]).toEqual([4, 3, [status]]);
  });

  it('is final at once when there is no new credential', async () => {
    const { ask, sent, side } = create([status, 200], { recover: async () => false });
    expect(await ask()).toMatchObject({ kind: 'http', status });
    expect([sent.length, side.refused]).toEqual([1, [status]]);
  });

  it('is neither repeated nor reported when the visitor has left meanwhile', async () => {
    const { ask, sent, side } = create([status, 200], {
      async recover() {
        side.epoch++;
        return true;
      },
    });
    expect(await ask()).toMatchObject({ kind: 'cancelled', isActionCancelled: true });
    expect([sent.length, side.refused]).toEqual([1, []]);
  });
});

describe('another visitor', () => {
  it('gets no answer to an earlier visitor’s request (login-17)', async () => {
    const { http, side } = create([200]);
    const outcome = http('GET', '/x').catch((error: RequestError) => error);
    side.epoch++;
    expect(await outcome).toMatchObject({ isActionCancelled: true });
  });

  it('does not repeat an earlier visitor’s failed request', async () => {
    const { http, side, sent, clock } = create([0, 200]);
    const outcome = http('POST', '/x', { text: 'private' }).catch((error: RequestError) => error);
    await flush();
    side.epoch++;
    await clock.advance(60_000);
    expect(await outcome).toMatchObject({ isActionCancelled: true });
    expect(sent).toHaveLength(1);
  });

  it('is not affected by the refusal of an earlier visitor', async () => {
    const { http, side, sent } = create([401, 200]);
    const outcome = http('GET', '/x').catch((error: RequestError) => error);
    side.epoch++;
    expect(await outcome).toMatchObject({ isActionCancelled: true });
    expect([sent.length, side.recovered, side.refused]).toEqual([1, [], []]);
  });
});

describe('a refusal of another kind', () => {
  it('403 with another code only fails', async () => {
    const { ask, sent, side } = create([403, 200], {}, 'forbidden');
    expect(await ask()).toMatchObject({ status: 403, code: 'forbidden' });
    expect([sent.length, side.recovered, side.refused]).toEqual([1, [], []]);
  });

  it('403 user_not_found renews the credential', async () => {
    const { ask, sent, side } = create([403, 200], {}, 'user_not_found');
    expect(await ask()).toBeUndefined();
    expect([sent.length, side.recovered]).toEqual([2, [403]]);
  });

  it.each([400, 404, 409, 429, 500])('%i renews no credential', async (status) => {
    const { ask, side } = create([status, 200]);
    expect(await ask()).toMatchObject({ status });
    expect([side.recovered, side.refused]).toEqual([[], []]);
  });
});

describe('a service that said it restarts', () => {
  it.each([0, 429, 502, 503])(
    'is asked again after %i for as long as it is given to be back',
    async (status) => {
      const { ask, sent } = create([...Array(12).fill(status), 200], { restarting: () => true });
      expect(await ask()).toBeUndefined();
      expect(sent).toHaveLength(13);
    },
  );

  it('is requested normally once its time is over', async () => {
    let checks = 0;
    const { ask, sent } = create(Array(40).fill(0), { restarting: () => ++checks <= 10 });
    expect(await ask()).toMatchObject({ kind: 'network', message: 'Request failed after 3 retries' });
    expect(sent).toHaveLength(14);
  });

  it('is not retried when it refuses', async () => {
    const { ask, sent } = create([400, 200], { restarting: () => true });
    expect(await ask()).toMatchObject({ status: 400 });
    expect(sent).toHaveLength(1);
  });
});
