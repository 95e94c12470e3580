import { type Json, listOf, num, obj, oneOf, str } from '@porch/messenger/wire/decode';
import { shownLabel, shownText } from '@porch/messenger/wire/shown';
import type { AgentErrorReport, AgentFigures, AgentInsightsAnswer } from '../../shared/answers/insights';

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
