import type {
  ForgettingReads,
  ForgettingWrites,
} from '../../../examples/support-desk/server/store/forgettingStore';
import { BLOCK_BYTES } from '../../../examples/support-desk/server/store/store';
import { copy, type Tables } from './memoryReads';

type Row = { createdAt: number };

const oldestFirst =
  <T extends Row>(key: (row: T) => string) =>
  (a: T, b: T): number =>
    a.createdAt - b.createdAt || (key(a) < key(b) ? -1 : 1);

export const spaceOf = (files: readonly { size: number | null; shares?: string | null }[]): number =>
  files.reduce(
    (sum, { size, shares }) => (size === null || shares ? sum : sum + Math.max(size, BLOCK_BYTES)),
    0,
  );

export const createForgettingReads = (t: Tables): ForgettingReads => {
  const conversationsOf = (userId: string) =>
    [...t.conversations.values()].filter((c) => c.userId === userId).sort(oldestFirst(({ id }) => id));
  const attachmentsOf = (ids: readonly string[]) =>
    [...t.attachments.values()]
      .filter((a) => ids.includes(a.conversationId))
      .sort(oldestFirst(({ id }) => id));
  return {
    sessionsOf: async (userId) =>
      [...t.sessions.values()]
        .filter((s) => s.userId === userId)
        .sort(oldestFirst((s) => s.tokenHash))
        .map(copy),
    linkRequestsOf: async (userId) =>
      [...t.linkRequests.values()]
        .filter((r) => r.userId === userId)
        .sort(oldestFirst((r) => r.code))
        .map(copy),
    conversationIdsOf: async (userId) => conversationsOf(userId).map(({ id }) => id),
    attachmentsOf: async (ids) => attachmentsOf(ids).map(copy),
    visitorAmounts: async (userId) => {
      const ids = conversationsOf(userId).map(({ id }) => id);
      const files = attachmentsOf(ids);
      const messages = ids.reduce((sum, id) => sum + (t.messages.get(id)?.length ?? 0), 0);
      return { conversations: ids.length, messages, files: files.length, bytes: spaceOf(files) };
    },
    addressBytes: async (address) =>
      spaceOf([...t.attachments.values()].filter((a) => a.address === address)),
    knownAttachments: async (ids) => {
      const shared = new Set([...t.attachments.values()].map(({ shares }) => shares));
      return ids.filter((id) => t.attachments.has(id) || shared.has(id));
    },
    userIdsAfter: async (after, limit) =>
      [...t.users.keys()]
        .filter((id) => id > after)
        .sort()
        .slice(0, limit),
    upkeepNote: async (of) => t.upkeepNotes[of] ?? '',
    silentUsers: async (ids, before) => {
      const seen = new Date(before).toISOString();
      const isSilent = (id: string): boolean => {
        const user = t.users.get(id);
        if (!user || user.createdAt >= before) return false;
        if (user.clients.some(({ lastSeen }) => typeof lastSeen === 'string' && lastSeen >= seen))
          return false;
        if ([...t.sessions.values()].some((s) => s.userId === id && s.usedAt >= before)) return false;
        if ([...t.users.values()].some(({ mergedInto }) => mergedInto === id)) return false;
        return !conversationsOf(id).some((c) => t.messages.get(c.id)?.some((m) => m.role === 'appUser'));
      };
      return [...ids].filter(isSilent).sort();
    },
    closedBefore: async (before, limit, among) => {
      const changed = new Set(
        [...t.happenings.values()].filter((h) => h.createdAt >= before).map((h) => h.conversationId),
      );
      return [...t.conversations.values()]
        .filter((c) => c.status === 'idle' && c.lastUpdatedAt < before && !changed.has(c.id))
        .filter((c) => among === undefined || among.includes(c.id))
        .sort((a, b) => a.lastUpdatedAt - b.lastUpdatedAt || (a.id < b.id ? -1 : 1))
        .slice(0, limit)
        .map(copy);
    },
  };
};

/** What the writes of the memory store change rows with. */
export type Edit = {
  change<T>(table: Map<string, T>, key: string, fields: Partial<T>): void;
  remove<T>(table: Map<string, T>, key: string): boolean;
};

/** Removes a conversation and what belongs to it. */
export const removeConversation = (t: Tables, { remove }: Pick<Edit, 'remove'>, id: string): void => {
  const removeOf = <T extends { conversationId: string | null }>(table: Map<string, T>): void => {
    for (const [key, row] of table) if (row.conversationId === id) remove(table, key);
  };
  for (const message of t.messages.get(id) ?? []) remove(t.mailTexts, message.id);
  remove(t.messages, id);
  removeOf(t.refusedMails);
  removeOf(t.attachments);
  removeOf(t.happenings);
  removeOf(t.campaignVisits);
  removeOf(t.deliveries);
  removeOf(t.pushAlerts);
  removeOf(t.pushes);
  remove(t.waits, id);
  remove(t.conversations, id);
};

type Fields = Record<string, unknown>;

const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Fields | undefined)?.[key], value);

const without = (value: unknown, ...keys: string[]): Fields =>
  Object.fromEntries(Object.entries(value as Fields).filter(([key]) => !keys.includes(key)));

/** Takes what repeats deleted messages out of later ones, of pressed buttons and of what webhooks are told. */
const deleteTraces = (
  t: Tables,
  { change, remove, put }: Edit & Put,
  conversationId: string,
  isGone: (id: unknown) => boolean,
): void => {
  const presses = [...t.happenings.values()].filter(
    ({ kind, body, ...one }) =>
      one.conversationId === conversationId && kind === 'postback' && isGone(body.messageId),
  );
  const payloads = presses.map(({ body }) => body.payload);
  for (const [key, { event, type, ...one }] of t.deliveries) {
    if (one.conversationId !== conversationId) continue;
    const message = at(event, 'payload', 'message');
    const isTold = type.startsWith('conversation:message') && isGone(at(message, 'id'));
    const isPressed =
      type === 'conversation:postback' && payloads.includes(at(event, 'payload', 'postback', 'payload'));
    const quotes = message !== undefined && isGone(at(message, 'quotedMessage', 'message', 'id'));
    const payload = { ...(event.payload as Fields), message: message && without(message, 'quotedMessage') };
    if (isTold || isPressed) remove(t.deliveries, key);
    else if (quotes) change(t.deliveries, key, { event: { ...event, payload } });
  }
  for (const { id, body } of presses)
    change(t.happenings, id, { body: without(body, 'text', 'payload', 'metadata') });
  const unquoted = (t.messages.get(conversationId) ?? []).map((message) =>
    isGone(at(message.body, 'quotedMessage', 'content', '_id'))
      ? { ...message, body: without(message.body, 'quotedMessage') }
      : message,
  );
  put(t.messages, conversationId, unquoted);
};

type Put = { put<T>(table: Map<string, T>, key: string, value: T): void };

/** Whether an id is the one to delete. */
const isOf =
  (messageId?: string) =>
  (id: unknown): boolean =>
    messageId === undefined || id === messageId;

/** Deletes what messages have elsewhere. @returns the ids of their files */
const clearMessage = (t: Tables, edit: Edit & Put, conversationId: string, messageId?: string): string[] => {
  const isGone = isOf(messageId);
  deleteTraces(t, edit, conversationId, isGone);
  for (const { id } of t.messages.get(conversationId) ?? []) if (isGone(id)) edit.remove(t.mailTexts, id);
  const fileIds = [...t.attachments.values()]
    .filter((a) => a.conversationId === conversationId && isGone(a.messageId))
    .map(({ id }) => id);
  for (const id of fileIds) edit.remove(t.attachments, id);
  return fileIds;
};

export const createForgettingWrites = (t: Tables, edit: Edit & Put): ForgettingWrites => ({
  setUpkeepNote: async (of, note) => {
    t.upkeepNotes = { ...t.upkeepNotes, [of]: note };
  },
  touchSession: async (tokenHash, now) => edit.change(t.sessions, tokenHash, { usedAt: now }),
  deleteEndedSessions: async ({ usedBefore, now, limit }) => {
    const ended = [...t.sessions.values()].filter(
      (s) => (s.kind === 'session' && s.usedAt < usedBefore) || (s.expiresAt !== null && s.expiresAt <= now),
    );
    const hashes = ended.slice(0, limit).map((s) => s.tokenHash);
    for (const hash of hashes) edit.remove(t.sessions, hash);
    return hashes;
  },
  deleteConversations: async (ids) => {
    for (const id of ids) removeConversation(t, edit, id);
  },
  clearMessage: async (conversationId, messageId) => clearMessage(t, edit, conversationId, messageId),
  deleteMessages: async (conversationId, messageId) => {
    const isGone = isOf(messageId);
    const fileIds = clearMessage(t, edit, conversationId, messageId);
    for (const { id, kind, body, ...one } of t.happenings.values())
      if (
        one.conversationId === conversationId &&
        kind === 'change' &&
        body.messageId &&
        isGone(body.messageId)
      )
        edit.change(t.happenings, id, { body: without(body, 'text') });
    const before = t.messages.get(conversationId) ?? [];
    const left = before.filter(({ id }) => !isGone(id));
    edit.put(t.messages, conversationId, left);
    return { messages: before.length - left.length, fileIds };
  },
  deleteAttachment: async (id) => edit.remove(t.attachments, id),
  deleteMentions: async (pattern) => {
    const mention = new RegExp(pattern, 'i');
    for (const [key, { reason, url, operation, version }] of t.errorReports)
      if ([reason, url, operation, version].some((words) => mention.test(words)))
        edit.remove(t.errorReports, key);
    for (const [key, { page }] of t.blips) if (mention.test(page)) edit.remove(t.blips, key);
  },
});
