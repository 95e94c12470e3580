import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AGENT_LIST_CHANNEL } from '../../examples/support-desk/shared/channels';
import { sendSteadily } from '../load/sendSteadily';
import type { Desk } from '../support/desk';
import { createVisitor, type Listening, listen, sendText, type Visitor } from '../support/deskClient';
import { killAll, type Started, start } from '../support/deskProcess';
import { folderForThisFile } from '../support/folder';
import { openDatabase } from '../support/openDatabase';
import { POSTGRES, type PostgresServer, startPostgres } from '../support/postgres';
import { quantile } from '../support/quantile';
import { type SignedInAgent, signInAgent } from '../support/signInAgent';

/** `npm run test:long -- inboxes` sets it. */
const CONVERSATIONS = Number(process.env.INBOXES_CONVERSATIONS ?? 0);
const [INBOXES, VISITORS] = [100, 20];
const ROUNDS = 3;
const ROUND_SECONDS = 12;
const POSTS_A_SECOND = 10;
/** As the inbox does: it asks for counts at most so often, however much happens. */
const COUNTS_MS = 2000;
/** How often an agent opens a conversation. */
const OPENS_MS = 15_000;
/** With inboxes, a visitor's post may take so many times as long. */
const TIMES_AS_LONG = 1.5;

const ms = (times: number[]): string =>
  `p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms, max ${Math.max(...times).toFixed(0)} ms of ${times.length}`;

/** One conversation of 40 is open, one open one of five is unassigned, and the others are of a hundred agents. */
const fill = async (url: string): Promise<void> => {
  const store = await openDatabase({ url });
  await store.buildIndexes(new AbortController().signal);
  await store.close();
  const client = new pg.Client(url);
  await client.connect();
  // It is quicker to make the indexes of full tables.
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid in ('users'::regclass, 'conversations'::regclass) and not indisprimary`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query('alter table conversations drop constraint if exists conversations_user_id_users_id_fk');
  await client.query(
    `insert into users (id, conversation_started, properties, clients, created_at, blocked_at)
    select 'u' || i, true, '{}', '[]', i, case when i % 10000 = 0 then 1 end from generate_series(1, $1::int) i`,
    [CONVERSATIONS],
  );
  await client.query(
    `insert into conversations (id, user_id, participant_id, is_default, status, metadata, created_at, last_updated_at,
      last_received, message_count, visitor_unread, business_unread, assignee, assignee_id, routing_status, first_asked_at, waiting_since)
    select 'c' || i, 'u' || i, 'p', true, case when i % 40 = 0 then 'active' else 'idle' end, '{}', i, 1700000000000 + i,
      1700000000000 + i, 2, 0, 0, case when i % 200 > 0 then 'Agent' end, case when i % 200 > 0 then 'a' || (i / 40) % 100 end,
      case when i % 200 > 0 then 'assigned' end, 1700000000000 + i, case when i % 3 = 0 then 1700000000000 + i end
    from generate_series(1, $1::int) i`,
    [CONVERSATIONS],
  );
  for (const { made } of indexes) await client.query(made);
  await client.query('vacuum analyze users, conversations');
  await client.end();
};

type Took = { opened: number[]; counts: number[] };

describe.skipIf(!POSTGRES || CONVERSATIONS === 0)('inboxes', { timeout: 1_800_000 }, () => {
  let server: PostgresServer;
  const folder = folderForThisFile();
  let started: Started;
  let desk: Desk;
  let visitors: Visitor[];
  let agents: SignedInAgent[];
  beforeAll(async () => {
    server = await startPostgres();
    const url = await server.newDatabase();
    await fill(url);
    const agentToken = randomBytes(16).toString('hex');
    started = await start({ DATABASE_URL: url, DATA_DIR: folder, AGENT_TOKEN: agentToken });
    desk = { origin: started.origin, agentToken, appId: 'porch' } as unknown as Desk;
    const store = await openDatabase({ url });
    agents = [];
    for (let n = 0; n < INBOXES; n++)
      agents.push(await signInAgent({ origin: desk.origin, store }, { id: `a${n}`, name: `Agent ${n}` }));
    await store.close();
    visitors = [];
    for (let n = 0; n < VISITORS; n++) visitors.push(await createVisitor(desk));
    for (const visitor of visitors) await sendText(visitor, 'Hello');
  }, 1_200_000);
  afterAll(async () => {
    killAll();
    await server.close();
  });

  const post = async (): Promise<number[]> => {
    const times: number[] = [];
    await sendSteadily(POSTS_A_SECOND, POSTS_A_SECOND * ROUND_SECONDS, async (n) => {
      const began = performance.now();
      expect((await sendText(visitors[n % VISITORS] as Visitor, 'Hello')).status).toBe(201);
      times.push(performance.now() - began);
    });
    return times;
  };

  /** Asks what an open inbox asks, until it is over. */
  const work = async (one: SignedInAgent, over: () => boolean, took: Took) => {
    const timed = async (which: keyof Took, path: string) => {
      const began = performance.now();
      const answer = await one.ask('GET', path);
      expect(answer.status).toBe(200);
      took[which].push(performance.now() - began);
      await answer.text();
    };
    await pause(Math.random() * COUNTS_MS);
    let opensAt = performance.now() + Math.random() * OPENS_MS;
    for (let turn = 0; !over(); turn++) {
      const began = performance.now();
      await timed('counts', '/conversation-counts');
      if (began > opensAt) {
        opensAt += OPENS_MS;
        const path = `/conversations/c${40 * (1 + (turn % 1000))}`;
        await timed('opened', path);
        for (const more of ['messages', 'notes', 'changes']) await timed('opened', `${path}/${more}`);
      }
      await pause(Math.max(0, began + COUNTS_MS - performance.now()));
    }
  };

  /** Opens all inboxes, one after the other. */
  const open = async (): Promise<Listening[]> => {
    const ext = async (one: SignedInAgent) => ({ ticket: (await one.call('POST', '/tickets', {})).ticket });
    const heard: Listening[] = [];
    for (const one of agents) {
      heard.push(await listen(desk, AGENT_LIST_CHANNEL, () => ext(one)));
      expect((await one.ask('GET', '/conversations?view=unassigned')).status).toBe(200);
    }
    return heard;
  };

  it(`leave the median of visitors’ posts under ${TIMES_AS_LONG} times that without: ${INBOXES} of ${CONVERSATIONS} conversations`, async () => {
    const [alone, beside]: [number[], number[]] = [[], []];
    const took: Took = { opened: [], counts: [] };
    // The first calls compile.
    await post();
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(...(await post()));
      const heard = await open();
      let isOver = false;
      const working = agents.map((one) => work(one, () => isOver, took));
      await pause(COUNTS_MS);
      beside.push(...(await post()));
      isOver = true;
      await Promise.all(working);
      for (const one of heard) one.stop();
      await pause(1000);
    }
    console.log(
      `posts alone   ${ms(alone)}\nposts beside  ${ms(beside)}\nopened        ${ms(took.opened)}\ncounts        ${ms(took.counts)}`,
    );
    expect(quantile(beside, 0.5)).toBeLessThan(TIMES_AS_LONG * quantile(alone, 0.5));
  });

  it('read every page of every list in less than a second', async () => {
    const times: Record<string, number> = {};
    for (const query of ['', 'view=open', 'view=closed', 'view=unassigned', 'view=blocked', 'view=queued'])
      for (const sort of ['', 'sort=waiting']) {
        const path = `/conversations?${query}&${sort}`;
        const ask = async (more = '') => {
          const began = performance.now();
          const answer = await agents[0]?.ask('GET', `${path}${more}`);
          times[`${query} ${sort}`] = Math.max(times[`${query} ${sort}`] ?? 0, performance.now() - began);
          return (await answer?.json()) as { next?: string };
        };
        const { next } = await ask();
        if (next) await ask(`&after=${next}`);
      }
    console.log(
      Object.entries(times)
        .map(([name, time]) => `${name}: ${time.toFixed(0)} ms`)
        .join('\n'),
    );
    expect(Math.max(...Object.values(times))).toBeLessThan(1000);
  });
});
