import { effect, untracked } from '@preact/signals-react';
import { shortText } from '../../messageKinds/texts';
import type { Announcer } from '../../slices/announcer';
import type { Locale } from '../../slices/locale';
import type { WireMessage } from '../../wire/message';
import { beginning } from '../../wire/shown';

/** Maximum announcement length in characters; the full text is in the message log. */
const LONGEST = 1000;

export type AnnouncerDeps = { announcer: Announcer; locale: Locale; title: string };

/**
 * Announces a new message and its author to screen readers. The words for message kinds are loaded with the
 * view of such a message, so the announcement may wait for them.
 * @returns cancels a waiting announcement
 */
export const announce = (deps: AnnouncerDeps, message: WireMessage): (() => void) => {
  let done = false;
  const stop = effect(() => {
    const words = deps.locale.words.value;
    const text = done || !words ? undefined : shortText(message, words);
    if (!words || !text) return;
    done = true;
    const said = { author: message.name || deps.title, text: beginning(text, LONGEST) };
    untracked(() => deps.announcer.say(words.t('announce_message', said), message._id));
  });
  if (done) stop();
  return stop;
};
