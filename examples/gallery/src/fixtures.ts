import { fromWire, type Message, optimistic } from '../../../src/model/message';
import type { ConnectionNote } from '../../../src/slices/connection';
import type { Conversation, TypingUser } from '../../../src/slices/conversations';
import type { FormState } from '../../../src/slices/forms';
import type { Status } from '../../../src/slices/status';
import type { Parts } from '../../../src/ui/parts';
import { decodeMessage } from '../../../src/wire/message';

/** One picture of the gallery: what the home card is given. */
export type GalleryState = {
  name: string;
  messages: Message[];
  /** What comes in once the reader has gone up. */
  later?: Message[];
  /** `received` up to which the visitor had read; a divider follows it. */
  dividerAt?: number;
  typing?: TypingUser;
  start: Status;
  connection: ConnectionNote;
  hasPrevious: boolean;
  history?: Status;
  /** How much the visitor is told of the queue. */
  queued?: 'all' | 'position' | 'nothing';
  /** What stands below the composer. */
  notices?: 'both' | 'privacy' | 'mark';
  /** The list of conversations instead of one. */
  list?: { rows: Row[]; status: Status; creating?: Status; hasMore?: boolean };
  /** The header's menu: how far one is with it. */
  menu?: 'open' | 'confirm' | 'pending' | 'failed' | 'done';
  /** Parts that could not be loaded. */
  missing?: (keyof Parts)[];
  /** Files on their way, by the key of their message: 0 to 1. */
  uploads?: Record<string, { file: File; progress: number }>;
  /** By the id of the form's message. */
  forms?: Record<string, Partial<FormState>>;
  /** Buttons that do something, by the key of their message and their own id. */
  pressed?: Record<string, 'pending' | 'failed'>;
  /** `received` up to which the business has read. */
  seenTo?: number;
  /** Before the messenger is there, and when it cannot be had. */
  skeleton?: 'loading' | 'failed';
  /** An agent's page in its own card. */
  isPage?: boolean;
  /** What a visitor does to get there, once the card is drawn. */
  act?: (card: Document) => void;
};

export type Row = { conversation: Conversation; message?: Message };

/** A Tuesday morning, in float seconds: pictures must not change from day to day. */
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

/** A file before the service has it. */
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

/** The desk that serves this page has pictures beside its inbox. */
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
