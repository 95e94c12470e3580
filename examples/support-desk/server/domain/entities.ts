/** JSON objects kept as they came, after cleaning. */
export type Json = Record<string, unknown>;

/** `appUser` is the visitor, `appMaker` the support team (SPEC.md section 6). */
export type Role = 'appUser' | 'appMaker';

/** Optional claims of a login (FACTS.md 1.7). */
export type Profile = { name?: string; email?: string; emailVerified?: boolean };

/** What the desk knows of a visitor. Times are whole milliseconds since 1970, here and in every other entity. */
export type User = {
  id: string;
  /** The client-made key that makes a repeated creation answer the same user (DESIGN.md 3.3). */
  referenceId: string | null;
  /** Who the visitor is to the publisher, proven by a JWT (FACTS.md 1.7); at most one user has it. */
  externalId: string | null;
  /** What the newest JWT said of them. */
  profile: Profile;
  locale: string | null;
  conversationStarted: boolean;
  properties: Json;
  /** The browsers and channels this visitor came by, newest first (FACTS.md 2.3). */
  clients: Json[];
  /** Channels whose code was entered and that wait for their owner's yes (FACTS.md 2.3). */
  pendingClients: Json[];
  createdAt: number;
};

/** A credential: `session` signs HTTP calls and subscriptions, `websocket` subscriptions alone. */
export type Session = {
  /** SHA-256 of the token, base64url; the token itself is never kept. */
  tokenHash: string;
  userId: string;
  kind: 'session' | 'websocket';
  /** The browser it was given to, where that said its id. */
  clientId: string | null;
  /** The hash of the credential that asked for it: it ends with that one. */
  parentHash: string | null;
  createdAt: number;
  expiresAt: number | null;
};

/** A secret that visitors' JWTs are signed with; `id` is their `kid`. */
export type SigningKey = { id: string; name: string; secret: string; createdAt: number };

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
  createdAt: number;
  lastUpdatedAt: number;
  /** `received` of the newest message, 0 while there is none. */
  lastReceived: number;
  lastMessageId: string | null;
  messageCount: number;
  visitorUnread: number;
  visitorLastRead: number | null;
  businessUnread: number;
  businessLastRead: number | null;
  /** `received` of the newest message of the business that reached a browser of the visitor. */
  visitorDelivered: number | null;
  /** `null` is 'cleared' (SPEC.md section 4). */
  routingStatus: 'queued' | 'assigned' | null;
  /** When it joined the queue; only while it is queued. */
  queuedAt: number | null;
  /** The agent it is assigned to. */
  assignee: string | null;
  /** Whether an agent ever had it: a later wait is not the initial routing. */
  assignedBefore: boolean;
  /** `received` of the visitor's first message, and of the first one of the business after it. */
  firstAskedAt: number | null;
  firstAnsweredAt: number | null;
};

export type Message = {
  id: string;
  conversationId: string;
  referenceId: string | null;
  /** Strictly increasing within a conversation. */
  received: number;
  role: Role;
  type: string;
  /** Everything else the message carries on the wire (FACTS.md 2.5). */
  body: Json;
};

/** A conversation with what a list row shows of it. */
export type ConversationRow = { conversation: Conversation; lastMessage: Message | undefined };

/** A conversation as the agents' inbox lists it. */
export type InboxRow = ConversationRow & { user: User };

/** Part of the inbox; without one it is all of it. */
export type InboxView = {
  kind: 'queued' | 'assigned' | 'closed';
  /** Of those assigned, only this agent's. */
  assignee?: string;
};

/** A conversation that was looked for, with the newest message that has the words, where one has. */
export type InboxHit = InboxRow & { match?: Message };

/** A file a visitor or an agent sent. Its id is what makes its address unguessable. */
export type Attachment = {
  id: string;
  conversationId: string;
  messageId: string;
  fileName: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  createdAt: number;
};

/** What happened in a conversation without being a message: a pressed button, a campaign that led here, a change of its state. */
export type Happening = {
  id: string;
  conversationId: string;
  kind: 'postback' | 'referral' | 'change';
  /** What makes a repeat known; unique for its kind in the conversation. */
  referenceId: string | null;
  createdAt: number;
  body: Json;
};

/** A visitor's wish to go on in a channel (FACTS.md 2.7). */
export type LinkRequest = {
  /** What the visitor sends there. */
  code: string;
  userId: string;
  integrationId: string;
  status: 'open' | 'matched' | 'linked' | 'cancelled' | 'failed';
  createdAt: number;
  expiresAt: number;
};
