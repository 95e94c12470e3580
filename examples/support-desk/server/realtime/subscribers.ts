import type { Clock } from '../process/clock';

/** A credential that lets a client receive a channel. */
export type Grant = {
  /** In ms; `null`: it does not expire. */
  expiresAt: number | null;
  /** Tags that can end it. */
  tags: string[];
  /** Whether it is an agent's or a program's, for all agent channels. */
  forAgents?: boolean;
};

/** The maximum delay of a JavaScript timer. */
const LONGEST_MS = 2 ** 31 - 1;

/** The time between two drops, if clients are few; ms. */
const RENEWAL_GAP_MS = 10;
/**
 * How long it takes to drop all, and how many clients of all processes may return per second: with more clients, it
 * takes longer.
 */
const RENEWAL_MS = 3_000;
const RENEWED_IN_A_SECOND = 5_000;
/** A timer for each of thousands would be late. Each timer drops as many as are due. */
const RENEWAL_TICK_MS = 20;

/** How long a process takes to drop its clients if this many processes do the same; ms. */
const renewalMs = (clients: number, processes: number): number =>
  Math.min(
    clients * RENEWAL_GAP_MS,
    Math.max(RENEWAL_MS, (clients * processes * 1000) / RENEWED_IN_A_SECOND),
  );

/** A client has one grant, and briefly two when its credential is renewed; the rest is a reserve. */
const MAX_GRANTS = 8;

type Entry = { grant: Grant; tags: Set<string>; cancel: () => void };

const isSame = (entry: Entry, tags: readonly string[]): boolean =>
  entry.tags.size === tags.length && tags.every((tag) => entry.tags.has(tag));

/**
 * Records the credentials with which each client subscribed, and drops a client when one of them expires or is revoked.
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
    /** @returns false if the client has too many grants; adding the same one again succeeds */
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
    /** A client's access to agents' channels, if it has proven it. */
    agentGrantOf: (clientId: string): Grant | undefined =>
      entries.get(clientId)?.find(({ grant }) => grant.forAgents)?.grant,
    /** Forgets a lost client. */
    drop,
    /** Drops every client that subscribed with one of these tags. */
    end: (tags: readonly string[]): void => {
      endings++;
      for (const [clientId, own] of [...entries]) {
        if (own.some((entry) => tags.some((tag) => entry.tags.has(tag)))) forget(clientId);
      }
    },
    /**
     * Drops every client, some later than others, so that they do not all return at once.
     * @param processes how many processes of the desk do so now
     */
    renew: (processes = 1): void => {
      cancelRenewal();
      const left = [...entries.keys()];
      const began = clock.now();
      const perMs = left.length / renewalMs(left.length, processes);
      let dropped = 0;
      const dropDue = (): void => {
        const due = Math.min(left.length, Math.floor((clock.now() - began) * perMs) + 1);
        for (; dropped < due; dropped++) {
          const clientId = left[dropped] as string;
          if (entries.has(clientId)) forget(clientId);
        }
        if (dropped < left.length) cancelRenewal = clock.after(RENEWAL_TICK_MS, dropDue);
      };
      dropDue();
    },
    /** Counts the calls of `end`. A check during which it grew must be repeated. */
    endings: () => endings,
    close: (): void => {
      cancelRenewal();
      for (const clientId of [...entries.keys()]) drop(clientId);
    },
  };
};
