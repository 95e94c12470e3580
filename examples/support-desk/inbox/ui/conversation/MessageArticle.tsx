import { list, obj } from '@porch/messenger/wire/decode';
import { memo } from 'react';
import type { AgentMessage } from '../../../shared/answers/messages';
import { wayName } from '../../model/channels';
import type { Entry } from '../../model/entries';
import type { Receipt } from '../../model/rows';
import { isoTime, timeOfDay } from '../../model/times';
import type { Thread } from '../../state/conversations/thread';
import { LeftOut, saysLeftOut } from '../emails/LeftOut';
import { AcceptedFrom, WholeEmail } from '../emails/WholeEmail';
import { MessageBody } from '../message/MessageBody';
import { Icon } from '../parts/Icon';
import { useDesk } from '../parts/view';
import { OwnMessage } from './OwnMessage';
import { TranslateButton, TranslationNote, useTranslation } from './Translation';
import { Failed, Sending } from './Unsent';

const RECEIPTS: Record<Receipt, string> = { sent: 'Sent', delivered: 'Delivered', seen: 'Seen' };

const MARKS: Record<string, string> = { AI: 'AI', bot: 'Bot' };

/** The labels of a message that no person wrote. */
const marksOf = (message: AgentMessage): string[] => [
  ...(message.automatic === true ? ['Automatic'] : []),
  ...list(message.authorSubtypes).flatMap((subtype) =>
    typeof subtype === 'string' && Object.hasOwn(MARKS, subtype) ? (MARKS[subtype] ?? []) : [],
  ),
];

/** The message's text; in English for the desk's own words about files of an email. */
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

/** One message. Screen readers always get its author and time, which are visible only at the head of a group. */
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
        {state === 'sent' && <OwnMessage message={message} thread={thread} />}
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
