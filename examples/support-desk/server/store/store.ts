import type {
  Attachment,
  Conversation,
  ConversationRow,
  Happening,
  InboxCounts,
  InboxHit,
  InboxRow,
  InboxView,
  Message,
  Rating,
  Session,
  User,
  Wait,
} from '../model/entities';
import type { BlipCount, CampaignFigures, CampaignVisit, ErrorReport } from '../model/insightEntities';
import type { Publication } from '../model/publisher';
import type { Picture, SavedReply, SettingsVersion } from '../model/settingsEntities';
import type { LinkRequest, SigningKey } from '../model/visitorEntities';
import type { AccountReads, AccountWrites } from './accountsStore';
import type { ForgettingReads, ForgettingWrites } from './forgettingStore';
import type { IntegrationReads, IntegrationWrites } from './integrationsStore';
import type { MailReads, MailWrites } from './mailStore';

/** How many closed conversations to count: there may be millions, and nobody needs to know how many. */
export const MOST_CLOSED = 1000;

/** A page of messages, ascending by `received`; `hasPrevious` is whether older ones exist. */
type MessagePage = { messages: Message[]; hasPrevious: boolean };

/** A row of the outbox. */
export type StoredPublication = { id: string; publication: Publication };

/** The least disk space that a file takes, in bytes. */
export const BLOCK_BYTES = 4096;

/**
 * The place of a conversation in the agents' list: its id, and its time in ms (`lastUpdatedAt`; `queuedAt` in the queue;
 * `waitOrder` in the order of waiting).
 */
export type InboxPlace = { at: number; id: string };

export type InboxPage = {
  /** Only conversations after this place of the list. */
  after?: InboxPlace;
  limit: number;
  empty: boolean;
  view?: InboxView;
  search?: string;
  /** Only conversations with this tag. */
  tag?: string;
  /** The longest wait first, instead of the newest. */
  byWait?: boolean;
};

export type Reads = ForgettingReads &
  AccountReads &
  IntegrationReads &
  MailReads & {
    userById(id: string): Promise<User | undefined>;
    userByReference(referenceId: string): Promise<User | undefined>;
    userByExternalId(externalId: string): Promise<User | undefined>;
    /** The credential with this hash and its user. */
    sessionByHash(tokenHash: string): Promise<{ session: Session; user: User } | undefined>;
    /** Oldest first. */
    signingKeys(): Promise<SigningKey[]>;
    /** The current secret that signs links in emails, and the previous one, whose links still open. */
    linkKeys(): Promise<string[]>;
    conversationById(id: string): Promise<Conversation | undefined>;
    conversationByReference(userId: string, referenceId: string): Promise<Conversation | undefined>;
    /** Newest first by `lastUpdatedAt`, ties by id. */
    conversationsOfUser(userId: string, page: { offset: number; limit: number }): Promise<ConversationRow[]>;
    /**
     * The agents' list, newest first; the queue has its own order. Conversations without a message are included only
     * with `empty`. With `search`, only conversations whose visitor or messages contain these words, ignoring case.
     * @param signal cancels the search; the result then rejects
     */
    inbox(page: InboxPage, signal?: AbortSignal): Promise<InboxHit[]>;
    inboxRow(conversationId: string): Promise<InboxRow | undefined>;
    /**
     * The number of conversations in each view; at most `MOST_CLOSED + 1` closed ones are counted.
     * @param tag counts only those with this tag
     */
    inboxCounts(tag?: string): Promise<InboxCounts>;
    /** How many open ones an agent has. */
    mineCount(assigneeId: string, tag?: string): Promise<number>;
    /** The newest `limit` messages, or the newest with `received` below `before` (ms). */
    messages(conversationId: string, page: { before?: number; limit: number }): Promise<MessagePage>;
    /** The oldest `limit` messages with `received` above `after` (ms), ascending. */
    messagesAfter(conversationId: string, after: number, limit: number): Promise<Message[]>;
    messageByReference(conversationId: string, referenceId: string): Promise<Message | undefined>;
    /** Those with this `referenceId` in all conversations of a user. */
    messagesByReference(userId: string, referenceId: string): Promise<Message[]>;
    /** The visitor's messages of these conversations whose `referenceId` another message of the user also has. */
    repeatsOf(userId: string, conversationIds: readonly string[]): Promise<Message[]>;
    messageById(conversationId: string, id: string): Promise<Message | undefined>;
    /** The message with an action of this id, either directly or on one of its items. */
    messageByAction(conversationId: string, actionId: string): Promise<Message | undefined>;
    /**
     * Disk space in bytes of this visitor's files, or of all files without `userId`. Small files count as one
     * block of 4096 bytes.
     */
    attachmentBytes(userId?: string): Promise<number>;
    attachmentById(id: string): Promise<Attachment | undefined>;
    /** The uploaded pictures of the settings, oldest first. */
    pictures(): Promise<Picture[]>;
    pictureById(id: string): Promise<Picture | undefined>;
    /** Newest first, at most `limit`. */
    happenings(conversationId: string, kind: Happening['kind'], limit: number): Promise<Happening[]>;
    /** How many conversations are in the queue before this one, by `queuedAt` (ms), ties by id. */
    queuedBefore(queuedAt: number, conversationId: string): Promise<number>;
    /** The durations (ms) of the newest `limit` first answers given after `since` (ms). */
    firstAnswerTimes(since: number, limit: number): Promise<number[]>;
    /** Newest first; with `before`, only older versions than it. */
    settingsVersions(page: { before?: number; limit: number }): Promise<SettingsVersion[]>;
    settingsVersion(version: number): Promise<SettingsVersion | undefined>;
    /** All of them, by shortcut. */
    savedReplies(): Promise<SavedReply[]>;
    /**
     * The median time (ms) to the first answer of all answered conversations whose first question came on or after this
     * day (from 1970, in UTC), by the day of the question, and for all together under null.
     */
    firstAnswers(sinceDay: number): Promise<{ day: number | null; median: number }[]>;
    /** How many conversations were rated at or after `since` (ms), by their newest rating. */
    ratings(since: number): Promise<Record<Rating['score'], number>>;
    /** The counts from this day on. */
    blips(sinceDay: number): Promise<BlipCount[]>;
    /** Newest first by `lastAt`, ties by fingerprint. */
    errorReports(limit: number): Promise<ErrorReport[]>;
    /** The figures of each campaign, by id. */
    campaignFigures(): Promise<CampaignFigures[]>;
    /**
     * The conversations of this agent or integration, in the order of their ids; only those that have waited since
     * before a time.
     */
    conversationIdsAssignedTo(assigneeId: string, waitsBefore?: number): Promise<string[]>;
    waitOf(conversationId: string): Promise<Wait | undefined>;
    /** At most `limit` waits that are due at `now` (ms), earliest first. */
    dueWaits(what: 'offerAt' | 'mailAt' | 'alertAt', now: number, limit: number): Promise<Wait[]>;
    /** How many conversations wait for an email to their visitor. */
    waitingEmails(): Promise<number>;
    /** How many publications have not reached every process yet. */
    waitingPublications(): Promise<number>;
    linkRequest(code: string): Promise<LinkRequest | undefined>;
    /** This user's newest request for this channel that is open at `now` (ms). */
    openLinkRequest(userId: string, integrationId: string, now: number): Promise<LinkRequest | undefined>;
  };

export type Writes = ForgettingWrites &
  AccountWrites &
  IntegrationWrites &
  MailWrites & {
    /** False if the referenceId or externalId is taken: nothing is written, and the other user can be read. */
    insertUser(user: User): Promise<boolean>;
    updateUser(id: string, change: Partial<Omit<User, 'id'>>): Promise<void>;
    /** Deletes the user and all their data. */
    deleteUser(id: string): Promise<void>;
    /**
     * Moves one user's conversations to another and returns them, and moves the link requests. A default conversation
     * loses that mark if the other user has conversations, and a referenceId that the other user has is cleared.
     */
    moveConversations(fromUserId: string, toUserId: string): Promise<Conversation[]>;
    insertSession(session: Session): Promise<void>;
    /**
     * Deletes credentials of the user and returns their hashes. With `which`: the one with this hash, those
     * issued with it, and those given to this browser. Without it: all.
     */
    deleteSessions(userId: string, which?: { clientId?: string; tokenHash: string }): Promise<string[]>;
    /** Deletes the user's credentials that expired at or before `now` (ms). */
    deleteExpiredSessions(userId: string, now: number): Promise<void>;
    insertSigningKey(key: SigningKey): Promise<void>;
    /** False if the key does not exist. */
    deleteSigningKey(id: string): Promise<boolean>;
    /** Signs links with this secret from now on. Only links of the previous one still open. */
    rotateLinkKey(next: string): Promise<void>;
    /** Makes other transactions that take this lock wait until this one ends. */
    lockDesk(): Promise<void>;
    /** False if the user already has a conversation with this referenceId. */
    insertConversation(conversation: Conversation): Promise<boolean>;
    updateConversation(id: string, change: Partial<Omit<Conversation, 'id'>>): Promise<void>;
    /**
     * Undoes the transaction if the conversation has a message with this referenceId, or a newer one. A caller that has
     * locked the conversation knows.
     */
    insertMessage(message: Message): Promise<void>;
    updateMessage(id: string, change: Pick<Message, 'body'>): Promise<void>;
    insertAttachment(attachment: Attachment): Promise<void>;
    /** Stores which message uses a file. */
    updateAttachment(id: string, change: Pick<Attachment, 'messageId'>): Promise<void>;
    /** False if the conversation already has one of this kind and referenceId. */
    insertHappening(happening: Happening): Promise<boolean>;
    deleteHappening(id: string): Promise<void>;
    insertPicture(picture: Picture): Promise<void>;
    deletePictures(ids: readonly string[]): Promise<void>;
    insertSettingsVersion(version: SettingsVersion): Promise<void>;
    /** Deletes the versions up to this one. */
    deleteSettingsVersions(upTo: number): Promise<void>;
    /** Adds a saved reply, or replaces the one with its id. */
    putSavedReply(reply: SavedReply): Promise<void>;
    /** False if it does not exist. */
    deleteSavedReply(id: string): Promise<boolean>;
    /** Adds to counts, each for another page, kind or day, in this order. */
    addToBlips(blips: readonly BlipCount[]): Promise<void>;
    /** Deletes the counts of this day and earlier ones. */
    deleteBlips(upTo: number): Promise<void>;
    /** Adds a case. A known one also gets its count, and the newest `reason`, `version`, `url` and `lastAt`. */
    addErrorReport(report: ErrorReport): Promise<void>;
    /** Deletes all but the newest `most` cases. */
    trimErrorReports(most: number): Promise<void>;
    /** Adds to the counts of a campaign. */
    addToCampaign(count: Pick<CampaignFigures, 'campaignId' | 'seen' | 'dismissed'>): Promise<void>;
    /** False if the campaign was opened in this conversation before. */
    insertCampaignVisit(visit: CampaignVisit): Promise<boolean>;
    /** Stores that the visitor has written after they opened the campaign. */
    answerCampaign(
      visit: Pick<CampaignVisit, 'campaignId' | 'conversationId'> & { answeredAt: number },
    ): Promise<void>;
    /** Adds the wait of a conversation, or replaces it. */
    putWait(wait: Wait): Promise<void>;
    insertLinkRequest(request: LinkRequest): Promise<void>;
    updateLinkRequest(
      code: string,
      change: Partial<Pick<LinkRequest, 'status' | 'expiresAt' | 'clientId' | 'conversationId' | 'linkedAt'>>,
    ): Promise<void>;
    /** Stores publications to send once this transaction has committed. @param now in ms */
    insertPublications(rows: readonly StoredPublication[], now: number): Promise<void>;
    /**
     * Removes the oldest publications stored before this time (ms), or over a minute after it, by a wrong clock; but
     * none that another transaction takes.
     */
    takePublications(which: { before: number; limit: number }): Promise<StoredPublication[]>;
    deletePublications(ids: readonly string[]): Promise<void>;
    /** Reads the user and blocks other changes to them until the transaction ends. */
    lockUser(id: string): Promise<User | undefined>;
    /**
     * Reads the conversation and its user, and locks the conversation until the transaction ends.
     * @param lockedBefore the probable user, who is locked before it
     */
    lockConversation(
      id: string,
      lockedBefore?: string,
    ): Promise<{ conversation: Conversation; user: User } | undefined>;
  };

export type Transaction = Reads & Writes;

/**
 * The caller that waits for an operation: a visitor; an agent or a program; the desk, for short operations, such as
 * authenticating and sending; or nobody, as in upkeep.
 */
export type Party = 'visitors' | 'agents' | 'desk' | 'upkeep';

/** The operations of a store, `transaction` as in `Store`. */
export type Operations = Reads & { transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> };

/**
 * The desk's storage. `transaction` runs `work` atomically: if `work` throws, its writes are undone and the error is
 * passed on. Inside `work`, use only the transaction passed to it.
 */
export type Store = Operations & {
  /**
   * The operations of other callers, over separate connections, so that visitors, who use the store itself, wait for
   * none of them. Missing if all operations use one engine.
   */
  for?(party: Exclude<Party, 'visitors'>): Operations;
  /** The name of this store's message log. Clients compare it to notice that the log has started over. */
  readonly logId: string;
  /** The secret that signs campaigns. It never leaves the desk. */
  readonly campaignKey: string;
  /** The secret for hashing the network addresses of uploads. It never leaves the desk. */
  readonly addressKey: string;
  /** The secret that signs email replies. It never leaves the desk. */
  readonly replyKey: string;
  /** The secret that signs the marks of agents' browsers. It never leaves the desk. */
  readonly deviceKey: string;
  /** The name under which browsers store the visitors of this desk, if its settings choose none. */
  readonly integrationId: string;
  /** The name of an earlier version, under which browsers may also have visitors of other desks. */
  readonly formerIntegrationId?: string;
  /** Resolves once the database has answered. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** The operations that this caller waits for. */
export const operationsFor = (store: Store, party: Party): Operations =>
  party === 'visitors' ? store : (store.for?.(party) ?? store);
