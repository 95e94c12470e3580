import { list, obj } from '@porch/messenger/wire/decode';
import { memo } from 'react';
import type { AgentMessage } from '../../../shared/agentApi';
import { isHeld } from '../../model/apiResult';
import { wayName } from '../../model/channels';
import { fileName } from '../../model/describe';
import type { Entry } from '../../model/entries';
import type { Receipt } from '../../model/rows';
import { isoTime, timeOfDay } from '../../model/times';
import type { Thread } from '../../state/conversations/thread';
import { LeftOut, saysLeftOut } from '../emails/LeftOut';
import { AcceptedFrom, WholeEmail } from '../emails/WholeEmail';
import { MessageBody } from '../message/MessageBody';
import { Icon } from '../parts/Icon';
import { useDesk } from '../parts/view';
import { TranslateButton, TranslationNote, useTranslation } from './Translation';

const FAILED: Record<NonNullable<Entry['failure']>, string> = {
  network: 'Not sent yet: the desk cannot be reached. It will be sent automatically.',
  server: 'Not sent yet: the desk had a problem. It will be sent automatically.',
  busy: 'Not sent yet: the desk is busy. It will be sent automatically.',
  rejected: 'Not sent: the desk did not accept it.',
  conflict: 'Not sent: somebody else made a change in the meantime.',
  notFound: 'Not sent: the conversation is no longer there.',
  unauthorized: 'Not sent: you are signed out.',
  forbidden: 'Not sent: your role does not allow it.',
};

const RECEIPTS: Record<Receipt, string> = { sent: 'Sent', delivered: 'Delivered', seen: 'Seen' };

/** Files are kept only in the page. */
const KEEP_OPEN = 'Keep this page open, or the file is lost.';

const failedText = ({ failure = 'server', reason, progress }: Entry): string => {
  if (failure === 'rejected' && reason) return `Not sent: ${reason}`;
  if (failure === 'conflict' && reason) return `Not sent yet: ${reason}.`;
  return progress !== undefined && isHeld(failure) ? `${FAILED[failure]} ${KEEP_OPEN}` : FAILED[failure];
};

const Failed = ({ entry, thread }: { entry: Entry; thread: Thread }) => {
  const { workspace, view } = useDesk();
  return (
    <div class="failed" role="alert">
      <span>{failedText(entry)}</span>
      <span class="failed-actions">
        <button
          type="button"
          class="button quiet"
          onClick={() => {
            void thread.retry(entry.key);
            // This button disappears, so move the focus.
            view.focus('reply');
          }}
        >
          <Icon name="retry" />
          {entry.failure === 'conflict' ? 'Send anyway' : 'Try again'}
        </button>
        <button
          type="button"
          class="button quiet"
          onClick={() => {
            workspace.takeBack(thread.id, entry.key);
            view.focus('reply');
          }}
        >
          {entry.progress === undefined ? 'Edit' : 'Remove'}
        </button>
      </span>
    </div>
  );
};

/** A reply that can still be taken back, or an upload's progress, with a cancel button. */
const Sending = ({ entry, thread }: { entry: Entry; thread: Thread }) => {
  const { workspace, view } = useDesk();
  const { progress, message } = entry;
  if (entry.waits) {
    return (
      <div class="waits" role="status">
        <span class="message-state">Sending in a moment</span>
        <button
          type="button"
          class="button quiet"
          onClick={() => {
            workspace.takeBack(thread.id, entry.key);
            view.focus('reply');
          }}
        >
          Undo
        </button>
      </div>
    );
  }
  if (progress === undefined) return <p class="message-state">Sending…</p>;
  return (
    <div class="uploading">
      <progress value={progress} max={1} aria-label={`Sending ${fileName(message)}`} />
      <button
        type="button"
        class="button quiet"
        aria-label={`Cancel ${fileName(message)}`}
        onClick={() => {
          thread.discard(entry.key);
          view.focus('reply');
        }}
      >
        Cancel
      </button>
    </div>
  );
};

const MARKS: Record<string, string> = { AI: 'AI', bot: 'Bot' };

/** The marks of a message that no person wrote. */
const marksOf = (message: AgentMessage): string[] => [
  ...(message.automatic === true ? ['Automatic'] : []),
  ...list(message.authorSubtypes).flatMap((subtype) =>
    typeof subtype === 'string' && Object.hasOwn(MARKS, subtype) ? (MARKS[subtype] ?? []) : [],
  ),
];

/** What the message says; for the desk's own words about files of an email, their English ones. */
const Body = ({ message, visitorName }: { message: AgentMessage; visitorName: string }) =>
  saysLeftOut(message) ? (
    <LeftOut message={message} />
  ) : (
    <MessageBody message={message} visitorName={visitorName} />
  );

type Props = {
  entry: Entry;
  first: boolean;
  last: boolean;
  timed: boolean;
  receipt: Receipt | undefined;
  visitorName: string;
  thread: Thread;
};

/**
 * One message. Screen readers always get its author and time; they are visible only at the head of a group.
 */
export const MessageArticle = memo(({ entry, first, last, timed, receipt, visitorName, thread }: Props) => {
  const { workspace, view } = useDesk();
  const { message, state } = entry;
  const translation = useTranslation(message);
  const channel = wayName(obj(message.source).type);
  const marks = [...marksOf(message), ...(channel ? [channel] : [])];
  const own = message.role === 'appMaker';
  const author = message.name?.trim() || (own ? 'Agent' : visitorName);
  const time = timeOfDay(message.received);
  const side = own ? 'own' : 'theirs';
  const labelId = `by-${entry.key}`;
  return (
    <article
      class={`message ${side}${first ? ' first' : ''}${last ? ' last' : ''} ${state}`}
      aria-labelledby={labelId}
    >
      <span id={labelId} class="visually-hidden">{`${[author, ...marks, time].join(', ')}: `}</span>
      {first && (
        <p class="byline" aria-hidden="true">
          <span class="byline-name" dir="auto">
            {author}
          </span>
          {marks.map((word) => (
            <span key={word} class="author-mark">
              {word}
            </span>
          ))}
          {timed && <time dateTime={isoTime(message.received)}>{time}</time>}
        </p>
      )}
      {!first && channel && (
        <p class="byline" aria-hidden="true">
          <span class="author-mark">{channel}</span>
        </p>
      )}
      <div class="bubble-line">
        <div class="bubble" title={time}>
          {translation ?? <Body message={message} visitorName={visitorName} />}
        </div>
        <TranslateButton message={message} />
        {!own && (
          <button
            type="button"
            class="icon-button quote-button"
            aria-label="Quote in the reply"
            onClick={() => {
              workspace.quote(message);
              view.focus('reply');
            }}
          >
            <Icon name="quote" />
          </button>
        )}
      </div>
      <TranslationNote message={message} />
      {!saysLeftOut(message) && <LeftOut message={message} />}
      <AcceptedFrom message={message} />
      <WholeEmail message={message} conversationId={thread.id} />
      {state === 'sending' && <Sending entry={entry} thread={thread} />}
      {state === 'failed' && <Failed entry={entry} thread={thread} />}
      {receipt && <p class="message-state">{RECEIPTS[receipt]}</p>}
    </article>
  );
});
