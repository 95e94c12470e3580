/** The arguments and results of calls. */

/** Why a call failed. */
export type CallError = {
  /** The call's name and `FailedError`, such as `SendMessageFailedError`. */
  type: string;
  /**
   * `notSupported`: the account or this version does not have the feature. `invalidArguments`: see the message.
   * `unknownConversation`: the visitor has no such conversation. `network`: the server cannot be reached.
   * `refused`: the server answered with an error. `notLoaded`: a file of Porch could not be loaded.
   */
  reason: 'notSupported' | 'invalidArguments' | 'unknownConversation' | 'network' | 'refused' | 'notLoaded';
  message: string;
};

export type LoginError = { type: 'LoginFailedError'; reason: string; message: string };

export type Conversation = {
  id: string;
  displayName?: string;
  description?: string;
  iconUrl?: string;
  metadata: Record<string, unknown>;
  status: 'active' | 'idle';
  unreadCount: number;
  /** Milliseconds since 1970, like all times. */
  createdAt?: number;
  lastUpdatedAt?: number;
  /** The same, for pages that read `result.conversation.id`. */
  conversation: { id: string };
};

export type Message = {
  id: string;
  conversation: { id: string };
  author: { type: 'user' | 'business'; id?: string; displayName?: string; avatarUrl?: string };
  createdAt: number;
  content: { type: string; text?: string; mediaUrl?: string; mediaType?: string; altText?: string };
  metadata: Record<string, unknown>;
};

export type TextMessage = {
  content: { type?: 'text'; text: string };
  metadata?: Record<string, unknown>;
  payload?: string;
};

export type ConversationFields = {
  displayName?: string;
  description?: string;
  iconUrl?: string;
  metadata?: Record<string, unknown>;
};

export type NewConversation = ConversationFields & { message?: TextMessage };

export type ConversationList = { data: Conversation[]; conversations: Conversation[]; hasMore: boolean };

export type Screen =
  | { screen: 'ConversationList' | 'MostRecentActiveConversation' }
  | { screen: 'Conversation'; options: { conversationId: string } };

/** An element of the page, by its CSS selector. */
type Target = { targetElement: string };

export type RenderOptions =
  | { mode: 'floating' }
  | { mode: 'embedded'; widget: Target }
  | { mode: 'embedded'; conversationList?: Target; messageLog: Target };

/** See docs/look.md for every field. */
export type Customization = {
  theme?: Record<string, string | number>;
  common?: {
    hideHeader?: boolean;
    contentScale?: number;
    stylingPreset?: 'default' | 'minimalistic';
    position?: Position;
  };
  conversationList?: Record<string, unknown>;
  messageLog?: Record<string, unknown>;
  position?: Position;
  labels?: Record<string, string>;
};

type Offset = { horizontal?: number; vertical?: number };
export type Position = { side?: 'left' | 'right'; offset?: { web?: Offset; mobile?: Offset } };

/** What a listener gets. */
export type EventEnvelope<Payload = undefined> = {
  id: string;
  createdAt: number;
  type: string;
} & (Payload extends undefined ? unknown : { payload: Payload });

export type InConversation = { conversation: { id: string } };
/** Called with the error, or with null and the result. */
export type Done<Result> = (error: CallError | null, result?: Result) => void;
