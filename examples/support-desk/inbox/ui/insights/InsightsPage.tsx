import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { AgentInsightsAnswer } from '../../../shared/answers/insights';
import { failureWords } from '../../model/apiResult';
import { duration } from '../../model/times';
import { PERIODS } from '../../state/pages/insights';
import { Announcer } from '../parts/Announcer';
import { Notice } from '../parts/Notice';
import { PageHeader } from '../parts/PageHeader';
import { useDesk } from '../parts/view';
import { ErrorList } from './ErrorList';
import { saveInsights } from './saveInsights';
import { DayTable, PageTable } from './tables';

const number = (value: number): string => new Intl.NumberFormat().format(value);

const Period = () => {
  const { insights } = useDesk().workspace;
  return (
    <fieldset class="period">
      <legend class="visually-hidden">Period</legend>
      {PERIODS.map((days) => (
        <label key={days}>
          <input
            type="radio"
            name="period"
            checked={insights.days.value === days}
            onChange={() => void insights.load(days)}
          />
          {days} days
        </label>
      ))}
    </fieldset>
  );
};

/** Links to the switches for what is counted. */
const ToPrivacy = () => {
  const { pages } = useDesk().workspace;
  return (
    <button type="button" class="button quiet" onClick={() => pages.show('settings-privacy')}>
      Privacy settings
    </button>
  );
};

const Figure = ({ label, value, hint }: { label: string; value: string; hint?: ComponentChildren }) => (
  <div class="figure">
    <dt>{label}</dt>
    <dd>{value}</dd>
    {hint && <dd class="meta">{hint}</dd>}
  </div>
);

/** Page views and opened windows are shown if they are counted, or were in these days. */
const isViewed = ({ counted, days }: AgentInsightsAnswer): boolean =>
  counted.views || days.some(({ pageViews, opens }) => pageViews + opens > 0);

const Figures = ({ viewed }: { viewed: boolean }) => {
  const { value } = useDesk().workspace.insights;
  const { days = [], firstAnswer, ratings = { good: 0, bad: 0 } } = value.value ?? {};
  const rated = ratings.good + ratings.bad;
  const sum = (of: 'pageViews' | 'opens' | 'conversations') => days.reduce((all, day) => all + day[of], 0);
  const views = sum('pageViews');
  const opens = sum('opens');
  const share =
    views > 0 && opens <= views
      ? new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 }).format(opens / views)
      : undefined;
  return (
    <dl class="figures">
      {viewed ? (
        <>
          <Figure label="Page views with the messenger" value={number(views)} />
          <Figure label="Opened" value={number(opens)} hint={share && `${share} of page views`} />
        </>
      ) : (
        <Figure label="Page views and opened windows" value="Not counted" hint={<ToPrivacy />} />
      )}
      <Figure label="Conversations started" value={number(sum('conversations'))} />
      <Figure
        label="First answer"
        value={firstAnswer === undefined ? '–' : duration(firstAnswer)}
        hint={firstAnswer === undefined ? 'No answers yet' : 'Median'}
      />
      {rated > 0 && (
        <Figure
          label="Rated good"
          value={new Intl.NumberFormat(undefined, { style: 'percent' }).format(ratings.good / rated)}
          hint={`${number(ratings.good)} good, ${number(ratings.bad)} bad`}
        />
      )}
    </dl>
  );
};

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
  const viewed = isViewed(value);
  const any = value.days.some((day) => day.pageViews + day.opens + day.conversations > 0);
  return (
    <div class="insights-body" aria-busy={status === 'loading'}>
      {any ? (
        <>
          <Figures viewed={viewed} />
          <DayTable days={value.days} viewed={viewed} />
          <PageTable pages={value.pages} viewed={viewed} />
        </>
      ) : (
        <Notice icon="chart" title="No data for this period">
          Page views and opened windows are counted where that is switched on under Privacy in the settings.
          Conversations are counted by themselves.
        </Notice>
      )}
      <ErrorList errors={value.errors} reported={value.counted.errors} />
    </div>
  );
};

/** Page views, opened windows, conversations, first answers and errors of the last days. */
export const InsightsPage = () => {
  const desk = useDesk();
  const { workspace } = desk;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    void workspace.insights.load();
  }, [workspace]);
  return (
    <main class="insights">
      <PageHeader title="Insights" heading={heading}>
        <Period />
        <button type="button" class="button quiet" onClick={() => void saveInsights(desk)}>
          Download CSV
        </button>
      </PageHeader>
      {/* Focusable, so that the arrow keys scroll it. */}
      <section class="insights-scroll" aria-label="Figures" tabIndex={0}>
        <Body />
      </section>
      <Announcer />
    </main>
  );
};
