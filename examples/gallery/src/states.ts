import type { GalleryState } from './fixtures';
import { CHANNEL_PAGES } from './states/channels';
import { CONVERSATION } from './states/conversation';
import { FORMS } from './states/forms';
import { LIST } from './states/list';
import { MESSAGES } from './states/messages';
import { PEOPLE } from './states/people';
import { VOICE } from './states/voice';

/** Every state of the cards, built from fixtures only. */
export const STATES: readonly GalleryState[] = [
  ...CONVERSATION,
  ...PEOPLE,
  ...MESSAGES,
  ...FORMS,
  ...LIST,
  ...CHANNEL_PAGES,
  ...VOICE,
];
