import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createErrorHandler } from '../../../examples/support-desk/server/http/errors';
import { holdNode } from '../../../examples/support-desk/server/nodes/nodeClaim';
import type { RedisState } from '../../../examples/support-desk/server/nodes/readiness';
import { createReadiness, type Standing } from '../../../examples/support-desk/server/nodes/readiness';
import { readyRoutes, requireDatabase } from '../../../examples/support-desk/server/routes/ready';
import type { Nodes } from '../../../examples/support-desk/server/store/sql/nodeRows';
import type { ReplicaState } from '../../../examples/support-desk/server/store/sql/replica';
import { createFakeClock, flush } from '../../support/fakeClock';

const MEGABYTE = 1_048_576;

const stand = ({ withRedis = false, withReplica = false } = {}) => {
  const clock = createFakeClock();
  const state = {
    free: 5000 * MEGABYTE,
    forFiles: (5000 * MEGABYTE) as number | undefined,
    takesWrites: true,
    standing: 'running' as Standing,
    pings: 0,
    redis: 'ok' as RedisState,
    replica: 'ok' as ReplicaState,
    stores: true,
  };
  let answer: (() => void) | undefined;
  let frozen = false;
  const readiness = createReadiness({
    store: {
      ping: () => {
        state.pings++;
        return frozen ? new Promise<void>((resolve) => (answer = resolve)) : Promise.resolve();
      },
      replica: withReplica ? { check: async () => state.replica } : undefined,
    },
    redis: withRedis ? { check: async () => state.redis } : undefined,
    takesWrites: () => state.takesWrites,
    freeBytes: async () => state.free,
    uploads: {
      freeBytes: () =>
        state.forFiles === undefined ? new Promise(() => undefined) : Promise.resolve(state.forFiles),
      check: () => (state.stores ? Promise.resolve() : new Promise(() => undefined)),
    },
    settings: () => ({ uploads: { freeMegabytes: 500 } }),
    standing: () => state.standing,
    after: clock.after,
  });
  const app = new Hono().route('/', readyRoutes(readiness));
  const ready = async () => {
    const response = await app.request('/ready');
    return [response.status, await response.json()] as [number, Record<string, unknown>];
  };
  const freeze = () => {
    frozen = true;
  };
  const thaw = () => {
    frozen = false;
    answer?.();
  };
  return { app, clock, state, ready, freeze, thaw };
};

const READY = { status: 'ready', database: 'ok', disk: 'ok', uploads: 'ok', process: 'running' };

describe('/ready', () => {
  it('is 200 where everything works, and 503 with what does not', async () => {
    const { state, ready } = stand();
    expect(await ready()).toEqual([200, READY]);
    state.forFiles = 400 * MEGABYTE;
    expect(await ready()).toEqual([200, { ...READY, disk: 'low' }]);
    state.free = 10 * MEGABYTE;
    expect(await ready()).toEqual([503, { ...READY, status: 'unready', disk: 'full' }]);
    state.free = 5000 * MEGABYTE;
    state.forFiles = 5000 * MEGABYTE;
    state.takesWrites = false;
    expect(await ready()).toEqual([503, { ...READY, status: 'unready', database: 'failing' }]);
    state.takesWrites = true;
    state.standing = 'stopping';
    expect(await ready()).toEqual([503, { ...READY, status: 'unready', process: 'stopping' }]);
  });

  it('is degraded while the replica fails, and ready while it is only behind', async () => {
    const { state, ready } = stand({ withReplica: true });
    expect(await ready()).toEqual([200, { ...READY, replica: 'ok' }]);
    state.replica = 'behind';
    expect(await ready()).toEqual([200, { ...READY, replica: 'behind' }]);
    state.replica = 'failing';
    expect(await ready()).toEqual([200, { ...READY, status: 'degraded', replica: 'failing' }]);
  });

  it('is 200 and degraded while Redis is away, and names Redis only on a desk that has one', async () => {
    const { state, ready } = stand({ withRedis: true });
    expect(await ready()).toEqual([200, { ...READY, redis: 'ok' }]);
    state.redis = 'failing';
    expect(await ready()).toEqual([200, { ...READY, status: 'degraded', redis: 'failing' }]);
    state.redis = 'lost';
    expect(await ready()).toEqual([200, { ...READY, status: 'degraded', redis: 'lost' }]);
    state.standing = 'stopping';
    expect(await ready()).toEqual([503, { ...READY, status: 'unready', redis: 'lost', process: 'stopping' }]);
  });

  it('waits a second for the database, and asks anew at the next call', async () => {
    const { app, clock, ready, freeze, thaw } = stand();
    freeze();
    const waiting = ready();
    await flush();
    await clock.advance(999);
    expect(await Promise.race([waiting, flush().then(() => 'waiting')])).toBe('waiting');
    await clock.advance(1);
    expect(await waiting).toEqual([503, { ...READY, status: 'unready', database: 'failing' }]);
    expect((await app.request('/health')).status).toBe(200);
    thaw();
    await flush();
    expect(await ready()).toEqual([200, READY]);
  });

  it('says after a second that the storage of files does not answer, and is still 200', async () => {
    const { clock, state, ready } = stand();
    for (const silence of [{ stores: false }, { forFiles: undefined }]) {
      Object.assign(state, { stores: true, forFiles: 5000 * MEGABYTE }, silence);
      const waiting = ready();
      await flush();
      await clock.advance(1000);
      expect(await waiting).toEqual([200, { ...READY, status: 'degraded', uploads: 'failing' }]);
    }
  });

  it('asks the database once for callers at the same time', async () => {
    const { clock, state, ready, freeze } = stand();
    freeze();
    const waiting = [ready(), ready(), ready()];
    await flush();
    await clock.advance(1000);
    expect((await Promise.all(waiting)).map(([status]) => status)).toEqual([503, 503, 503]);
    expect(state.pings).toBe(1);
  });
});

describe('a process in the database', () => {
  const hold = (renew: () => Promise<boolean>, busyUntil = 0, shares = false) => {
    const clock = createFakeClock();
    const began = clock.now();
    const answeredAt = () => Math.min(clock.now(), began + busyUntil);
    const released: string[] = [];
    const said: string[] = [];
    let lost = 0;
    const nodes: Nodes = {
      claim: async () => undefined,
      renew,
      release: async (id) => void released.push(id),
      first: async () => 'me',
      alive: async () => ['me'],
      leaveSign: async () => undefined,
      hasSign: async () => false,
    };
    const claim = holdNode(
      nodes,
      { id: 'me', host: 'here', shares },
      {
        ...clock,
        answeredAt,
        onLost: () => lost++,
        onRefused: (error) => said.push(error ? 'refuses' : 'is silent'),
        onBack: () => said.push('is back'),
      },
    );
    const app = new Hono();
    app.onError(
      createErrorHandler({ info: () => {}, warn: () => {}, error: () => {} }, async () => undefined),
    );
    app.use(requireDatabase(claim));
    app.get('/hangs', () => new Promise<Response>(() => undefined));
    app.get('/', (c) => c.text('served'));
    const pass = (ms: number) => clock.advance(ms);
    return { claim, app, pass, released, said, lost: () => lost };
  };

  it('serves while it renews its row, and gives the row back', async () => {
    const { claim, app, pass, released } = hold(async () => true);
    await pass(60_000);
    expect((await app.request('/')).status).toBe(200);
    await claim.stop();
    expect(released).toEqual(['me']);
  });

  it('enters anew when it stood still, and lost its row, but shares the database with others', async () => {
    const { claim, app, pass, lost } = hold(async () => false, 0, true);
    await pass(20_000);
    expect([claim.isLost(), lost(), (await app.request('/')).status]).toEqual([false, 0, 200]);
  });

  it('answers calls with 503, those that hang, too, once the database is silent, and serves when it is back', async () => {
    let answers = true;
    const { app, pass } = hold(async () => {
      if (!answers) throw new Error('gone');
      return true;
    });
    await pass(3000);
    answers = false;
    const hanging = app.request('/hangs');
    await pass(8000);
    for (const response of [await hanging, await app.request('/')])
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    answers = true;
    await pass(2000);
    expect((await app.request('/')).status).toBe(200);
  });

  it('says once that the database refuses or is silent, and once that it is back', async () => {
    let answer: () => Promise<boolean> = async () => true;
    const { pass, said } = hold(() => answer());
    await pass(3000);
    answer = () => Promise.reject(new Error('read-only'));
    await pass(20_000);
    expect(said).toEqual(['refuses']);
    answer = async () => true;
    await pass(4000);
    let thaw: (keeps: boolean) => void = () => undefined;
    answer = () =>
      new Promise((resolve) => {
        thaw = resolve;
      });
    await pass(20_000);
    answer = async () => true;
    thaw(true);
    await pass(4000);
    expect(said).toEqual(['refuses', 'is back', 'is silent', 'is back']);
  });

  it('serves while other operations succeed, until another process may take its place', async () => {
    const { app, pass } = hold(() => new Promise(() => undefined), 60_000);
    await pass(6500);
    expect((await app.request('/')).status).toBe(200);
    await pass(1000);
    expect((await app.request('/')).status).toBe(503);
  });

  it('serves nobody once another has its place, and says so once', async () => {
    const { app, pass, lost, claim } = hold(async () => false);
    await pass(2000);
    expect([lost(), claim.isLost(), (await app.request('/')).status]).toEqual([1, true, 503]);
    await pass(20_000);
    expect(lost()).toBe(1);
  });
});
