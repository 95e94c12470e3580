import type { Message } from '../../model/message';
import { SHOWN } from './kinds/TextMessage';

export type KindProps = { message: Message; firstInGroup: boolean; lastInGroup: boolean };

/** Fields that make a text message more than plain; the rich part then draws it. */
const EXTRAS = /^(actions|markdownText|quotedMessage|references|authorSubtypes)/;

/** Whether a message is plain text, which is drawn at once. The lazily loaded rich part draws all others. */
export const isPlain = ({ type, raw, text = '', textFallback = '' }: Message): boolean =>
  type === 'text' &&
  (text || textFallback).length <= SHOWN &&
  !Object.entries(raw).some(
    ([field, value]) => EXTRAS.test(field) && value && (value as { length?: number }).length !== 0,
  ) &&
  !/^\p{Extended_Pictographic}/u.test(text);
