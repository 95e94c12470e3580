import type { Message } from '../../model/message';
import { MAX_TEXT } from '../../wire/message';

/** Parts of the names of fields that make a text message more than plain; richMessages then draws it. */
const EXTRAS = /actions|edited|markdown|quoted|references|authorSub/;

/** Messages from another channel carry a mark. */
const CHANNEL = /whatsapp|messenger|instagram/;

/** Whether a message is plain text, which is drawn at once. richMessages draws all others. */
export const isPlain = ({ type, raw, source, text = '', textFallback = '' }: Message): boolean =>
  type === 'text' &&
  (text || textFallback).length <= MAX_TEXT &&
  !Object.entries(raw).some(
    ([field, value]) => EXTRAS.test(field) && value && (value as { length?: number }).length !== 0,
  ) &&
  !CHANNEL.test(`${source?.type}`) &&
  !/^\p{Extended_Pictographic}/u.test(text);
