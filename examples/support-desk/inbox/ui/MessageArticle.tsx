import { memo } from 'react';
import type { Entry } from '../model/entries';
import { isoTime, timeOfDay } from '../model/times';
import type { Thread } from '../state/thread';
import { Icon } from './Icon';
import { MessageBody } from './MessageBody';
import { useDesk } from './view';

const FAILED: Record<NonNullable<Entry['failure']>, string> = {
  network: 'Not sent: the desk cannot be reached.',
  server: 'Not sent: the desk had a problem.',
  busy: 'Not sent: the desk is busy.',
  rejected: 'Not sent: the desk did not accept it.',
  notFound: 'Not sent: the conversation is no longer there.',
  unauthorized: 'Not sent: you are signed out.',
};

const Failed = ({ entry, thread }: { entry: Entry; thread: Thread }) => {
  const { workspace, view } = useDesk();
  return (
    <div class="failed" role="alert">
      <span>{FAILED[entry.failure ?? 'server']}</span>
      <button
        type="button"
        class="button quiet"
        onClick={() => {
          void thread.retry(entry.key);
          // This button goes away; the focus must not go with it.
          view.focus('reply');
        }}
      >
        <Icon name="retry" />
        Try again
      </button>
      <button
        type="button"
        class="button quiet"
        onClick={() => {
          const text = thread.discard(entry.key);
          const draft = workspace.drafts.get(thread.id);
          if (text) workspace.drafts.set(thread.id, draft ? `${text}\n${draft}` : text);
          view.focus('reply');
        }}
      >
        Edit
      </button>
    </div>
  );
};

type Props = {
  entry: Entry;
  first: boolean;
  last: boolean;
  timed: boolean;
  seen: boolean;
  visitorName: string;
  thread: Thread;
};

/** One message: its author and time for every reader, shown at the head of a group alone. */
export const MessageArticle = memo(({ entry, first, last, timed, seen, visitorName, thread }: Props) => {
  const { message, state } = entry;
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
      <span id={labelId} class="visually-hidden">{`${author}, ${time}: `}</span>
      {first && (
        <p class="byline" aria-hidden="true">
          <span class="byline-name" dir="auto">
            {author}
          </span>
          {timed && <time dateTime={isoTime(message.received)}>{time}</time>}
        </p>
      )}
      <div class="bubble" title={time}>
        <MessageBody message={message} />
      </div>
      {state === 'sending' && <p class="message-state">Sending…</p>}
      {state === 'failed' && <Failed entry={entry} thread={thread} />}
      {seen && <p class="message-state">Seen</p>}
    </article>
  );
});
