import { useCss } from '../../ui/theme/css';
import { FeatureFailed } from '../FeatureFailed';
import type { KindProps } from '../features';
import { bubble, TextMessage } from './kinds/TextMessage';

/** The size of a picture whose own is unknown. */
const picture = 'width:260px;aspect-ratio:4/3;box-sizing:border-box;';

/**
 * Placeholder for a message whose feature has not loaded: its text, or dots. If the feature failed to load, a retry
 * button follows.
 */
export const Waiting = ({ of, ...props }: KindProps & { of: 'richMessages' | 'forms' }) => {
  const css = useCss();
  const { message } = props;
  const { type, text, textFallback, altText, raw } = message;
  return (
    <>
      {type === 'image' && !text ? (
        <div className={css(bubble + picture)}>
          <bdi>{altText || '…'}</bdi>
        </div>
      ) : (
        <TextMessage {...props} message={{ ...message, text: text || textFallback || altText || '…' }} />
      )}
      {(type !== 'text' || raw.actions) && <FeatureFailed of={of} />}
    </>
  );
};
