import type { GalleryState } from './fixtures';
import { CHANNEL_PAGES } from './states/channels';
import { CONVERSATION } from './states/conversation';
import { FORMS } from './states/forms';
import { LIST } from './states/list';
import { MESSAGES } from './states/messages';
import { PEOPLE } from './states/people';
import { VOICE } from './states/voice';

/** The states of the cards, by subject. */
export const GROUPS: readonly { title: string; states: readonly GalleryState[] }[] = [
  { title: 'Conversation', states: CONVERSATION },
  { title: 'People', states: PEOPLE },
  { title: 'Messages', states: MESSAGES },
  { title: 'Forms', states: FORMS },
  { title: 'List of conversations', states: LIST },
  { title: 'Channels', states: CHANNEL_PAGES },
  { title: 'Voice calls', states: VOICE },
];

/** Every state of the cards, built from fixtures only. */
export const STATES: readonly GalleryState[] = GROUPS.flatMap(({ states }) => states);
