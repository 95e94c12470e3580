import type { Message } from '../../model/message';
import { ident, type Json, listOf, obj, plain } from '../../wire/decode';
import { decodeMessage, type WireMessage } from '../../wire/message';

/** At most this many messages are kept: the card shows fewer, and an answer of the service has more. */
const MOST_MESSAGES = 30;

/** The longest entry, in bytes of UTF-8. */
const MOST_BYTES = 24_000;

/** The end of a conversation's log, as an earlier page has kept it. */
export type Kept = {
  /** The visitor's id at the service. */
  user: string;
  /** The external id of their token login; undefined for an anonymous visitor. */
  login?: string;
  conversation: string;
  messages: readonly WireMessage[];
};

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/**
 * The entry of a log: its newest messages without a gap, as the service sent them.
 * @param log ascending by `received`
 * @returns undefined where no message can be kept
 */
export const encodeKept = (whose: Omit<Kept, 'messages'>, log: readonly Message[]): string | undefined => {
  const around = JSON.stringify({ ...whose, messages: [] });
  let room = MOST_BYTES - bytesOf(around);
  const newest: string[] = [];
  for (const { raw } of log.filter((m) => !m.isOptimistic).reverse()) {
    const json = plain(raw) && JSON.stringify(raw);
    if (json) room -= bytesOf(json) + 1;
    if (!json || room < 0 || newest.length === MOST_MESSAGES) break;
    newest.unshift(json);
  }
  return newest[0] && around.replace(/\[\]}$/, () => `[${newest}]}`);
};

const parse = (text: string): Json => {
  try {
    return obj(JSON.parse(text));
  } catch {
    return {};
  }
};

/** Reads an entry; undefined where it is not one, as other scripts share the storage. */
export const decodeKept = (text: string | null): Kept | undefined => {
  if (!text || text.length > MOST_BYTES) return undefined;
  const { user, login, conversation, messages } = parse(text);
  const [userId, conversationId] = [ident(user), ident(conversation)];
  const wires = listOf(messages, (raw) => decodeMessage(plain(raw))).slice(-MOST_MESSAGES);
  if (!userId || !conversationId || !wires[0] || (login !== undefined && !ident(login))) return undefined;
  return { user: userId, login: ident(login), conversation: conversationId, messages: wires };
};
