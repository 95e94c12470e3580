import { Icon } from '../primitives/Icon';
import { PartFailed } from '../primitives/PartFailed';
import { useCss } from '../theme/css';
import { bubble, TextMessage } from './kinds/TextMessage';
import type { KindProps } from './messageKinds';

const style = 'display:flex;align-items:center;gap:8px;min-height:44px;';

/**
 * Stands in for a message whose part is not there: what it says in words, or else a sign of its kind; and, where the
 * part could not be had, the way to ask for it again.
 */
export const Waiting = ({ of, ...props }: KindProps & { of: 'rich' | 'forms' }) => {
  const css = useCss();
  const { type, text, textFallback, altText, raw } = props.message;
  return (
    <>
      {text || textFallback ? (
        <TextMessage {...props} />
      ) : (
        <div className={css(bubble + style)} data-last={props.lastInGroup || undefined}>
          <Icon name={type === 'image' ? 'picture' : type === 'file' ? 'file' : 'more'} />
          {altText && <bdi>{altText}</bdi>}
        </div>
      )}
      {(type !== 'text' || raw.actions) && <PartFailed of={of} />}
    </>
  );
};
