import type { FeatureDeps } from '../../conversation/featureDeps';
import { createEmojiPickerView } from './EmojiPicker';
import { createEmojiChoice } from './usedEmoji';

/** The emoji picker; loads when it is first opened. */
export const createEmojiPicker = ({ storages }: FeatureDeps) =>
  createEmojiPickerView(createEmojiChoice({ store: storages.lasting }));
