import type {
  Attachment,
  Conversation,
  ConversationRow,
  Happening,
  InboxHit,
  InboxRow,
  Message,
  Rating,
  Session,
  User,
  Wait,
} from '../model/entities';
import type { DeskNote } from '../model/firstRun';
import type { InboxCounts, InboxFilter, OwnCounts } from '../model/inboxEntities';
import type { BlipCount, CampaignFigures, ErrorReport } from '../model/insightEntities';
import type { Picture, SavedReply, SavedView, SettingsVersion } from '../model/settingsEntities';
import type { FigureRow, TimeSpan } from '../model/teamFigures';
import type { LinkRequest, SigningKey, VisitorEntry } from '../model/visitorEntities';
import type { AccountReads } from './accountsStore';
import type { ForgettingReads } from './forgettingStore';
import type { IntegrationReads } from './integrationsStore';
import type { MailReads } from './mailStore';
import type { PushReads } from './pushStore';

/** How many closed conversations to count: there may be millions, and nobody needs to know how many. */
export const MOST_CLOSED = 1000;

/** A page of messages, ascending by `received`; `hasPrevious` is whether older ones exist. */
type MessagePage = { messages: Message[]; hasPrevious: boolean };

/**
 * The place of a conversation in the agents' list: its id, and its time in ms (`lastUpdatedAt`; `queuedAt` in the queue;
 * `waitOrder` in the order of waiting).
 */
export type InboxPlace = { at: number; id: string };

export type InboxPage = InboxFilter & {
  /** Only conversations after this place of the list. */
  after?: InboxPlace;
  limit: number;
  empty: boolean;
  search?: string;
  /** The longest wait first, instead of the newest. */
  byWait?: boolean;
};

/** A page of all visitors. */
export type PeoplePage = {
  /** Only visitors after this place of the list: an id and its `createdAt`. */
  after?: InboxPlace;
  limit: number;
  search?: string;
};

/** `after` is the last of the page before: an id and its `ratedAt`. */
type RatingsPage = TimeSpan & { after?: InboxPlace; limit: number };

/** `who` is the id of an agent, or one of `OTHERS`. */
type RatedRow = { conversation: Conversation; user: User; who: string };

export type Reads = ForgettingReads &
  AccountReads &
  IntegrationReads &
  MailReads &
  PushReads & {
    userById(id: string): Promise<User | undefined>;
    userByReference(referenceId: string): Promise<User | undefined>;
    userByExternalId(externalId: string): Promise<User | undefined>;
    /** The credential with this hash and its user. */
    sessionByHash(tokenHash: string): Promise<{ session: Session; user: User } | undefined>;
    /** Oldest first. */
    signingKeys(): Promise<SigningKey[]>;
    /** The current secret that signs links in emails, and the previous one, whose links still open. */
    linkKeys(): Promise<string[]>;
    /** A note of the desk to itself, by its name. */
    deskNote(name: DeskNote): Promise<string | undefined>;
    conversationById(id: string): Promise<Conversation | undefined>;
    conversationByReference(userId: string, referenceId: string): Promise<Conversation | undefined>;
    /** Newest first by `lastUpdatedAt`, ties by id. */
    conversationsOfUser(userId: string, page: { offset: number; limit: number }): Promise<ConversationRow[]>;
    /**
     * The agents' list, newest first; the queue has its own order. Conversations without a message are included only
     * with `empty`. With `search`, only conversations whose visitor, tags, messages or notes contain these words, ignoring
     * case.
     * @param signal cancels the search; the result then rejects
     */
    inbox(page: InboxPage, signal?: AbortSignal): Promise<InboxHit[]>;
    /**
     * All visitors except those merged into others, the newest first. With `search`, all of them whose name, email address, phone number or external id
     * contains these words, ignoring case.
     */
    people(page: PeoplePage): Promise<User[]>;
    /** The visitors that agents have merged into this one, oldest first. */
    mergedInto(userId: string): Promise<User[]>;
    /** At most `limit` visitors with this address, except those merged into others, newest first. */
    withAddress(email: string, limit: number): Promise<User[]>;
    /** What agents did about a visitor, oldest first. */
    visitorEntries(userId: string): Promise<VisitorEntry[]>;
    inboxRow(conversationId: string): Promise<InboxRow | undefined>;
    /**
     * The number of conversations in each view; at most `MOST_CLOSED + 1` closed ones are counted.
     * @param tag counts only those with this tag
     */
    inboxCounts(tag?: string): Promise<InboxCounts>;
    ownCounts(agentId: string, tag?: string): Promise<OwnCounts>;
    /** The number of conversations that each filter selects; of those with a mention, only the unread ones. */
    filterCounts(filters: readonly InboxFilter[]): Promise<number[]>;
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
     * Disk space in bytes of this visitor's files, or of all files without `userId`, those of saved replies too. Small
     * files count as one block of 4096 bytes.
     */
    attachmentBytes(userId?: string): Promise<number>;
    attachmentById(id: string): Promise<Attachment | undefined>;
    /** The uploaded pictures of the settings and files of saved replies, oldest first. */
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
    /** The team's, and those of an agent, by name. */
    savedViews(agentId: string | undefined): Promise<SavedView[]>;
    /** Those of the tags that a conversation has. */
    tagsInUse(tags: readonly string[]): Promise<string[]>;
    /**
     * The median time (ms) to the first answer of all answered conversations whose first question came on or after a day
     * (from 1970, in UTC) and before another, by the day of the question, and for all together under null.
     */
    firstAnswers(sinceDay: number, endDay: number): Promise<{ day: number | null; median: number }[]>;
    /** How many conversations were rated at or after `since` (ms) and before `until`, by their newest rating. */
    ratings(since: number, until: number): Promise<Record<Rating['score'], number>>;
    /** What the team did in a span, by its log: of everybody, of each agent and of each tag. */
    teamFigures(span: TimeSpan): Promise<FigureRow[]>;
    /** How many messages visitors wrote in each quarter of an hour, counted since 1970, of a span. */
    writtenAt(span: TimeSpan): Promise<{ quarter: number; count: number }[]>;
    /** The conversations that were rated in a span, newest first, with the author of the team's last message before it. */
    ratingsIn(page: RatingsPage): Promise<RatedRow[]>;
    /**
     * The pages on which the visitors are now whose conversation began in a span, by how many there are.
     * @returns whole addresses, as the pages gave them
     */
    askersPages(span: TimeSpan, limit: number): Promise<{ page: string; count: number }[]>;
    /** The counts from this day on. */
    blips(sinceDay: number): Promise<BlipCount[]>;
    /** Newest first by `lastAt`, ties by fingerprint. */
    errorReports(limit: number): Promise<ErrorReport[]>;
    /** The figures of each campaign, by id. */
    campaignFigures(): Promise<CampaignFigures[]>;
    /**
     * The open conversations of this agent or integration, in the order of their ids; only those that have waited since
     * before a time.
     */
    conversationIdsAssignedTo(assigneeId: string, waitsBefore?: number): Promise<string[]>;
    /** The ids of at most `limit` conversations whose snooze is over at `now` (ms), earliest first. */
    dueSnoozes(now: number, limit: number): Promise<string[]>;
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
