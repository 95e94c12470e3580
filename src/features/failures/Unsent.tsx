import { useHome } from '../../conversation/context';
import type { Message } from '../../model/message';
import { Drawing } from '../../ui/primitives/Drawing';
import { useCss } from '../../ui/theme/css';

// The bubble of a message that was not sent is hollow. Dimmed as a whole, its text would lose its contrast.
const style = `
  display:flex;flex-wrap:wrap;justify-content:flex-end;align-items:center;gap:0 8px;margin:4px 14px 6px;
  font-size:.8125rem;line-height:1.125rem;background:var(--alert);color:var(--onAlert,var(--error));
  &[data-waits]{background:none;color:var(--quiet);}
  & button{display:flex;align-items:center;justify-content:center;border:0;border-radius:6px;font-weight:600;text-decoration:underline;text-underline-offset:2px;}
  & p{display:flex;gap:4px;}
  & > span{display:flex;flex-wrap:wrap;justify-content:flex-end;align-items:center;gap:0 8px;}
  & svg{flex:none;width:16px;height:18px;}
  li:has(> &:not([data-waits])) > div:not(&){background:none;color:var(--ink);outline:1px dashed var(--field);outline-offset:-1px;}
  @media (pointer:coarse){& button{justify-content:flex-end;min-width:44px;min-height:44px;}}
`;

/** Inserts a text at the start of the text box, as if the visitor had typed it. */
const writeAgain = (box: HTMLTextAreaElement, text: string) => {
  const { Event } = box.ownerDocument.defaultView as Window & typeof globalThis;
  const draft = box.value.trim() && `\n${box.value}`;
  box.value = text + draft;
  box.dispatchEvent(new Event('input', { bubbles: true }));
  box.focus();
  box.setSelectionRange(text.length, text.length);
};

/** Shows why a message is not sent, with buttons to retry, to edit and to remove it. */
export const Unsent = ({ message }: { message: Message }) => {
  const { state, actions } = useHome();
  const words = state.words.value;
  const { key, type, text, errorReason = 'unknown', isDelayed } = message;
  const retryable = isDelayed || message.isRetryable;
  // It failed because of the network: it is sent automatically, as the note above the log explains.
  const waits = isDelayed || (type === 'text' && errorReason === 'network');
  const reason = waits
    ? 'message_delayed'
    : type !== 'text'
      ? `upload.${errorReason}`
      : errorReason === 'characterLimit'
        ? 'message_too_long'
        : 'message_failed';
  return (
    <div className={useCss()(style)} data-waits={waits || undefined}>
      <span role="alert">
        <p>
          <Drawing path="M10 6v5M10 14v.01M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15z" />
          <span id={key}>{words.t(reason)}</span>
        </p>
        {retryable && (
          <button type="button" aria-describedby={key} onClick={() => actions.retry(key)}>
            {words.t('retry')}
          </button>
        )}
      </span>
      <span>
        {!isDelayed && type === 'text' && text && (
          <button
            type="button"
            onClick={() => {
              actions.remove(key);
              writeAgain(state.textBox.box, text);
            }}
          >
            {words.t('message_edit')}
          </button>
        )}
        {(!isDelayed || type !== 'text') && (
          <button type="button" onClick={() => actions.remove(key)}>
            {words.t('message_remove')}
          </button>
        )}
      </span>
    </div>
  );
};
