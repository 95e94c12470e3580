import { signal } from '@preact/signals-react';

/** One text for the screen reader, with the id of the message that it tells. */
export type Announcement = { id: string; text: string };

export type Announcer = ReturnType<typeof createAnnouncer>;

/** What the single polite live region says; arriving messages fill it. */
export const createAnnouncer = () => ({
  /** Holds several texts, as two may come at once. */
  current: signal<readonly Announcement[]>([]),
  /** The messages that were announced, each with the time until which it counts as new, in ms since 1970. */
  newUntil: new Map<string, number>(),
  /** Cancels the timer that removes the texts. */
  cancel: () => {},
});
