import type { AgentFigures, AgentInsightsAnswer } from '../../../shared/answers/insights';
import { dateName, duration } from '../../model/times';

const number = (value: number): string => new Intl.NumberFormat().format(value);

/** A number with a bar that shows its share of the largest. */
const Counted = ({ value, most }: { value: number; most: number }) => (
  <td class="number">
    {number(value)}
    {most > 0 && (
      <span class="bar" aria-hidden="true">
        <span style={{ inlineSize: `${(value / most) * 100}%` }} />
      </span>
    )}
  </td>
);

type ViewsProps = { of: Pick<AgentFigures, 'pageViews' | 'opens'>; most: number; viewed: boolean };

const Views = ({ of, most, viewed }: ViewsProps) =>
  viewed ? (
    <>
      <Counted value={of.pageViews} most={most} />
      <td class="number">{number(of.opens)}</td>
    </>
  ) : null;

const Head = ({ first, last, viewed }: { first: string; last?: string; viewed: boolean }) => (
  <thead>
    <tr>
      <th scope="col">{first}</th>
      {viewed && (
        <>
          <th scope="col">Page views</th>
          <th scope="col">Opened</th>
        </>
      )}
      <th scope="col">Conversations</th>
      {last && <th scope="col">{last}</th>}
    </tr>
  </thead>
);

/** Whether page views and opened windows are shown. */
type Viewed = { viewed: boolean };

/** The days, newest first. */
export const DayTable = ({ days, viewed }: Pick<AgentInsightsAnswer, 'days'> & Viewed) => {
  const most = Math.max(...days.map((day) => day.pageViews));
  return (
    <table class="figures-table">
      <caption>
        By day <span class="meta">Days begin at midnight UTC.</span>
      </caption>
      <Head first="Day" last="First answer" viewed={viewed} />
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.day}>
            <th scope="row">
              <time dateTime={day.day}>{dateName(day.day)}</time>
            </th>
            <Views of={day} most={most} viewed={viewed} />
            <td class="number">{number(day.conversations)}</td>
            <td class="number">{day.firstAnswer === undefined ? '–' : duration(day.firstAnswer)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** The pages with the most conversations. */
export const PageTable = ({ pages, viewed }: Pick<AgentInsightsAnswer, 'pages'> & Viewed) => {
  if (pages.length === 0) return null;
  const most = Math.max(...pages.map((page) => page.pageViews));
  return (
    <table class="figures-table">
      <caption>By page</caption>
      <Head first="Page" viewed={viewed} />
      <tbody>
        {pages.map(({ page, conversations, ...views }) => (
          <tr key={page}>
            <th scope="row">{page ? <bdi dir="ltr">{page}</bdi> : 'Other pages'}</th>
            <Views of={views} most={most} viewed={viewed} />
            <td class="number">{number(conversations)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
