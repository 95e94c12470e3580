import { useEffect, useMemo, useState } from 'react';
import { refusalWords } from '../../model/apiResult';
import { actionWords, actorWords, auditLines } from '../../model/auditWords';
import type { AuditRow } from '../../model/decodeAccounts';
import { dayAndTime, isoTime } from '../../model/times';
import { createAudit } from '../../state/account/audit';
import { NotLoaded } from '../parts/LoadedView';
import { saveFile } from '../parts/saveFile';
import { useDesk } from '../parts/view';

/** The open inbox may know the conversation's visitor. */
const useVisitorName = ({ target }: Pick<AuditRow, 'target'>): string | undefined => {
  const { items } = useDesk().workspace.conversations;
  return items.value.find(({ _id, visitor }) =>
    target?.kind === 'visitor' ? visitor.appUserId === target.id : _id === target?.id,
  )?.displayName;
};

/**
 * The visitor or the conversation, which the log names only by id, so that a deleted one leaves no name; or the version
 * of the settings.
 */
const Whom = ({ target }: Pick<AuditRow, 'target'>) => {
  const name = useVisitorName({ target });
  if (target?.kind === 'settings') {
    return (
      <p class="audit-detail">
        <a href="#page=settings-history">Version {target.id}</a>
      </p>
    );
  }
  if (target?.kind === 'conversation') {
    return (
      <p class="audit-detail">
        <a href={`#conversation=${encodeURIComponent(target.id)}`} title={target.id}>
          Conversation{' '}
          {name === undefined ? (
            target.id
          ) : (
            <>
              with <bdi>{name}</bdi>
            </>
          )}
        </a>
      </p>
    );
  }
  return target?.kind === 'visitor' ? (
    <p class="secondary audit-detail" title={target.id}>
      Visitor <bdi>{name ?? target.id}</bdi>
    </p>
  ) : null;
};

const Row = ({ row }: { row: AuditRow }) => {
  const { inbox, workspace } = useDesk();
  const now = inbox.now.value;
  return (
    <li class="audit-row">
      <time class="secondary" dateTime={isoTime(row.at)}>
        {dayAndTime(row.at, now)}
      </time>
      <div>
        <p class="audit-done">
          <strong dir="auto">{actorWords(row.actor, workspace.team.members.value)}</strong>{' '}
          <span dir="auto">{actionWords(row)}</span>
        </p>
        <Whom target={row.target} />
        {auditLines(row).map((line) => (
          <p key={line} class="secondary audit-detail" dir="auto">
            {line}
          </p>
        ))}
      </div>
    </li>
  );
};

/** Who did what and when, newest first, with a download of the whole log. */
export const AuditSection = () => {
  const { inbox, workspace } = useDesk();
  const { api, fail } = workspace;
  const audit = useMemo(() => createAudit(api.team, fail), [api, fail]);
  const [problem, setProblem] = useState('');
  useEffect(() => void audit.loadMore(), [audit]);
  const status = audit.status.value;
  const rows = audit.rows.value;
  const download = async (): Promise<void> => {
    const file = await api.team.auditCsv();
    setProblem(file.ok ? '' : refusalWords(file));
    if (file.ok) saveFile(inbox.clock, file.value, 'audit.csv');
    else fail(file.failure);
  };
  if (rows.length === 0 && status !== 'ready')
    return <NotLoaded what="The audit log" status={status} retry={() => void audit.loadMore()} />;
  return (
    <>
      <div class="account-actions">
        <button type="button" class="button" onClick={() => void download()}>
          Download as CSV
        </button>
      </div>
      {problem && (
        <p class="error" role="alert">
          {problem}
        </p>
      )}
      <ol class="audit" aria-label="Audit log">
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ol>
      {audit.hasMore.value && (
        <button
          type="button"
          class="button quiet"
          disabled={status === 'loading'}
          onClick={() => void audit.loadMore()}
        >
          {status === 'loading' ? 'Loading…' : 'Load older entries'}
        </button>
      )}
    </>
  );
};
