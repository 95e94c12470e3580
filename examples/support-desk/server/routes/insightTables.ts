import type {
  AgentFiguresRow,
  AgentInsightPagesAnswer,
  AgentInsightsAnswer,
  AgentRating,
  AgentTeamCounts,
  AgentTeamInsightsAnswer,
} from '../../shared/answers/insights';
import { csvLine } from '../http/csv';

/** The tables of Insights as CSV. Times are in seconds, an unknown one is empty. */

type Cell = string | number | undefined;
const line = (cells: readonly Cell[]): string =>
  csvLine(cells.map((cell) => (typeof cell === 'number' ? `${cell}` : cell)));
const table = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [head, ...rows].map(line).join('');

const FIGURES = ['pageViews', 'opens', 'conversations'] as const;

/** The figures by day and by page, in one table. The page without a name is all others. */
export const daysCsv = ({ days, pages }: AgentInsightsAnswer): string =>
  table(
    ['day', 'page', 'page views', 'opened', 'conversations', 'first answer in seconds'],
    [
      ...days.map(({ day, firstAnswer, ...row }) => [
        day,
        '',
        ...FIGURES.map((one) => row[one]),
        firstAnswer,
      ]),
      ...pages.map(({ page, ...row }) => ['', page || 'other pages', ...FIGURES.map((one) => row[one]), '']),
    ],
  );

const COUNTS: [head: string, of: (counts: AgentTeamCounts) => Cell][] = [
  ['began', ({ begun }) => begun],
  ['answered', ({ answered }) => answered],
  ['messages', ({ sent }) => sent],
  ['first answer, median seconds', ({ firstAnswer }) => firstAnswer?.median],
  ['first answer, 90% within seconds', ({ firstAnswer }) => firstAnswer?.slow],
  ['closed', ({ closed }) => closed],
  ['time to close, median seconds', ({ toClose }) => toClose?.median],
  ['time to close, 90% within seconds', ({ toClose }) => toClose?.slow],
  ['rated good', ({ good }) => good],
  ['rated bad', ({ bad }) => bad],
];

const countsCsv = <T extends AgentTeamCounts>(
  heads: readonly string[],
  rows: readonly T[],
  named: (row: T) => readonly Cell[],
  leftOut: string,
): string => {
  const columns = COUNTS.filter(([head]) => head !== leftOut);
  return table(
    [...heads, ...columns.map(([head]) => head)],
    rows.map((row) => [...named(row), ...columns.map(([, of]) => of(row))]),
  );
};

/** A name as people read it. */
const nameOf = ({ name, removed }: Pick<AgentFiguresRow, 'name' | 'removed'>): string =>
  removed ? `${name} (left the team)` : name;

export const agentsCsv = ({ agents }: AgentTeamInsightsAnswer): string =>
  countsCsv(['agent', 'id'], agents, (row) => [nameOf(row), row.agentId], 'began');

export const tagsCsv = ({ tags }: AgentTeamInsightsAnswer): string =>
  countsCsv(['tag'], tags, ({ name }) => [name], 'messages');

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** A row for each weekday, and a column for each hour. */
export const hoursCsv = ({ hours, period }: AgentTeamInsightsAnswer): string =>
  table(
    [`weekday, in ${period.timeZone}`, ...Array.from({ length: 24 }, (_, hour) => `${hour}:00`)],
    hours.map((row, day) => [WEEKDAYS[day], ...row]),
  );

export const ratingsHead = (): string =>
  line(['time', 'rating', 'comment', 'visitor', 'agent', 'conversation']);

export const ratingLine = ({ at, score, comment, visitor, agent, conversationId }: AgentRating): string =>
  line([new Date(at * 1000).toISOString(), score, comment, visitor, nameOf(agent), conversationId]);

export const pagesCsv = ({ pages }: AgentInsightPagesAnswer): string =>
  table(
    ['page', 'conversations'],
    pages.map(({ page, conversations }) => [page || 'unknown', conversations]),
  );
