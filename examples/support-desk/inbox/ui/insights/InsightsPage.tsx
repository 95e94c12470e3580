import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type {
  AgentInsightsAnswer,
  AgentTeamCounts,
  AgentTeamInsightsAnswer,
} from '../../../shared/answers/insights';
import { failureWords } from '../../model/apiResult';
import { dateName, duration } from '../../model/times';
import { PERIODS } from '../../state/pages/insights';
import { Announcer } from '../parts/Announcer';
import { Notice } from '../parts/Notice';
import { PageHeader } from '../parts/PageHeader';
import { useDesk } from '../parts/view';
import { ErrorList } from './ErrorList';
import { RatingList } from './RatingList';
import { DayTable, Pages } from './tables';
import { AgentTable, HourTable, TagTable } from './teamTables';

const DAY_MS = 86_400_000;
/** The most days of a period, as the desk has it. */
const MOST_DAYS = 92;

const number = (value: number): string => new Intl.NumberFormat().format(value);

const Period = () => {
  const { insights } = useDesk().workspace;
  const period = insights.period.value;
  const [isCustom, setCustom] = useState(!('days' in period));
  return (
    <>
      <fieldset class="period">
        <legend class="visually-hidden">Period</legend>
        {PERIODS.map((days) => (
          <label key={days}>
            <input
              type="radio"
              name="period"
              checked={!isCustom && 'days' in period && period.days === days}
              onChange={() => {
                setCustom(false);
                void insights.load({ days });
              }}
            />
            {days === 1 ? 'Today' : `${days} days`}
          </label>
        ))}
        <label>
          <input type="radio" name="period" checked={isCustom} onChange={() => setCustom(true)} />
          Other days
        </label>
      </fieldset>
      {isCustom && <OtherDays />}
    </>
  );
};

/** The first and last day of a period. */
const OtherDays = () => {
  const { insights } = useDesk().workspace;
  const shown = insights.value.peek()?.team.period;
  const [from, setFrom] = useState(shown?.from ?? '');
  const [to, setTo] = useState(shown?.to ?? '');
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const isWrong = days < 1 || days > MOST_DAYS;
  return (
    <form
      class="other-days"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWrong) void insights.load({ from, to });
      }}
    >
      <label>
        From{' '}
        <input
          type="date"
          required
          value={from}
          aria-describedby={isWrong ? 'other-days-wrong' : undefined}
          onInput={(event) => setFrom(event.currentTarget.value)}
        />
      </label>
      <label>
        To <input type="date" required value={to} onInput={(event) => setTo(event.currentTarget.value)} />
      </label>
      <button type="submit" class="button quiet">
        Show
      </button>
      {isWrong && (
        <span id="other-days-wrong" class="error" role="alert">
          {days < 1 ? 'The first day comes first.' : `Choose at most ${MOST_DAYS} days.`}
        </span>
      )}
    </form>
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

const percent = (share: number, digits = 0): string =>
  new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: digits }).format(share);

const Visits = ({ days, viewed }: Pick<AgentInsightsAnswer, 'days'> & { viewed: boolean }) => {
  const sum = (of: 'pageViews' | 'opens' | 'conversations') => days.reduce((all, day) => all + day[of], 0);
  const views = sum('pageViews');
  const opens = sum('opens');
  const share = views > 0 && opens <= views ? percent(opens / views, 1) : undefined;
  return (
    <>
      {viewed ? (
        <>
          <Figure label="Page views with the messenger" value={number(views)} />
          <Figure label="Opened" value={number(opens)} hint={share && `${share} of page views`} />
        </>
      ) : (
        <Figure label="Page views and opened windows" value="Not counted" hint={<ToPrivacy />} />
      )}
      <Figure label="Conversations started" value={number(sum('conversations'))} />
    </>
  );
};

/** A time, how long the slowest tenth took at least, and the time before. */
const timeFigure = (label: string, now: AgentTeamCounts['toClose'], before: AgentTeamCounts['toClose']) => (
  <Figure
    label={label}
    value={now ? duration(now.median) : '–'}
    hint={`${now ? `Median; 90% within ${duration(now.slow)}. ` : ''}Before: ${before ? duration(before.median) : '–'}`}
  />
);

const goodShare = ({ good, bad }: AgentTeamCounts): string =>
  good + bad === 0 ? '–' : percent(good / (good + bad));

const Team = ({ all, before }: Pick<AgentTeamInsightsAnswer, 'all' | 'before'>) => (
  <>
    <Figure label="Answered" value={number(all.answered)} hint={`Before: ${number(before.answered)}`} />
    <Figure label="Closed" value={number(all.closed)} hint={`Before: ${number(before.closed)}`} />
    {timeFigure('First answer', all.firstAnswer, before.firstAnswer)}
    {timeFigure('Time to close', all.toClose, before.toClose)}
    <Figure
      label="Rated good"
      value={goodShare(all)}
      hint={`${number(all.good)} good, ${number(all.bad)} bad. Before: ${goodShare(before)}`}
    />
  </>
);

/** What the figures above count. */
const Meanings = ({ period, before }: Pick<AgentTeamInsightsAnswer, 'period' | 'before'>) => (
  <details class="meanings">
    <summary>What these figures count</summary>
    <ul>
      <li>
        Days are those of the time zone {period.timeZone}, which the opening hours set. <em>Before</em> is{' '}
        {dateName(before.from)} to {dateName(before.to)}, up to the same time of its last day while the period
        runs. Page views and started conversations are counted by days in UTC.
      </li>
      <li>
        <em>First answer</em>: from the visitor's first message in a conversation to the first message after
        it by a person or a program. Automatic messages, such as the one outside of the opening hours, and
        campaigns answer nothing. It counts when it was given.
      </li>
      <li>
        <em>Time to close</em>: from the visitor's first message, or from the last reopening if that was
        later. Each closing counts, so a conversation that reopens and closes again counts twice. Visitors who
        end a conversation close it, too.
      </li>
      <li>
        All time counts: nights, days outside of the opening hours, and while a conversation is snoozed.
      </li>
      <li>
        What a deleted visitor wrote and got is no longer counted, other than in page views and started
        conversations. What somebody did who left the team still is.
      </li>
    </ul>
  </details>
);

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
