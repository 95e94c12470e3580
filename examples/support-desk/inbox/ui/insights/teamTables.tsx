import type { AgentTeamCounts, AgentTeamInsightsAnswer } from '../../../shared/answers/insights';
import { duration } from '../../model/times';
import type { InsightTable } from '../../services/insightsApi';
import { FiguresTable, Part } from './Part';

const number = (value: number): string => new Intl.NumberFormat().format(value);

type Column = { head: string; of(counts: AgentTeamCounts): string };

const times = ({
  head,
  of,
}: {
  head: string;
  of(c: AgentTeamCounts): AgentTeamCounts['toClose'];
}): Column[] => [
  { head: `${head}, median`, of: (counts) => shown(of(counts)?.median) },
  { head: `${head}, 90% within`, of: (counts) => shown(of(counts)?.slow) },
];
const shown = (seconds: number | undefined): string => (seconds === undefined ? '–' : duration(seconds));

const BEGUN: Column = { head: 'Began', of: ({ begun }) => number(begun) };
const SENT: Column = { head: 'Messages', of: ({ sent }) => number(sent) };
const COLUMNS: readonly Column[] = [
  { head: 'Answered', of: ({ answered }) => number(answered) },
  ...times({ head: 'First answer', of: ({ firstAnswer }) => firstAnswer }),
  { head: 'Closed', of: ({ closed }) => number(closed) },
  ...times({ head: 'To close', of: ({ toClose }) => toClose }),
  { head: 'Good', of: ({ good }) => number(good) },
  { head: 'Bad', of: ({ bad }) => number(bad) },
];

type Row = AgentTeamCounts & { key: string; label: string; note?: string };

type CountsProps = {
  title: string;
  file: InsightTable;
  /** What the figures count. */
  counts: string;
  first: string;
  columns: readonly Column[];
  rows: readonly Row[];
};

const CountsPart = ({ title, file, counts, first, columns, rows }: CountsProps) => (
  <Part title={title} file={file} counts={counts}>
    {rows.length === 0 ? (
      <p class="secondary">Nothing in this period.</p>
    ) : (
      <FiguresTable name={title} class="of-team">
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {columns.map(({ head }) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <bdi>{row.label}</bdi>
                {row.note && <span class="meta"> {row.note}</span>}
              </th>
              {columns.map(({ head, of }) => (
                <td key={head} class="number">
                  {of(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </FiguresTable>
    )}
  </Part>
);

const NOTES: Record<string, string | undefined> = {
  program: 'and API keys',
  visitor: 'who ended it themselves',
};

/** The work of each agent. */
export const AgentTable = ({ agents }: Pick<AgentTeamInsightsAnswer, 'agents'>) => (
  <CountsPart
    title="By agent"
    file="agents"
    counts="Answered: conversations that got their first answer from this person. Messages: all that they sent. Closed: how often they closed one. A rating counts for the person who wrote last before it."
    first="Agent"
    columns={[SENT, ...COLUMNS]}
    rows={agents.map((one) => ({
      ...one,
      key: one.agentId ?? one.kind,
      label: one.name,
      note: one.removed ? 'left the team' : NOTES[one.kind],
    }))}
  />
);

/** The work on each tag. */
export const TagTable = ({ tags }: Pick<AgentTeamInsightsAnswer, 'tags'>) => (
  <CountsPart
    title="By tag"
    file="tags"
    counts="By the tags that conversations have now. One with two tags counts for both. Began: the visitor's first message was in this period."
    first="Tag"
    columns={[BEGUN, ...COLUMNS]}
    rows={tags.map((one) => ({ ...one, key: one.name, label: one.name }))}
  />
);

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const weekday = (day: number): string =>
  new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' }).format(MONDAY + day * 86_400_000);

/** When visitors write. The shade repeats the number. */
export const HourTable = ({ hours, period }: Pick<AgentTeamInsightsAnswer, 'hours' | 'period'>) => {
  const most = Math.max(1, ...hours.flat());
  return (
    <Part
      title="When visitors write"
      file="hours"
      counts={`Messages of visitors, by weekday and the hour in which they came, in the time zone ${period.timeZone}. A darker cell has more.`}
    >
      <FiguresTable name="When visitors write" class="heat">
        <thead>
          <tr>
            <th scope="col">Hour</th>
            {Array.from({ length: 24 }, (_, hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((row, day) => (
            <tr key={day}>
              <th scope="row">{weekday(day)}</th>
              {row.map((count, hour) => (
                <td key={hour} class="number" style={{ '--share': `${Math.round((count / most) * 40)}%` }}>
                  {number(count)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </FiguresTable>
    </Part>
  );
};
