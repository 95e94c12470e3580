import type { TypingUser } from '../../slices/conversations';
import { obj, str } from '../../wire/decode';
import { shownLabel } from '../../wire/shown';
import type { CallDeps } from './callDeps';
import type { LazyCall, LazyCommand } from './lazyCommand';

/** Shows this person as the one who types, in place of the agent; null ends that. */
const typingIndicator: LazyCommand = ({ deps, misuse }, given) => {
  const { conversations } = deps.slices;
  const { name, avatarUrl } = obj(given);
  const who: TypingUser = { name: shownLabel(name), avatarUrl: str(avatarUrl) };
  if (given !== null && !(who.name && who.avatarUrl !== undefined))
    return misuse('typingIndicator needs {name, avatarUrl}, two strings, or null.');
  conversations.showTypist(given ? who : undefined);
};

/** A setter of true or false. */
const yesOrNo =
  (name: string, set: (deps: CallDeps, on: boolean) => void): LazyCommand =>
  ({ deps, misuse }: LazyCall, on) =>
    typeof on === 'boolean' ? set(deps, on) : misuse(`${name} must be true or false.`);

/** The calls about what the visitor sees around the text box. */
export const COMPOSER: Record<string, LazyCommand> = {
  'messenger:set.typingIndicator': typingIndicator,
  'messenger:set.emojiPicker': yesOrNo('emojiPicker', ({ slices }, on) => {
    slices.settings.setEmojiPicker(on);
  }),
  'messenger:set.multipleAttachments': yesOrNo('multipleAttachments', ({ slices }, on) => {
    slices.settings.setOneFile(!on);
  }),
  // Porch never opens a window of its own, so there is nothing to turn off.
  'messenger:set.disablePopout': yesOrNo('disablePopout', () => {}),
};
