import { clamp, ident, list, listOf, obj, oneOf, str } from './decode';
import type { Person } from './people';
import { shownLabel } from './shown';

/** The line's recording consent: the visitor is asked, with no or yes preselected. */
export type RecordingSetting = 'opt_in' | 'opt_out';

/** The visitor's answer; `unknown` when the line does not ask. */
export type RecordingAnswer = 'opted_in' | 'opted_out' | 'unknown';

/** The state of a line. `averageWaitTime` is in seconds. */
export type LineStatus = {
  agentOnline: boolean;
  averageWaitTime?: number;
  recordingConsent?: RecordingSetting;
};

/** The values of a field like `available` that count as true. */
const YES = ['true', 'online', 'available'] as const;

/** The longest wait that is shown, in seconds. */
const LONGEST_WAIT = 86_400;

/** Decodes the answer about a line; undefined when it names an error or has nothing about availability. */
export const decodeLineStatus = (value: unknown): LineStatus | undefined => {
  const { error, availability, averageWaitTime, recordingConsent } = obj(value);
  if (error || availability === undefined || availability === null) return undefined;
  return {
    agentOnline: availability === true || oneOf(availability, YES) !== undefined,
    averageWaitTime: clamp(averageWaitTime, 0, LONGEST_WAIT),
    recordingConsent: oneOf(recordingConsent, ['opt_in', 'opt_out'] as const),
  };
};

/** A server that helps two browsers to find a way to each other. */
export type IceServer = { urls: string[]; username?: string; credential?: string };

const MAX_SERVERS = 8;

const decodeServer = (value: unknown): IceServer | undefined => {
  const { urls, username, credential } = obj(value);
  const found = listOf(typeof urls === 'string' ? [urls] : urls, (url) =>
    /^(stun|turns?):[^\s/]{1,300}$/.test(str(url) ?? '') ? (url as string) : undefined,
  );
  if (!found[0]) return undefined;
  return { urls: found.slice(0, 4), username: ident(username), credential: ident(credential) };
};

/** The service's answer to a new or accepted call. */
export type CallTicket = {
  callId: string;
  iceServers: IceServer[];
  /** Ends this call without other credentials, while the page is being left. */
  leaveToken: string;
};

/** Decodes the answer to a new call; undefined without an id. */
export const decodeTicket = (value: unknown): CallTicket | undefined => {
  const { call, iceServers } = obj(value);
  const callId = ident(obj(call).id);
  if (!callId) return undefined;
  return {
    callId,
    iceServers: listOf(iceServers, decodeServer).slice(0, MAX_SERVERS),
    leaveToken: ident(obj(call).leaveToken) ?? '',
  };
};

const END_REASONS = ['hungUp', 'declined', 'noAnswer', 'gone'] as const;

export type EndReason = (typeof END_REASONS)[number];

/**
 * A signal between the two ends of a call. `restart` asks the caller for another way through the network. `agent` comes
 * from the service itself, and names the agent who answered.
 */
export type Signal =
  | { type: 'offer' | 'answer'; sdp: string }
  | { type: 'candidate'; candidate: string; sdpMid: string | null; sdpMLineIndex: number | null }
  | { type: 'restart' }
  | ({ type: 'agent' } & Person)
  | { type: 'end'; reason: EndReason };

const LONGEST_SDP = 40_000;
const LONGEST_CANDIDATE = 1_000;
const LONGEST_MID = 50;

/** A text within its length limit, with only printable ASCII, tabs and line ends. */
const plainText = (value: unknown, longest: number): string | undefined => {
  const text = str(value);
  return text !== undefined && text.length <= longest && /^[\t\r\n -~]*$/.test(text) ? text : undefined;
};

/** Decodes one signal; undefined when it is of another kind, or a part of it is missing or too long. */
export const decodeSignal = (value: unknown): Signal | undefined => {
  const s = obj(value);
  if (s.type === 'restart') return { type: 'restart' };
  if (s.type === 'agent') {
    const name = shownLabel(s.name);
    return name ? { type: 'agent', name, avatarUrl: str(s.avatarUrl) } : undefined;
  }
  if (s.type === 'end') return { type: 'end', reason: oneOf(s.reason, END_REASONS) ?? 'hungUp' };
  if (s.type === 'offer' || s.type === 'answer') {
    const sdp = plainText(s.sdp, LONGEST_SDP);
    return sdp?.startsWith('v=0') ? { type: s.type, sdp } : undefined;
  }
  if (s.type !== 'candidate') return undefined;
  const candidate = plainText(s.candidate, LONGEST_CANDIDATE);
  if (!candidate?.startsWith('candidate:')) return undefined;
  const index = s.sdpMLineIndex;
  return {
    type: 'candidate',
    candidate,
    sdpMid: plainText(s.sdpMid, LONGEST_MID) ?? null,
    sdpMLineIndex:
      Number.isInteger(index) && (index as number) >= 0 && (index as number) < 16 ? (index as number) : null,
  };
};

/** Decodes the answer to a request for new signals; undefined for any other answer. */
export const decodeSignals = (value: unknown): { signals: Signal[]; next: number } | undefined => {
  const { signals, next } = obj(value);
  if (!Array.isArray(signals) || !Number.isSafeInteger(next) || (next as number) < 0) return undefined;
  return { signals: listOf(list(signals), decodeSignal), next: next as number };
};
