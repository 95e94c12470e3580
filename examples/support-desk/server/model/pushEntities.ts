/** Rows of web push. Times are in ms. */

/** A browser of an agent that gets push messages. It ends with the session. */
export type PushBrowser = {
  sessionId: string;
  /** The address of its push service, which nobody may learn. */
  endpoint: string;
  /** The keys that only this browser decrypts with, in base64url. */
  p256dh: string;
  auth: string;
  /** Whether the agent shows themselves as away in this browser. Then only mentions reach it. */
  away: boolean;
  createdAt: number;
};

export type PlacedBrowser = PushBrowser & { agentId: string; userAgent: string };

/** What a push message is about. Its texts are read when it is sent, so no copy of them outlives a deletion. */
export type PushSubject = {
  /** The next one with this id replaces it, here and on the agent's screen. */
  id: string;
  conversationId: string;
  /** The note that mentions the agent. */
  noteId: string | null;
  /** The desk's own words; without them, what the visitor wrote last. */
  body: string | null;
};

/** Something that alerts agents, until the desk has decided whom to push it to. */
export type PushAlert = PushSubject & {
  /** The only agent that it concerns, and the one who did it. */
  only: string | null;
  but: string | null;
  /** Set once it was pushed: to these agents. If the visitor still waits when it is due again, others get it. */
  told: string[] | null;
  dueAt: number;
};

/** A message for one browser. */
export type Push = PushSubject & {
  sessionId: string;
  tries: number;
  dueAt: number;
  tryUntil: number;
};
