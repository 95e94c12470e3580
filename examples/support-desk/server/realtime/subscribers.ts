import type { Clock } from '../clock';

/** A credential that lets a client receive a channel. */
export type Grant = {
  /** In ms; `null`: it does not expire. */
  expiresAt: number | null;
  /** Tags that can end it. */
  tags: string[];
  /** Whether it is an agent's or a program's, for all channels of agents. */
  forAgents?: boolean;
};

/** The longest delay of a JavaScript timer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Until the next client is made to subscribe again, and until all have been. They are back within five seconds. */
const RENEWAL_GAP_MS = 10;
const RENEWAL_MS = 3_000;

/** A client has one grant, and briefly two when its credential is renewed; the rest is a reserve. */
const MAX_GRANTS = 8;

type Entry = { grant: Grant; tags: Set<string>; cancel: () => void };

const isSame = (entry: Entry, tags: readonly string[]): boolean =>
  entry.tags.size === tags.length && tags.every((tag) => entry.tags.has(tag));

/**
 * Records with which credentials each client subscribed, and drops a client when one of them expires or is
 * revoked.
 * @param forget makes the client handshake and subscribe again
 */
export const createSubscribers = (clock: Clock, forget: (clientId: string) => void) => {
  const entries = new Map<string, Entry[]>();
  let endings = 0;
  let cancelRenewal = (): void => undefined;

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
    /** @returns false when the client has too many grants; adding the same one again succeeds */
    add: (clientId: string, grant: Grant): boolean => {
      const { expiresAt, tags } = grant;
      const own = entries.get(clientId) ?? [];
      if (own.some((entry) => isSame(entry, tags))) return true;
      if (own.length >= MAX_GRANTS) return false;
      const entry: Entry = { grant, tags: new Set(tags), cancel: () => undefined };
      entries.set(clientId, [...own, entry]);
      if (expiresAt !== null) watch(clientId, expiresAt, entry);
      return true;
    },
    /** What lets a client hear agents' channels, if it has shown that it may. */
    agentGrantOf: (clientId: string): Grant | undefined =>
      entries.get(clientId)?.find(({ grant }) => grant.forAgents)?.grant,
    /** Forgets a client that is gone. */
    drop,
    /** Drops every client that subscribed with one of these tags. */
    end: (tags: readonly string[]): void => {
      endings++;
      for (const [clientId, own] of [...entries]) {
        if (own.some((entry) => tags.some((tag) => entry.tags.has(tag)))) forget(clientId);
      }
    },
    /** Drops every client, one after another, so that they do not all come back at once. */
    renew: (): void => {
      cancelRenewal();
      const left = [...entries.keys()];
      const gap = Math.min(RENEWAL_GAP_MS, RENEWAL_MS / left.length);
      const dropNext = (): void => {
        const clientId = left.shift();
        if (clientId === undefined) return;
        if (entries.has(clientId)) forget(clientId);
        cancelRenewal = clock.after(gap, dropNext);
      };
      dropNext();
    },
    /** Counts the calls of `end`. A check during which it grew must be repeated. */
    endings: () => endings,
    close: (): void => {
      cancelRenewal();
      for (const clientId of [...entries.keys()]) drop(clientId);
    },
  };
};
