import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Clock } from '../platform/clock';

/** One text for the screen reader. Each has a new `id`, so that equal texts are read out again. */
export type Announcement = { id: string; text: string };

/** Texts are removed after this time; otherwise a reader who walks the page would meet each message twice. */
const STAY_MS = 1000;

export type Announcer = ReturnType<typeof createAnnouncer>;

/** The most texts held at once; older ones are dropped. */
const MOST = 10;

/** The queue of the single polite live region. It holds several texts, as two may come at once. */
export const createAnnouncer = ({ createId, clock }: { createId: () => string; clock: Clock }) => {
  const current = signal<readonly Announcement[]>([]);
  let cancel = () => {};
  return {
    current: current as ReadonlySignal<readonly Announcement[]>,
    /**
     * Announces a text.
     * @param id the message's id, when the text announces a new message
     */
    say(text: string, id = createId()) {
      cancel();
      current.value = [...current.value.slice(1 - MOST), { id, text }];
      cancel = clock.after(STAY_MS, () => {
        current.value = [];
      });
    },
    dispose: () => cancel(),
  };
};
