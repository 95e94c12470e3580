import type { Http } from '../services/http';
import type { Conversations } from '../slices/conversations';
import type { Messages } from '../slices/messages';

/** The service and the state that its answers fill, which most of the engine needs. */
export type Held = { http: Http; messages: Messages; conversations: Conversations };
