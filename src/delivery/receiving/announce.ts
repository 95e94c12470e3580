import { effect, untracked } from '@preact/signals-react';
import type { Announcer } from '../../slices/announcer';
import type { Locale } from '../../slices/locale';
import { listOf, obj } from '../../wire/decode';
import type { WireMessage } from '../../wire/message';
import { beginning, shownText } from '../../wire/shown';

/** The message types with a generic announcement of their own (`announce.<type>`). */
const NAMES = /^(image|file|form|location)$/;

/** How many items or fields of a message are named at most. */
const MOST = 20;
/** Maximum announcement length in characters; the full text is in the message log. */
const LONGEST = 1000;

const filled = (...values: unknown[]) => values.map(shownText).find((v) => v?.trim());

/** The message's own words: its text, else its name or address, else the labels of its items or fields. */
const ownWords = ({ text, textFallback, altText, items, fields, raw }: WireMessage): string | undefined => {
  const { name, address } = obj(raw.location);
  const within = [
    ...listOf(items?.slice(0, MOST), (item) => filled(obj(item).title)),
    ...listOf(fields?.slice(0, MOST), (field) => filled(obj(field).label, obj(field).name)),
  ];
  return filled(text, textFallback, altText, name, address, within.join(', '));
};

export type AnnouncerDeps = { announcer: Announcer; locale: Locale; title: string };

/**
 * Announces a new message and its author to screen readers: by its own words, else by its type. The words for
 * the types are loaded with the view of such a message, so the announcement waits for them.
 * @returns cancels a waiting announcement
 */
export const announce = (deps: AnnouncerDeps, message: WireMessage): (() => void) => {
  const own = ownWords(message);
  const key = NAMES.test(message.type) ? `announce.${message.type}` : 'list.attachment';
  let done = false;
  const stop = effect(() => {
    const words = deps.locale.words.value;
    if (done || !words || !(own || words.knows(key))) return;
    done = true;
    const said = { author: message.name || deps.title, text: beginning(own ?? words.t(key), LONGEST) };
    untracked(() => deps.announcer.say(words.t('announce_message', said), message._id));
  });
  if (done) stop();
  return stop;
};
