import { useEffect, useMemo, useState } from 'react';
import { failureWords, refusalWords } from '../../apiResult';
import { actionWords, actorWords } from '../../model/auditWords';
import type { AuditRow } from '../../model/decodeAccounts';
import { dayAndTime, isoTime } from '../../model/times';
import { createAudit } from '../../state/audit';
import { Notice } from '../Notice';
import { saveFile } from '../saveFile';
import { useDesk } from '../view';

/** The visitor or the conversation, which the log names by their ids alone, so that a deleted one leaves no name. */
const Whom = ({ target }: Pick<AuditRow, 'target'>) => {
  if (target?.kind === 'conversation') {
    return (
      <a class="audit-detail" href={`#conversation=${encodeURIComponent(target.id)}`}>
        Conversation {target.id}
      </a>
    );
  }
  return target?.kind === 'visitor' ? <span class="secondary audit-detail">Visitor {target.id}</span> : null;
};

const Row = ({ row }: { row: AuditRow }) => {
  const now = useDesk().inbox.now.value;
  return (
    <li class="audit-row">
      <time class="secondary" dateTime={isoTime(row.at)}>
        {dayAndTime(row.at, now)}
      </time>
      <p>
        <strong dir="auto">{actorWords(row.actor)}</strong> <span dir="auto">{actionWords(row)}</span>
        <Whom target={row.target} />
        {row.detail && (
          <span class="secondary audit-detail" dir="auto">
            {row.detail}
          </span>
        )}
      </p>
    </li>
  );
};

/** Who did what and when, newest first, and all of it as a file. */
export const AuditSection = () => {
  const { api, fail } = useDesk().workspace;
  const audit = useMemo(() => createAudit(api.team, fail), [api, fail]);
  const [problem, setProblem] = useState('');
  useEffect(() => void audit.loadMore(), [audit]);
  const status = audit.status.value;
  const rows = audit.rows.value;
  const download = async (): Promise<void> => {
    const file = await api.team.auditCsv();
    setProblem(file.ok ? '' : refusalWords(file));
    if (file.ok) saveFile(file.value, 'audit.csv');
    else fail(file.failure);
  };
  if (rows.length === 0 && status !== 'ready') {
    if (status === 'unread' || status === 'loading') {
      return (
        <p class="opening secondary" role="status">
          Loading…
        </p>
      );
    }
    return (
      <Notice
        icon="alert"
        title="The audit log did not load"
        role="alert"
        action={{ label: 'Try again', run: () => void audit.loadMore() }}
      >
        {failureWords[status]}
      </Notice>
    );
  }
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
