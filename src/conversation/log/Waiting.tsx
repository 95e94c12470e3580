import { Icon } from '../../ui/primitives/Icon';
import { useCss } from '../../ui/theme/css';
import { PartFailed } from '../FeatureFailed';
import { bubble, TextMessage } from './kinds/TextMessage';
import type { KindProps } from './messageKinds';

const style = 'display:flex;align-items:center;gap:8px;min-height:44px;';

/**
 * Placeholder for a message whose part has not loaded: its text or, without one, an icon of its kind. If the
 * part failed to load, a retry button follows.
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
