import { FeatureFailed } from '../FeatureFailed';
import type { KindProps } from '../features';
import { TextMessage } from './kinds/TextMessage';

/**
 * Placeholder for a message whose feature has not loaded: what it says in words, or dots. If the feature failed
 * to load, a retry button follows.
 */
export const Waiting = ({ of, ...props }: KindProps & { of: 'richMessages' | 'forms' }) => {
  const { message } = props;
  const { type, text, textFallback, altText, raw } = message;
  return (
    <>
      <TextMessage {...props} message={{ ...message, text: text || textFallback || altText || '…' }} />
      {(type !== 'text' || raw.actions) && <FeatureFailed of={of} />}
    </>
  );
};
