import type { AgentMessage } from '../../shared/agentApi';
import type { ApiFailure } from '../api';

/** One line of a thread: a message of the service, or one of ours that is on its way. */
export type Entry = {
  /** Stays the same from the optimistic message to the stored one, so that nothing jumps on the page. */
  key: string;
  message: AgentMessage;
  state: 'sent' | 'sending' | 'failed';
  failure?: ApiFailure;
  /** What the desk said against it. */
  reason?: string;
  /** How far a file has come, from 0 to 1. */
  progress?: number;
};

const sameMessage = (entry: Entry, message: AgentMessage): boolean =>
  entry.message._id === message._id ||
  (message.referenceId !== undefined && entry.message.referenceId === message.referenceId);

/** Stored messages ascend by `received`, ties by id (DESIGN.md 3.3); ours on the way come last, in the order written. */
const compare = (a: Entry, b: Entry): number => {
  const unsent = Number(a.state !== 'sent') - Number(b.state !== 'sent');
  if (unsent !== 0) return unsent;
  if (a.state !== 'sent') return 0;
  const time = a.message.received - b.message.received;
  if (time !== 0) return time;
  return a.message._id < b.message._id ? -1 : Number(a.message._id > b.message._id);
};

/**
 * Puts stored messages into a thread. One already there, by `_id` or by `referenceId`, is replaced in its place: the
 * answer of a send and its echo on the live channel make one entry, whichever comes first and however often.
 */
export const mergeEntries = (entries: readonly Entry[], incoming: readonly AgentMessage[]): Entry[] => {
  const out = [...entries];
  for (const message of incoming) {
    const at = out.findIndex((entry) => sameMessage(entry, message));
    const known = out[at];
    if (known) {
      const referenceId = message.referenceId ?? known.message.referenceId;
      out[at] = { key: known.key, message: { ...message, referenceId }, state: 'sent' };
    } else {
      out.push({ key: message.referenceId ?? message._id, message, state: 'sent' });
    }
  }
  // An answered form is submitted, also where only the answer came by.
  const answered = new Set(incoming.filter((m) => m.type === 'formResponse').map((m) => m.quotedMessageId));
  return out
    .map((entry) =>
      entry.message.type === 'form' && answered.has(entry.message._id)
        ? { ...entry, message: { ...entry.message, submitted: true } }
        : entry,
    )
    .sort(compare);
};

/** Changes the entry with this key, unless it has been stored in the meantime. */
export const updateUnsent = (
  entries: readonly Entry[],
  key: string,
  change: Partial<Pick<Entry, 'state' | 'failure' | 'reason' | 'progress'>>,
): Entry[] =>
  entries.map((entry) => (entry.key === key && entry.state !== 'sent' ? { ...entry, ...change } : entry));

/** A message as shown until the service has stored it; its `received` is float seconds. */
export const unsentEntry = (
  message: { type: string; received: number; [field: string]: unknown },
  referenceId: string,
  progress?: number,
): Entry => ({
  key: referenceId,
  state: 'sending',
  message: { ...message, _id: referenceId, referenceId, role: 'appMaker' },
  progress,
});

/** `received` of the newest stored message. */
export const newestReceived = (entries: readonly Entry[]): number | undefined =>
  entries.findLast((entry) => entry.state === 'sent')?.message.received;
