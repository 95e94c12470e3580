import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  AgentRatingsAnswer,
  AgentTeamCounts,
  AgentTeamInsightsAnswer,
} from '../../examples/support-desk/shared/answers/insights';
import { createAgent, type TestAgent } from '../support/agents';
import { type Desk, startDesk } from '../support/desk';
import { agent, createVisitor, sendText, type Visitor } from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { createRandom } from '../support/fuzz/random';

const [HOUR, DAY] = [3_600_000, 86_400_000];
const ZONE = 'Asia/Kathmandu';
const SETTINGS = {
  hours: { timeZone: ZONE },
  rating: { enabled: true },
  app: { endSessionEnabled: true },
};
const TAGS = ['vip', '=tax', 'naïve'];

type Log = {
  tags: string[];
  /** Messages that count, oldest first. */
  messages: { at: number; from: 'visitor' | string }[];
  changes: { at: number; what: string; by: string }[];
  rating?: { at: number; score: string; comment?: string };
};

/** The value at this share of sorted times, in seconds. */
const spreadOf = (times: number[]) => {
  if (times.length === 0) return undefined;
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.ceil(share * sorted.length) - 1] ?? 0) / 1000;
  return { median: at(0.5), slow: at(0.9) };
};

/** What a person would count in the logs of conversations, for whom `isWho` is. */
const countIn = (
  logs: readonly Log[],
  { since, until }: { since: number; until: number },
  isWho: (who: string) => boolean = () => true,
): AgentTeamCounts => {
  const isIn = (at: number) => at >= since && at < until;
  const asked = ({ messages }: Log) => messages.find(({ from }) => from === 'visitor')?.at;
  const firstAnswers: number[] = [];
  const closings: (number | undefined)[] = [];
  const counts = { begun: 0, answered: 0, sent: 0, closed: 0, good: 0, bad: 0 };
  for (const log of logs) {
    const ask = asked(log);
    if (ask !== undefined && isIn(ask)) counts.begun += 1;
    const answer = log.messages.find(({ at, from }) => from !== 'visitor' && ask !== undefined && at > ask);
    if (answer && isIn(answer.at) && isWho(answer.from)) firstAnswers.push(answer.at - (ask ?? 0));
    const sent = log.messages.filter(({ at, from }) => from !== 'visitor' && isIn(at) && isWho(from));
    counts.sent += sent.length;
    for (const end of log.changes.filter(({ what }) => what === 'closed' || what === 'ended')) {
      if (!isIn(end.at) || !isWho(end.by)) continue;
      const opened = log.changes.filter(({ what, at }) => what === 'reopened' && at <= end.at);
      // The visitor may have written only later, to a conversation that the team began.
      const begin = Math.max(ask ?? -Infinity, opened.at(-1)?.at ?? -Infinity);
      closings.push(begin === -Infinity || begin > end.at ? undefined : end.at - begin);
    }
    const { rating } = log;
    const last = rating && log.messages.findLast(({ from, at }) => from !== 'visitor' && at <= rating.at);
    if (rating && isIn(rating.at) && isWho(last?.from ?? 'nobody'))
      counts[rating.score === 'good' ? 'good' : 'bad'] += 1;
  }
  return {
    ...counts,
    answered: firstAnswers.length,
    firstAnswer: spreadOf(firstAnswers),
    closed: closings.length,
    toClose: spreadOf(closings.filter((one) => one !== undefined)),
  };
};

describe.each(ENGINES)("the team's figures on %s", (_name, engine) => {
  let desk: Desk;
  let [ada, ben] = [] as unknown as [TestAgent, TestAgent];
  // Midnight in the zone.
  let start = Date.parse('2030-03-04T00:00:00+05:45');
  let time = start;
  const visitors: Visitor[] = [];
  const comments: string[] = [];
  const get = async <T>(query: string): Promise<T> =>
    (await ada.call('GET', `/insights/${query}`)).body as unknown as T;
  const csv = async (query: string) => {
    const answer = await fetch(`${desk.origin}/agent/api/insights.csv?${query}`, { headers: ada.headers });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return { answer, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) };
  };

  /** Lets visitors, agents and a program do a hundred things in ten days. */
  const play = async (seed: number): Promise<void> => {
    const random = createRandom(seed);
    for (let i = 0; i < 8; i += 1) {
      const info = { currentUrl: `https://shop.example/%C3%A4?visitor=${i % 3}` };
      visitors.push(await createVisitor(desk, { client: { id: `c${i}`, platform: 'web', info } }));
    }
    for (let step = 0; step < 110; step += 1) {
      time += Math.floor(random.next() * 4.4 * HOUR) + 1000;
      const visitor = random.pick(visitors);
      const who = random.pick([ada.call, ada.call, ben.call, agent(desk)]);
      const path = `/conversations/${visitor.conversationId}`;
      const comment = random.pick(['=1+1', 'Kind, "quick"\nand good', undefined]);
      await random.pick([
        () => sendText(visitor, 'Hello'),
        () => sendText(visitor, 'Are you there?'),
        () => who('POST', `${path}/messages`, { text: 'Hi' }),
        () => who('POST', `${path}/messages`, { text: 'Yes' }),
        () => who('POST', `${path}/close`),
        () => who('POST', `${path}/reopen`),
        () => who('POST', `${path}/snooze`, { until: (time + HOUR) / 1000 }),
        () => who('POST', `${path}/tags`, { add: random.pick(TAGS) }),
        () => visitor.call('POST', `${path}/activity`, { activity: { type: 'conversation:end' } }),
        () => visitor.call('POST', `${path}/rating`, { score: random.pick(['good', 'bad']), comment }),
      ])();
    }
  };

  const logOf = async ({ conversationId }: Visitor): Promise<Log> => {
    const conversation = await desk.store.conversationById(conversationId);
    const { messages } = await desk.store.messages(conversationId, { limit: 1000 });
    const changes = (await desk.store.happenings(conversationId, 'change', 1000)).toReversed();
    const { rating, ratedAt, tags = [] } = conversation ?? {};
    return {
      tags,
      messages: messages.map(({ received, role, body }) => ({
        at: received,
        from: role === 'appUser' ? 'visitor' : String(body.authorId ?? 'program'),
      })),
      changes: changes.map(({ createdAt, body }) => {
        const by = body.by as { kind: string; id: string } | undefined;
        return {
          at: createdAt,
          what: String(body.what),
          by: !by ? 'visitor' : by.kind === 'agent' ? by.id : 'program',
        };
      }),
      rating: rating && ratedAt ? { at: ratedAt, ...rating } : undefined,
    };
  };

  beforeAll(async () => {
    desk = await startDesk({ ...engine, settings: SETTINGS, now: () => time });
    // Move past what earlier runs left in a shared database.
    const isUsed = async () =>
      (await desk.store.writtenAt({ since: start - 30 * DAY, until: start + 30 * DAY })).length > 0;
    while (await isUsed()) start += 364 * DAY;
    time = start;
    [ada, ben] = [await createAgent(desk, 'Ada'), await createAgent(desk, 'Ben')];
    await play(7);
  });
  afterAll(() => desk.close());

  it.each([3, 10])(
    'of %i days are what a person counts in the logs, and so are those of the days before',
    async (days) => {
      const logs = await Promise.all(visitors.map(logOf));
      const { all, before, agents, tags, period } = await get<AgentTeamInsightsAnswer>(`team?days=${days}`);
      const local = time + 5.75 * HOUR;
      const since = Math.floor(local / DAY) * DAY - (days - 1) * DAY - 5.75 * HOUR;
      const span = { since, until: time + 1 };
      expect(period.timeZone).toBe(ZONE);
      expect(all).toEqual(countIn(logs, span));
      expect(all.sent).toBeGreaterThan(4);
      const { from: _from, to: _to, ...earlier } = before;
      expect(earlier).toEqual(countIn(logs, { since: since - days * DAY, until: span.until - days * DAY }));
      const expected = [ada.id, ben.id, 'program', 'visitor', 'nobody'].map((id) => [
        id,
        { ...countIn(logs, span, (who) => who === id), begun: 0 },
      ]);
      const found = agents.map(({ kind, agentId, name: _, removed: _gone, ...counts }) => [
        agentId ?? kind,
        counts,
      ]);
      const isActive = ([, counts]: unknown[]) =>
        Object.values(counts as AgentTeamCounts).some((one) => typeof one === 'object' || one > 0);
      expect(new Map(found as [string, unknown][])).toEqual(
        new Map(expected.filter(isActive) as [string, unknown][]),
      );
      for (const tag of TAGS) {
        const tagged = {
          ...countIn(
            logs.filter((log) => log.tags.includes(tag)),
            span,
          ),
          sent: 0,
        };
        const { name: _, ...row } = tags.find(({ name }) => name === tag) ?? { name: tag };
        if (Object.keys(row).length > 0) expect({ ...row, sent: 0 }, tag).toEqual(tagged);
        else expect(tagged.begun + tagged.answered + tagged.closed, tag).toBe(0);
      }
    },
  );

  it('have when visitors write, by weekday and hour of the zone', async () => {
    const { hours } = await get<AgentTeamInsightsAnswer>('team?days=30');
    const expected = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
    for (const { messages } of await Promise.all(visitors.map(logOf)))
      for (const { at, from } of messages) {
        const local = new Date(at + 5.75 * HOUR);
        const row = expected[(local.getUTCDay() + 6) % 7] ?? [];
        if (from === 'visitor') row[local.getUTCHours()] = (row[local.getUTCHours()] ?? 0) + 1;
      }
    expect(hours).toEqual(expected);
  });

  it('have the ratings with their comments, newest first, in pages, and in a file that calculates nothing', async () => {
    const logs = await Promise.all(visitors.map(logOf));
    const rated = logs.flatMap(({ rating }) => rating ?? []).sort((a, b) => b.at - a.at);
    comments.push(...rated.flatMap(({ comment }) => comment ?? []));
    const { ratings } = await get<AgentRatingsAnswer>('ratings?days=30');
    expect(ratings.map(({ at, score, comment }) => ({ at: at * 1000, score, comment }))).toEqual(
      rated.map(({ at, score, comment }) => ({ at, score, comment })),
    );
    const [first] = ratings;
    const after = `${(first?.at ?? 0) * 1000}_${first?.conversationId}`;
    const rest = await get<AgentRatingsAnswer>(`ratings?days=30&after=${encodeURIComponent(after)}`);
    expect(rest.ratings).toEqual(ratings.slice(1));
    const { text } = await csv('days=30&table=ratings');
    expect(text.startsWith('\uFEFF"time","rating","comment"')).toBe(true);
    if (comments.includes('=1+1')) expect(text).toContain(`"'=1+1"`);
    expect(text.split('\r\n')).toHaveLength(rated.length + 2);
  });

  it.each(['agents', 'tags', 'hours', 'ratings', 'pages', 'days'])(
    'come as the table %s, named by its days, and no cell begins a formula',
    async (table) => {
      const { answer, text } = await csv(`from=2030-03-01&to=2030-03-14&table=${table}`);
      expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
        200,
        `attachment; filename="insights-${table}-2030-03-01-to-2030-03-14.csv"`,
      ]);
      expect(text).toMatch(/^\uFEFF"[^\r\n]+\r\n/);
      expect(text).not.toMatch(/(^|,)"\s*[=+@-]/m);
    },
  );

  it('have the pages of the visitors who began, with their queries', async () => {
    const { pages } = await get<{ pages: { page: string; conversations: number }[] }>('pages?days=30');
    expect(pages.map(({ page }) => page).sort()).toEqual(
      [0, 1, 2].map((i) => `https://shop.example/%C3%A4?visitor=${i}`),
    );
    expect((await get<{ pages: unknown[] }>('pages?from=2020-01-01&to=2020-01-02')).pages).toEqual([]);
  });

  it('keep what a removed agent did, under their name', async () => {
    const { agents: before } = await get<AgentTeamInsightsAnswer>('team?days=30');
    await desk.store.transaction((tx) => tx.updateAgent(ben.id, { removedAt: time }));
    const { agents: after } = await get<AgentTeamInsightsAnswer>('team?days=30');
    expect(after).toEqual(before.map((row) => (row.agentId === ben.id ? { ...row, removed: true } : row)));
    expect((await csv('days=30&table=agents')).text).toContain('"Ben (left the team)"');
  });

  it.each([
    'days=0',
    'days=91',
    'from=2030-01-01',
    'from=2030-01-02&to=2030-01-01',
    'from=2030-01-01&to=2030-04-03',
    'from=2030-02-30&to=2030-03-01',
    'from=x&to=y',
  ])('take no %s', async (query) => {
    for (const path of ['insights', 'insights/team', 'insights/ratings', 'insights/pages', 'insights.csv'])
      expect((await ada.call('GET', `/${path}?${query}`)).status, path).toBe(400);
    expect((await ada.call('GET', '/insights.csv?table=constructor')).status).toBe(400);
  });
});
