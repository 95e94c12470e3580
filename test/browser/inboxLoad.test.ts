import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ENGINE } from '../../examples/support-desk/server/store/sql/openDatabase';
import { LIST_VIEWS } from '../../examples/support-desk/shared/lists';
import { shareBrowser } from '../support/browser';
import { type Desk, startDesk } from '../support/desk';
import { putEmptyDatabase } from '../support/emptyDatabase';
import { newFolder } from '../support/folder';
import { openInbox } from '../support/inboxPage';
import { openDatabase } from '../support/openDatabase';
import { quantile } from '../support/quantile';

/** `npm run test:long -- inbox` sets it. The times of that many conversations are compared with those of a few. */
const MANY = Number(process.env.INBOX_CONVERSATIONS ?? 0);
const FEW = 500;
const ROUNDS = 7;
const MESSAGES_EACH = 5;
/**
 * The times of many, in times of those of a few. What an index finds takes as long in both; a view of the few has fewer rows
 * to draw.
 */
const LONGEST = { opening: 3, view: 4, page: 3, scrolling: 3, search: 3, conversation: 5 };
/** Below this nobody notices a difference, ms. */
const SOON_MS = 150;
/** Browsers call a longer task long. */
const LONG_TASK_MS = 50;

/** A tenth is open; of those, one in ten is unassigned, and one in five is Support's. One visitor of a thousand is blocked. */
const FILL = [
  'drop index messages_words',
  `insert into users (id, conversation_started, properties, clients, created_at, blocked_at)
    select md5('u' || i), true, jsonb_build_object('name', 'Person ' || i), '[]', i,
      case when i % 1000 = 0 then 1 end from generate_series(1, $1::int) i`,
  `insert into conversations (id, user_id, participant_id, is_default, status, metadata, tags, created_at, last_updated_at,
      last_received, last_message_id, message_count, visitor_unread, business_unread, routing_status, assignee, assignee_id,
      waiting_since)
    select md5('c' || i), md5('u' || i), 'p', true, case when i % 10 = 0 then 'active' else 'idle' end, '{}',
      case when i % 50 = 0 then '["vip"]'::jsonb else '[]'::jsonb end, i, 1700000000000 + i, 1700000000000 + i,
      'm' || i || '-${MESSAGES_EACH}', ${MESSAGES_EACH}, 0, 0, case when i % 100 = 0 then null else 'assigned' end,
      case when i % 100 = 0 then null else 'Support' end,
      case when i % 100 = 0 then null when i % 50 = 10 then 'agent-Support' else 'ben' end, 1700000000000 - i
    from generate_series(1, $1::int) i`,
  `insert into messages (id, conversation_id, received, role, type, body)
    select 'm' || i || '-' || k, md5('c' || i), 1700000000000 + i * 10 + k,
      case when k % 2 = 0 then 'appUser' else 'appMaker' end, 'text',
      jsonb_build_object('text', 'Where is my parcel ' || i * 10 + k || '? It has a ' ||
        (array['boots', 'umbrella', 'refund', 'invoice', 'colour', 'size'])[1 + (i * 3 + k) % 6] || ' ' || i % 97)
    from generate_series(1, $1::int) i, generate_series(1, ${MESSAGES_EACH}) k`,
] as const;

/** A query of the desk and what it was asked with. */
type Asked = { sql: string; params: unknown[] };

/** A desk on the embedded database with this many conversations, which notes its queries. */
const deskWith = async (conversations: number) => {
  const folder = newFolder();
  await putEmptyDatabase(folder);
  await (await openDatabase({ folder })).close();
  const client = await PGlite.create({ dataDir: join(folder, 'database'), ...ENGINE });
  for (const statement of FILL)
    await client.query(statement, statement.includes('$1') ? [conversations] : []);
  await client.exec('analyze');
  await client.exec('vacuum');
  await client.close();
  const asked: Asked[] = [];
  const connects = vi.spyOn(pg.Client.prototype, 'connect');
  const store = await openDatabase({ folder });
  const session = connects.mock.contexts[0] as pg.Client;
  connects.mockRestore();
  const query = session.query.bind(session);
  session.query = ((config: pg.QueryConfig, params: unknown[] = []) => {
    asked.push({ sql: config.text, params });
    return query(config, params);
  }) as typeof session.query;
  const desk = await startDesk({ store });
  /** The plan of a query, in the lines of the database. */
  const planOf = async ({ sql, params }: Asked): Promise<string> => {
    const { rows: lines } = await query(`explain (analyze, timing off) ${sql}`, params);
    return lines.map((line) => Object.values(line as object)[0]).join('\n');
  };
  return {
    desk,
    asked,
    planOf,
    close: desk.close,
  };
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const median = (times: readonly number[]): number => Math.round(quantile(times, 0.5));

/** Until the browser has drawn what it has. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));

const answered = (page: Page, part: RegExp) => page.waitForResponse((response) => part.test(response.url()));

/** By selectors: to find a role, Playwright computes that of each element, which takes longer than what is measured. */
const rows = (page: Page) => page.locator('[data-conversation]');
const view = (page: Page, name: (typeof LIST_VIEWS)[number]) =>
  page.locator('.views input').nth(LIST_VIEWS.indexOf(name));

/** How long an agent waits for what they do, in ms, and how many rows there were. */
const timesOf = async (page: Page, desk: Desk): Promise<Record<string, number>> => {
  const many = async (work: () => Promise<unknown>): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await timed(work));
    return median(times);
  };
  const list = () => rows(page).first().waitFor();
  const opening = await many(async () => {
    await page.goto(`${desk.origin}/agent`);
    await list();
    await drawn(page);
  });
  const choose = async (name: 'unassigned' | 'mine' | 'closed', part: RegExp): Promise<void> => {
    await Promise.all([answered(page, part), view(page, name).press('Space')]);
    await drawn(page);
  };
  const views: Record<string, number> = {};
  for (const [name, part] of [
    ['unassigned', /view=unassigned/],
    ['mine', /view=assigned/],
    ['closed', /view=closed/],
  ] as const) {
    views[`view ${name}`] = await many(async () => {
      await choose(name, part);
      await view(page, 'open').press('Space');
    });
  }
  await page.locator('.filters select').first().selectOption('waiting');
  await drawn(page);
  await page.locator('.filters select').first().selectOption('newest');
  await choose('closed', /view=closed/);
  const more = page.locator('.list-more button');
  const pages: number[] = [];
  for (let at = 0; at < 9 && (await more.isVisible()); at++)
    pages.push(
      await timed(async () => {
        await Promise.all([answered(page, /after=/), more.click()]);
        await drawn(page);
      }),
    );
  const shown = await rows(page).count();
  const scrolling = await many(async () => {
    await rows(page).first().focus();
    await page.keyboard.press('End');
    await drawn(page);
    await page.keyboard.press('Home');
    await drawn(page);
  });
  const opens = await many(async () => {
    await rows(page).nth(3).click();
    await drawn(page);
    await rows(page).nth(4).click();
    await drawn(page);
  });
  await view(page, 'open').press('Space');
  const search = page.locator('.search input');
  const searches: Record<string, number> = {};
  for (const words of ['parcel 4711', 'umbrella', 'Person 432', 'xylophone']) {
    searches[`search ${words}`] = await many(async () => {
      await search.fill('');
      await Promise.all([answered(page, /search=/), search.fill(words)]);
      await drawn(page);
    });
  }
  await search.fill('');
  /** How long the desk takes for a call. */
  const call = (path: string): Promise<number> =>
    many(() => page.evaluate(async (from) => void (await (await fetch(from)).json()), `/agent/api/${path}`));
  const calls: Record<string, number> = {};
  for (const path of [
    'conversation-counts',
    'conversations?view=open',
    'conversations?view=open&sort=waiting',
    'conversations?view=unassigned',
    'conversations?view=closed',
    'conversations?view=closed&tag=vip',
    'conversations?view=closed&after=1700000000200_x',
    'conversations?search=umbrella',
    'conversations?search=xylophone',
  ])
    calls[path] = await call(path);
  return {
    opening,
    ...views,
    'page 2 and 3': median(pages.slice(0, 2)),
    'page, the last two': median(pages.slice(-2)),
    rows: shown,
    scrolling,
    'opening a conversation': opens,
    ...searches,
    ...calls,
  };
};

/** Loads older conversations until the list has this many rows. */
const loadRows = async (page: Page, wanted: number): Promise<void> => {
  const more = page.locator('.list-more button');
  for (let shown = await rows(page).count(); shown < wanted; shown = await rows(page).count()) {
    await Promise.all([answered(page, /after=/), more.click()]);
    await rows(page).nth(shown).waitFor();
  }
};

/** The longest task of the page in each of an agent's acts, in ms: the median of the rounds. */
const longestTasks = async (page: Page): Promise<Record<string, number>> => {
  await page.evaluate(() => {
    const noted = window as { tasks?: number[] };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) noted.tasks?.push(Math.round(duration));
    }).observe({ type: 'longtask' });
  });
  const longest = async (act: () => Promise<unknown>): Promise<number> => {
    await page.evaluate(() => {
      (window as { tasks?: number[] }).tasks = [];
    });
    await act();
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    return page.evaluate(() => Math.max(0, ...((window as { tasks?: number[] }).tasks ?? [])));
  };
  const acts = {
    'view mine': () => view(page, 'mine').press('Space'),
    'view open': async () => {
      const before = await rows(page).count();
      await view(page, 'open').press('Space');
      await expect.poll(() => rows(page).count()).toBeGreaterThan(before);
    },
    open: () => rows(page).nth(3).click(),
    type: () => page.keyboard.type('Hello'),
    'open another': () => rows(page).nth(5).click(),
    'to the end': () => rows(page).first().press('End'),
  };
  const times = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, act] of Object.entries(acts))
      times.set(name, [...(times.get(name) ?? []), await longest(act)]);
  return Object.fromEntries([...times].map(([name, all]) => [name, median(all)]));
};

describe.skipIf(MANY === 0)(`the inbox of ${MANY} conversations`, { timeout: 1_200_000 }, () => {
  let few: Awaited<ReturnType<typeof deskWith>>;
  let many: Awaited<ReturnType<typeof deskWith>>;
  beforeAll(async () => {
    few = await deskWith(FEW);
    many = await deskWith(MANY);
  });
  afterAll(async () => {
    await few.close();
    await many.close();
  });

  it(`is as quick as that of ${FEW}, and no query reads a whole table`, async () => {
    const { browser, close } = await shareBrowser();
    const times: Record<string, number>[] = [];
    for (const { desk } of [few, many]) {
      const { page } = await openInbox(browser, desk);
      times.push(await timesOf(page, desk));
      await page.close();
    }
    const [small = {}, large = {}] = times;
    const ratios = Object.fromEntries(
      Object.entries(large).map(([name, time]) => [
        name,
        { few: small[name], many: time, ratio: Math.round((time / (small[name] || 1)) * 100) / 100 },
      ]),
    );
    console.table(ratios);
    const plans = new Map<string, string>();
    for (const asked of many.asked) {
      // Counting what is closed reads nine of ten rows, for which a scan is quickest.
      if (!/^\s*select (?!\(\(select count)/i.test(asked.sql) || !asked.sql.includes('conversations'))
        continue;
      const plan = await many.planOf(asked);
      const took = Number(/Execution Time: ([\d.]+)/.exec(plan)?.[1] ?? 0);
      if (/Seq Scan on (conversations|messages|users)/.test(plan) || took > 50) plans.set(asked.sql, plan);
    }
    for (const [sql, plan] of plans) console.info(`${sql.slice(0, 400)}\n${plan}\n`);
    const late = Object.entries(ratios).filter(([name, { few: before = 0, many: now, ratio }]) => {
      const kind = Object.keys(LONGEST).find((one) => name.startsWith(one)) as
        | keyof typeof LONGEST
        | undefined;
      return kind !== undefined && now - before > SOON_MS && ratio > LONGEST[kind];
    });
    expect(late).toEqual([]);
    expect(
      [...plans.values()].filter((plan) => /Seq Scan on (conversations|messages|users)/.test(plan)),
    ).toEqual([]);
    await close();
  });

  it('blocks no act for longer with 1,000 rows than with 100', async () => {
    const { browser, close } = await shareBrowser();
    const { page } = await openInbox(browser, many.desk);
    await loadRows(page, 100);
    const few = await longestTasks(page);
    await loadRows(page, 1000);
    const all = await longestTasks(page);
    console.table({ '100 rows': few, '1,000 rows': all });
    const late = Object.entries(all).filter(
      ([name, ms]) => ms > Math.max(LONG_TASK_MS, 1.5 * (few[name] ?? 0)),
    );
    expect(late).toEqual([]);
    await close();
  });
});
