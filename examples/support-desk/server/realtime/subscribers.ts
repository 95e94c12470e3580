import type { Clock } from '../clock';

/** What lets a client hear a channel, and until when. */
export type Grant = {
  /** In ms; `null`: until it is ended. */
  expiresAt: number | null;
  /** What it can be ended by. */
  tags: string[];
};

/** The longest a timer of JavaScript can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** A client has one, and for a moment a second when its credential was renewed. */
const MAX_GRANTS = 8;

type Entry = { tags: Set<string>; cancel: () => void };

const isSame = (entry: Entry, tags: readonly string[]): boolean =>
  entry.tags.size === tags.length && tags.every((tag) => entry.tags.has(tag));

/**
 * Remembers by which credentials each client hears its channels, and lets go of a client when one of them expires or
 * is ended. @param forget makes the client handshake and subscribe again
 */
export const createSubscribers = (clock: Clock, forget: (clientId: string) => void) => {
  const entries = new Map<string, Entry[]>();
  let endings = 0;

  const drop = (clientId: string): void => {
    for (const entry of entries.get(clientId) ?? []) entry.cancel();
    entries.delete(clientId);
  };

  const watch = (clientId: string, expiresAt: number, entry: Entry): void => {
    const left = expiresAt - clock.now();
    entry.cancel = clock.after(Math.min(Math.max(left, 0), LONGEST_MS), () => {
      if (clock.now() < expiresAt) watch(clientId, expiresAt, entry);
      else forget(clientId);
    });
  };

  return {
    /** @returns false when the client has as many as it may have; one it has already counts once */
    add: (clientId: string, { expiresAt, tags }: Grant): boolean => {
      const own = entries.get(clientId) ?? [];
      if (own.some((entry) => isSame(entry, tags))) return true;
      if (own.length >= MAX_GRANTS) return false;
      const entry: Entry = { tags: new Set(tags), cancel: () => undefined };
      entries.set(clientId, [...own, entry]);
      if (expiresAt !== null) watch(clientId, expiresAt, entry);
      return true;
    },
    /** The client is gone. */
    drop,
    /** Lets go of every client that hears something by one of these tags. */
    end: (tags: readonly string[]): void => {
      endings++;
      for (const [clientId, own] of [...entries]) {
        if (own.some((entry) => tags.some((tag) => entry.tags.has(tag)))) forget(clientId);
      }
    },
    /** Counts calls of `end`: a check that took time must be made again when it has moved on. */
    endings: () => endings,
    close: (): void => {
      for (const clientId of [...entries.keys()]) drop(clientId);
    },
  };
};
