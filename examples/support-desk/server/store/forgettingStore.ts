import type { Attachment, Conversation, Session } from '../model/entities';
import type { LinkRequest, VisitorAmounts } from '../model/visitorEntities';

export type UpkeepNote = 'users' | 'files';

/** The reads of exporting, deleting and regular upkeep. */
export type ForgettingReads = {
  /** Oldest first. */
  sessionsOf(userId: string): Promise<Session[]>;
  /** Oldest first. */
  linkRequestsOf(userId: string): Promise<LinkRequest[]>;
  /** All conversations of the user, oldest first. */
  conversationIdsOf(userId: string): Promise<string[]>;
  /** The files of these conversations, oldest first. */
  attachmentsOf(conversationIds: readonly string[]): Promise<Attachment[]>;
  visitorAmounts(userId: string): Promise<VisitorAmounts>;
  /** Disk space in bytes of the files sent from this address, counted as `attachmentBytes` does. */
  addressBytes(address: string): Promise<number>;
  /** Those of the stored files that a message has, or shares with a saved reply. */
  knownAttachments(ids: readonly string[]): Promise<string[]>;
  /** The next `limit` users after this id, by id. */
  userIdsAfter(id: string, limit: number): Promise<string[]>;
  /** Upkeep's own values: for users, the last one it has checked; for files, its mark of their place. Empty at first. */
  upkeepNote(of: UpkeepNote): Promise<string>;
  /**
   * Which of these users have never written a message, were created before this time (ms) and have not been seen
   * since. Into whom others are merged is left out.
   */
  silentUsers(ids: readonly string[], before: number): Promise<string[]>;
  /**
   * Closed conversations that have not changed since `before` (ms), those with the oldest messages first.
   * @param among only these conversations
   */
  closedBefore(before: number, limit: number, among?: readonly string[]): Promise<Conversation[]>;
};

/** The writes of deleting and regular upkeep. */
export type ForgettingWrites = {
  setUpkeepNote(of: UpkeepNote, note: string): Promise<void>;
  /** Stores that the session was used at this time (ms). */
  touchSession(tokenHash: string, now: number): Promise<void>;
  /**
   * Deletes at most `limit` credentials: sessions last used before `usedBefore` (ms), and what expired at or before
   * `now` (ms).
   * @returns the hashes of the deleted credentials
   */
  deleteEndedSessions(ended: { usedBefore: number; now: number; limit: number }): Promise<string[]>;
  /** Deletes the conversations and everything that belongs to them. */
  deleteConversations(ids: readonly string[]): Promise<void>;
  /**
   * Deletes messages of a conversation, the one with this id or all, with what `clearMessage` deletes and the texts that
   * they had before an agent changed them.
   * @returns how many, and the ids of the files
   */
  deleteMessages(
    conversationId: string,
    messageId?: string,
  ): Promise<{ messages: number; fileIds: string[] }>;
  /**
   * Deletes what a message, or each of a conversation, has elsewhere: its files, its quotes, the words of its pressed
   * buttons, and its deliveries to webhooks.
   * @returns the ids of the files
   */
  clearMessage(conversationId: string, messageId?: string): Promise<string[]>;
  /** False if it does not exist. */
  deleteAttachment(id: string): Promise<boolean>;
  /**
   * Deletes the counted pages and reported errors that mention somebody.
   * @param pattern a regular expression for both JavaScript and PostgreSQL; ignores case
   */
  deleteMentions(pattern: string): Promise<void>;
};
