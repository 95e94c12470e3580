import { type ReadonlySignal, signal } from '@preact/signals-react';

/** One thing a screen reader is told; `id` changes with each, so that the same words are said again. */
export type Announcement = { id: string; text: string };

export type Announcer = ReturnType<typeof createAnnouncer>;

/** What the single polite region says (DESIGN.md 3.12). */
export const createAnnouncer = ({ createId }: { createId: () => string }) => {
  const current = signal<Announcement | undefined>(undefined);
  return {
    current: current as ReadonlySignal<Announcement | undefined>,
    say(text: string) {
      current.value = { id: createId(), text };
    },
  };
};
