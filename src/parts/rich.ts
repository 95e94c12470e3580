import { RichMessage } from '../ui/messageLog/rich/RichMessage';
import type { PartDeps } from './deps';

/** Every kind of message but plain text, with what the visitor can do with them. */
export const createPart = (_deps: PartDeps) => RichMessage;
