import type { Json } from '../wire/decode';
import type { WireMessage } from '../wire/message';
import { fromWire, type Message } from './message';

/** SPEC.md section 4: optimistic messages step aside in steps of 0.001 s. */
const STEP = 0.001;

const rank = (m: Message) => (m.isOptimistic ? 1 : 0);

/** SPEC.md section 4: messages by received ascending; ties by id, with what is unconfirmed last (DESIGN.md 3.3). */
export const byReceived = (a: Message, b: Message): number =>
  a.received - b.received || rank(a) - rank(b) || (a._id < b._id ? -1 : a._id > b._id ? 1 : 0);

/** `received` of the newest confirmed message, 0 when there is none. */
export const newestConfirmed = (messages: readonly Message[]): number =>
  messages.findLast((m) => !m.isOptimistic)?.received ?? 0;

/**
 * Where a new optimistic message stands: never before what is already there, whatever the visitor's clock says.
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
 * "Optimistic messages whose time is later than a newly arrived server message are moved just before it, shifted in
 * 0.001 s steps." (SPEC.md section 4). They were on screen before it came, so they stay above it; the steps shrink
 * where there is less room than that, so that none passes what stands before them.
 * @param end how many of the messages were on screen before what arrives
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

/** What the visitor wrote after a message stays after it when the service dates it later than they did. */
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

/** Whether two values from the wire say the same; a database may give an object's keys in another order. */
const sameJson = (a: unknown, b: unknown, depth = 0): boolean => {
  if (Object.is(a, b)) return true;
  if (depth > MAX_DEPTH || !a || !b || typeof a !== 'object' || typeof b !== 'object') return false;
  const keys = Object.keys(a);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((k) => Object.hasOwn(b, k) && sameJson((a as Json)[k], (b as Json)[k], depth + 1))
  );
};

/** Where each held message is found that what arrives may be: looked up, as there may be thousands of either. */
const indexOf = (messages: readonly Message[]) => {
  /** By id. Those that are not confirmed are left out: they are replaced as they step aside. */
  const confirmed = new Map<string, Message>();
  /** Ids and references of those. */
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
 * Folds what the service sent (an answer, a realtime event, a refresh: any of them, any number of times, in any
 * order) into the messages held. One bubble a message: matched by id; and what the visitor has sent from here, until the
 * service has confirmed it, by the client-made `referenceId`. Others that share one are different messages.
 * The same array comes back when nothing changed, so that nothing renders.
 */
export const mergeMessages = (
  held: readonly Message[],
  arriving: readonly WireMessage[],
): readonly Message[] => {
  const next = [...held];
  const { confirmed, waiting, keys } = indexOf(held);
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
    // Both where a service's echo came without the reference, before the answer that names it.
    const known = confirmed.get(_id);
    const old = mine ?? known;
    if (old?.status === 'sent' && sameJson(old.raw, wire.raw)) continue;
    changed = true;
    if (mine && known) next.splice(next.indexOf(known), 1);
    const at = old ? next.indexOf(old) : next.length;
    next.splice(at, 1);
    if (wire.received > newestConfirmed(next)) stepAside(next, at, wire.received);
    stayBehind(next, at, wire.received);
    // What is held by a reference keeps it for its key; another message has its own.
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

/** Changes one message, found by its key. The same array comes back when there is none. */
export const patchMessage = (
  held: readonly Message[],
  key: string,
  patch: Partial<Message>,
): readonly Message[] => {
  const at = held.findIndex((m) => m.key === key);
  const old = held[at];
  return old ? held.with(at, { ...old, ...patch }) : held;
};
