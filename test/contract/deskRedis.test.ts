import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inRedis } from '../../examples/support-desk/server/redis/inRedis';
import { type Desk, startDesk } from '../support/desk';
import { agent, createVisitor, listenAsAgent, sendText } from '../support/deskClient';
import { killAll, type Started, start } from '../support/deskProcess';
import { folderForThisFile } from '../support/folder';
import { forThisTest } from '../support/forThis';
import { createMemoryStore } from '../support/memory/memoryStore';
import { POSTGRES, type PostgresServer, startPostgres } from '../support/postgres';
import { REDIS } from '../support/redis';
import { withRedis } from '../support/redisSuite';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const SETTINGS = {
  messenger: { people: { presence: true } },
  limits: { visitors: { points: 10, seconds: 300 } },
};

describe.skipIf(!REDIS)('three desks on one Redis', { timeout: 60_000 }, () => {
  const { open } = withRedis();
  const startThree = (): Promise<Desk[]> => {
    const store = createMemoryStore('log');
    const agentToken = randomBytes(12).toString('hex');
    return Promise.all(
      [1, 2, 3].map(async () => {
        const liveState = inRedis(await open());
        return forThisTest(startDesk({ store, agentToken, liveState, settings: SETTINGS }));
      }),
    );
  };

  it('allow one address ten new visitors together', async () => {
    const desks = await startThree();
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) {
      const { origin, appId } = desks[i % 3] as Desk;
      const answer = await fetch(`${origin}/sc/sdk/v2/apps/${appId}/appusers`, {
        method: 'POST',
        body: '{"client":{"id":"a","platform":"web"}}',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.1' },
      });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array(10).fill(201), 429, 429]);
  });

  it('tell visitors of the same agents', async () => {
    const desks = (await startThree()) as [Desk, Desk, Desk];
    const online = () =>
      Promise.all(
        desks.map(async ({ origin }) => {
          const answer = await fetch(`${origin}/sc/sdk/v2/integrations/web/team`);
          return ((await answer.json()) as { team: { agentsOnline: number } }).team.agentsOnline;
        }),
      );
    const listening = await listenAsAgent(desks[0]);
    await desks[0].presenceRound();
    for (const [i, desk] of desks.entries()) await agent(desk)('POST', '/presence', { inbox: `inbox${i}` });
    expect(await online()).toEqual([3, 3, 3]);
    await agent(desks[1])('POST', '/presence', { inbox: 'inbox0', away: true });
    expect(await online()).toEqual([2, 2, 2]);
    await listening.stop();
  });

  it('show a preview that an agent has made on another', async () => {
    const [one, two] = (await startThree()) as [Desk, Desk, Desk];
    const { body } = await agent(one)('POST', '/settings/drafts', { value: { messenger: { title: 'New' } } });
    const { draft } = body as unknown as { draft: string };
    const answer = await fetch(`${two.origin}/embeddable/preview/config?draft=${draft}`);
    expect(await answer.json()).toMatchObject({ messenger: { title: 'New' } });
  });
});

it('a desk without Redis loads no client for it', () => {
  const main = readFileSync(join(repository, 'examples/support-desk/build/main.js'), 'utf8');
  expect(main).toContain('postgres');
  expect(main).not.toContain('ioredis');
});

describe.skipIf(!REDIS || !POSTGRES)('a desk on PostgreSQL and Redis', { timeout: 120_000 }, () => {
  const { server, open } = withRedis();
  let postgres: PostgresServer;
  const folder = folderForThisFile();
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(async () => {
    killAll();
    await postgres.close();
  });

  const [AGENT_TOKEN, METRICS_TOKEN] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
  const startWith = async (REDIS_URL: string): Promise<Started> =>
    start({
      DATABASE_URL: await postgres.newDatabase(),
      DATA_DIR: join(folder, randomBytes(6).toString('hex')),
      AGENT_TOKEN,
      REDIS_URL,
      METRICS_TOKEN,
    });
  const ready = async ({ origin }: Started) => {
    const answer = await fetch(`${origin}/ready`);
    return { code: answer.status, ...((await answer.json()) as object) };
  };
  const isDegraded = async ({ origin }: Started) => {
    const answer = await fetch(`${origin}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    return /^porch_degraded (\d)/m.exec(await answer.text())?.[1];
  };
  const converse = async ({ origin }: Started) => {
    const desk = { origin, agentToken: AGENT_TOKEN, appId: 'porch' } as unknown as Desk;
    const visitor = await createVisitor(desk);
    return async () => expect((await sendText(visitor, 'Hello')).status).toBe(201);
  };

  it('takes messages while Redis is stopped, stands still, is emptied or full, and says that it is degraded', async () => {
    const desk = await startWith(server().url);
    const send = await converse(desk);
    const ALL = { code: 200, status: 'ready', redis: 'ok' };
    const WITHOUT = { code: 200, status: 'degraded', redis: 'lost', database: 'ok' };
    expect(await ready(desk)).toMatchObject(ALL);
    await send();

    await server().stop();
    await send();
    expect(await ready(desk)).toMatchObject(WITHOUT);
    await server().start();
    await expect.poll(() => ready(desk)).toMatchObject(ALL);

    server().pause();
    await send();
    expect(await ready(desk)).toMatchObject(WITHOUT);
    server().resume();
    await expect.poll(() => ready(desk)).toMatchObject(ALL);
    await send();

    const { client } = await open();
    await client.config('SET', 'maxmemory', '1');
    await send();
    await expect.poll(() => ready(desk)).toMatchObject({ ...WITHOUT, redis: 'failing' });
    expect(await isDegraded(desk)).toBe('1');
    await client.config('SET', 'maxmemory', '0');
    await expect.poll(() => ready(desk), { timeout: 10_000 }).toMatchObject(ALL);
    expect(await isDegraded(desk)).toBe('0');
    expect(desk.errors()).toContain('"code":"OOM"');
    // A desk that reads nothing for a moment reports afterwards that Redis is back, too.
    const said = desk.errors().match(/Redis is \w+/g) ?? [];
    expect(said.filter((line, at) => line !== said[at - 1])).toEqual([
      'Redis is lost',
      'Redis is back',
      'Redis is lost',
      'Redis is back',
    ]);
    expect(await desk.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  it('starts without Redis, and uses it once it is there', async () => {
    const { url } = server();
    await server().stop();
    const desk = await startWith(url);
    await (await converse(desk))();
    expect(await ready(desk)).toMatchObject({ code: 200, status: 'degraded', redis: 'lost' });
    await server().start();
    await expect.poll(() => ready(desk)).toMatchObject({ code: 200, status: 'ready', redis: 'ok' });
    await desk.end('SIGTERM');
  });
});
