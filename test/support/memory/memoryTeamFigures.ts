import { isOfCampaign } from '../../../examples/support-desk/server/domain/insights/campaigns';
import { isQuiet } from '../../../examples/support-desk/server/domain/messages/storeMessage';
import type { Conversation, Message } from '../../../examples/support-desk/server/model/entities';
import {
  type FigureRow,
  NO_SPREAD,
  OTHERS,
  type Spread,
  type TeamCounts,
  type TimeSpan,
} from '../../../examples/support-desk/server/model/teamFigures';
import type { Reads } from '../../../examples/support-desk/server/store/reads';
import type { Tables } from './memoryReads';

const spreadOf = (times: readonly (number | undefined)[]): Spread => {
  const sorted = times.filter((one) => one !== undefined).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
  return sorted.length === 0 ? NO_SPREAD : { median: at(0.5), slow: at(0.9) };
};

/** What a query of the SQL store counts: a row, whose it is, and how long it took. */
type Fact = { conversation: Conversation; who?: string; took?: number };

const counted = (facts: readonly Fact[], count: (facts: readonly Fact[]) => Partial<TeamCounts>) => {
  const whos = new Set(facts.flatMap(({ who }) => who ?? []));
  const tags = new Set(facts.flatMap(({ conversation }) => conversation.tags));
  const rows: FigureRow[] = [{ of: 'all', key: '', ...count(facts) }];
  for (const who of whos)
    rows.push({ of: 'agent', key: who, ...count(facts.filter((one) => one.who === who)) });
  for (const tag of tags) {
    const tagged = facts.filter(({ conversation }) => conversation.tags.includes(tag));
    rows.push({ of: 'tag', key: tag, ...count(tagged) });
  }
  return rows;
};

type TeamReads = Pick<Reads, 'teamFigures' | 'writtenAt' | 'ratingsIn' | 'askersPages'>;

export const createMemoryTeamReads = (t: Tables): TeamReads => {
  const isIn = (at: number | null, { since, until }: TimeSpan) => at !== null && at >= since && at < until;
  const conversations = () => [...t.conversations.values()];
  const sent = () =>
    [...t.messages.values()]
      .flat()
      .filter((one) => one.role === 'appMaker' && !isQuiet(one) && !isOfCampaign(one));
  const writer = (id: unknown): string => (typeof id === 'string' && t.agents.has(id) ? id : OTHERS.program);
  const of = (conversationId: string) => t.conversations.get(conversationId) as Conversation;
  const changes = (...whats: string[]) =>
    [...t.happenings.values()].filter(
      ({ kind, body }) => kind === 'change' && whats.includes(String(body.what)),
    );
  const raterOf = ({ id, ratedAt }: Conversation): string => {
    const last = sent()
      .filter((one) => one.conversationId === id && one.received <= (ratedAt ?? 0))
      .sort((a, b) => b.received - a.received)[0];
    return last ? writer(last.body.authorId) : OTHERS.nobody;
  };
  const answer = ({ conversationId, received, body }: Message): Fact => {
    const conversation = of(conversationId);
    const { firstAskedAt, firstAnsweredAt } = conversation;
    const isFirst = firstAnsweredAt === received && firstAskedAt !== null;
    return { conversation, who: writer(body.authorId), took: isFirst ? received - firstAskedAt : undefined };
  };
  return {
    teamFigures: async (span) => {
      const ends = changes('closed', 'ended').filter(({ createdAt }) => isIn(createdAt, span));
      const closings = ends.map(({ conversationId, createdAt, body }): Fact => {
        const opened = changes('reopened').filter(
          (one) => one.conversationId === conversationId && one.createdAt <= createdAt,
        );
        const begins = [of(conversationId).firstAskedAt ?? [], opened.map((one) => one.createdAt)].flat();
        const begin = Math.max(...begins);
        const { id } = (body.by ?? {}) as { id?: string };
        return {
          conversation: of(conversationId),
          who: body.by ? writer(id) : OTHERS.visitor,
          took: begins.length > 0 && begin <= createdAt ? createdAt - begin : undefined,
        };
      });
      const rated = conversations().filter(({ ratedAt }) => isIn(ratedAt, span));
      const score = (facts: readonly Fact[], value: string) =>
        facts.filter(({ conversation }) => conversation.rating?.score === value).length;
      return [
        ...counted(
          conversations()
            .filter(({ firstAskedAt }) => isIn(firstAskedAt, span))
            .map((conversation) => ({ conversation })),
          (facts) => ({ begun: facts.length }),
        ),
        ...counted(
          sent()
            .filter(({ received }) => isIn(received, span))
            .map(answer),
          (facts) => ({
            sent: facts.length,
            answered: facts.filter(({ took }) => took !== undefined).length,
            firstAnswer: spreadOf(facts.map(({ took }) => took)),
          }),
        ),
        ...counted(closings, (facts) => ({
          closed: facts.length,
          toClose: spreadOf(facts.map(({ took }) => took)),
        })),
        ...counted(
          rated.map((conversation) => ({ conversation, who: raterOf(conversation) })),
          (facts) => ({ good: score(facts, 'good'), bad: score(facts, 'bad') }),
        ),
      ];
    },
    writtenAt: async (span) => {
      const quarters = new Map<number, number>();
      for (const one of [...t.messages.values()].flat()) {
        if (one.role !== 'appUser' || isQuiet(one) || !isIn(one.received, span)) continue;
        const quarter = Math.floor(one.received / 900_000);
        quarters.set(quarter, (quarters.get(quarter) ?? 0) + 1);
      }
      return [...quarters].map(([quarter, count]) => ({ quarter, count }));
    },
    ratingsIn: async ({ after, limit, ...span }) =>
      conversations()
        .filter(({ ratedAt }) => isIn(ratedAt, span))
        .sort((a, b) => (b.ratedAt ?? 0) - (a.ratedAt ?? 0) || (a.id < b.id ? 1 : -1))
        .filter(
          ({ id, ratedAt }) => !after || (ratedAt ?? 0) < after.at || (ratedAt === after.at && id < after.id),
        )
        .slice(0, limit)
        .flatMap((conversation) => {
          const user = t.users.get(conversation.userId);
          return user ? [structuredClone({ conversation, user, who: raterOf(conversation) })] : [];
        }),
    askersPages: async (span, limit) => {
      const pages = new Map<string, number>();
      for (const { userId, firstAskedAt } of conversations()) {
        if (!isIn(firstAskedAt, span)) continue;
        const { info } = (t.users.get(userId)?.clients[0] ?? {}) as { info?: { currentUrl?: string } };
        pages.set(info?.currentUrl ?? '', (pages.get(info?.currentUrl ?? '') ?? 0) + 1);
      }
      return [...pages]
        .map(([page, count]) => ({ page, count }))
        .sort((a, b) => b.count - a.count || (a.page < b.page ? -1 : 1))
        .slice(0, limit);
    },
  };
};
