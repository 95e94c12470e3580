import { Icon } from '../../ui/primitives/Icon';
import { useCss } from '../../ui/theme/css';
import { FeatureFailed } from '../FeatureFailed';
import type { KindProps } from '../features';
import { bubble, TextMessage } from './kinds/TextMessage';

const style = 'display:flex;align-items:center;gap:8px;min-height:44px;';
/** The size of a picture that has not told its own. */
const picture = 'width:260px;aspect-ratio:4/3;justify-content:center;';

/**
 * Placeholder for a message whose feature has not loaded: its text or, without one, an icon of its kind. If the
 * feature failed to load, a retry button follows.
 */
export const Waiting = ({ of, ...props }: KindProps & { of: 'richMessages' | 'forms' }) => {
  const css = useCss();
  const { type, text, textFallback, altText, raw } = props.message;
  return (
    <>
      {text || textFallback ? (
        <TextMessage {...props} />
      ) : (
        <div
          className={css(bubble + style + (type === 'image' ? picture : ''))}
          data-last={props.lastInGroup || undefined}
        >
          <Icon name={type === 'image' ? 'picture' : type === 'file' ? 'file' : 'more'} />
          {altText && <bdi>{altText}</bdi>}
        </div>
      )}
      {(type !== 'text' || raw.actions) && <FeatureFailed of={of} />}
    </>
  );
};
