import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Desk } from '../support/desk';
import { createVisitor, sendText, type Visitor } from '../support/deskClient';
import { killAll, type Started, start } from '../support/deskProcess';
import { folderForThisFile } from '../support/folder';
import { openDatabase } from '../support/openDatabase';
import { POSTGRES, type PostgresServer, startPostgres } from '../support/postgres';
import { quantile } from '../support/quantile';

/** `npm run test:long -- search` sets it: then the times count, too. */
const LONG = process.env.SEARCH_MESSAGES !== undefined;
const MESSAGES = Number(process.env.SEARCH_MESSAGES ?? 5000);
const [AGENTS, VISITORS] = [10, 10];
const ROUNDS = LONG ? 4 : 1;
const ROUND_MS = LONG ? 10_000 : 1000;
/** The inbox asks when an agent has not typed for this long. */
const TYPING_MS = 200;
/** Of a message, of many, of all, of a name, of none; each is typed letter by letter. */
const WORDS = [
  'parcel 4711',
  'umbrella',
  'thank you',
  'Person 4321',
  'quiet heron',
  'xylophone',
  'refund 17',
];

const ms = (times: number[]): string =>
  `p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms, max ${Math.max(...times).toFixed(0)} ms of ${times.length}`;

const fill = async (url: string): Promise<void> => {
  // Makes the tables.
  await (await openDatabase({ url })).close();
  const client = new pg.Client(url);
  await client.connect();
  const conversations = MESSAGES / 10;
  await client.query(
    `insert into users (id, conversation_started, properties, clients, created_at)
    select md5('u' || i), true, jsonb_build_object('name', 'Person ' || i), '[]', i from generate_series(1, $1::int) i`,
    [conversations],
  );
  await client.query(
    `insert into conversations (id, user_id, participant_id, is_default, status, metadata, created_at,
      last_updated_at, last_received, last_message_id, message_count, visitor_unread, business_unread)
    select md5('c' || i), md5('u' || i), 'p', true, 'active', '{}', i, 1700000000000 + i, 1700000000000 + i, 'm' || i || '-10', 10, 0, 0
    from generate_series(1, $1::int) i`,
    [conversations],
  );
  await client.query(
    `insert into messages (id, conversation_id, received, role, type, body)
    select 'm' || i || '-' || k, md5('c' || i), 1700000000000 + i * 10 + k,
      case when k % 2 = 0 then 'appUser' else 'appMaker' end, 'text',
      jsonb_build_object('text', 'Where is my parcel ' || i * 10 + k || '? It has a ' ||
        (array['boots', 'umbrella', 'refund', 'invoice', 'colour', 'size'])[1 + (i * 3 + k) % 6] || ' ' || i % 97 ||
        ' and the code ' || md5((i * k)::text) || repeat('. Thank you', k % 4))
    from generate_series(1, $1::int) i, generate_series(1, 10) k`,
    [conversations],
  );
  await client.query('analyze');
  await client.end();
  // Quicker than to fill them a row at a time.
  const filled = await openDatabase({ url });
  await filled.buildIndexes(new AbortController().signal);
  await filled.close();
};

describe.skipIf(!POSTGRES)('agents who search', { timeout: 1_200_000 }, () => {
  const agentToken = randomBytes(16).toString('hex');
  let server: PostgresServer;
  const folder = folderForThisFile();
  let started: Started;
  let visitors: Visitor[];
  let turn = 0;
  beforeAll(async () => {
    server = await startPostgres();
    const url = await server.newDatabase();
    await fill(url);
    started = await start({ DATABASE_URL: url, DATA_DIR: folder, AGENT_TOKEN: agentToken });
    const desk = { origin: started.origin, agentToken, appId: 'porch' } as unknown as Desk;
    visitors = await Promise.all(Array.from({ length: VISITORS }, () => createVisitor(desk)));
  });
  afterAll(async () => {
    killAll();
    await server.close();
  });

  const search = async (words: string, inbox: string, signal?: AbortSignal) => {
    const query = new URLSearchParams({ search: words, inbox, turn: String(++turn) });
    const answer = await fetch(`${started.origin}/agent/api/conversations?${query}`, {
      headers: { authorization: `Bearer ${agentToken}` },
      signal,
    });
    return {
      status: answer.status,
      body: (await answer.json()) as { conversations: { match?: { text: string } }[] },
    };
  };

  /** Posts for all visitors, one message after the other each; returns how long each took. */
  const postUntil = async (over: () => boolean): Promise<number[]> => {
    const times: number[] = [];
    const one = async (visitor: Visitor): Promise<void> => {
      while (!over()) {
        const began = performance.now();
        expect((await sendText(visitor, 'Hello')).status).toBe(201);
        times.push(performance.now() - began);
        await pause(200);
      }
    };
    await Promise.all(visitors.map(one));
    return times;
  };

  /** Types words until it is over, and reads what is found for each; returns how long those searches took. */
  const typeUntil = async (over: () => boolean, agent: number): Promise<number[]> => {
    const times: number[] = [];
    for (let turn = agent; !over(); turn++) {
      const words = WORDS[turn % WORDS.length] ?? '';
      for (let length = 2; length < words.length; length += 3) {
        const request = new AbortController();
        const typed = search(words.slice(0, length), `agent${agent}`, request.signal).catch(() => undefined);
        await pause(TYPING_MS);
        request.abort();
        await typed;
      }
      const began = performance.now();
      const { status } = await search(words, `agent${agent}`);
      expect(status).toBe(200);
      times.push(performance.now() - began);
      await pause(TYPING_MS);
    }
    return times;
  };

  it('find what there is', async () => {
    const found = async (words: string) => (await search(words, 'one')).body.conversations;
    expect((await found(`parcel ${MESSAGES - 3}?`)).map(({ match }) => match?.text)).toEqual([
      expect.stringContaining(`parcel ${MESSAGES - 3}?`),
    ]);
    expect(await found('xylophone')).toEqual([]);
    expect(await found('thank you')).toHaveLength(50);
    expect(await found(`person ${MESSAGES / 10}`)).toHaveLength(1);
  });

  it(`leave visitors’ posts under twice their time alone: ${AGENTS} agents in ${MESSAGES} messages`, async () => {
    const [alone, beside, searches]: number[][] = [[], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      let until = performance.now() + ROUND_MS;
      const over = () => performance.now() > until;
      alone?.push(...(await postUntil(over)));
      until = performance.now() + ROUND_MS;
      const typing = Array.from({ length: AGENTS }, (_, agent) => typeUntil(over, agent));
      beside?.push(...(await postUntil(over)));
      searches?.push(...(await Promise.all(typing)).flat());
    }
    const [before = [], during = [], took = []] = [alone, beside, searches];
    expect(took.length).toBeGreaterThan(0);
    if (!LONG) return;
    console.log(`posts alone     ${ms(before)}\nposts beside    ${ms(during)}\nwhole searches  ${ms(took)}`);
    expect(quantile(during, 0.5)).toBeLessThan(2 * quantile(before, 0.5));
    expect(quantile(during, 0.95)).toBeLessThan(2 * quantile(before, 0.95));
  });
});
