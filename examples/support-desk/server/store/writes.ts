import type { Attachment, Conversation, Happening, Message, Session, User, Wait } from '../model/entities';
import type { DeskNote } from '../model/firstRun';
import type { BlipCount, CampaignFigures, CampaignVisit, ErrorReport } from '../model/insightEntities';
import type { Publication } from '../model/publisher';
import type { Picture, SavedReply, SavedView, SettingsVersion } from '../model/settingsEntities';
import type { LinkRequest, SigningKey, VisitorEntry } from '../model/visitorEntities';
import type { AccountWrites } from './accountsStore';
import type { ForgettingWrites } from './forgettingStore';
import type { IntegrationWrites } from './integrationsStore';
import type { MailWrites } from './mailStore';
import type { PushWrites } from './pushStore';

/** A publication that other processes may not have yet. */
export type StoredPublication = { id: string; publication: Publication };

export type Writes = ForgettingWrites &
  AccountWrites &
  IntegrationWrites &
  MailWrites &
  PushWrites & {
    /** False if the referenceId or externalId is taken: nothing is written, and the other user can be read. */
    insertUser(user: User): Promise<boolean>;
    updateUser(id: string, change: Partial<Omit<User, 'id'>>): Promise<void>;
    /** Deletes the user and all their data. */
    deleteUser(id: string): Promise<void>;
    /**
     * Moves one user's conversations to another and returns them, and moves the link requests and the entries. A default conversation
     * loses that mark if the other user has conversations, and a referenceId that the other user has is cleared.
     */
    moveConversations(fromUserId: string, toUserId: string): Promise<Conversation[]>;
    insertVisitorEntry(entry: VisitorEntry): Promise<void>;
    updateVisitorEntry(id: string, change: Pick<VisitorEntry, 'body'>): Promise<void>;
    deleteVisitorEntry(id: string): Promise<void>;
    /** Unassigns the closed conversations of an agent. Waits for those that others are changing. */
    unassignClosed(assigneeId: string): Promise<void>;
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
    /** Stores a note of the desk to itself, in place of an earlier one. */
    putDeskNote(name: DeskNote, value: string): Promise<void>;
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
    updateMessage(id: string, change: Pick<Message, 'body'> & Partial<Pick<Message, 'type'>>): Promise<void>;
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
    /** Adds a saved view, or replaces the one with its id. */
    putSavedView(view: SavedView): Promise<void>;
    deleteSavedView(id: string): Promise<void>;
    /** Deletes an agent's own views. */
    deleteSavedViewsOf(agentId: string): Promise<void>;
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
