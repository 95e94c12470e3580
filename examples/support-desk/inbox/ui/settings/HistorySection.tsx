import { useEffect } from 'react';
import type { AgentSettingsVersion } from '../../../shared/answers/settings';
import { failureWords } from '../../model/apiResult';
import { changeWords } from '../../model/settings/changeWords';
import { dayAndTime, isoTime } from '../../model/times';
import { Notice } from '../parts/Notice';
import { useDesk } from '../parts/view';

const Entry = ({ entry }: { entry: AgentSettingsVersion }) => {
  const { inbox, workspace } = useDesk();
  const { settings } = workspace;
  const now = inbox.now.value;
  const newest = entry.version === settings.current.value?.version;
  const { restored, version } = entry;
  return (
    <li class="version">
      <div class="version-header">
        <h3>
          Version {version}
          {newest && <span class="meta"> (in force)</span>}
        </h3>
        {!newest && workspace.self.isAdmin.value && (
          <button
            type="button"
            class="button"
            aria-label={`Restore version ${version}`}
            disabled={settings.saving.value || settings.changes.value > 0}
            onClick={() => void settings.restore(version)}
          >
            Restore
          </button>
        )}
      </div>
      <p class="secondary">
        {entry.author}, <time dateTime={isoTime(entry.savedAt)}>{dayAndTime(entry.savedAt, now)}</time>
      </p>
      {restored !== undefined && (
        <p class="secondary">
          {restored === 0 ? 'Brought the first settings back' : `Brought version ${restored} back`}
        </p>
      )}
      <ul class="version-changes">
        {entry.changes.map((change) => (
          <li key={change.path} dir="auto">
            {changeWords(change)}
          </li>
        ))}
      </ul>
    </li>
  );
};

/** Who saved what and when, with a button to restore it. */
export const HistorySection = () => {
  const { settings } = useDesk().workspace;
  const { history } = settings;
  useEffect(() => history.open(), [history]);
  const status = history.status.value;
  const versions = history.versions.value;
  if (versions.length === 0) {
    if (status === 'loading' || status === 'unread') return <p role="status">Loading the history…</p>;
    if (status !== 'ready') {
      const action = { label: 'Try again', run: () => history.open() };
      return (
        <Notice icon="alert" title="The history did not load" role="alert" action={action}>
          {failureWords[status]}
        </Notice>
      );
    }
    return (
      <Notice icon="retry" title="Nothing has been saved yet">
        Each save appears here, with what it has changed. You can bring any of them back.
      </Notice>
    );
  }
  return (
    <>
      {settings.changes.value > 0 && (
        <p class="secondary">Save or discard your changes before you bring a version back.</p>
      )}
      <ul class="versions">
        {versions.map((entry) => (
          <Entry key={entry.version} entry={entry} />
        ))}
      </ul>
      {history.hasMore.value && (
        <button
          type="button"
          class="button quiet"
          disabled={status === 'loading'}
          onClick={() => history.loadMore()}
        >
          {status === 'loading' ? 'Loading…' : 'Load older versions'}
        </button>
      )}
    </>
  );
};
