import type { KindProps } from '../../conversation/features';
import { TextMessage } from '../../conversation/log/LongText';
import { namesIn } from '../texts';

/** A message of an unknown kind: shows its text, else the names of its contents. */
export const UnknownMessage = (props: KindProps) => {
  const { message } = props;
  return (
    <TextMessage
      {...props}
      message={{ ...message, textFallback: message.textFallback || namesIn(message) }}
    />
  );
};
