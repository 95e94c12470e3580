import { and, desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import { type FigureRow, OTHERS, type TeamCounts, type TimeSpan } from '../../model/teamFigures';
import type { Reads } from '../reads';
import type { Database } from './database';
import { agents, conversations, happenings, messages, users } from './schema';

/** What counts, as conditions. A query must repeat them word by word to use their indexes. */
const LOUD = `("body" ->> 'automatic') is distinct from 'true' and ("body" ->> 'quiet') is distinct from 'true'`;
/** Messages of people and programs of the team. */
export const SENT = sql.raw(
  `"role" = 'appMaker' and ${LOUD} and coalesce("reference_id", '') not like 'campaign:%'`,
);
export const WRITTEN = sql.raw(`"role" = 'appUser' and ${LOUD}`);
export const ENDED = sql.raw(`"kind" = 'change' and ("body" ->> 'what') in ('closed', 'ended')`);
export const REOPENED = sql.raw(`"kind" = 'change' and ("body" ->> 'what') = 'reopened'`);

const QUARTER_MS = 900_000;

type TeamReads = Pick<Reads, 'teamFigures' | 'writtenAt' | 'ratingsIn' | 'askersPages'>;

const during = (at: SQL, { since, until }: TimeSpan): SQL => sql`${at} >= ${since} and ${at} < ${until}`;

const median = sql`percentile_disc(0.5) within group (order by "took")`;
const slow = sql`percentile_disc(0.9) within group (order by "took")`;

type Counted = { of: FigureRow['of']; key: string; values: (number | null)[] };

/** Counts rows that have `who` and `tags`: all of them, and those of each agent and tag. */
const counted = async (
  db: Database,
  rows: SQL,
  counts: readonly SQL[],
  byAgent: boolean,
): Promise<Counted[]> => {
  const columns = sql.join(
    [...counts].map((one) => sql`(${one})::float8`),
    sql`, `,
  );
  const values = sql`array[${columns}]`;
  const who = byAgent
    ? sql`select case when grouping("who") = 1 then 'all' else 'agent' end as "of", coalesce("who", '') as "key", ${values} as "values" from rows group by rollup ("who")`
    : sql`select 'all' as "of", '' as "key", ${values} as "values" from rows`;
  const all = sql`(with rows as materialized (${rows}) ${who} union all select 'tag', tag, ${values} from rows, jsonb_array_elements_text("tags") as tag group by tag) as counted`;
  return db
    .select({
      of: sql<Counted['of']>`"of"`,
      key: sql<string>`"key"`,
      values: sql<Counted['values']>`"values"`,
    })
    .from(all);
};

const named = (
  rows: readonly Counted[],
  of: (values: readonly (number | null)[]) => Partial<TeamCounts>,
): FigureRow[] => rows.map(({ values, ...row }) => ({ ...row, ...of(values) }));

/** The team's messages, with their author; those that are a conversation's first answer, also with how long it took. */
const sentIn = (span: TimeSpan): SQL => sql`
  select c."tags", coalesce(a."id", ${OTHERS.program}) as "who", m."received" - c."first_asked_at" as "took"
  from (select "conversation_id", "received", "body" ->> 'authorId' as "author" from ${messages}
    where ${SENT} and ${during(sql`"received"`, span)}) m
  left join ${conversations} c on c."id" = m."conversation_id" and c."first_answered_at" = m."received"
    and c."first_asked_at" is not null and ${during(sql`c."first_answered_at"`, span)}
  left join ${agents} a on a."id" = m."author"`;

const endsIn = (span: TimeSpan): SQL => sql`
  select c."tags",
    coalesce(a."id", case when h."by" is null then ${OTHERS.visitor} else ${OTHERS.program} end) as "who",
    case when greatest(c."first_asked_at", r."at") <= h."created_at"
      then h."created_at" - greatest(c."first_asked_at", r."at") end as "took"
  from (select "conversation_id", "created_at", "body" #>> '{by,id}' as "by" from ${happenings}
    where ${ENDED} and ${during(sql`"created_at"`, span)}) h
  join ${conversations} c on c."id" = h."conversation_id"
  left join ${agents} a on a."id" = h."by"
  left join lateral (select max("created_at") as "at" from ${happenings}
    where ${REOPENED} and "conversation_id" = h."conversation_id" and "created_at" <= h."created_at") r on true`;

/** The author of the team's last message before the rating of a conversation. */
const rated = sql`coalesce((select coalesce((select "id" from ${agents} where "id" = m."author"), ${OTHERS.program})
  from (select "body" ->> 'authorId' as "author" from ${messages}
    where "conversation_id" = c."id" and ${SENT} and "received" <= c."rated_at"
    order by "received" desc limit 1) m), ${OTHERS.nobody})`;

const ratingsOf = (span: TimeSpan): SQL => sql`
  select c."tags", c."rating" ->> 'score' as "score", ${rated} as "who"
  from ${conversations} c where ${during(sql`c."rated_at"`, span)}`;

const begunIn = (span: TimeSpan): SQL => sql`
  select "tags" from ${conversations} where ${during(sql`"first_asked_at"`, span)}`;

const spreadOf = ([half = null, most = null]: readonly (number | null)[]) => ({ median: half, slow: most });

const scored = (score: string): SQL => sql`count(*) filter (where "score" = ${score})`;

const inTurn = async <T>(first: () => Promise<T>, second: () => Promise<T>): Promise<[T, T]> => [
  await first(),
  await second(),
];

/** Reads what the team did, from the log. */
export const createTeamReads = (db: Database): TeamReads => ({
  teamFigures: async (span) => {
    // Two at a time: lists of agents use the same connections.
    const [[sent, begun], [closed, ratings]] = await Promise.all([
      inTurn(
        () => counted(db, sentIn(span), [sql`count(*)`, sql`count("took")`, median, slow], true),
        () => counted(db, begunIn(span), [sql`count(*)`], false),
      ),
      inTurn(
        () => counted(db, endsIn(span), [sql`count(*)`, median, slow], true),
        () => counted(db, ratingsOf(span), [scored('good'), scored('bad')], true),
      ),
    ]);
    return [
      ...named(begun, ([all]) => ({ begun: all ?? 0 })),
      ...named(sent, ([all, answered, ...times]) => ({
        sent: all ?? 0,
        answered: answered ?? 0,
        firstAnswer: spreadOf(times),
      })),
      ...named(closed, ([all, ...times]) => ({ closed: all ?? 0, toClose: spreadOf(times) })),
      ...named(ratings, ([good, bad]) => ({ good: good ?? 0, bad: bad ?? 0 })),
    ];
  },
  writtenAt: (span) => {
    const quarter = sql<number>`("received" / ${sql.raw(`${QUARTER_MS}`)})`.mapWith(Number);
    return db
      .select({ quarter, count: sql<number>`count(*)`.mapWith(Number) })
      .from(messages)
      .where(and(WRITTEN, during(sql`"received"`, span)))
      .groupBy(sql`1`);
  },
  ratingsIn: async ({ since, until, after, limit }) => {
    const { id, ratedAt } = conversations;
    const rows = await db
      .select({
        conversation: conversations,
        user: users,
        who: sql<string>`(select ${rated} from ${conversations} c where c."id" = ${id})`,
      })
      .from(conversations)
      .innerJoin(users, eq(users.id, conversations.userId))
      .where(
        and(
          gte(ratedAt, since),
          lt(ratedAt, until),
          after && or(lt(ratedAt, after.at), and(eq(ratedAt, after.at), lt(id, after.id))),
        ),
      )
      .orderBy(desc(ratedAt), desc(id))
      .limit(limit);
    return rows;
  },
  askersPages: (span, limit) => {
    const page = sql<string>`coalesce(${users.clients} #>> '{0,info,currentUrl}', '')`;
    const count = sql<number>`count(*)`.mapWith(Number);
    return db
      .select({ page, count })
      .from(conversations)
      .innerJoin(users, eq(users.id, conversations.userId))
      .where(and(gte(conversations.firstAskedAt, span.since), lt(conversations.firstAskedAt, span.until)))
      .groupBy(sql`1`)
      .orderBy(desc(sql`2`), sql`${page} collate "C"`)
      .limit(limit);
  },
});
