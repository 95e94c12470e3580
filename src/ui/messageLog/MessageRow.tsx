import { memo } from 'react';
import type { Message } from '../../model/message';
import { useHome } from '../context';
import { Avatar } from '../primitives/Avatar';
import { Icon } from '../primitives/Icon';
import { Part } from '../primitives/Part';
import { useCss } from '../theme/css';
import { hidden } from '../theme/tokens';
import { TextMessage } from './kinds/TextMessage';
import { isPlain } from './messageKinds';
import { Waiting } from './Waiting';

const style = `
  display:flex;flex-direction:column;margin-top:2px;max-width:85%;align-self:flex-start;align-items:flex-start;
  &[data-first]{margin-top:8px;}
  &[data-own]{align-self:flex-end;align-items:flex-end;}
  &[data-new]{animation:porch-rise .2s ease-out;}
  @keyframes porch-rise{from{opacity:0;transform:translateY(8px);}to{opacity:1;transform:none;}}
  & > b{display:flex;align-items:center;gap:6px;font-size:12px;line-height:16px;font-weight:600;color:var(--quiet);margin:0 12px 4px;}
  & > div{max-width:100%;}
  & > small{font-size:12px;line-height:16px;color:var(--quiet);margin:4px 4px 6px;font-variant-numeric:tabular-nums;}
`;

type Props = { message: Message; firstInGroup: boolean; lastInGroup: boolean; lastNonFailed: boolean };

/** One message with its author, time and status. Its content is drawn by its kind. */
export const MessageRow = memo(({ message, firstInGroup, lastInGroup, lastNonFailed }: Props) => {
  const { state } = useHome();
  const css = useCss();
  const words = state.words.value;
  const own = message.role === 'appUser';
  const kind = { message, firstInGroup, lastInGroup };
  const failed = message.status === 'failed';
  const at = message.received * 1000;
  const time = words.time(at, state.now());
  const author = own ? words.t('author_you') : message.name || state.title;
  return (
    <li
      className={css(style)}
      data-own={own || undefined}
      data-first={firstInGroup || undefined}
      data-time={time}
      data-new={message.isOptimistic || undefined}
    >
      {own || !firstInGroup ? (
        <span className={css(hidden)}>{`${author}, ${time}`}</span>
      ) : (
        <b>
          {message.avatarUrl && <Avatar name={author} url={message.avatarUrl} size={20} />}
          <bdi>{author}</bdi>
          <span className={css(hidden)}>{`, ${time}`}</span>
        </b>
      )}
      {isPlain(message) ? (
        <TextMessage {...kind} />
      ) : (
        <Part name="rich" with={kind} meanwhile={<Waiting of="rich" {...kind} />} />
      )}
      {(failed || message.isDelayed) && <Unsent message={message} />}
      {own && lastNonFailed && !failed && !message.isDelayed && (
        <small>
          {words.t(
            message.status === 'sending'
              ? 'status_sending'
              : state.seenTo.value < message.received
                ? 'status_sent'
                : 'status_seen',
          )}
        </small>
      )}
    </li>
  );
});

const unsent = `
  display:flex;flex-wrap:wrap;justify-content:flex-end;align-items:center;gap:0 8px;margin:4px 0 6px;
  font-size:13px;line-height:18px;color:var(--error);
  & button{display:flex;align-items:center;justify-content:center;border:0;border-radius:6px;font-weight:600;text-decoration:underline;text-underline-offset:2px;}
  & p{display:flex;gap:4px;}
  & svg{flex:none;width:16px;height:18px;}
  @media (pointer:coarse){& button{justify-content:flex-end;min-width:44px;min-height:44px;}}
`;

/**
 * The reason why a message is not sent yet, with the buttons to retry or remove it. The retry button is an
 * alert.
 */
const Unsent = ({ message }: { message: Message }) => {
  const { state, actions } = useHome();
  const words = state.words.value;
  const { key, type, errorReason = 'unknown', isDelayed } = message;
  const retryable = isDelayed || message.isRetryable;
  const reason = isDelayed
    ? 'message_delayed'
    : type === 'text'
      ? REASONS[errorReason as keyof typeof REASONS]
      : `upload.${errorReason}`;
  return (
    <div className={useCss()(unsent)}>
      <p>
        <Icon name="alert" />
        <span role={retryable ? undefined : 'alert'}>{words.t(reason)}</span>
      </p>
      {retryable && (
        // The alert surrounds the button, because a button's text only becomes its name and would not be
        // announced.
        <span role="alert">
          <button type="button" onClick={() => actions.retry(key)}>
            {words.t('message_failed_retry')}
          </button>
        </span>
      )}
      {!isDelayed && (
        <button type="button" onClick={() => actions.remove(key)}>
          {words.t('message_remove')}
        </button>
      )}
    </div>
  );
};

const REASONS = {
  characterLimit: 'message_too_long',
  network: 'message_failed_network',
  unknown: 'message_failed',
} as const;
