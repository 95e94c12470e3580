import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Bus, BusEvent } from '../../examples/support-desk/server/bus/bus';
import { createClock } from '../../examples/support-desk/server/process/clock';
import { deskPrefix, FORMER_STREAM } from '../../examples/support-desk/server/redis/deskPrefix';
import { withFormer } from '../../examples/support-desk/server/redis/formerBus';
import { inRedis } from '../../examples/support-desk/server/redis/inRedis';
import { createRedisBus } from '../../examples/support-desk/server/redis/redisBus';
import { createWholeStream } from '../../examples/support-desk/server/redis/wholeStream';
import { type Desk, startDesk } from '../support/desk';
import { agent, createVisitor, listenAsAgent, sendText } from '../support/deskClient';
import { forThisTest } from '../support/forThis';
import { createMemoryStore } from '../support/memory/memoryStore';
import { REDIS } from '../support/redis';
import { withRedis } from '../support/redisSuite';

const SETTINGS = {
  messenger: { people: { presence: true } },
  voice: { enabled: true },
  limits: { visitors: { points: 10, seconds: 300 } },
};
const quiet = { warn: () => undefined };
const server = fileURLToPath(new URL('../../examples/support-desk/server', import.meta.url));

it('only one file of the desk names something in Redis, or makes a connection', () => {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const holding = (what: RegExp) =>
    files.filter((name) => what.test(readFileSync(join(server, name), 'utf8')));
  expect(holding(/['"`]porch:/)).toEqual([join('redis', 'deskPrefix.ts')]);
  expect(holding(/new Redis\(/)).toEqual([join('redis', 'connectRedis.ts')]);
  expect(holding(/FORMER_STREAM/)).toEqual([join('redis', 'deskPrefix.ts'), join('redis', 'formerBus.ts')]);
  expect(holding(/bare\(\)/)).toEqual([join('redis', 'connectRedis.ts'), join('redis', 'formerBus.ts')]);
});

describe.skipIf(!REDIS)('two desks on one Redis', { timeout: 60_000 }, () => {
  const { open } = withRedis();

  /** Processes of one desk. */
  const startAll = async (logId: string, count: number): Promise<Desk[]> => {
    const store = createMemoryStore(logId);
    const agentToken = randomBytes(12).toString('hex');
    const desks: Desk[] = [];
    for (let i = 0; i < count; i++) {
      const connection = await open(logId);
      const bus = createRedisBus(connection, createClock(), quiet);
      const desk = startDesk({ store, agentToken, bus, liveState: inRedis(connection), settings: SETTINGS });
      desks.push(await forThisTest(desk));
    }
    return desks;
  };
  const textsOf = ({ events }: { events: { message?: { text?: string } }[] }) =>
    events.flatMap(({ message }) => message?.text ?? []);
  const newVisitor = async ({ origin, appId }: Desk): Promise<number> => {
    const answer = await fetch(`${origin}/sc/sdk/v2/apps/${appId}/appusers`, {
      method: 'POST',
      body: '{"client":{"id":"a","platform":"web"}}',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.1' },
    });
    return answer.status;
  };
  const online = async ({ origin }: Desk): Promise<number> => {
    const answer = await fetch(`${origin}/sc/sdk/v2/integrations/web/team`);
    return ((await answer.json()) as { team: { agentsOnline: number } }).team.agentsOnline;
  };

  it('see no message, limit, inbox, call or preview of each other, and no name without its desk', async () => {
    const [one, two] = (await startAll('log-a', 2)) as [Desk, Desk];
    const [other] = (await startAll('log-b', 1)) as [Desk];
    const [own, foreign] = [await listenAsAgent(two), await listenAsAgent(other)];
    await sendText(await createVisitor(one), 'of a');
    await sendText(await createVisitor(other), 'of b');
    await expect.poll(() => textsOf(own)).toEqual(['of a']);
    await expect.poll(() => textsOf(foreign)).toEqual(['of b']);

    for (let i = 0; i < 10; i++) expect(await newVisitor(one)).toBe(201);
    expect([await newVisitor(two), await newVisitor(other)]).toEqual([429, 201]);

    await agent(two)('POST', '/presence', { inbox: 'inboxOfA' });
    await expect.poll(() => two.presenceRound().then(() => online(one))).toBe(1);
    expect(await online(other)).toBe(0);

    const visitor = await createVisitor(one);
    const { body } = await visitor.call('POST', `/appusers/${visitor.id}/calls`, { lineId: 'default' });
    const callsOf = async (desk: Desk) =>
      ((await agent(desk)('GET', '/calls')).body as unknown as { calls: { id: string }[] }).calls.map(
        ({ id }) => id,
      );
    expect([await callsOf(two), await callsOf(other)]).toEqual([[body.call.id], []]);

    const made = await agent(one)('POST', '/settings/drafts', { value: { messenger: { title: 'New' } } });
    const { draft } = made.body as unknown as { draft: string };
    const previewOf = async ({ origin }: Desk) =>
      (await fetch(`${origin}/embeddable/preview/config?draft=${draft}`)).text();
    expect(await previewOf(two)).toContain('"title":"New"');
    expect(await previewOf(other)).not.toContain('"title":"New"');

    const { client } = await open();
    const names = [...(await client.keys('*')), ...((await client.pubsub('CHANNELS')) as string[])];
    const [ofA, ofB] = ['log-a', 'log-b'].map((id) =>
      names.filter((name) => name.startsWith(deskPrefix(id))),
    );
    expect([ofA?.length, ofB?.length].every((count) => Number(count) >= 3)).toBe(true);
    expect(Number(ofA?.length) + Number(ofB?.length)).toBe(names.length);
    await own.stop();
    await foreign.stop();
  });

  const hear = async (bus: Pick<Bus, 'send' | 'hear'>) => {
    const texts = new Set<string>();
    let gaps = 0;
    const on = ({ id }: BusEvent) => void texts.add(id);
    bus.hear(on, () => gaps++);
    await expect.poll(() => gaps).toBeGreaterThan(0);
    const say = (id: string) => bus.send([{ id, publication: { to: 'subscriptions', tags: [] } }]);
    return { texts, say, gaps: () => gaps };
  };
  const newer = async (desk: string, all: () => string[]) => {
    const connection = await open(desk);
    const own = createRedisBus(connection, createClock(), quiet);
    return hear(
      withFormer(own, connection, { processes: async () => all(), clock: createClock(), log: quiet }),
    );
  };
  const NEWER = ['n-t-1', 'n-t-2'];

  type Process = Awaited<ReturnType<typeof hear>>;
  /** Waits until the newer ones hear the older one no longer. @param isMutual whether it must not hear them either */
  const untilParted = (older: Process, a: Process, b: Process, isMutual = false) => {
    let tries = 0;
    return expect
      .poll(async () => {
        await older.say(`late ${++tries}`);
        await a.say(`checked ${tries}`);
        await expect.poll(() => [...b.texts]).toContain(`checked ${tries}`);
        return b.texts.has(`late ${tries}`) || (isMutual && older.texts.has(`checked ${tries}`));
      })
      .toBe(false);
  };

  it('hear their own processes of an earlier version as long as these run, and nobody of another desk', async () => {
    let processes = [...NEWER, '00ff'];
    const connection = await open();
    const formerNames = { ...connection, client: connection.bare() };
    const older = await hear(createWholeStream(formerNames, FORMER_STREAM, createClock(), quiet));
    const [a, b] = [await newer('a', () => processes), await newer('a', () => processes)];
    const other = await newer('b', () => ['n-t-3']);
    await expect.poll(() => [a.gaps(), b.gaps()]).toEqual([2, 2]);
    await older.say('from the older');
    await a.say('from the newer');
    for (const { texts } of [a, b, older])
      await expect.poll(() => [...texts].sort()).toEqual(['from the newer', 'from the older']);

    processes = NEWER;
    await untilParted(older, a, b, true);
    expect([...other.texts]).toEqual([]);
  });

  it('tell a process of an earlier version what they sent before they knew of it', async () => {
    let processes = NEWER;
    const connection = await open();
    const formerNames = { ...connection, client: connection.bare() };
    const older = await hear(createWholeStream(formerNames, FORMER_STREAM, createClock(), quiet));
    const { say } = await newer('a', () => processes);
    await say('before');
    processes = [...NEWER, '00ff'];
    await expect.poll(() => [...older.texts]).toEqual(['before']);
  });

  it('hear their own processes of the last version, which publish nothing by topic, also those that come back', async () => {
    let processes = [...NEWER, 'n-00ff'];
    const older = await hear(createWholeStream(await open('a'), 'events', createClock(), quiet));
    const [a, b] = [await newer('a', () => processes), await newer('a', () => processes)];
    await older.say('from the older');
    await a.say('from the newer');
    for (const { texts } of [a, b, older])
      await expect.poll(() => [...texts].sort()).toEqual(['from the newer', 'from the older']);

    processes = NEWER;
    await untilParted(older, a, b);

    // On the way back it speaks before anybody knows of it.
    await older.say('back');
    await a.say('beside it');
    await expect.poll(() => [...b.texts]).toContain('beside it');
    expect([...b.texts]).not.toContain('back');
    processes = [...NEWER, 'n-00ff'];
    for (const { texts } of [a, b]) await expect.poll(() => [...texts]).toContain('back');
    await older.say('live');
    for (const { texts } of [a, b]) await expect.poll(() => [...texts]).toContain('live');
    expect([a.gaps(), b.gaps()]).toEqual([1, 1]);
  });
});
