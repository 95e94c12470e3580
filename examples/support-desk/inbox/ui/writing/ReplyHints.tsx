import { replyBody } from '../../model/formatted';
import { Formatted } from '../message/Formatted';

/** From this many remaining characters on, the count is shown and announced. */
const FEW_LEFT = 200;

/** How the visitor will see a formatted reply. */
export const Preview = ({ text }: { text: string }) => {
  const { markdownText } = replyBody(text);
  return markdownText ? (
    <section class="reply-preview" aria-label="As the visitor will see it">
      <Formatted source={markdownText} />
    </section>
  ) : null;
};

/** The number of remaining characters, or what keys do. */
export const Hint = ({ left }: { left: number }) => (
  <p id="composer-hint" class={`composer-hint meta${left < 0 ? ' error' : ''}`}>
    {left < 0
      ? `${-left} characters too many. Shorten the reply or send it in parts.`
      : left < FEW_LEFT
        ? `${left} characters left`
        : 'Enter sends · Shift+Enter: new line · /: saved reply'}
  </p>
);
