import type { Features } from '../../../src/conversation/features';
import type { Integration } from '../../../src/features/channelLinking/integrations';
import type { RatingState } from '../../../src/features/rating/ratingFlow';
import type { VoiceState } from '../../../src/features/voice/voiceState';
import type { FormState } from '../../../src/messageKinds/form/context';
import { fromWire, type Message, optimistic } from '../../../src/model/message';
import type { ConnectionNote } from '../../../src/slices/connection';
import type { Conversation, TypingUser } from '../../../src/slices/conversations';
import type { Status } from '../../../src/slices/status';
import { decodeMessage } from '../../../src/wire/message';
import type { PeopleConfig, TeamStatus } from '../../../src/wire/people';
import type { PreviewState } from './aboveLauncher';

/** One state of the gallery: the data for the home card. */
export type GalleryState = {
  name: string;
  messages: Message[];
  /** Messages that arrive after the reader has scrolled up. */
  later?: Message[];
  /** `received` up to which the visitor had read; a divider follows it. */
  dividerAt?: number;
  typing?: TypingUser;
  /** Whether the conversation has ended. */
  ended?: true;
  /** The visitor's rating, if the account asks for it. */
  rating?: Omit<RatingState, 'id'>;
  start: Status;
  connection: ConnectionNote;
  hasPrevious: boolean;
  history?: Status;
  /** Which queue details the visitor sees. */
  queued?: 'all' | 'position' | 'nothing' | 'joined';
  /** The notices below the composer. */
  notices?: 'both' | 'privacy' | 'mark';
  /** Shows the list of conversations instead of one conversation. */
  list?: { rows: Row[]; status: Status; creating?: Status; hasMore?: boolean };
  /** The state of the header's menu. */
  menu?: 'open' | 'switches' | 'blocked' | 'confirm' | 'pending' | 'failed' | 'done';
  /** The page of a channel. */
  channel?: { of: Integration };
  /** Whether the device is handheld; by default, the viewer's own device decides. */
  isTouch?: boolean;
  /** A feature that is still loading. */
  coming?: keyof Features;
  /** Features that failed to load. */
  missing?: (keyof Features)[];
  /** Uploads by the key of their message; `progress` is 0 to 1. */
  uploads?: Record<string, { file: File; progress: number }>;
  /** Form states by the id of the form's message. */
  forms?: Record<string, Partial<FormState>>;
  /** Button states by the key of their message and the button's id. */
  pressed?: Record<string, 'pending' | 'failed'>;
  /** The configuration's people, and the service's report about them. */
  people?: Partial<PeopleConfig> & { status?: TeamStatus };
  /** `received` up to which the team has read. */
  seenTo?: number;
  /** The state before the messenger has loaded, or when loading failed. */
  skeleton?: 'loading' | 'failed';
  /** Shows a campaign's message with this text above the launcher, instead of a card. */
  campaign?: string;
  /** Shows the preview of an unread message above the launcher, instead of a card. */
  preview?: PreviewState;
  /** Shows a page from an agent's button in its own card. */
  isPage?: boolean;
  /** Shows the voice card in this state. */
  voice?: VoiceState;
  /** Whether the voice card asks before a call is left. */
  isLeaving?: boolean;
  /** Simulates the visitor's actions once the card is drawn. */
  act?: (card: Document) => void;
};

export type Row = { conversation: Conversation; message?: Message };

/** A fixed Tuesday morning, in float seconds, so that screenshots stay the same. */
export const NOW = Date.UTC(2026, 2, 3, 9, 30) / 1000;

let count = 0;
export const from =
  (role: string, name: string | undefined) =>
  (text: string, minutesAgo: number, extra: object = {}) => {
    const wire = decodeMessage({
      _id: `g${count++}`,
      type: 'text',
      role,
      name,
      text,
      received: NOW - minutesAgo * 60,
      ...extra,
    });
    if (!wire) throw new Error('A fixture is no message');
    return fromWire(wire);
  };
export const visitor = from('appUser', undefined);
export const mara = from('appMaker', 'Mara');
export const jonas = from('appMaker', 'Jonas');

export const unsent = (text: string, change: Partial<Message> = {}): Message => ({
  ...optimistic({ text }, `g${count++}`, NOW, { sessionId: 'gallery' }),
  ...change,
});

/** A file message that is not stored yet. */
export const sending = (key: string, mediaType: string, change: Partial<Message> = {}): Message => ({
  ...unsent(''),
  _id: key,
  key,
  type: /^image\//.test(mediaType) ? 'image' : 'file',
  mediaType,
  ...change,
});

export const talk = [
  visitor('Hello! Is the Otter in stock?', 42),
  visitor('I would like to paddle it in spring, with two children and a rather large dog.', 41),
  mara('Good morning! Two of them are waiting in the shed.', 12),
  mara(
    'For a dog I would look at the Elk. It is steadier when somebody sees a duck: https://example.com/elk',
    11,
  ),
  visitor('That sounds right. May we try it on Saturday?', 3),
];

export const base: Omit<GalleryState, 'name'> = {
  messages: talk,
  start: 'successful',
  connection: undefined,
  hasPrevious: false,
};

/** The desk that serves the gallery also serves the sample images of its inbox. */
export const PICTURE = new URL('../agent/samples/boots.png', location.href).href;
export const GONE = new URL('../agent/samples/gone.png', location.href).href;

export const button = (type: string, text: string, extra: object = {}) => ({
  _id: `b${count++}`,
  type,
  text,
  uri: 'https://example.com/',
  ...extra,
});

export const boats = ['Otter', 'Elk', 'Heron'].map((name, i) => ({
  title: `The ${name}`,
  description: i === 1 ? 'Steady when somebody sees a duck, and with room for a tent.' : 'Light and quick.',
  mediaUrl: PICTURE,
  altText: `A canoe, the ${name}`,
  size: i === 0 ? 'large' : 'compact',
  actions: [button('postback', 'Keep one for me'), button('link', 'Read more')],
}));
