import type { AgentErrorReport } from '../../../shared/insightsApi';
import { isoTime, shortAgo } from '../../model/times';
import { useDesk } from '../view';

const LEVELS = { error: 'Error', warning: 'Warning', info: 'Note' } as const;

const Entry = ({ report }: { report: AgentErrorReport }) => {
  const now = useDesk().inbox.now.value;
  const { level, operation, reason, count, lastAt, url, version } = report;
  return (
    <li class="error-entry">
      <h3>
        <span class={`level ${level}`}>{LEVELS[level]}</span> <bdi>{operation}</bdi>
      </h3>
      {reason && (
        <p class="secondary" dir="auto">
          {reason}
        </p>
      )}
      <p class="meta">
        {count === 1 ? 'Once' : `${new Intl.NumberFormat().format(count)} times`}, last{' '}
        <time dateTime={isoTime(lastAt)}>{shortAgo(lastAt, now)}</time>
        {url && (
          <>
            {' · '}
            <bdi dir="ltr">{url.replace(/^https?:\/\//, '')}</bdi>
          </>
        )}
        {version && ` · version ${version}`}
      </p>
    </li>
  );
};

/** What widgets have reported, newest first. */
export const ErrorList = ({ errors }: { errors: readonly AgentErrorReport[] }) => (
  <section class="errors" aria-labelledby="errors-title">
    <h2 id="errors-title">Errors</h2>
    {errors.length === 0 ? (
      <p class="secondary">
        None reported. Widgets report errors where the setting <code>messenger.errorReports</code> is true.
      </p>
    ) : (
      <ul>
        {errors.map((report) => (
          <Entry key={report._id} report={report} />
        ))}
      </ul>
    )}
  </section>
);
