import type { Needs } from '../../conversation/featureDeps';
import { createEmojiPickerView } from './EmojiPickerView';
import { createEmojiChoice } from './usedEmoji';

/** The emoji picker; loads when it is first opened. */
const createEmojiPicker = ({ storages }: Needs<'storages'>) =>
  createEmojiPickerView(createEmojiChoice({ store: storages.lasting }));

export { createEmojiPicker as create };
