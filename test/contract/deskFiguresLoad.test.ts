import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../support/openDatabase';
import { POSTGRES, type PostgresServer, startPostgres } from '../support/postgres';

/** `npm run test:long -- figures` sets it. */
const CONVERSATIONS = Number(process.env.FIGURES_CONVERSATIONS ?? 0);
const DAY = 86_400_000;
const NOW = 1_800_000_000_000;
/** How many days the conversations are spread over. */
const DAYS = 180;

/** Five messages for two conversations, ten agents, five tags; nine of ten are closed, one of ten was reopened before. */
const fill = async (url: string): Promise<void> => {
  const client = new pg.Client(url);
  await client.connect();
  const begin = NOW - DAYS * DAY;
  const step = Math.floor((DAYS * DAY) / CONVERSATIONS);
  const statements = [
    `insert into agents (id, name, email, role, alerts, created_at)
      select 'agent-' || i, 'Agent ' || i, i || '@shop.example', 'agent', '{}', 1 from generate_series(0, 9) i`,
    `insert into users (id, conversation_started, properties, clients, created_at)
      select 'user-' || i, true, '{}', '[{"info":{"currentUrl":"https://shop.example/boots?size=9"}}]', i
      from generate_series(1, ${CONVERSATIONS}) i`,
    `insert into conversations (id, user_id, participant_id, is_default, status, metadata, tags, created_at, last_updated_at,
        last_received, message_count, visitor_unread, business_unread, first_asked_at, first_answered_at, closed_at, rating, rated_at)
      select 'conversation-of-a-visitor-' || i, 'user-' || i, 'p', true, case when i % 10 = 0 then 'active' else 'idle' end, '{}',
        case when i % 3 = 0 then jsonb_build_array('tag-' || i % 5) else '[]' end, at, at, at, 3, 0, 0, at, at + 60000 + i % 3600000,
        at + 7200000, case when i % 20 = 1 then '{"score":"good","comment":"Kind"}'::jsonb end, case when i % 20 = 1 then at + 7300000 end
      from generate_series(1, ${CONVERSATIONS}) i, lateral (select ${begin} + i::bigint * ${step} as at) t`,
    `insert into messages (id, conversation_id, received, role, type, body)
      select 'message-' || i || '-' || n, 'conversation-of-a-visitor-' || i,
        case n when 0 then at when 1 then at + 60000 + i % 3600000 else at + 3700000 end, case n when 1 then 'appMaker' else 'appUser' end, 'text',
        jsonb_build_object('text', repeat('words ', 20), 'authorId', case n when 1 then 'agent-' || i % 10 else 'user-' || i end,
          'name', 'Somebody', 'source', jsonb_build_object('type', 'web', 'integrationId', 'web'))
      from generate_series(1, ${CONVERSATIONS}) i, lateral (select ${begin} + i::bigint * ${step} as at) t, generate_series(0, 1 + i % 2) n
      order by at`,
    `insert into happenings (id, conversation_id, kind, created_at, body)
      select 'change-' || i || what, 'conversation-of-a-visitor-' || i, 'change', at + case what when 'closed' then 7200000 else 3600000 end,
        jsonb_build_object('what', what, 'by', jsonb_build_object('kind', 'agent', 'id', 'agent-' || i % 10, 'name', 'Agent'))
      from generate_series(1, ${CONVERSATIONS}) i, lateral (select ${begin} + i::bigint * ${step} as at) t,
        unnest(array['closed', 'reopened']) what where i % 10 > 0 and (what = 'closed' or i % 10 = 1)`,
    'vacuum analyze users, conversations, messages, happenings, agents',
  ];
  for (const statement of statements) await client.query(statement);
  await client.end();
};

describe.skipIf(!POSTGRES || CONVERSATIONS === 0)('the figures of the team', { timeout: 600_000 }, () => {
  let server: PostgresServer;
  let url: string;
  beforeAll(async () => {
    server = await startPostgres();
    url = await server.newDatabase();
    await (await openDatabase({ url })).close();
    await fill(url);
    const store = await openDatabase({ url });
    await store.buildIndexes(new AbortController().signal);
    await store.close();
  }, 600_000);
  afterAll(() => server?.close());

  it.each([
    [7, 150],
    [30, 300],
    [90, 900],
  ])('of %i days take less than %i ms', async (days, most) => {
    const store = await openDatabase({ url });
    const span = { since: NOW - days * DAY, until: NOW };
    const times: Record<string, number> = {};
    const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const start = performance.now();
      const value = await work();
      times[name] = Math.min(times[name] ?? Infinity, Math.round(performance.now() - start));
      return value;
    };
    for (let round = 0; round < 3; round += 1) {
      const rows = await timed('team', () => store.teamFigures(span));
      expect(rows.filter(({ of }) => of === 'agent').length).toBeGreaterThan(9);
      await timed('hours', () => store.writtenAt(span));
      await timed('ratings', () => store.ratingsIn({ ...span, limit: 51 }));
      await timed('pages', () => store.askersPages(span, 50));
    }
    console.info(`${days} days: ${JSON.stringify(times)} ms`);
    expect((times.team ?? Infinity) + (times.hours ?? Infinity)).toBeLessThan(most);
    await store.close();
  });
});
