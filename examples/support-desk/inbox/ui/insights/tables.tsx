import type { AgentFigures, AgentInsightsAnswer } from '../../../shared/answers/insights';
import { plainAddress, readableAddress } from '../../model/pageAddress';
import { dateName, duration } from '../../model/times';
import { LoadedView } from '../parts/LoadedView';
import { useDesk } from '../parts/view';
import { FiguresTable, Part } from './Part';

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
    <Part
      title="By day"
      file="days"
      counts="Days begin at midnight UTC. A conversation counts on the day of its first question, also after it was deleted."
    >
      <FiguresTable name="By day">
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
      </FiguresTable>
    </Part>
  );
};

const Page = ({ page, unknown }: { page: string; unknown: string }) => (
  <th scope="row">{page ? <bdi dir="ltr">{page}</bdi> : unknown}</th>
);

/** The pages with the most conversations, without queries. */
const PageTable = ({ pages, viewed }: Pick<AgentInsightsAnswer, 'pages'> & Viewed) => {
  const most = Math.max(...pages.map((page) => page.pageViews));
  return (
    <FiguresTable name="By page">
      <Head first="Page" viewed={viewed} />
      <tbody>
        {pages.map(({ page, conversations, ...views }) => (
          <tr key={page}>
            <Page page={plainAddress(page)} unknown="Other pages" />
            <Views of={views} most={most} viewed={viewed} />
            <td class="number">{number(conversations)}</td>
          </tr>
        ))}
      </tbody>
    </FiguresTable>
  );
};

const WholePages = () => (
  <LoadedView of={useDesk().workspace.insights.pages} what="The list of pages">
    {({ pages }) => (
      <FiguresTable name="By page, with queries">
        <Head first="Page" viewed={false} />
        <tbody>
          {pages.map(({ page, conversations }) => (
            <tr key={page}>
              <Page page={readableAddress(page)} unknown="Unknown" />
              <td class="number">{number(conversations)}</td>
            </tr>
          ))}
        </tbody>
      </FiguresTable>
    )}
  </LoadedView>
);

/** The pages from which visitors write, without their queries unless the agent shows them. */
export const Pages = ({ pages, viewed }: Pick<AgentInsightsAnswer, 'pages'> & Viewed) => {
  const { insights } = useDesk().workspace;
  const whole = insights.withQueries.value;
  return (
    <Part
      title="By page"
      file={whole ? 'pages' : 'days'}
      counts={
        whole
          ? 'The page on which each visitor is now whose conversation began in this period. A query may name a person.'
          : 'A conversation counts for the page on which its visitor began it, without the query of its address.'
      }
    >
      <label class="check">
        <input
          type="checkbox"
          checked={whole}
          onChange={(event) => insights.showQueries(event.currentTarget.checked)}
        />
        Show queries
      </label>
      {whole ? <WholePages /> : pages.length > 0 && <PageTable pages={pages} viewed={viewed} />}
    </Part>
  );
};
