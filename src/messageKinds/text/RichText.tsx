import type { KindProps } from '../../conversation/features';
import { bubble } from '../../conversation/log/kinds/TextMessage';
import { TextMessage } from '../../conversation/log/LongText';
import { useCss } from '../../ui/theme/css';
import { Markdown } from './Markdown';

const large = 'font-size:2.5rem;line-height:3rem;padding:4px 2px;';

const EMOJI =
  /^(?:(?:\p{RI}{2}|\p{Extended_Pictographic}(?:\ufe0f|\p{EMod})?(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{EMod})?)*)\s*){1,3}$/u;

/** Whether a text is one to three emoji and nothing else; it is then drawn large. */
const isEmoji = (text: string): boolean => text.length < 60 && EMOJI.test(text.trim());

/** Text with formatting, or emoji alone. */
export const RichText = (props: KindProps) => {
  const { message } = props;
  const css = useCss();
  if (message.markdownText?.trim()) {
    return (
      <div className={css(bubble)}>
        <Markdown source={message.markdownText} />
      </div>
    );
  }
  if (message.text && isEmoji(message.text)) {
    return (
      <p className={css(large)} dir="auto">
        {message.text}
      </p>
    );
  }
  return <TextMessage {...props} />;
};
