import { createSlot, type Slot } from './slot';

/** One text for the screen reader, with the id of its message. */
export type Announcement = { id: string; text: string };

/** The texts of the single polite live region. It holds several, as two messages may arrive at once. */
export type Announcer = Slot<readonly Announcement[]> & {
  /** When each of the newest announced messages was announced, in ms since 1970. */
  announcedAt: Slot<ReadonlyMap<string, number>>;
};

export const createAnnouncer = (): Announcer => ({ ...createSlot([]), announcedAt: createSlot(new Map()) });
