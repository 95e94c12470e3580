import { type ReadonlySignal, signal } from '@preact/signals-react';

/** One text for the screen reader, with the id of its message. */
export type Announcement = { id: string; text: string };

export type Announcer = {
  /** Holds several texts, as two may arrive at once. */
  current: ReadonlySignal<readonly Announcement[]>;
  show(texts: readonly Announcement[]): void;
  /** When each announced message was announced, in ms since 1970. */
  announcedAt: Map<string, number>;
};

/** The texts of the single polite live region, one for each arriving message. */
export const createAnnouncer = (): Announcer => {
  const current = signal<readonly Announcement[]>([]);
  return {
    current,
    show(texts) {
      current.value = texts;
    },
    announcedAt: new Map(),
  };
};
