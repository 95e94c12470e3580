import { byReceived } from '@porch/messenger/model/messageOrder';
import { decodeGrowth } from '@porch/messenger/wire/growth';
import type { AgentMessage } from '../../shared/answers/messages';
import type { FollowUp } from './acts';
import type { ApiFailure } from './apiResult';

/** One message of a thread: stored by the desk, or the agent's own and not stored yet. */
export type Entry = {
  /** Stays the same when the desk has stored the message, so that the page does not jump. */
  key: string;
  message: AgentMessage;
  state: 'sent' | 'sending' | 'failed';
  failure?: ApiFailure;
  /** The desk's reason for refusing it. */
  reason?: string;
  /** Upload progress from 0 to 1. */
  progress?: number;
  /** Whether it has not been sent yet, so that the agent can undo it. */
  waits?: boolean;
  /** What the desk is still to do after it. */
  followUp?: FollowUp;
};

const sameMessage = (entry: Entry, message: AgentMessage): boolean =>
  entry.message._id === message._id ||
  (message.referenceId !== undefined && entry.message.referenceId === message.referenceId);

/** Whether the thread already has a later version of a growing answer. */
const isNewer = (known: AgentMessage, incoming: AgentMessage): boolean =>
  (decodeGrowth(known)?.version ?? 0) > (decodeGrowth(incoming)?.version ?? 0);

/**
 * Orders stored messages by `received`, ties by id. Unsent ones come last, in the order they were written.
 */
const compare = (a: Entry, b: Entry): number => {
  const unsent = Number(a.state !== 'sent') - Number(b.state !== 'sent');
  if (unsent !== 0) return unsent;
  return a.state === 'sent' ? byReceived(a.message, b.message) : 0;
};

/**
 * Merges stored messages into a thread. A message with a known `_id` or `referenceId` replaces its entry: the answer to
 * a send and its live event make one entry, in any order and any number.
 */
export const mergeEntries = (entries: readonly Entry[], incoming: readonly AgentMessage[]): Entry[] => {
  const out = [...entries];
  for (const message of incoming) {
    const at = out.findIndex((entry) => sameMessage(entry, message));
    const known = out[at];
    if (known && isNewer(known.message, message)) continue;
    if (known) {
      const referenceId = message.referenceId ?? known.message.referenceId;
      const { key, followUp } = known;
      out[at] = { key, message: { ...message, referenceId }, state: 'sent', ...(followUp && { followUp }) };
    } else {
      out.push({ key: message.referenceId ?? message._id, message, state: 'sent' });
    }
  }
  // A form with a response is submitted, even if the form's own update has not arrived.
  const answered = new Set(incoming.filter((m) => m.type === 'formResponse').map((m) => m.quotedMessageId));
  return out
    .map((entry) =>
      entry.message.type === 'form' && answered.has(entry.message._id)
        ? { ...entry, message: { ...entry.message, submitted: true } }
        : entry,
    )
    .sort(compare);
};

/** Changes the entry with this key, unless it is already stored. */
export const updateUnsent = (
  entries: readonly Entry[],
  key: string,
  change: Partial<Pick<Entry, 'message' | 'state' | 'failure' | 'reason' | 'progress' | 'waits'>>,
): Entry[] =>
  entries.map((entry) => (entry.key === key && entry.state !== 'sent' ? { ...entry, ...change } : entry));

/** Whether the desk is still to do something: to store it, or what follows it. */
export const isPending = ({ state, followUp }: Entry): boolean => state !== 'sent' || followUp !== undefined;

/** The entries once the desk has done what follows this one, or has refused it. */
export const withoutFollowUp = (entries: readonly Entry[], key: string): Entry[] =>
  entries.map((entry) => {
    const { followUp: _, ...rest } = entry;
    return entry.key === key ? rest : entry;
  });

/** The entry of a message that the desk has not stored yet; `received` is float seconds. */
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

/** `received` of the visitor's newest message; without any, that of the oldest stored one. */
export const receivedOfVisitor = (entries: readonly Entry[]): number | undefined =>
  (
    entries.findLast(({ state, message }) => state === 'sent' && message.role === 'appUser') ??
    entries.find(({ state }) => state === 'sent')
  )?.message.received;

export const newestReceived = (entries: readonly Entry[]): number | undefined =>
  entries.findLast((entry) => entry.state === 'sent')?.message.received;
