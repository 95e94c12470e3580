import { effect, signal, untracked } from '@preact/signals-react';
import type { Words } from '../../i18n/words';
import type { Clock } from '../../platform/clock';
import { createTimer } from '../../platform/timer';
import type { Announcer } from '../../slices/announcer';
import type { Locale } from '../../slices/locale';
import type { WireMessage } from '../../wire/message';
import { beginning } from '../../wire/shown';

/** Maximum announcement length in characters; the full text is in the message log. */
const LONGEST = 1000;

/** Texts are removed after this time; otherwise a reader who walks the page would find each message twice. */
const STAY_MS = 1000;

/** The most texts held at once; older ones are dropped. */
const MOST = 10;

/** How many announced messages are remembered. */
const MOST_TIMES = 1000;

/** The words for a message of any kind. */
const ANY = 'list.attachment';

/** Puts a message into words; undefined while they are not loaded. */
type Wording = (words: Words) => string | undefined;

export type AnnounceDeps = { announcer: Announcer; clock: Clock; locale: Locale; title: string };

/**
 * Announces messages to screen readers, each once, with its author. Only a message without text loads the words of
 * message kinds.
 * @returns announces one message
 */
export const createAnnounce = ({ announcer, clock, locale, title }: AnnounceDeps) => {
  const stay = createTimer(clock);
  const say = (text: string, id: string): void => {
    const times = announcer.announcedAt.current.value;
    if (times.has(id)) return;
    announcer.announcedAt.set(new Map([...times].slice(1 - MOST_TIMES)).set(id, clock.now()));
    announcer.set([...announcer.current.value.slice(1 - MOST), { id, text }]);
    stay.set(STAY_MS, () => announcer.set([]));
  };
  return (message: WireMessage): void => {
    const text = [message.text, message.textFallback].find((some) => some?.trim());
    const wording = signal<Wording | undefined>(text === undefined ? undefined : () => text);
    if (text === undefined) {
      import('../../messageKinds/texts').then(
        ({ shortText }) => {
          wording.value = (words) => shortText(message, words);
        },
        () => {
          wording.value = (words) => (words.knows(ANY) ? words.t(ANY) : undefined);
        },
      );
    }
    let done = false;
    const stop = effect(() => {
      const words = locale.words.value;
      const said = words && wording.value?.(words);
      if (done || !said) return;
      done = true;
      const params = { author: message.name || title, text: beginning(said, LONGEST) };
      untracked(() => say(words.t('announce_message', params), message._id));
    });
    if (done) stop();
  };
};
