import type { WireMessage } from '../wire/message';
import type { Message } from './message';

/** What a catch-up has read: `fetched` is one unbroken run of the server's log, up to its end. */
export type CatchUpResult = {
  /** Ids of the confirmed messages held when the first page was asked for. */
  heldBefore: { has(id: string): boolean };
  fetched: readonly WireMessage[];
  /** The run reaches what was held, or the log's beginning. Else there is a gap between it and what is older here. */
  joined: boolean;
  /** The run reaches the log's beginning. */
  complete: boolean;
};

/**
 * Leaves out what the server no longer has: it lost its log, or went back to an earlier one. Only what was held before
 * the reading began can be proved gone; what came in meanwhile stays, and so does what the visitor has not yet sent.
 * What is older than a run that joins nothing goes too, whenever it came: history is then read again from the run on.
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
