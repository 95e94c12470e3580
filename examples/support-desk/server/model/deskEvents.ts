import type { Conversation, Json, Message, Role, User } from './entities';

/** Why a conversation was created. */
export type CreationReason = 'startConversation' | 'proactiveMessaging' | 'none';

/** What happened in a conversation, for integrations, with the conversation afterwards. */
export type DeskEvent = { conversation: Conversation; user: User } & (
  | { type: 'conversation:create'; reason: CreationReason }
  | { type: 'conversation:message'; message: Message; mailText?: string }
  /** Its author has edited or deleted it. */
  | { type: 'conversation:message:changed'; message: Message }
  | { type: 'conversation:read'; role: Role }
  | { type: 'conversation:typing'; role: Role; activity: 'typing:start' | 'typing:stop' }
  | { type: 'conversation:postback'; postback: { payload?: string; metadata?: Json }; source: Json }
  /** Somebody else handles the conversation from now on. */
  | { type: 'switchboard:passControl'; metadata?: Json }
);
