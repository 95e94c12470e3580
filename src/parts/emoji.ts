import { createEmojiChoice } from '../slices/emoji';
import { createEmojiPicker } from '../ui/composer/emoji/EmojiPicker';
import type { PartDeps } from './deps';

/** The emoji picker; loads when it is first opened. */
export const createPart = ({ storages }: PartDeps) =>
  createEmojiPicker(createEmojiChoice({ store: storages.lasting }));
