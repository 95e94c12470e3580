import type { GalleryState } from './fixtures';
import { CONVERSATION } from './states/conversation';
import { FORMS } from './states/forms';
import { LIST } from './states/list';
import { MESSAGES } from './states/messages';

/** Every state the home card can be in, from fixtures alone. */
export const STATES: readonly GalleryState[] = [...CONVERSATION, ...MESSAGES, ...FORMS, ...LIST];
