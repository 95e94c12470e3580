import type { ComponentType } from 'react';
import { useCss } from '../../../ui/theme/css';
import { MAX_TEXT } from '../../../wire/message';
import { beginning } from '../../../wire/shown';
import { useHome } from '../../context';
import { Feature } from '../../Feature';
import type { KindProps } from '../../features';

/** The style of a message's bubble. The corners towards its author are small, but for the first one of a group. */
export const bubble = `
  outline:1px solid #0000;padding:10px 14px;border-radius:var(--bubble);background:var(--business);color:var(--onBusiness);
  font-size:1rem;line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere;
  border-start-start-radius:var(--corner);border-end-start-radius:var(--corner);
  [data-first] > &{border-start-start-radius:var(--bubble);}
  [data-own] > &{background:var(--message);color:var(--onMessage);border-radius:var(--bubble);border-start-end-radius:var(--corner);border-end-end-radius:var(--corner);}
  [data-own][data-first] > &{border-start-end-radius:var(--bubble);}
`;

/** The beginnings of links. */
const LINK = /(https?|mailto|tel):|www\.|@/i;

/** A text that is cut where it is long. Its links are clickable once `LinkedText` has loaded. */
export const ShortText = ({ text }: { text: string }) =>
  LINK.test(text) ? (
    <Feature name="linkedText" with={{ text }} meanwhile={beginning(text, MAX_TEXT)} />
  ) : (
    beginning(text, MAX_TEXT)
  );

/**
 * A text message with its line breaks. A message without text shows its fallback.
 * @param props.Words draws the text; by default a long text is cut
 */
export const TextMessage = ({
  message,
  Words = ShortText,
}: KindProps & { Words?: ComponentType<{ text: string }> }) => {
  const { state } = useHome();
  const css = useCss();
  const text = message.text || message.textFallback || state.words.value.t('message_unsupported');
  return (
    <div className={css(bubble)}>
      {/* on its own element, because the text's direction must not mirror the bubble's corners. */}
      <p dir="auto">
        <Words text={text} />
      </p>
    </div>
  );
};
