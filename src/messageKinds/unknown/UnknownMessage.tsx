import type { KindProps } from '../../conversation/features';
import { TextMessage } from '../../conversation/log/LongText';
import { namesIn } from '../texts';

/** A message that cannot be drawn as what it is: its text, else the names of what it contains. */
export const UnknownMessage = (props: KindProps) => {
  const { message } = props;
  return (
    <TextMessage
      {...props}
      message={{ ...message, textFallback: message.textFallback || namesIn(message) }}
    />
  );
};
