import type { PartDeps } from '../../conversation/featureDeps';
import { createEmojiPicker } from './EmojiPicker';
import { createEmojiChoice } from './usedEmoji';

/** The emoji picker; loads when it is first opened. */
export const createPart = ({ storages }: PartDeps) =>
  createEmojiPicker(createEmojiChoice({ store: storages.lasting }));
