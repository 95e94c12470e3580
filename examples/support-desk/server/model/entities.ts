import type { CorrectedField, Correction } from './visitorEntities';

/** JSON objects stored as received, after cleaning. */
export type Json = Record<string, unknown>;

/** `appUser` is the visitor, `appMaker` the support team. */
export type Role = 'appUser' | 'appMaker';

/** Optional claims of a login. */
export type Profile = {
  name?: string;
  email?: string;
  emailVerified?: boolean;
  /** The address from which the visitor has answered an email, or opened its link. */
  emailUsed?: string;
  /** What programs have set besides the name. */
  givenName?: string;
  surname?: string;
  avatarUrl?: string;
};

/** A visitor. Times are whole milliseconds since 1970, here and in every other entity. */
export type User = {
  id: string;
  /** The client's key for this creation: a repeat with the same key returns the same user. */
  referenceId: string | null;
  /** The publisher's id for this visitor, proven by a JWT; at most one user has it. */
  externalId: string | null;
  /** The claims of the newest JWT. */
  profile: Profile;
  locale: string | null;
  conversationStarted: boolean;
  properties: Json;
  /** The browsers and channels this visitor uses, newest first. */
  clients: Json[];
  /** Channels whose code was entered and that wait for the visitor's confirmation. */
  pendingClients: Json[];
  createdAt: number;
  /** When an agent blocked this visitor; `null` if not blocked. */
  blockedAt: number | null;
  corrections: Partial<Record<CorrectedField, Correction>>;
  /** Whom agents see instead, since an agent merged them; that one is merged into nobody. Nothing of the visitor moves. */
  mergedInto: string | null;
};

/**
 * A credential: `session` authorizes HTTP calls and subscriptions, `websocket` only subscriptions. `link` came from an
 * email's link and is valid for one conversation.
 */
export type Session = {
  /** SHA-256 of the token, base64url. The token itself is never stored. */
  tokenHash: string;
  userId: string;
  kind: 'session' | 'websocket' | 'link';
  /** The only conversation that a `link` may use; `null` for the other kinds. */
  conversationId: string | null;
  /** The id of the browser it was given to, if the browser sent one. */
  clientId: string | null;
  /** The hash of the credential that requested this one: both end together. */
  parentHash: string | null;
  createdAt: number;
  /** When it was last used, to the hour. */
  usedAt: number;
  expiresAt: number | null;
};

/** A visitor's rating of a conversation after its end. */
export type Rating = { score: 'good' | 'bad'; comment?: string };

export type Conversation = {
  id: string;
  userId: string;
  participantId: string;
  referenceId: string | null;
  displayName: string | null;
  description: string | null;
  iconUrl: string | null;
  isDefault: boolean;
  status: 'active' | 'idle';
  metadata: Json;
  /** Set by the page, in the metadata, and by agents. */
  tags: string[];
  createdAt: number;
  lastUpdatedAt: number;
  /** `received` of the newest message; 0 without one. */
  lastReceived: number;
  lastMessageId: string | null;
  messageCount: number;
  visitorUnread: number;
  visitorLastRead: number | null;
  businessUnread: number;
  businessLastRead: number | null;
  /** `received` of the team's newest message that reached a browser of the visitor. */
  visitorDelivered: number | null;
  /** `null` means that it is neither queued nor assigned. */
  routingStatus: 'queued' | 'assigned' | null;
  /** When it joined the queue; set only while it is queued. */
  queuedAt: number | null;
  /** The name of the assigned agent, and their id if they have an account. */
  assignee: string | null;
  assigneeId: string | null;
  /** Whether an agent ever had it; a later wait is then not the initial routing. */
  assignedBefore: boolean;
  /** `received` of the visitor's first message, and of the team's first message after it. */
  firstAskedAt: number | null;
  firstAnsweredAt: number | null;
  /** The campaign that the visitor has opened in it but not answered yet. */
  campaignId: string | null;
  /** When it was last closed or ended. */
  closedAt: number | null;
  /** The newest rating, perhaps of an earlier end, and its time. */
  rating: Rating | null;
  ratedAt: number | null;
  /** `received` of the visitor's first message since the team's last answer. */
  waitingSince: number | null;
  /** The ids of the agents that a note mentions and who have not read it. */
  mentioned: string[];
  /** The ids of all agents that notes mention. */
  mentions: string[];
  /** When an agent snoozed it; `null` while it is awake. Only open ones sleep. */
  snoozedAt: number | null;
  /** When it wakes, unless the visitor writes before; `null`: only when the visitor writes. */
  snoozedUntil: number | null;
  /** When the visitor last called and nobody took the call; `null` once a later one was taken. */
  missedCallAt: number | null;
};

export type Message = {
  id: string;
  conversationId: string;
  referenceId: string | null;
  /** Strictly increasing within a conversation. */
  received: number;
  role: Role;
  type: string;
  /** The other fields of the message on the wire. */
  body: Json;
};

export type ConversationRow = { conversation: Conversation; lastMessage: Message | undefined };

/** A conversation in the agents' inbox; `person` is into whom an agent merged the user. */
export type InboxRow = ConversationRow & {
  user: User;
  person: User | undefined;
};

/** A search result, with the newest message and the newest note that contain the words, if any. */
export type InboxHit = InboxRow & { match?: Message; matchedNote?: Happening };

/** A file that a visitor or an agent sent. Its random id makes its address unguessable. */
export type Attachment = {
  id: string;
  conversationId: string;
  messageId: string;
  fileName: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  createdAt: number;
  /** The stored file of saved replies that it shares; its own is under its id. */
  shares: string | null;
  /** Represents the network address that an anonymous visitor sent it from: equal for equal addresses. */
  address: string | null;
};

/**
 * An event of a conversation that is not a message: a pressed button, a campaign, a change of state, or an agent's
 * note. Visitors do not get them. An 'act' marks what has followed a message.
 */
export type Happening = {
  id: string;
  conversationId: string;
  kind: 'postback' | 'referral' | 'change' | 'note' | 'transcript' | 'act';
  /** Identifies repeats; unique for its kind in the conversation. */
  referenceId: string | null;
  createdAt: number;
  body: Json;
};

/** What a conversation waits for, until its messages are read or sent by email. */
export type Wait = {
  conversationId: string;
  /** When to ask the visitor for an address, unless the team answers first. */
  offerAt: number | null;
  /** Whether the visitor was asked. */
  offered: boolean;
  /** `received` of the first answer that the visitor has not read. */
  unreadFrom: number | null;
  /** When to send unread messages by email. */
  mailAt: number | null;
  /** How often sending has failed. */
  tries: number;
  /** When to email the team, unless it answers first. */
  alertAt: number | null;
  /** When the visitor last got the message of a team that is away. */
  awayAt: number | null;
};
