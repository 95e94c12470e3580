import { memo, useState } from 'react';
import type { Message } from '../../model/message';
import { Avatar } from '../../ui/primitives/Avatar';
import { useCss } from '../../ui/theme/css';
import { hidden } from '../../ui/theme/tokens';
import { useHome } from '../context';
import { Feature } from '../Feature';
import { TextMessage } from './kinds/TextMessage';
import { isPlain } from './plainText';
import { Waiting } from './Waiting';

const style = `
  display:flex;flex-direction:column;margin-top:2px;max-width:85%;align-self:flex-start;align-items:flex-start;
  &[data-first]{margin-top:8px;}
  &[data-own]{align-self:flex-end;align-items:flex-end;}
  &[data-new]{animation:porch-rise .2s ease-out;}
  @keyframes porch-rise{from{opacity:0;transform:translateY(8px);}}
  & > b{display:flex;align-items:center;gap:6px;font-size:.75rem;line-height:1rem;font-weight:600;color:var(--quiet);margin:0 14px 4px;--face-size:var(--author-size);}
  & > b > [aria-hidden]{position:var(--face);inset-inline-start:0;top:20px;}
  & > div{max-width:100%;}
  & > small{font-size:.75rem;line-height:1rem;color:var(--quiet);margin:4px 14px 6px;}
`;

type Props = { message: Message; firstInGroup: boolean; lastInGroup: boolean; lastNonFailed: boolean };

/**
 * Whether the visitor's message is sent and seen. Each status is a separate element: a translator may have replaced the
 * words of the last one.
 */
const Status = ({ of: { status, received } }: { of: Message }) => {
  const { state } = useHome();
  const word =
    status === 'sending' ? 'status_sending' : state.seenTo.value < received ? 'status_sent' : 'status_seen';
  return <small key={word}>{state.words.value.t(word)}</small>;
};

/** One message with its author, time and status. Its content is drawn by its kind. */
export const MessageRow = memo(({ message, firstInGroup, lastInGroup, lastNonFailed }: Props) => {
  const { state } = useHome();
  const css = useCss();
  const words = state.words.value;
  // Rows that were there when the card was drawn do not rise, nor does a row that is drawn again.
  const [isNew] = useState(message.received > state.drawnAt);
  const own = message.role === 'appUser';
  const kind = { message, firstInGroup, lastInGroup };
  const plain = isPlain(message);
  const unsent = message.status === 'failed' || message.isDelayed;
  const at = message.received * 1000;
  const time = words.time(at, state.clock.now());
  const author = own ? words.t('author_you') : message.name || state.settings.title;
  return (
    <li
      className={css(style)}
      data-own={own || undefined}
      data-first={firstInGroup || undefined}
      data-last={lastInGroup || undefined}
      data-time={time}
      data-new={isNew || undefined}
    >
      {own || !firstInGroup ? (
        <span className={css(hidden)}>{`${author}, ${time}`}</span>
      ) : (
        <b>
          <state.People author={author} url={message.avatarUrl}>
            {message.avatarUrl && <Avatar name={author} url={message.avatarUrl} size={20} />}
          </state.People>
          <bdi>{author}</bdi>
          {plain || <Feature name="richMessages" with={{ message }} />}
          <span className={css(hidden)}>{`, ${time}`}</span>
        </b>
      )}
      {plain ? (
        <TextMessage {...kind} />
      ) : (
        <Feature name="richMessages" with={kind} meanwhile={<Waiting of="richMessages" {...kind} />} />
      )}
      {unsent && <Feature name="failures" with={{ message }} />}
      {own && lastNonFailed && !unsent && <Status of={message} />}
    </li>
  );
});
