import { createTimer, every } from '@porch/messenger/platform/timer';
import type { Clock } from '../process/clock';
import { pause } from '../process/waits';
import type { Node, Nodes } from '../store/sql/nodeRows';

/** How long a process keeps its place without renewing its row. */
const LEASE_MS = 8000;
const BEAT_MS = 2000;
/** After this time without an answer from the database, calls are refused. */
const AWAY_MS = 4000;
/** A process that could not renew its row for this time serves nobody, because another may take its place soon. */
const UNSURE_MS = LEASE_MS - 1000;
const LOOK_MS = 500;

/** Another process of the desk uses the database, and the two cannot share. */
export class AnotherDesk extends Error {
  constructor(readonly node: Node) {
    super(`A desk on ${node.host} uses the database`);
  }
}

/**
 * Enters a process in the database, alone or beside others that share. A killed process keeps its place until the lease
 * ends, which this waits for.
 * @param say announces the wait
 * @throws AnotherDesk with a process that is running
 */
export const enterNode = async (
  nodes: Nodes,
  node: Node,
  after: Clock['after'],
  say?: (line: string) => void,
): Promise<void> => {
  const first = await nodes.claim(node, LEASE_MS);
  if (!first) return;
  say?.(
    'Another support desk used this database a moment ago. Waiting up to 8 seconds to see whether it is running.',
  );
  for (;;) {
    await pause(after, LOOK_MS);
    const other = await nodes.claim(node, LEASE_MS);
    if (!other) return;
    if (other.id !== first.id || other.seenAt > first.seenAt) throw new AnotherDesk(other);
  }
};

/** Whether the database is available to this process. */
export type Availability = {
  /** The database has not answered for some seconds, or the process has lost its place. */
  isAway(): boolean;
  /** Calls `then` once the database is away. The result cancels that. */
  onAway(then: () => void): () => void;
  /** The ids of all processes that use the database, including this one; without it, only this one exists. */
  processes?(): Promise<string[]>;
};

export type NodeClaim = Availability & {
  id: string;
  isLost(): boolean;
  /** Whether the database accepted the last change: a read-only or full one answers, but accepts none. */
  takesWrites(): boolean;
  /** Whether this is the process for tasks that only one process does. */
  isFirst(): Promise<boolean>;
  stop(): Promise<void>;
};

type HoldOptions = {
  /** In ms, and never set back. */
  now: () => number;
  /** The same without the time in which this process was suspended; `now` by default. */
  awake?: () => number;
  after: Clock['after'];
  /** When another operation on the database last succeeded, by the same clock. A busy database may be slow to renew. */
  answeredAt: () => number;
  /** Another process has taken the place. */
  onLost: () => void;
  /** The database accepts no changes any longer or, without an error, does not answer. Called once, until it is back. */
  onRefused?: (error?: unknown) => void;
  /** It accepts changes again. */
  onBack?: () => void;
};

/** Renews the row, or enters a sharing process again if its row was deleted while it was suspended. */
const keepPlace = async (nodes: Nodes, node: Node): Promise<boolean> =>
  (await nodes.renew(node.id)) || (node.shares && !(await nodes.claim(node, LEASE_MS)));

/** Renews the row of an entered process until stopped. */
export const holdNode = (
  nodes: Nodes,
  node: Node,
  { now, awake = now, after, answeredAt, onLost, onRefused, onBack }: HoldOptions,
): NodeClaim => {
  const waiting = new Set<() => void>();
  /** After a suspension, another process may have the place. Nobody takes the place of a sharing process. */
  const held = node.shares ? awake : now;
  let confirmedAt = held();
  let answered = answeredAt();
  let heardAt = awake();
  let lost = false;
  let writes = true;
  const nextBeat = createTimer({ after });
  const silence = (): number => {
    if (answeredAt() !== answered) {
      answered = answeredAt();
      heardAt = awake();
    }
    return awake() - heardAt;
  };
  const isAway = (): boolean => lost || held() - confirmedAt > UNSURE_MS || silence() > AWAY_MS;

  const refuse = (error?: unknown): void => {
    if (writes) onRefused?.(error);
    writes = false;
  };

  /** A hanging database leaves one renewal waiting, not one for each beat. */
  const beat = async (): Promise<void> => {
    const began = held();
    try {
      const keeps = await keepPlace(nodes, node);
      if (keeps) {
        confirmedAt = began;
        heardAt = awake();
      } else lost = true;
      if (!isAway()) {
        if (!writes) onBack?.();
        writes = true;
      }
    } catch (error) {
      // `isAway` reports it if it lasts.
      refuse(error);
    }
    if (lost) onLost();
    else nextBeat.set(BEAT_MS, () => void beat());
  };
  const look = (): void => {
    if (isAway()) {
      if (!lost) refuse();
      for (const then of waiting) then();
      waiting.clear();
    }
  };
  look();
  const stopLooking = every(after, LOOK_MS, look);
  nextBeat.set(BEAT_MS, () => void beat());

  return {
    id: node.id,
    isAway,
    isLost: () => lost,
    takesWrites: () => writes,
    processes: () => nodes.alive(LEASE_MS),
    isFirst: async () => !lost && (await nodes.first(LEASE_MS)) === node.id,
    onAway: (then) => {
      waiting.add(then);
      return () => waiting.delete(then);
    },
    stop: async () => {
      nextBeat.stop();
      stopLooking();
      if (!lost) await nodes.release(node.id).catch(() => undefined);
    },
  };
};

/** For an engine inside the process. */
export const ALWAYS_THERE: Availability = { isAway: () => false, onAway: () => () => undefined };
