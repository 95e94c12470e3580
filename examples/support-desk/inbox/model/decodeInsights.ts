import { type Json, listOf, num, obj, oneOf, str } from '@porch/messenger/wire/decode';
import { shownLabel, shownText } from '@porch/messenger/wire/shown';
import type {
  AgentErrorReport,
  AgentFigures,
  AgentInsightPagesAnswer,
  AgentInsightsAnswer,
  AgentRating,
  AgentRatingsAnswer,
  AgentTeamCounts,
  AgentTeamInsightsAnswer,
} from '../../shared/answers/insights';

const count = (value: unknown): number => Math.max(0, Math.floor(num(value) ?? 0));

const figures = (raw: Json): AgentFigures => ({
  pageViews: count(raw.pageViews),
  opens: count(raw.opens),
  conversations: count(raw.conversations),
});

const decodeDay = (value: unknown): AgentInsightsAnswer['days'][number] | undefined => {
  const raw = obj(value);
  const day = str(raw.day);
  if (!day || Number.isNaN(Date.parse(day))) return undefined;
  return { day, ...figures(raw), firstAnswer: num(raw.firstAnswer) };
};

const decodePage = (value: unknown): AgentInsightsAnswer['pages'][number] => {
  const raw = obj(value);
  return { page: shownText(raw.page) ?? '', ...figures(raw) };
};

const decodeReport = (value: unknown): AgentErrorReport | undefined => {
  const raw = obj(value);
  const _id = str(raw._id);
  if (!_id) return undefined;
  return {
    _id,
    level: oneOf(raw.level, ['error', 'warning', 'info']) ?? 'error',
    operation: shownLabel(raw.operation) ?? '',
    reason: shownLabel(raw.reason) ?? '',
    version: shownLabel(raw.version) ?? '',
    url: shownText(raw.url) ?? '',
    count: count(raw.count),
    firstAt: num(raw.firstAt) ?? 0,
    lastAt: num(raw.lastAt) ?? 0,
  };
};

export const decodeInsights = (value: unknown): AgentInsightsAnswer => {
  const raw = obj(value);
  const counted = obj(raw.counted);
  return {
    counted: { views: counted.views !== false, errors: counted.errors !== false },
    days: listOf(raw.days, decodeDay),
    pages: listOf(raw.pages, decodePage),
    firstAnswer: num(raw.firstAnswer),
    ratings: { good: count(obj(raw.ratings).good), bad: count(obj(raw.ratings).bad) },
    errors: listOf(raw.errors, decodeReport),
  };
};

const spread = (value: unknown): AgentTeamCounts['firstAnswer'] => {
  const { median, slow } = obj(value);
  const [half, most] = [num(median), num(slow)];
  return half === undefined || most === undefined ? undefined : { median: half, slow: most };
};

const teamCounts = (raw: Json): AgentTeamCounts => ({
  begun: count(raw.begun),
  answered: count(raw.answered),
  sent: count(raw.sent),
  firstAnswer: spread(raw.firstAnswer),
  closed: count(raw.closed),
  toClose: spread(raw.toClose),
  good: count(raw.good),
  bad: count(raw.bad),
});

const who = (raw: Json): AgentRating['agent'] => ({
  kind: oneOf(raw.kind, ['agent', 'program', 'visitor', 'nobody']) ?? 'nobody',
  agentId: str(raw.agentId),
  name: shownLabel(raw.name) ?? '',
  removed: raw.removed === true || undefined,
});

const days = (value: unknown): { from: string; to: string } => {
  const { from, to } = obj(value);
  return { from: str(from) ?? '', to: str(to) ?? '' };
};

export const decodeTeamInsights = (value: unknown): AgentTeamInsightsAnswer => {
  const raw = obj(value);
  return {
    period: { ...days(raw.period), timeZone: str(obj(raw.period).timeZone) ?? 'UTC' },
    before: { ...days(raw.before), ...teamCounts(obj(raw.before)) },
    all: teamCounts(obj(raw.all)),
    agents: listOf(raw.agents, (one) => ({ ...who(obj(one)), ...teamCounts(obj(one)) })),
    tags: listOf(raw.tags, (one) => ({ name: shownLabel(obj(one).name) ?? '', ...teamCounts(obj(one)) })),
    hours: listOf(raw.hours, (one) => listOf(one, count)),
  };
};

const decodeRating = (value: unknown): AgentRating | undefined => {
  const raw = obj(value);
  const [conversationId, score] = [str(raw.conversationId), oneOf(raw.score, ['good', 'bad'])];
  if (!conversationId || !score) return undefined;
  return {
    conversationId,
    score,
    visitor: shownLabel(raw.visitor) ?? '',
    at: num(raw.at) ?? 0,
    comment: shownText(raw.comment),
    agent: who(obj(raw.agent)),
  };
};

export const decodeRatings = (value: unknown): AgentRatingsAnswer => ({
  ratings: listOf(obj(value).ratings, decodeRating),
  next: str(obj(value).next),
});

export const decodeInsightPages = (value: unknown): AgentInsightPagesAnswer => ({
  pages: listOf(obj(value).pages, (one) => ({
    page: shownText(obj(one).page) ?? '',
    conversations: count(obj(one).conversations),
  })),
});
