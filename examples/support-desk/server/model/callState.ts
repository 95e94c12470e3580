import type { EndReason, RecordingAnswer, Signal } from '@porch/messenger/wire/voice';
import type { AgentCall } from '../../shared/answers/calls';

/** How long it rings, how long one end may stay silent, and how long an ended call is remembered; ms. */
const RING_MS = 60_000;
const SILENT_MS = 25_000;
const KEPT_MS = 60_000;
/**
 * How long one end may stay silent after its request was cut off, for example by a crashed tab: time to change the
 * network.
 */
const CUT_OFF_MS = 8_000;
/** How many characters of signals may wait for one end: offers and candidates of many network changes. */
const MAX_WAITING = 100_000;
/** The same while it rings: a first offer with its candidates. */
const MAX_RINGING = 50_000;

export type Side = 'visitor' | 'agent';

/** The signals for one end, which requests them repeatedly. */
type Box = {
  /** The unconfirmed signals, and the number of earlier ones. */
  signals: Signal[];
  taken: number;
  /** When this end counts as gone without another request; ms. For the agent, it starts with the answer. */
  until: number | null;
  /** The number of its requests. */
  question: number;
};

/** A voice call, serializable as JSON. The functions here change it in place. */
export type Call = {
  id: string;
  /** The hash of the token that ends the call for the visitor, without other credentials. */
  leaveHash: string;
  userId: string;
  visitor: string;
  nameFrom: AgentCall['nameFrom'];
  lineId: string;
  recordingConsent: RecordingAnswer;
  /** Whether it is hidden from inboxes, because the visitor is blocked. */
  unheard: boolean;
  /** In ms. */
  startedAt: number;
  state: AgentCall['state'];
  agent: string | null;
  /** The ids of those who have declined it. Older versions do not store them. */
  declinedBy?: string[];
  endedAt: number | null;
  boxes: Record<Side, Box>;
};

export type NewCall = {
  userId: string;
  /** The visitor's name for agents, and its source. */
  visitor: string;
  nameFrom: AgentCall['nameFrom'];
  lineId: string;
  recordingConsent: RecordingAnswer;
  unheard: boolean;
};

/** The answer to an end: its signals after those that it had, and their total number. */
export type Signals = { signals: Signal[]; next: number };

const sizeOf = (signals: readonly Signal[]): number =>
  signals.reduce((size, signal) => size + JSON.stringify(signal).length, 0);

const countOf = ({ taken, signals }: Box): number => taken + signals.length;

/** Forgets the signals before the one with this number, because their end has received them. */
const forget = (box: Box, before: number): void => {
  box.taken += box.signals.splice(0, Math.max(0, before - box.taken)).length;
};

/** Creates a ringing call. */
export const ringingCall = (input: NewCall & { id: string; leaveHash: string }, now: number): Call => {
  const box = (until: number | null): Box => ({ signals: [], taken: 0, until, question: 0 });
  return {
    ...input,
    startedAt: now,
    state: 'ringing',
    agent: null,
    endedAt: null,
    boxes: { visitor: box(now + SILENT_MS), agent: box(null) },
  };
};

export const isOpen = ({ state }: Call): boolean => state !== 'ended';

/** Whether it has ended without an answer, and inboxes knew of it. */
export const isMissed = ({ state, agent, unheard }: Call): boolean =>
  state === 'ended' && agent === null && !unheard;

export const viewOf = (call: Call): AgentCall => ({
  id: call.id,
  visitor: call.visitor,
  nameFrom: call.nameFrom,
  appUserId: call.userId,
  lineId: call.lineId,
  recordingConsent: call.recordingConsent,
  startedAt: call.startedAt / 1000,
  state: call.state,
  agent: call.agent ?? undefined,
  declinedBy: call.declinedBy ?? [],
});

/** Ends a call. Each end gets that as its only signal. */
export const endCall = (call: Call, reason: EndReason, now: number): void => {
  if (!isOpen(call)) return;
  call.state = 'ended';
  call.endedAt = now;
  for (const box of Object.values(call.boxes)) {
    forget(box, countOf(box));
    box.signals.push({ type: 'end', reason });
  }
};

const goneAt = ({ boxes }: Call): number =>
  Math.min(boxes.visitor.until ?? Number.POSITIVE_INFINITY, boxes.agent.until ?? Number.POSITIVE_INFINITY);

const ringsUntil = ({ state, startedAt }: Call): number =>
  state === 'ringing' ? startedAt + RING_MS : Number.POSITIVE_INFINITY;

/** When an open call ends without further requests; ms. */
export const dueAt = (call: Call): number => Math.min(goneAt(call), ringsUntil(call));

/** When a call may be forgotten, even if nobody ends it; ms. */
export const forgottenAt = (call: Call): number => (call.endedAt ?? dueAt(call)) + KEPT_MS;

/** Ends a call that is due. */
export const settle = (call: Call, now: number): void => {
  if (!isOpen(call) || dueAt(call) > now) return;
  endCall(call, ringsUntil(call) < goneAt(call) ? 'noAnswer' : 'gone', now);
};

/** Answers a ringing call, and tells the visitor who answered. */
export const answerCall = (call: Call, agent: Extract<Signal, { type: 'agent' }>, now: number): void => {
  call.state = 'answered';
  call.agent = agent.name;
  call.boxes.visitor.signals.push(agent);
  call.boxes.agent.until = now + SILENT_MS;
};

/**
 * An agent or a program declines a ringing call. It rings on for the other agents who are there, and ends without any.
 * @param here the ids of the agents who are there
 */
export const declineCall = (call: Call, by: string, here: ReadonlySet<string>, now: number): void => {
  if (call.state !== 'ringing') return;
  const declined = new Set([...(call.declinedBy ?? []), by]);
  call.declinedBy = [...declined];
  if ([...here].every((id) => declined.has(id))) endCall(call, 'declined', now);
};

/** Passes a signal to one end. It is dropped if too many wait: that end does not take them. */
export const passSignal = (call: Call, to: Side, signal: Signal): void => {
  const { signals } = call.boxes[to];
  const most = call.state === 'ringing' ? MAX_RINGING : MAX_WAITING;
  if (isOpen(call) && sizeOf(signals) + sizeOf([signal]) <= most) signals.push(signal);
};

/** Records that one end requests the signals after the first `after`. @returns the number of its request */
export const noteQuestion = (call: Call, side: Side, after: number, now: number): number => {
  const box = call.boxes[side];
  box.until = now + SILENT_MS;
  forget(box, after);
  return ++box.question;
};

/** Records that the connection of this request was lost. */
export const noteCut = (call: Call, side: Side, question: number, now: number): void => {
  const box = call.boxes[side];
  if (box.question === question) box.until = now + CUT_OFF_MS;
};

/** The signals for one end after the first `after`. */
export const signalsOf = (call: Call, side: Side, after: number): Signals => {
  const box = call.boxes[side];
  return { signals: box.signals.slice(Math.max(0, after - box.taken)), next: Math.max(after, countOf(box)) };
};
