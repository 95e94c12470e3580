import type { Message } from '../../model/message';
import { SHOWN } from './kinds/TextMessage';

export type KindProps = { message: Message; firstInGroup: boolean; lastInGroup: boolean };

/** What makes a text more than plain: it is then drawn by the rich part. */
// biome-ignore lint/complexity/useRegexLiterals: names in quotes are those that the build leaves as they are
const EXTRAS = new RegExp('^(actions|markdownText|quotedMessage|references|authorSubtypes)');

/** Whether a message is plain text, which is drawn at once. The lazily loaded rich part draws all others. */
export const isPlain = ({ type, raw, text = '', textFallback = '' }: Message): boolean =>
  type === 'text' &&
  (text || textFallback).length <= SHOWN &&
  !Object.entries(raw).some(
    ([field, value]) => EXTRAS.test(field) && value && (value as { length?: number }).length !== 0,
  ) &&
  !/^\p{Extended_Pictographic}/u.test(text);
