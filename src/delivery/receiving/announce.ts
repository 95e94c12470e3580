import { effect, signal, untracked } from '@preact/signals-react';
import type { Words } from '../../i18n/words';
import type { Clock } from '../../platform/clock';
import type { Announcer } from '../../slices/announcer';
import type { Locale } from '../../slices/locale';
import type { WireMessage } from '../../wire/message';
import { beginning } from '../../wire/shown';

/** Maximum announcement length in characters; the full text is in the message log. */
const LONGEST = 1000;

/** Texts are removed after this time; otherwise a reader who walks the page would meet each message twice. */
const STAY_MS = 1000;

/** A message counts as new for this time, which its view may need to load. */
const NEW_MS = 30_000;

/** The most texts held at once; older ones are dropped. */
const MOST = 10;

/** The words for a message of any kind. */
const ANY = 'list.attachment';

/** Puts a message into words; undefined while they are not loaded. */
type Tell = (words: Words) => string | undefined;

type SayDeps = { announcer: Announcer; clock: Pick<Clock, 'now' | 'after'> };

export type AnnouncerDeps = SayDeps & { locale: Locale; title: string };

/** Announces a text, once for each message. @param id the message's id */
export const say = ({ announcer, clock }: SayDeps, text: string, id: string): void => {
  if (announcer.newUntil.has(id)) return;
  announcer.newUntil.set(id, clock.now() + NEW_MS);
  announcer.cancel();
  announcer.current.value = [...announcer.current.value.slice(1 - MOST), { id, text }];
  announcer.cancel = clock.after(STAY_MS, () => {
    announcer.current.value = [];
  });
};

/**
 * Announces a new message and its author to screen readers. Only a message without text loads the words of
 * message kinds.
 * @returns cancels a waiting announcement
 */
export const announce = (deps: AnnouncerDeps, message: WireMessage): (() => void) => {
  const own = [message.text, message.textFallback].find((text) => text?.trim());
  const tell = signal<Tell | undefined>(own === undefined ? undefined : () => own);
  if (own === undefined) {
    import('../../messageKinds/texts').then(
      ({ shortText }) => {
        tell.value = (words) => shortText(message, words);
      },
      () => {
        tell.value = (words) => (words.knows(ANY) ? words.t(ANY) : undefined);
      },
    );
  }
  let done = false;
  const stop = effect(() => {
    const words = deps.locale.words.value;
    const text = words && tell.value?.(words);
    if (done || !text) return;
    done = true;
    const said = { author: message.name || deps.title, text: beginning(text, LONGEST) };
    untracked(() => say(deps, words.t('announce_message', said), message._id));
  });
  if (done) stop();
  return stop;
};
