import type { Conversation, ConversationRow, Message, Session, User } from '../domain/entities';
import type { Reads, Store, Transaction, Writes } from './store';

type Tables = {
  users: Map<string, User>;
  sessions: Map<string, Session>;
  conversations: Map<string, Conversation>;
  /** By conversation, ascending by `received`. */
  messages: Map<string, Message[]>;
};

const copy = <T>(value: T): T => structuredClone(value);
const copyOr = <T>(value: T | undefined): T | undefined => value && structuredClone(value);

const newestFirst = (a: Conversation, b: Conversation): number =>
  b.lastUpdatedAt - a.lastUpdatedAt || (a.id < b.id ? 1 : -1);

const find = <T>(values: Iterable<T>, test: (value: T) => boolean): T | undefined => {
  for (const value of values) if (test(value)) return value;
  return undefined;
};

const createReads = (t: Tables): Reads => {
  const row = (conversation: Conversation): ConversationRow => ({
    conversation: copy(conversation),
    lastMessage: copyOr(t.messages.get(conversation.id)?.find((m) => m.id === conversation.lastMessageId)),
  });
  const inboxRow = (conversation: Conversation) => {
    const user = t.users.get(conversation.userId);
    return user && { ...row(conversation), user: copy(user) };
  };
  return {
    userById: async (id) => copyOr(t.users.get(id)),
    userByReference: async (referenceId) =>
      copyOr(find(t.users.values(), (u) => u.referenceId === referenceId)),
    sessionByHash: async (tokenHash) => {
      const session = t.sessions.get(tokenHash);
      const user = session && t.users.get(session.userId);
      return session && user && { session: copy(session), user: copy(user) };
    },
    conversationById: async (id) => copyOr(t.conversations.get(id)),
    conversationByReference: async (userId, referenceId) =>
      copyOr(find(t.conversations.values(), (c) => c.userId === userId && c.referenceId === referenceId)),
    conversationsOfUser: async (userId, { offset, limit }) =>
      [...t.conversations.values()]
        .filter((c) => c.userId === userId)
        .sort(newestFirst)
        .slice(offset, offset + limit)
        .map(row),
    inbox: async ({ offset, limit, empty }) =>
      [...t.conversations.values()]
        .filter((c) => empty || c.messageCount > 0)
        .sort(newestFirst)
        .slice(offset, offset + limit)
        .flatMap((c) => inboxRow(c) ?? []),
    inboxRow: async (id) => {
      const conversation = t.conversations.get(id);
      return conversation && inboxRow(conversation);
    },
    messages: async (conversationId, { before, limit }) => {
      const all = t.messages.get(conversationId) ?? [];
      const older = before === undefined ? all : all.filter((m) => m.received < before);
      return { messages: copy(older.slice(-limit)), hasPrevious: older.length > limit };
    },
    messageByReference: async (conversationId, referenceId) =>
      copyOr(t.messages.get(conversationId)?.find((m) => m.referenceId === referenceId)),
  };
};

/** Every write pushes what undoes it, so that a failed transaction can be taken back. */
const createWrites = (t: Tables, undo: (() => void)[]): Writes => {
  const put = <T>(table: Map<string, T>, key: string, value: T): void => {
    const before = table.get(key);
    undo.push(() => (before === undefined ? table.delete(key) : table.set(key, before)));
    table.set(key, copy(value));
  };
  const change = <T>(table: Map<string, T>, key: string, fields: Partial<T>): void => {
    const before = table.get(key);
    if (before) put(table, key, { ...before, ...fields });
  };
  return {
    insertUser: async (user) => {
      if (user.referenceId !== null && find(t.users.values(), (u) => u.referenceId === user.referenceId)) {
        return false;
      }
      put(t.users, user.id, user);
      return true;
    },
    updateUser: async (id, fields) => change(t.users, id, fields),
    insertSession: async (session) => put(t.sessions, session.tokenHash, session),
    deleteExpiredSessions: async (userId, now) => {
      for (const [hash, session] of t.sessions) {
        if (session.userId !== userId || session.expiresAt === null || session.expiresAt > now) continue;
        undo.push(() => t.sessions.set(hash, session));
        t.sessions.delete(hash);
      }
    },
    insertConversation: async (conversation) => {
      const { userId, referenceId } = conversation;
      const taken =
        referenceId !== null &&
        find(t.conversations.values(), (c) => c.userId === userId && c.referenceId === referenceId);
      if (taken) return false;
      put(t.conversations, conversation.id, conversation);
      return true;
    },
    updateConversation: async (id, fields) => change(t.conversations, id, fields),
    insertMessage: async (message) => {
      const list = t.messages.get(message.conversationId) ?? [];
      const taken = message.referenceId !== null && list.some((m) => m.referenceId === message.referenceId);
      if (taken) return false;
      const newest = list.at(-1);
      if (newest && newest.received >= message.received) throw new Error('received must increase');
      list.push(copy(message));
      t.messages.set(message.conversationId, list);
      undo.push(() => list.pop());
      return true;
    },
    lockUser: async (id) => copyOr(t.users.get(id)),
    lockConversation: async (id) => {
      const conversation = t.conversations.get(id);
      const user = conversation && t.users.get(conversation.userId);
      return conversation && user && { conversation: copy(conversation), user: copy(user) };
    },
  };
};

/**
 * A store of plain maps: for tests and fault simulation, where a database would bring real time in. Transactions run
 * one after another, in the order they were asked for.
 */
export const createMemoryStore = (): Store => {
  const tables: Tables = {
    users: new Map(),
    sessions: new Map(),
    conversations: new Map(),
    messages: new Map(),
  };
  const reads = createReads(tables);
  let tail: Promise<unknown> = Promise.resolve();
  const run = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    const undo: (() => void)[] = [];
    try {
      return await work({ ...reads, ...createWrites(tables, undo) });
    } catch (error) {
      for (const step of undo.reverse()) step();
      throw error;
    }
  };
  return {
    ...reads,
    transaction: (work) => {
      const done = tail.then(() => run(work));
      tail = done.catch(() => undefined);
      return done;
    },
    close: async () => undefined,
  };
};
