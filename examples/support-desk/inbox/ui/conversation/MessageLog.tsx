import { useMemo } from 'react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import type { Happening } from '../../model/decodeHappenings';
import { happeningText } from '../../model/describe';
import { buildRows, type Row } from '../../model/rows';
import { dayAndTime, isoTime, timeOfDay } from '../../model/times';
import type { Thread } from '../../state/conversations/thread';
import { Formatted } from '../message/Formatted';
import { Icon, type IconName } from '../parts/Icon';
import { Notice } from '../parts/Notice';
import { LogHold, useLogScroll } from '../parts/useLogScroll';
import { useDesk } from '../parts/view';
import { MessageArticle } from './MessageArticle';
import { NoteArticle } from './NoteArticle';

type Happened = NonNullable<Happening['what']> | Happening['kind'];

const HAPPENED: Record<Happened, IconName> = {
  postback: 'press',
  referral: 'press',
  change: 'check',
  note: 'edit',
  assigned: 'person',
  queued: 'inbox',
  snoozed: 'clock',
  woke: 'clock',
  closed: 'check',
  reopened: 'retry',
  ended: 'leave',
  rated: 'check',
  mailed: 'check',
  answersMailed: 'check',
  answersDelayed: 'clock',
  answersHeld: 'clock',
  answersRefused: 'alert',
  answersNotMailed: 'alert',
  teamMailed: 'clock',
  routed: 'person',
  unassigned: 'alert',
  handedOver: 'alert',
  merged: 'person',
  separated: 'person',
  callMissed: 'alert',
  callTaken: 'phone',
  edited: 'edit',
  deleted: 'bin',
};

const Earlier = ({ thread }: { thread: Thread }) => {
  const state = thread.earlier.value;
  if (!thread.hasPrevious.value) return null;
  return (
    <div class="earlier">
      {state === 'failed' && <span class="error">Earlier messages did not load.</span>}
      <button
        type="button"
        class="button quiet"
        disabled={state === 'loading'}
        onClick={() => void thread.loadEarlier()}
      >
        {state === 'loading' ? 'Loading…' : state === 'failed' ? 'Try again' : 'Load earlier messages'}
      </button>
    </div>
  );
};

/** A placeholder for messages that are loading. */
export const Waiting = () => (
  <div class="skeleton log-skeleton" role="status">
    <span class="visually-hidden">Loading messages…</span>
    {['left', 'left short', 'right', 'left', 'right short'].map((shape) => (
      <span key={shape} class={`skeleton-bubble ${shape}`} aria-hidden="true" />
    ))}
  </div>
);

/** The text of a message before its author changed it. */
const Before = ({ text }: { text: string }) => (
  <details class="text-before">
    <summary>Show the text before</summary>
    <Formatted source={text} />
  </details>
);

/** Answers a call that nobody took. */
const WriteBack = ({ id }: { id: string }) => {
  const { workspace, view } = useDesk();
  return (
    <button
      type="button"
      class="button quiet"
      onClick={() => {
        workspace.notes.setWriting(id, false);
        view.focus('reply');
      }}
    >
      Write
    </button>
  );
};

type LogRowProps = { row: Row; thread: Thread; conversation: AgentConversation };

const LogRow = ({ row, thread, conversation }: LogRowProps) => {
  const { inbox } = useDesk();
  if (row.kind === 'divider') {
    return (
      <p class="divider">
        <time dateTime={isoTime(row.received)}>{dayAndTime(row.received, inbox.now.value)}</time>
      </p>
    );
  }
  if (row.kind === 'event') {
    const { happening } = row;
    const { _id, missedCallAt } = conversation;
    const isOpenCall =
      happening.what === 'callMissed' && missedCallAt !== undefined && happening.received >= missedCallAt;
    if (happening.kind === 'note') return <NoteArticle note={happening} />;
    return (
      <>
        <p class="event" dir="auto">
          <Icon name={HAPPENED[happening.what ?? happening.kind]} />
          {happeningText(happening, conversation)}{' '}
          <time dateTime={isoTime(happening.received)}>{timeOfDay(happening.received)}</time>
          {isOpenCall && <WriteBack id={_id} />}
        </p>
        {happening.kind === 'change' && happening.text && <Before text={happening.text} />}
      </>
    );
  }
  const { kind, key, ...message } = row;
  return <MessageArticle {...message} visitorName={conversation.displayName} thread={thread} />;
};

/**
 * The messages of one conversation. The log is not a live region, because `Announcer` announces new messages.
 */
export const MessageLog = ({ thread, conversation }: { thread: Thread; conversation: AgentConversation }) => {
  const entries = thread.entries.value;
  const status = thread.status.value;
  const happenings = thread.happenings.value;
  const { visitorLastRead, visitorDelivered } = conversation;
  // Events before the oldest loaded message would appear in the wrong place.
  const from = thread.hasPrevious.value ? (entries[0]?.message.received ?? 0) : 0;
  const rows = useMemo(
    () => buildRows(entries, { visitorLastRead, visitorDelivered }, happenings, from),
    [entries, visitorLastRead, visitorDelivered, happenings, from],
  );
  const { log, content, onScroll, missed, toBottom, hold } = useLogScroll(entries, rows);

  return (
    <div class="log-frame">
      <div
        ref={log}
        class="log"
        role="log"
        aria-label="Messages"
        aria-live="off"
        tabIndex={0}
        onScroll={onScroll}
      >
        <LogHold.Provider value={hold}>
          <div ref={content} class="log-content">
            {status === 'loading' && entries.length === 0 && <Waiting />}
            {status === 'failed' && (
              <Notice
                icon="alert"
                title="Messages did not load"
                role="alert"
                action={{ label: 'Try again', run: () => void thread.refresh() }}
              >
                Check the connection; what you write is kept meanwhile.
              </Notice>
            )}
            {status === 'ready' && entries.length === 0 && (
              <Notice icon="inbox" title="No messages yet">
                The visitor has opened the messenger and not written. You can write first.
              </Notice>
            )}
            {status === 'ready' && <Earlier thread={thread} />}
            {rows.map((row) => (
              <LogRow key={row.key} row={row} thread={thread} conversation={conversation} />
            ))}
          </div>
        </LogHold.Provider>
      </div>
      {missed > 0 && (
        <button type="button" class="to-bottom" onClick={toBottom}>
          <Icon name="down" />
          {missed === 1 ? '1 new message' : `${missed} new messages`}
        </button>
      )}
    </div>
  );
};
