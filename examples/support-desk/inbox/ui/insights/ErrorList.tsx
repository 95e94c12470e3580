import type { AgentErrorReport } from '../../../shared/answers/insights';
import { isoTime, shortAgo } from '../../model/times';
import { useDesk } from '../parts/view';

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

type Props = {
  errors: readonly AgentErrorReport[];
  /** Whether widgets report errors now. */
  reported: boolean;
};

/** What widgets have reported, newest first. */
export const ErrorList = ({ errors, reported }: Props) => (
  <section class="errors" aria-labelledby="errors-title">
    <h2 id="errors-title">Errors</h2>
    {errors.length === 0 ? (
      <p class="secondary">
        {reported
          ? 'None reported.'
          : 'Not reported. An admin can turn that on in the settings, under Privacy.'}
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
