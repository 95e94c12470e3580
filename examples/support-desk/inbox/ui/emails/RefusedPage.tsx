import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefusedRow } from '../../model/decodeEmails';
import { lockedWords, refusedWords } from '../../model/refusedWords';
import { dayAndTime, isoTime } from '../../model/times';
import { Announcer } from '../parts/Announcer';
import { NotLoaded } from '../parts/LoadedView';
import { Notice } from '../parts/Notice';
import { PageHeader } from '../parts/PageHeader';
import { useDesk } from '../parts/view';

type RowProps = { row: RefusedRow; onDone(): void };

/** What an admin can do with an email. */
const Actions = ({ row, onDone }: RowProps) => {
  const { refusedEmails, reveal, self } = useDesk().workspace;
  if (!self.isAdmin.value) return null;
  const isBusy = refusedEmails.busy.value !== undefined;
  const about = row.sender || 'nobody known';
  return (
    <div class="refused-actions">
      {row.canAccept && (
        <button
          type="button"
          class="button"
          aria-label={`Accept the email from ${about}`}
          disabled={isBusy}
          onClick={async () => {
            const conversationId = await refusedEmails.accept(row.id);
            if (conversationId) reveal(conversationId);
          }}
        >
          {refusedEmails.busy.value === row.id ? 'Wait…' : 'Accept'}
        </button>
      )}
      <button
        type="button"
        class="button quiet"
        aria-label={`Remove the email from ${about}`}
        disabled={isBusy}
        onClick={async () => {
          if (await refusedEmails.dismiss(row.id)) onDone();
        }}
      >
        Remove
      </button>
    </div>
  );
};

const Row = ({ row, onDone }: RowProps) => {
  const { inbox, workspace } = useDesk();
  const { failed } = workspace.refusedEmails;
  return (
    <li class="refused-row">
      <p class="refused-head">
        <strong dir="auto">{row.sender || 'Unknown sender'}</strong>
        <time class="secondary" dateTime={isoTime(row.refusedAt)}>
          {dayAndTime(row.refusedAt, inbox.now.value)}
        </time>
      </p>
      <p class="refused-reason">{refusedWords(row.reason)}</p>
      {row.subject && (
        <p class="refused-subject" dir="auto">
          {row.subject}
        </p>
      )}
      {row.preview && (
        <p class="secondary refused-preview" dir="auto">
          {row.preview}
        </p>
      )}
      {!row.canAccept && <p class="meta">{lockedWords(row.reason)}</p>}
      {row.conversationId && (
        <p class="meta">
          <a href={`#conversation=${encodeURIComponent(row.conversationId)}`}>
            The conversation that it names
          </a>
        </p>
      )}
      <Actions row={row} onDone={onDone} />
      {failed.value?.id === row.id && (
        <p class="error" role="alert">
          {failed.value.words}
        </p>
      )}
    </li>
  );
};

const Rows = ({ onDone }: Pick<RowProps, 'onDone'>) => {
  const { refusedEmails } = useDesk().workspace;
  const rows = refusedEmails.rows.value;
  const status = refusedEmails.status.value;
  if (rows.length === 0 && status !== 'ready')
    return <NotLoaded what="The list of emails" status={status} retry={() => void refusedEmails.refresh()} />;
  if (rows.length === 0)
    return (
      <Notice icon="check" title="Every email was taken">
        Emails that the desk cannot make messages of appear here for thirty days.
      </Notice>
    );
  return (
    <>
      <ol class="refused" aria-label="Emails not taken">
        {rows.map((row) => (
          <Row key={row.id} row={row} onDone={onDone} />
        ))}
      </ol>
      {refusedEmails.hasMore.value && (
        <button
          type="button"
          class="button quiet"
          disabled={status === 'loading'}
          onClick={() => void refusedEmails.loadMore()}
        >
          {status === 'loading' ? 'Loading…' : 'Load older emails'}
        </button>
      )}
    </>
  );
};

/** The emails that did not become messages: why, and what an admin can do about it. */
export const RefusedPage = () => {
  const { refusedEmails, self } = useDesk().workspace;
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = (): void => heading.current?.focus();
  useLayoutEffect(focusHeading, []);
  useEffect(() => void refusedEmails.refresh(), [refusedEmails]);
  return (
    <main class="refused-page">
      <PageHeader title="Not taken" heading={heading} />
      {/* Focusable, so that the arrow keys scroll it. */}
      <section class="refused-scroll" aria-label="Emails" tabIndex={0}>
        <div class="refused-body">
          <p class="secondary">
            These emails became no message. They are listed for thirty days, the newest of each sender, and
            stay in the mailbox.{' '}
            {self.isAdmin.value
              ? 'Accept one if you trust its sender: it becomes the message that it would have been.'
              : 'An admin can accept them.'}
          </p>
          <Rows onDone={focusHeading} />
        </div>
      </section>
      <Announcer />
    </main>
  );
};
