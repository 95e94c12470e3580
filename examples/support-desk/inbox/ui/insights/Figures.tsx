import type { ComponentChildren } from 'preact';
import type {
  AgentInsightsAnswer,
  AgentTeamCounts,
  AgentTeamInsightsAnswer,
} from '../../../shared/answers/insights';
import { dateName, duration } from '../../model/times';
import { useDesk } from '../parts/view';

const number = (value: number): string => new Intl.NumberFormat().format(value);

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
export const isViewed = ({ counted, days }: AgentInsightsAnswer): boolean =>
  counted.views || days.some(({ pageViews, opens }) => pageViews + opens > 0);

const percent = (share: number, digits = 0): string =>
  new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: digits }).format(share);

/** Page views, opened windows and started conversations. */
export const Visits = ({ days, viewed }: Pick<AgentInsightsAnswer, 'days'> & { viewed: boolean }) => {
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

/** What the team did, beside the period before. */
export const Team = ({ all, before }: Pick<AgentTeamInsightsAnswer, 'all' | 'before'>) => (
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
export const Meanings = ({ period, before }: Pick<AgentTeamInsightsAnswer, 'period' | 'before'>) => (
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
