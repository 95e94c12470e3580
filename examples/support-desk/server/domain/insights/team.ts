import type {
  AgentFiguresRow,
  AgentInsightPagesAnswer,
  AgentRatingsAnswer,
  AgentTeamInsightsAnswer,
} from '../../../shared/answers/insights';
import { type Asked, hoursOf, type Period, periodsOf } from '../../model/periods';
import { mergeFigures, OTHERS, type Spread, type TeamCounts } from '../../model/teamFigures';
import type { InboxPlace } from '../../store/reads';
import type { Deps } from '../deps';
import { nameOfVisitor } from '../inboxViews';
import { seconds } from '../views';

const PAGES_SHOWN = 50;

type Reading = Pick<Deps, 'store' | 'settings' | 'now'>;

/** The team's time zone: that of its opening hours. */
const zoneOf = ({ settings }: Pick<Deps, 'settings'>): string => settings().hours.timeZone;

/** The period that is asked for, and the one before it. @throws bad_request */
export const askedPeriods = (deps: Pick<Deps, 'settings' | 'now'>, asked: Asked) =>
  periodsOf(zoneOf(deps), asked, deps.now());

const spreadView = ({ median, slow }: Spread) =>
  median === null || slow === null ? undefined : { median: seconds(median), slow: seconds(slow) };

const countsView = ({ firstAnswer, toClose, ...counts }: TeamCounts) => ({
  ...counts,
  firstAnswer: spreadView(firstAnswer),
  toClose: spreadView(toClose),
});

type Who = Pick<AgentFiguresRow, 'kind' | 'agentId' | 'name' | 'removed'>;

/** Names those who are in figures: agents, also removed ones, and others together. */
const readNames = async ({ store }: Pick<Deps, 'store'>): Promise<(key: string) => Who> => {
  const agents = new Map((await store.agents()).map((one) => [one.id, one]));
  return (key) => {
    const agent = agents.get(key);
    if (agent)
      return {
        kind: 'agent',
        agentId: key,
        name: agent.name,
        removed: agent.removedAt !== null || undefined,
      };
    if (key === OTHERS.visitor) return { kind: 'visitor', name: 'Visitors' };
    if (key === OTHERS.nobody) return { kind: 'nobody', name: 'Nobody' };
    return { kind: 'program', name: 'Programs' };
  };
};

const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);

/** What the team did in a period, by its log, and the sums of the period before. @throws bad_request */
export const readTeamInsights = async (deps: Reading, asked: Asked): Promise<AgentTeamInsightsAnswer> => {
  const { period, before } = askedPeriods(deps, asked);
  const { store } = deps;
  const [now, written] = [mergeFigures(await store.teamFigures(period)), await store.writtenAt(period)];
  const earlier = mergeFigures(await store.teamFigures(before));
  const who = await readNames(deps);
  const timeZone = zoneOf(deps);
  const dated = ({ from, to }: Period) => ({ from, to });
  return {
    period: { ...dated(period), timeZone },
    before: { ...dated(before), ...countsView(earlier.all) },
    all: countsView(now.all),
    agents: [...now.agents]
      .map(([key, counts]) => ({ ...who(key), ...countsView(counts) }))
      .sort((a, b) => Number(a.kind !== 'agent') - Number(b.kind !== 'agent') || byName(a, b)),
    tags: [...now.tags]
      .map(([name, counts]) => ({ name, ...countsView(counts) }))
      .sort((a, b) => b.begun - a.begun || byName(a, b)),
    hours: hoursOf(timeZone, written),
  };
};

/** A page of the conversations that were rated in a period, by their newest rating. @throws bad_request */
export const readRatings = async (
  deps: Reading,
  asked: Asked,
  page: { after?: InboxPlace; limit: number },
): Promise<AgentRatingsAnswer> => {
  const { since, until } = askedPeriods(deps, asked).period;
  const found = await deps.store.ratingsIn({ since, until, ...page, limit: page.limit + 1 });
  const who = await readNames(deps);
  const shown = found.slice(0, page.limit);
  const last = found.length > page.limit ? shown.at(-1)?.conversation : undefined;
  return {
    ratings: shown.flatMap(({ conversation, user, who: key }) =>
      conversation.rating === null || conversation.ratedAt === null
        ? []
        : {
            conversationId: conversation.id,
            visitor: nameOfVisitor(user, conversation.displayName).displayName,
            at: seconds(conversation.ratedAt),
            ...conversation.rating,
            agent: who(key),
          },
    ),
    next: last && `${last.ratedAt}_${last.id}`,
  };
};

/** The pages on which the visitors are now who began a conversation in a period. @throws bad_request */
export const readAskersPages = async (deps: Reading, asked: Asked): Promise<AgentInsightPagesAnswer> => {
  const pages = await deps.store.askersPages(askedPeriods(deps, asked).period, PAGES_SHOWN);
  return { pages: pages.map(({ page, count }) => ({ page, conversations: count })) };
};
