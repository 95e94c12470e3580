import type {
  Attachment,
  Conversation,
  ConversationRow,
  Happening,
  InboxHit,
  InboxRow,
  InboxView,
  LinkRequest,
  Message,
  Session,
  SigningKey,
  User,
} from '../domain/entities';

/** A page of messages: `messages` ascend by `received`; `hasPrevious` says whether older ones exist. */
export type MessagePage = { messages: Message[]; hasPrevious: boolean };

/** What a file takes at the least. */
export const BLOCK_BYTES = 4096;

export type InboxPage = {
  offset: number;
  limit: number;
  empty: boolean;
  view?: InboxView;
  search?: string;
};

export type Reads = {
  userById(id: string): Promise<User | undefined>;
  userByReference(referenceId: string): Promise<User | undefined>;
  userByExternalId(externalId: string): Promise<User | undefined>;
  /** The credential with this hash and its user. */
  sessionByHash(tokenHash: string): Promise<{ session: Session; user: User } | undefined>;
  /** Oldest first. */
  signingKeys(): Promise<SigningKey[]>;
  conversationById(id: string): Promise<Conversation | undefined>;
  conversationByReference(userId: string, referenceId: string): Promise<Conversation | undefined>;
  /** Newest first by `lastUpdatedAt`, ties by id. */
  conversationsOfUser(userId: string, page: { offset: number; limit: number }): Promise<ConversationRow[]>;
  /**
   * The agents' list, newest first, the queue in its own order; conversations without a message only with `empty`.
   * With `search`, those whose visitor or one of whose messages has these words, in any case of letters.
   */
  inbox(page: InboxPage): Promise<InboxHit[]>;
  inboxRow(conversationId: string): Promise<InboxRow | undefined>;
  /** The `limit` newest messages with `received` under `before` (ms), or the newest of all without it. */
  messages(conversationId: string, page: { before?: number; limit: number }): Promise<MessagePage>;
  messageByReference(conversationId: string, referenceId: string): Promise<Message | undefined>;
  messageById(conversationId: string, id: string): Promise<Message | undefined>;
  /** The message with an action of this id, its own or one of its items'. */
  messageByAction(conversationId: string, actionId: string): Promise<Message | undefined>;
  /**
   * How many bytes on the disk the files of this visitor take, or without `userId` all files; a small one counts as
   * a block of 4 kB.
   */
  attachmentBytes(userId?: string): Promise<number>;
  attachmentById(id: string): Promise<Attachment | undefined>;
  /** Newest first, `limit` at most. */
  happenings(conversationId: string, kind: Happening['kind'], limit: number): Promise<Happening[]>;
  /** How many conversations joined the queue before this one, by `queuedAt` (ms), ties by id. */
  queuedBefore(queuedAt: number, conversationId: string): Promise<number>;
  /** How long (ms) the first answers given after `since` (ms) took, the newest `limit` of them. */
  firstAnswerTimes(since: number, limit: number): Promise<number[]>;
  linkRequest(code: string): Promise<LinkRequest | undefined>;
  /** The newest request of this user for this channel that is open after `now` (ms). */
  openLinkRequest(userId: string, integrationId: string, now: number): Promise<LinkRequest | undefined>;
};

export type Writes = {
  /** False when the referenceId or externalId is taken: then nothing was written, and the other user can be read. */
  insertUser(user: User): Promise<boolean>;
  updateUser(id: string, change: Partial<Omit<User, 'id'>>): Promise<void>;
  /** Removes the user and all that is theirs. */
  deleteUser(id: string): Promise<void>;
  /**
   * Gives one user's conversations to another. None stays the default where the other has conversations, and a
   * referenceId the other has already is dropped. The result is those moved.
   */
  moveConversations(fromUserId: string, toUserId: string): Promise<Conversation[]>;
  insertSession(session: Session): Promise<void>;
  /**
   * Removes the user's credentials: those given to this browser or that are, or came of, the one with this hash; all
   * of them without `which`. The result is their hashes.
   */
  deleteSessions(userId: string, which?: { clientId?: string; tokenHash: string }): Promise<string[]>;
  /** Removes the user's credentials that expired at or before `now` (ms). */
  deleteExpiredSessions(userId: string, now: number): Promise<void>;
  insertSigningKey(key: SigningKey): Promise<void>;
  /** False when there is none of this id. */
  deleteSigningKey(id: string): Promise<boolean>;
  /** Keeps other transactions that ask for it waiting until this one ends. */
  lockDesk(): Promise<void>;
  /** False when the user has a conversation of this referenceId already. */
  insertConversation(conversation: Conversation): Promise<boolean>;
  updateConversation(id: string, change: Partial<Omit<Conversation, 'id'>>): Promise<void>;
  /** False when the conversation has a message of this referenceId already. */
  insertMessage(message: Message): Promise<boolean>;
  updateMessage(id: string, change: Pick<Message, 'body'>): Promise<void>;
  insertAttachment(attachment: Attachment): Promise<void>;
  /** False when the conversation has one of this kind and referenceId already. */
  insertHappening(happening: Happening): Promise<boolean>;
  insertLinkRequest(request: LinkRequest): Promise<void>;
  updateLinkRequest(code: string, change: Pick<LinkRequest, 'status'>): Promise<void>;
  /** Reads the user and keeps others from changing them until the transaction ends. */
  lockUser(id: string): Promise<User | undefined>;
  /** Reads the conversation and its user, and keeps others from changing the conversation until the transaction ends. */
  lockConversation(id: string): Promise<{ conversation: Conversation; user: User } | undefined>;
};

export type Transaction = Reads & Writes;

/**
 * Where the desk keeps everything. `transaction` runs `work` to its end or leaves no trace of it: when `work` throws,
 * nothing it wrote stays and the error comes out. Inside `work` only the transaction given to it may be used.
 */
export type Store = Reads & {
  /**
   * Names this store's log of messages. It is made with the store, so that a client can tell a log that goes on from
   * one that began anew.
   */
  readonly logId: string;
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};
