import type { Json } from '../wire/decode';
import type { WireMessage } from '../wire/message';
import { fromWire, type Message } from './message';

/** Optimistic messages are moved in steps of this many seconds. */
const STEP = 0.001;

/** What the order of messages depends on. */
type Placed = { _id: string; received: number; isOptimistic?: unknown };

const rank = (m: Placed) => (m.isOptimistic ? 1 : 0);

/** Orders messages by `received`, ascending; ties by confirmed first, then by id. */
export const byReceived = (a: Placed, b: Placed): number =>
  a.received - b.received || rank(a) - rank(b) || (a._id < b._id ? -1 : a._id > b._id ? 1 : 0);

/** `received` of the newest confirmed message; 0 when there is none. */
export const newestConfirmed = (messages: readonly Message[]): number =>
  messages.findLast((m) => !m.isOptimistic)?.received ?? 0;

/**
 * The position of a new optimistic message: always after the existing ones, even if the visitor's clock is
 * wrong.
 * @param nowSeconds the visitor's clock in float seconds
 */
export const optimisticTime = (messages: readonly Message[], nowSeconds: number): number => {
  const last = messages[messages.length - 1];
  return last ? Math.max(last.received + STEP, Math.min(nowSeconds, last.received + 86400)) : nowSeconds;
};

const insert = (messages: Message[], message: Message): void => {
  let i = messages.length;
  while (i > 0 && byReceived(messages[i - 1] as Message, message) > 0) i--;
  messages.splice(i, 0, message);
};

/**
 * Moves optimistic messages that are dated later than an arriving server message to just before it, in steps of STEP.
 * They were on screen before it, so they stay above it. The steps shrink if there is less room, so that no message
 * passes the ones before it.
 * @param end how many of the messages were on screen before the arriving one
 */
const stepAside = (messages: Message[], end: number, arrived: number): void => {
  const at = (i: number) => messages[i]?.received ?? Number.NEGATIVE_INFINITY;
  if (at(end - 1) < arrived) return;
  let first = end;
  while (messages[first - 1]?.isOptimistic && at(first - 1) > arrived - STEP * (end - first + 1)) first--;
  const step = Math.min(STEP, (arrived - at(first - 1)) / (end - first + 1));
  for (let i = first; i < end; i++) {
    messages[i] = { ...(messages[i] as Message), received: arrived - step * (end - i) };
  }
};

/** Keeps what the visitor wrote after a message behind it when the service dates that message later. */
const stayBehind = (messages: Message[], start: number, arrived: number): void => {
  let last = arrived;
  for (const message of messages.slice(start).filter((m) => m.isOptimistic)) {
    if (message.received > last) return;
    last += STEP;
    messages.splice(messages.indexOf(message), 1);
    insert(messages, { ...message, received: last });
  }
};

const MAX_DEPTH = 50;

const isObject = (value: unknown): value is object => Object(value) === value;

/** Whether two JSON values are equal, regardless of the order of an object's keys. */
const sameJson = (a: unknown, b: unknown, depth = 0): boolean => {
  if (Object.is(a, b)) return true;
  if (depth > MAX_DEPTH || !isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((k) => Object.hasOwn(b, k) && sameJson((a as Json)[k], (b as Json)[k], depth + 1))
  );
};

/** Indexes the held messages for matching arriving ones, as there may be thousands of either. */
const indexOf = (messages: readonly Message[]) => {
  /** Confirmed messages by id. Optimistic ones are left out, because moving them replaces them. */
  const confirmed = new Map<string, Message>();
  /** Ids and references of the optimistic messages. */
  const waiting = new Set<string | undefined>();
  const keys = new Set<string>();
  for (const m of messages) {
    keys.add(m.key);
    if (m.isOptimistic) waiting.add(m._id).add(m.referenceId);
    else confirmed.set(m._id, m);
  }
  return { confirmed, waiting, keys };
};

/**
 * Merges messages from the service (an answer, a realtime event or a refresh; repeated and in any order) into the held
 * ones. Each message has one bubble: messages match by id, and an optimistic one also by the client-made `referenceId`.
 * Other messages that share a reference stay separate.
 * @param isRead whether the messages were fetched, not sent to the page. The first fetched messages are old: unsent
 * ones, left by an earlier page or written since, stay behind them
 * @returns the same array when nothing changed, so that nothing renders
 */
export const mergeMessages = (
  held: readonly Message[],
  arriving: readonly WireMessage[],
  isRead = false,
): readonly Message[] => {
  const next = [...held];
  const { confirmed, waiting, keys } = indexOf(held);
  const isFirst = isRead && !confirmed.size;
  let changed = false;
  for (const wire of arriving) {
    const { _id } = wire;
    const own = wire.role === 'appUser';
    const referenceId = own ? wire.referenceId : undefined;
    const mine =
      own && (waiting.has(_id) || waiting.has(referenceId))
        ? next.find(
            (m) => m.isOptimistic && (m._id === _id || (referenceId && m.referenceId === referenceId)),
          )
        : undefined;
    // Both exist when an echo without the reference arrived before the answer that names it.
    const known = confirmed.get(_id);
    const old = mine ?? known;
    // A growing answer counts its versions, and an older one may arrive late.
    const isOlder = (old?.raw.grown as number) > (wire.raw.grown as number);
    if (old?.status === 'sent' && (isOlder || sameJson(old.raw, wire.raw))) continue;
    changed = true;
    if (mine && known) next.splice(next.indexOf(known), 1);
    const at = old ? next.indexOf(old) : next.length;
    next.splice(at, 1);
    if (!isFirst && wire.received > newestConfirmed(next)) stepAside(next, at, wire.received);
    stayBehind(next, isFirst ? 0 : at, wire.received);
    // A matched message keeps its key; a new one gets a key that is not in use.
    const key = old?.key ?? [referenceId ?? _id, _id].find((k) => !keys.has(k)) ?? `${_id} ${keys.size}`;
    const message = fromWire(wire, key);
    keys.add(key);
    confirmed.set(_id, message);
    insert(next, message);
  }
  return changed ? next : held;
};

/** Puts an optimistic message into the log. */
export const addOptimistic = (held: readonly Message[], message: Message): readonly Message[] => {
  const next = [...held];
  insert(next, message);
  return next;
};

/** Changes one message, found by its key. Returns the same array when there is none. */
export const patchMessage = (
  held: readonly Message[],
  key: string,
  patch: Partial<Message>,
): readonly Message[] => {
  const at = held.findIndex((m) => m.key === key);
  const old = held[at];
  return old ? held.with(at, { ...old, ...patch }) : held;
};
