import type { ComponentType } from 'react';
import { splitLinks } from '../../../model/links';
import { useCss } from '../../../ui/theme/css';
import { beginning } from '../../../wire/shown';
import { useHome } from '../../context';
import type { KindProps } from '../../features';
import { SHOWN } from '../plainText';

/** The style of a message's bubble; `data-last` marks the last one of its group. */
export const bubble = `
  outline:1px solid #0000;padding:10px 14px;border-radius:var(--bubble);background:var(--business);color:var(--onBusiness);
  font-size:var(--text,16px);line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere;
  border-start-start-radius:var(--corner);
  [data-first] > &{border-start-start-radius:var(--bubble);}
  &[data-last]{border-end-start-radius:var(--corner);}
  [data-own] > &{background:var(--message);color:var(--onMessage);border-start-start-radius:var(--bubble);border-start-end-radius:var(--corner);}
  [data-own][data-first] > &{border-start-end-radius:var(--bubble);}
  [data-own] > &[data-last]{border-end-start-radius:var(--bubble);border-end-end-radius:var(--corner);}
`;

/**
 * Text with clickable links.
 * @param props.most how many characters are shown
 */
export const LinkedText = ({ text, most = SHOWN }: { text: string; most?: number }) => (
  <>
    {splitLinks(beginning(text, most)).map((part, i) =>
      part.href ? (
        <a key={i} href={part.href} target="_blank" rel="noopener noreferrer">
          {part.text}
        </a>
      ) : (
        part.text
      ),
    )}
  </>
);

/**
 * A text message with its line breaks. A message without text shows its fallback.
 * @param props.Words draws the text; by default a long text is cut
 */
export const TextMessage = ({
  message,
  lastInGroup,
  Words = LinkedText,
}: KindProps & { Words?: ComponentType<{ text: string }> }) => {
  const { state } = useHome();
  const css = useCss();
  const text = message.text || message.textFallback || state.words.value.t('message_unsupported');
  return (
    <div className={css(bubble)} data-last={lastInGroup || undefined}>
      {/* On its own element, because the text's direction must not mirror the bubble's corners. */}
      <p dir="auto">
        <Words text={text} />
      </p>
    </div>
  );
};
