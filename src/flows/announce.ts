import { effect, untracked } from '@preact/signals-react';
import type { Announcer } from '../slices/announcer';
import type { Locale } from '../slices/locale';
import { listOf, obj } from '../wire/decode';
import type { WireMessage } from '../wire/message';
import { beginning, shownText } from '../wire/shown';

/** What stands in for words of its own, by type. */
const NAMES = /^(image|file|form|location)$/;

/** Of what is in it, so many are named. */
const MOST = 20;
/** How much of a message is read out, in characters: the rest is read in the log. */
const LONGEST = 1000;

const filled = (...values: unknown[]) => values.map(shownText).find((v) => v?.trim());

/** The message's own words: what it says, else what it is called, else what is in it. */
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
 * Has a new message read out, with its author (DESIGN.md 3.12): by its own words, else by what it is. That is among the
 * words of the parts, which come with the view of such a message; until then it waits.
 * @returns the undo of what waits
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
