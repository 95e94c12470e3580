import type { ComponentType } from 'react';
import type { Message } from '../../model/message';
import { TextMessage } from './kinds/TextMessage';

export type KindProps = { message: Message; firstInGroup: boolean; lastInGroup: boolean };

/** The registry of message kinds: a new kind is one file and one row. */
const KINDS: Record<string, ComponentType<KindProps>> = {
  text: TextMessage,
};

/** A kind that is not known is shown by its text; nothing a server sends can break the log. */
export const messageKind = (type: string): ComponentType<KindProps> =>
  Object.hasOwn(KINDS, type) ? (KINDS[type] as ComponentType<KindProps>) : TextMessage;
