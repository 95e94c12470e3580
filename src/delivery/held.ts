import type { Messaging } from '../services/messaging';
import type { Conversations } from '../slices/conversations';
import type { Messages } from '../slices/messages';

/** The calls of the service and the state they fill, which most of the engine needs. */
export type Held = { messaging: Messaging; messages: Messages; conversations: Conversations };
