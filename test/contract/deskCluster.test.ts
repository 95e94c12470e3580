import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findNginx } from '../../scripts/setup.mjs';
import { type Cluster, startCluster } from '../cluster/cluster';
import { SICKNESSES } from '../cluster/sicknesses';
import { type Acknowledged, byWriter, startTalk, type Talk } from '../cluster/talk';
import type { Desk } from '../support/desk';
import { agent, at, createVisitor, type Listening, listenAsVisitor, sendText } from '../support/deskClient';
import { killAll } from '../support/deskProcess';
import { buildOlderDesk, findOlderDesk } from '../support/olderDesk';
import { POSTGRES } from '../support/postgres';
import { REDIS } from '../support/redis';

/** `npm run test:long -- cluster` runs it for longer. */
const SECONDS = Number(process.env.CLUSTER_SECONDS ?? 60);
const KILLS = Number(process.env.CLUSTER_KILLS ?? 20);
const EVERY_MS = 10_000;
const CROWD = { visitors: 200, agents: 10, everyMs: 4000 };
const IS_LONG = process.env.CLUSTER_SECONDS !== undefined;
/** While one process is sick. */
const FEW = { visitors: 40, agents: 4, everyMs: 2000 };
const SICK_MS = IS_LONG ? 30_000 : 6000;
/** A message that somebody has not heard after this time is late. */
const LATE_MS = 3000;
const older = findOlderDesk();
/** How long a repair may take to reach everybody. */
const PATIENCE_MS = 30_000;

describe.skipIf(!POSTGRES || !REDIS || !findNginx())(
  'three processes of one desk',
  { timeout: 1_200_000 },
  () => {
    let cluster: Cluster;
    let talk: Talk | undefined;
    beforeAll(async () => {
      cluster = await startCluster();
    });
    afterAll(async () => {
      talk?.stop();
      await cluster?.close();
      killAll();
    });

    it('silence a visitor everywhere within a second once one of them has ended the sessions', async () => {
      const [one, two] = cluster.nodes as [Desk, Desk];
      const visitor = await createVisitor(one);
      const listening = await listenAsVisitor(two, visitor, 'long-polling');
      const began = performance.now();
      await agent(one)('POST', `/users/${visitor.id}/expire-sessions`);
      expect(await listening.refused()).toContain('401');
      console.log(`A revocation took ${Math.round(performance.now() - began)} ms to another process.`);
    });

    const heard = ({ events }: Listening) =>
      events.flatMap(({ type, message }) => (type === 'message' ? message.text : []));

    const everybodyHas = (messages: readonly Acknowledged[]) => {
      let missing = messages;
      const look = () => {
        missing = talk?.missing(missing) ?? missing;
        return missing.slice(0, 5);
      };
      return expect.poll(look, { timeout: PATIENCE_MS, interval: 100 }).toEqual([]);
    };

    it(`publish what a process had stored and not sent when it was killed, once, ${KILLS} times`, async () => {
      const [one, two, three] = cluster.nodes as [Desk, Desk, Desk];
      const visitor = await createVisitor(two);
      const listening = await listenAsVisitor(two, visitor);
      const sent: string[] = [];
      for (let round = 0; round < KILLS / 2; round++) {
        // While Redis is paused, a process stores what it takes, and cannot send it.
        cluster.redis.pause();
        for (const [node, desk] of [
          [0, one],
          [2, three],
        ] as const) {
          const text = `last words of ${node} in round ${round}`;
          const { status } = await sendText(at(desk, visitor), text, text);
          expect(status).toBe(201);
          await cluster.end(node, 'SIGKILL');
          sent.push(text);
        }
        cluster.redis.resume();
        await Promise.all([cluster.start(0), cluster.start(2)]);
        // Redis reads what two connections held in any order; the messenger orders messages by their time.
        await expect
          .poll(() => heard(listening).toSorted(), { timeout: PATIENCE_MS })
          .toEqual(sent.toSorted());
      }
      listening.stop();
    });

    /** Sets something for five seconds. */
    const changeRedis = async ([command = '', ...args]: string[], value: string, former: string) => {
      const client = new Redis(cluster.redis.url);
      await client.call(command, ...args, ...value.split(' '));
      await wait(5000);
      await client.call(command, ...args, ...former.split(' '));
      client.disconnect();
    };

    /** What goes wrong, and how it is repaired. Each resolves once it is repaired. */
    const faults: [string, (round: number) => Promise<void>][] = [
      [
        'a process is killed',
        async (round) => {
          await cluster.end(round % 3, 'SIGKILL');
          await cluster.start(round % 3);
        },
      ],
      [
        'Redis stands still for 5 s',
        async () => {
          cluster.redis.pause();
          await wait(5000);
          cluster.redis.resume();
        },
      ],
      ['the connections to Redis are cut', () => cluster.redis.killClients()],
      ['Redis is emptied', () => cluster.redis.restartEmpty()],
      ['Redis is full for 5 s', () => changeRedis(['CONFIG', 'SET', 'maxmemory'], '1', '0')],
      ['Redis is read-only for 5 s', () => changeRedis(['REPLICAOF'], '127.0.0.1 1', 'NO ONE')],
      [
        'PostgreSQL is restarted',
        async () => {
          await cluster.postgres.stop();
          await cluster.postgres.start();
        },
      ],
    ];

    it('serve files and refuse calls while none of them has the database', async () => {
      const { desk, postgres } = cluster;
      const visitor = await createVisitor(desk);
      postgres.freeze();
      try {
        const call = async () => (await visitor.call('GET', `/appusers/${visitor.id}`)).status;
        await expect.poll(call, { timeout: PATIENCE_MS }).toBe(503);
        for (let i = 0; i < 5; i++)
          expect([await call(), (await fetch(`${desk.origin}/porch/porch.js`)).status]).toEqual([503, 200]);
      } finally {
        postgres.thaw();
      }
      await expect.poll(async () => (await createVisitor(desk)).id.length, { timeout: PATIENCE_MS }).toBe(24);
    });

    for (const { name, most = 0.02, isHandedOver, begin, end } of IS_LONG
      ? SICKNESSES
      : SICKNESSES.slice(0, 1))
      it(`take nearly every message at the first try while one of them is sick: ${name}`, async () => {
        const talking = await startTalk(cluster.desk, FEW);
        talk = talking;
        const { acknowledged } = talking;
        await begin(cluster);
        await wait(SICK_MS);
        const now = performance.now();
        const unheard = talking.missing(acknowledged.filter(({ at }) => at < now - LATE_MS)).length;
        await end(cluster);
        await talking.finish();
        const repeated = talking.repeated();
        console.log(
          `${name}: ${repeated} of ${acknowledged.length} messages were sent again (${JSON.stringify([...talking.failures])}), ${unheard} were late.`,
        );
        await everybodyHas(acknowledged);
        const stored = [...(await talking.stored())].flatMap(([conversationId, texts]) =>
          texts.map((text) => ({ conversationId, text })),
        );
        expect(byWriter(stored)).toEqual(byWriter(acknowledged));
        talking.stop();
        expect(repeated / acknowledged.length).toBeLessThanOrEqual(most);
        if (isHandedOver) expect(unheard / acknowledged.length).toBeLessThanOrEqual(0.02);
      });

    it(`show 200 visitors and 10 agents each acknowledged message once, for ${SECONDS} s of faults`, async () => {
      talk = await startTalk(cluster.desk, CROWD);
      const { acknowledged } = talk;
      const until = performance.now() + SECONDS * 1000;
      for (let round = 0; performance.now() < until; round++) {
        const [name, happen] = faults[round % faults.length] as (typeof faults)[0];
        const began = performance.now();
        await happen(round);
        const repaired = performance.now();
        const before = acknowledged.filter(({ at }) => at <= repaired);
        await everybodyHas(before);
        console.log(
          `${name}: ${before.length} messages are there ${((performance.now() - repaired) / 1000).toFixed(1)} s after the repair.`,
        );
        await wait(Math.max(0, began + EVERY_MS - performance.now()));
      }
      await talk.finish();
      await everybodyHas(acknowledged);
      const stored = await talk.stored();
      for (const [conversationId, texts] of stored) {
        const sent = acknowledged
          .filter((one) => one.conversationId === conversationId)
          .map(({ text }) => text);
        expect(texts.toSorted()).toEqual(sent.toSorted());
      }
      console.log(
        `${acknowledged.length} messages; refused and sent again: ${JSON.stringify([...talk.failures])}`,
      );
      talk.stop();
    });
  },
);

describe.skipIf(!POSTGRES || !REDIS || !findNginx() || older === undefined)(
  'three processes of the build before',
  { timeout: 600_000 },
  () => {
    /** A visitor who listens at one process hears what they send to another. */
    const hearEachOther = async ([newer, older]: Desk[]) => {
      for (const [from, to] of [
        [newer, older],
        [older, newer],
      ] as [Desk, Desk][]) {
        const visitor = await createVisitor(to);
        const listening = await listenAsVisitor(to, visitor);
        await sendText(at(from, visitor), 'from another version');
        await expect
          .poll(() => listening.events.map(({ message }) => message?.text), { timeout: PATIENCE_MS })
          .toContain('from another version');
        await listening.stop();
      }
    };

    it('become three of this build, one after another, hearing each other, without an error of the server', async () => {
      const cluster = await startCluster({ main: buildOlderDesk(older ?? '') });
      // The build before may open the agents' channel by other means.
      const talk = await startTalk(cluster.desk, { ...CROWD, visitors: 50, agents: 0 });
      try {
        for (const node of cluster.nodes.keys()) {
          await cluster.end(node, 'SIGTERM');
          await cluster.start(node);
          if (node === 0) await hearEachOther(cluster.nodes);
          await wait(1000);
        }
        await talk.finish();
        const { acknowledged, failures } = talk;
        await expect
          .poll(() => talk.missing(acknowledged).slice(0, 5), { timeout: PATIENCE_MS, interval: 100 })
          .toEqual([]);
        expect([...failures]).toEqual([]);
      } finally {
        talk.stop();
        await cluster.close();
      }
    });
  },
);
