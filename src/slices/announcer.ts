import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Clock } from '../platform/clock';

/** One thing a screen reader is told; `id` is another for each, so that the same words are said again. */
export type Announcement = { id: string; text: string };

/** Once read out, the words go again, or a reader who walks the page would meet each message twice. */
const STAY_MS = 1000;

export type Announcer = ReturnType<typeof createAnnouncer>;

/** Of more that come at once, the newest are said: nobody can listen to all of a hundred. */
const MOST = 10;

/** What the single polite region says: one after the other, as two may come at once. */
export const createAnnouncer = ({ createId, clock }: { createId: () => string; clock: Clock }) => {
  const current = signal<readonly Announcement[]>([]);
  let cancel = () => {};
  return {
    current: current as ReadonlySignal<readonly Announcement[]>,
    /** @param id the message's, where it is one that has just come */
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
