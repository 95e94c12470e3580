import { useEffect, useLayoutEffect, useRef } from 'react';
import { failureWords } from '../../model/apiResult';
import { Announcer } from '../parts/Announcer';
import { Notice } from '../parts/Notice';
import { PageHeader } from '../parts/PageHeader';
import { useDesk } from '../parts/view';
import { ErrorList } from './ErrorList';
import { isViewed, Meanings, Team, Visits } from './Figures';
import { Period } from './Period';
import { RatingList } from './RatingList';
import { DayTable, Pages } from './tables';
import { AgentTable, HourTable, TagTable } from './teamTables';

const Skeleton = () => (
  <div class="skeleton" role="status">
    <span class="visually-hidden">Loading figures…</span>
    <div class="figures" aria-hidden="true">
      {[0, 1, 2, 3].map((at) => (
        <span key={at} class="figure skeleton-lines">
          <span />
          <span />
        </span>
      ))}
    </div>
  </div>
);

const Body = () => {
  const { insights } = useDesk().workspace;
  const status = insights.status.value;
  const value = insights.value.value;
  if (status !== 'ready' && status !== 'loading') {
    return (
      <Notice
        icon="alert"
        title="The figures did not load"
        role="alert"
        action={{ label: 'Try again', run: () => void insights.load() }}
      >
        {failureWords[status]}
      </Notice>
    );
  }
  if (!value) return <Skeleton />;
  const { visits, team } = value;
  const viewed = isViewed(visits);
  const any =
    visits.days.some((day) => day.pageViews + day.opens + day.conversations > 0) ||
    team.all.sent + team.all.closed + team.all.good + team.all.bad > 0;
  return (
    <div class="insights-body" aria-busy={status === 'loading'}>
      {any ? (
        <>
          <div>
            <dl class="figures">
              <Visits days={visits.days} viewed={viewed} />
              <Team {...team} />
            </dl>
            <Meanings {...team} />
          </div>
          <AgentTable agents={team.agents} />
          <TagTable tags={team.tags} />
          <HourTable {...team} />
          <RatingList />
          <DayTable days={visits.days} viewed={viewed} />
          <Pages pages={visits.pages} viewed={viewed} />
        </>
      ) : (
        <Notice icon="chart" title="No data for this period">
          Page views and opened windows are counted where that is switched on under Privacy in the settings.
          Conversations are always counted.
        </Notice>
      )}
      <ErrorList errors={visits.errors} reported={visits.counted.errors} />
    </div>
  );
};

/** The team's work, page views, conversations and errors of a period. */
export const InsightsPage = () => {
  const { workspace } = useDesk();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    void workspace.insights.load();
  }, [workspace]);
  return (
    <main class="insights">
      <PageHeader title="Insights" heading={heading}>
        <Period />
      </PageHeader>
      {/* Focusable, so that the arrow keys scroll it. */}
      <section class="insights-scroll" aria-label="Figures" tabIndex={0}>
        <Body />
      </section>
      <Announcer />
    </main>
  );
};
