import type { Needs } from '../../../conversation/featureDeps';
import type { TypingUser } from '../../../slices/conversations';
import { obj, str } from '../../../wire/decode';
import { shownLabel } from '../../../wire/shown';
import type { Command, CreateCommands } from '../command';

export type ComposerNeeds = Needs<never, 'conversations' | 'settings'>;

/** The calls about what the visitor sees around the text box. */
export const createCommands: CreateCommands<ComposerNeeds> = ({ deps, misuse }) => {
  const { conversations, settings } = deps.slices;
  /** A setter of true or false. */
  const yesOrNo =
    (name: string, set: (on: boolean) => void): Command =>
    (on) =>
      typeof on === 'boolean' ? set(on) : misuse(`${name} must be true or false.`);
  return {
    /** Shows this person as the one who types, in place of the agent; null ends that. */
    'messenger:set.typingIndicator': (given) => {
      const { name, avatarUrl } = obj(given);
      const who: TypingUser = { name: shownLabel(name), avatarUrl: str(avatarUrl) };
      if (given !== null && !(who.name && who.avatarUrl !== undefined))
        return misuse('typingIndicator needs {name, avatarUrl}, two strings, or null.');
      conversations.showTypist(given ? who : undefined);
    },
    'messenger:set.emojiPicker': yesOrNo('emojiPicker', (on) => {
      settings.setEmojiPicker(on);
    }),
    'messenger:set.multipleAttachments': yesOrNo('multipleAttachments', (on) => {
      settings.setOneFile(!on);
    }),
    // Porch never opens a separate window, so there is nothing to turn off.
    'messenger:set.disablePopout': yesOrNo('disablePopout', () => {}),
  };
};
