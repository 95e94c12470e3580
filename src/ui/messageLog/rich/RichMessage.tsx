import type { ComponentType } from 'react';
import { TextMessage } from '../kinds/TextMessage';
import type { KindProps } from '../messageKinds';

/** The registry of message kinds: a new kind is one file and one row. */
const KINDS: Record<string, ComponentType<KindProps>> = {
  text: TextMessage,
};

/** A kind that is not known is shown by its text; nothing a server sends can break the log. */
export const RichMessage = (props: KindProps) => {
  const { type } = props.message;
  const Kind = Object.hasOwn(KINDS, type) ? (KINDS[type] as ComponentType<KindProps>) : TextMessage;
  return <Kind {...props} />;
};
