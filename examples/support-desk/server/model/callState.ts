import type { EndReason, RecordingAnswer, Signal } from '@porch/messenger/wire/voice';
import type { AgentCall } from '../../shared/agentApi';

/** How long it rings, how long one end may not ask for signals, and how long an ended call is remembered; ms. */
const RING_MS = 60_000;
const SILENT_MS = 25_000;
const KEPT_MS = 60_000;
/** How long one end may not ask after its question was cut off, as by a tab that crashed: time for another network. */
const CUT_OFF_MS = 8_000;
/** How many characters of signals wait for one end: offers and candidates of many changes of the network. */
const MAX_WAITING = 100_000;
/** The same while it rings: a first offer with its candidates. */
const MAX_RINGING = 50_000;

export type Side = 'visitor' | 'agent';

/** The signals for one end, which asks for them again and again. */
type Box = {
  /** Those that it has not got for certain, and how many it got before. */
  signals: Signal[];
  taken: number;
  /** When this end counts as gone unless it has asked again; ms. The agent's begins with the answer. */
  until: number | null;
  /** How often it has asked. */
  question: number;
};

/** A voice call, as JSON can keep it. The functions here change it in place. */
export type Call = {
  id: string;
  /** The hash of the token that ends the call on behalf of the visitor, without other credentials. */
  leaveHash: string;
  userId: string;
  visitor: string;
  nameFrom: AgentCall['nameFrom'];
  lineId: string;
  recordingConsent: RecordingAnswer;
  /** Whether no inbox hears of it, because the visitor is blocked. */
  unheard: boolean;
  /** In ms. */
  startedAt: number;
  state: AgentCall['state'];
  agent: string | null;
  endedAt: number | null;
  boxes: Record<Side, Box>;
};

export type NewCall = {
  userId: string;
  /** The visitor's name, for agents, and who vouches for it. */
  visitor: string;
  nameFrom: AgentCall['nameFrom'];
  lineId: string;
  recordingConsent: RecordingAnswer;
  unheard: boolean;
};

/** What an end gets: its signals after those that it had, and how many there were in all. */
export type Signals = { signals: Signal[]; next: number };

const sizeOf = (signals: readonly Signal[]): number =>
  signals.reduce((size, signal) => size + JSON.stringify(signal).length, 0);

const countOf = ({ taken, signals }: Box): number => taken + signals.length;

/** Forgets the signals before the one with this number, because their end has got them. */
const forget = (box: Box, before: number): void => {
  box.taken += box.signals.splice(0, Math.max(0, before - box.taken)).length;
};

/** Makes a call that rings. */
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
});

/** Ends a call. Each end gets that as the only signal. */
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

/** When an open call ends unless something is heard; ms. */
export const dueAt = (call: Call): number => Math.min(goneAt(call), ringsUntil(call));

/** When a call may be forgotten, also one that nobody ends; ms. */
export const forgottenAt = (call: Call): number => (call.endedAt ?? dueAt(call)) + KEPT_MS;

/** Ends a call that is due. */
export const settle = (call: Call, now: number): void => {
  if (!isOpen(call) || dueAt(call) > now) return;
  endCall(call, ringsUntil(call) < goneAt(call) ? 'noAnswer' : 'gone', now);
};

/** Answers a call that rings, and tells the visitor who has. */
export const answerCall = (call: Call, agent: Extract<Signal, { type: 'agent' }>, now: number): void => {
  call.state = 'answered';
  call.agent = agent.name;
  call.boxes.visitor.signals.push(agent);
  call.boxes.agent.until = now + SILENT_MS;
};

/** Passes a signal to one end. It is left out where too many wait: that end does not take them. */
export const passSignal = (call: Call, to: Side, signal: Signal): void => {
  const { signals } = call.boxes[to];
  const most = call.state === 'ringing' ? MAX_RINGING : MAX_WAITING;
  if (isOpen(call) && sizeOf(signals) + sizeOf([signal]) <= most) signals.push(signal);
};

/** Notes that one end asks for the signals after the first `after`. @returns the number of its question */
export const noteQuestion = (call: Call, side: Side, after: number, now: number): number => {
  const box = call.boxes[side];
  box.until = now + SILENT_MS;
  forget(box, after);
  return ++box.question;
};

/** Notes that the connection of this question was lost. */
export const noteCut = (call: Call, side: Side, question: number, now: number): void => {
  const box = call.boxes[side];
  if (box.question === question) box.until = now + CUT_OFF_MS;
};

/** The signals for one end after the first `after`. */
export const signalsOf = (call: Call, side: Side, after: number): Signals => {
  const box = call.boxes[side];
  return { signals: box.signals.slice(Math.max(0, after - box.taken)), next: Math.max(after, countOf(box)) };
};
