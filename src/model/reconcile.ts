import type { WireMessage } from '../wire/message';
import type { Message } from './message';

/** The result of a history sync. `fetched` is one unbroken run of the server's log, up to its end. */
type CatchUpResult = {
  /** Ids of the confirmed messages held when the first page was requested. */
  heldBefore: { has(id: string): boolean };
  fetched: readonly WireMessage[];
  /** The run reaches the held messages or the log's beginning; otherwise there is a gap before it. */
  joined: boolean;
  /** The run reaches the log's beginning. */
  complete: boolean;
};

/**
 * Removes messages that the server no longer has, after it lost its log or restored an earlier one. A message
 * held before the sync began is removed if the run should contain it and does not; messages that arrived
 * since and unsent ones stay. Messages older than a run that does not join them are removed too; scrollback
 * reads them again.
 */
export const withoutGone = (
  messages: readonly Message[],
  { heldBefore, fetched, joined, complete }: CatchUpResult,
): readonly Message[] => {
  const there = new Set(fetched.map((m) => m._id));
  const oldest = fetched[0]?.received ?? 0;
  const next = messages.filter(
    (m) =>
      m.isOptimistic ||
      there.has(m._id) ||
      (m.received < oldest ? joined && !complete : !heldBefore.has(m._id)),
  );
  return next.length === messages.length ? messages : next;
};
