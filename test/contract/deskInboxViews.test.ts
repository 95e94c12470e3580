import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InboxPage, MOST_CLOSED } from '../../examples/support-desk/server/store/reads';
import type { Store } from '../../examples/support-desk/server/store/store';
import { openDatabase } from '../support/openDatabase';
import { POSTGRES, type PostgresServer, startPostgres } from '../support/postgres';

const CONVERSATIONS = 50_000;

/** A tenth is open; of those, one in ten is unassigned, and one in five is Ada's. One visitor of a thousand is blocked. */
const fill = async (url: string): Promise<void> => {
  const made = await openDatabase({ url });
  await made.buildIndexes(new AbortController().signal);
  await made.close();
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    `insert into users (id, conversation_started, properties, clients, created_at, blocked_at)
    select 'u' || i, true, '{}', '[]', i, case when i % 1000 = 0 then 1 end from generate_series(1, $1::int) i`,
    [CONVERSATIONS],
  );
  await client.query(
    `insert into conversations (id, user_id, participant_id, is_default, status, metadata, created_at, last_updated_at,
      last_received, message_count, visitor_unread, business_unread, routing_status, assignee, assignee_id, waiting_since,
      mentions, mentioned, snoozed_at, tags)
    select 'c' || i, 'u' || i, 'p', true, case when i % 10 = 0 then 'active' else 'idle' end, '{}', i, 1700000000000 + i,
      1700000000000 + i, 1, 0, 0, case when i % 100 = 0 then null else 'assigned' end,
      case when i % 100 = 0 then null else 'Ada' end,
      case when i % 100 = 0 then null when i % 50 = 10 then 'ada' else 'ben' end, 1700000000000 - i,
      case when i % 25 = 0 then '["ada", "ben"]' else '[]' end::jsonb, case when i % 100 = 0 then '["ada"]' else '[]' end::jsonb,
      case when i % 250 = 20 then 1700000000000 end, case when i % 1000 = 30 then '["vip"]' else '[]' end::jsonb
    from generate_series(1, $1::int) i`,
    [CONVERSATIONS],
  );
  await client.query('analyze');
  // Index-only scans need the visibility map.
  await client.query('vacuum');
  await client.end();
};

const PAGE: InboxPage = { limit: 201, empty: false };
const PAGES: Record<string, InboxPage> = {
  open: { ...PAGE, view: { kind: 'open' } },
  'open, the longest wait first': { ...PAGE, view: { kind: 'open' }, byWait: true },
  'all, the longest wait first': { ...PAGE, byWait: true },
  'closed, the longest wait first': { ...PAGE, view: { kind: 'closed' }, byWait: true },
  unassigned: { ...PAGE, view: { kind: 'unassigned' } },
  mine: { ...PAGE, view: { kind: 'assigned', assigneeId: 'ada' } },
  mentions: { ...PAGE, view: { kind: 'mentions', agentId: 'ada' } },
  snoozed: { ...PAGE, limit: 100, view: { kind: 'snoozed' } },
  closed: { ...PAGE, view: { kind: 'closed' } },
  'closed, far behind': { ...PAGE, view: { kind: 'closed' }, after: { at: 1_700_000_001_000, id: 'c' } },
  'one agent’s closed': { ...PAGE, view: { kind: 'closed' }, assigneeId: 'ben' },
  'one agent’s that wait': {
    ...PAGE,
    view: { kind: 'open' },
    assigneeId: 'ben',
    waitsBefore: 1_699_999_990_000,
    byWait: true,
  },
  'open that wait': { ...PAGE, view: { kind: 'open' }, waitsBefore: 1_699_999_990_000 },
  'with a tag, of one agent': { ...PAGE, limit: 50, view: { kind: 'open' }, assigneeId: 'ben', tag: 'vip' },
  blocked: { ...PAGE, limit: 10, view: { kind: 'blocked' } },
};

describe.skipIf(!POSTGRES)('the views of 50,000 conversations on PostgreSQL', () => {
  let server: PostgresServer;
  let url: string;
  beforeAll(async () => {
    server = await startPostgres();
    url = await server.newDatabase();
    await fill(url);
  });
  afterAll(() => server.close());

  /** How often the table was read from its beginning to its end while `work` ran. Sessions tell when they end. */
  const scansOf = async (work: (store: Store) => Promise<void>): Promise<number> => {
    const scans = async (): Promise<number> => {
      const client = new pg.Client(url);
      await client.connect();
      const { rows } = await client.query<{ scans: number }>(
        `select seq_scan::int as scans from pg_stat_user_tables where relname = 'conversations'`,
      );
      await client.end();
      return rows[0]?.scans ?? 0;
    };
    const before = await scans();
    const store = await openDatabase({ url });
    await work(store);
    await store.close();
    return (await scans()) - before;
  };

  it('are counted and listed by indexes alone', async () => {
    const opening = await scansOf(async () => undefined);
    const times: Record<string, number> = {};
    const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const began = performance.now();
      const result = await work();
      times[name] = Math.round(performance.now() - began);
      return result;
    };
    const all = await scansOf(async (store) => {
      for (const [name, page] of Object.entries(PAGES))
        expect(await timed(name, () => store.inbox(page)), name).toHaveLength(page.limit);
      const filters = Object.values(PAGES).filter(({ view }) => view?.kind === 'open');
      expect(await timed('filters', () => store.filterCounts(filters))).toEqual(
        expect.arrayContaining([4750]),
      );
      const counts = await timed('counts', () => Promise.all([store.inboxCounts(), store.ownCounts('ada')]));
      expect(await store.dueSnoozes(1, 10)).toEqual([]);
      expect(counts).toEqual([
        { unassigned: 450, open: 4750, snoozed: 200, closed: MOST_CLOSED + 1 },
        { mine: 1000, mentions: 500 },
      ]);
    });
    console.info(JSON.stringify(times));
    expect(all - opening).toBe(0);
  });
});
