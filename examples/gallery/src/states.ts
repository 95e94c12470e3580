import { fromWire, type Message, optimistic } from '../../../src/model/message';
import type { ConnectionNote } from '../../../src/slices/connection';
import type { TypingUser } from '../../../src/slices/conversations';
import type { Status } from '../../../src/slices/status';
import { decodeMessage } from '../../../src/wire/message';
import { FAILED_FORM } from './forms';

/** One picture of the gallery: what the home card is given. */
export type GalleryState = {
  name: string;
  messages: Message[];
  /** `received` up to which the visitor had read; a divider follows it. */
  dividerAt?: number;
  typing?: TypingUser;
  start: Status;
  connection: ConnectionNote;
  hasPrevious: boolean;
  /** In the queue, with everything below the composer that there may be. */
  queued?: boolean;
};

/** A Tuesday morning, in float seconds: pictures must not change from day to day. */
export const NOW = Date.UTC(2026, 2, 3, 9, 30) / 1000;

let count = 0;
const from =
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
const visitor = from('appUser', undefined);
const mara = from('appMaker', 'Mara');
const jonas = from('appMaker', 'Jonas');

const unsent = (text: string, change: Partial<Message>): Message => ({
  ...optimistic({ text }, `g${count++}`, NOW, { sessionId: 'gallery' }),
  ...change,
});

const talk = [
  visitor('Hello! Is the Otter in stock?', 42),
  visitor('I would like to paddle it in spring, with two children and a rather large dog.', 41),
  mara('Good morning! Two of them are waiting in the shed.', 12),
  mara(
    'For a dog I would look at the Elk. It is steadier when somebody sees a duck: https://example.com/elk',
    11,
  ),
  visitor('That sounds right. May we try it on Saturday?', 3),
];

const base: Omit<GalleryState, 'name'> = {
  messages: talk,
  start: 'successful',
  connection: undefined,
  hasPrevious: false,
};

/** The desk that serves this page has pictures beside its inbox. */
const PICTURE = new URL('/agent/samples/boots.png', location.href).href;
const button = (type: string, text: string, extra: object = {}) => ({
  _id: `b${count++}`,
  type,
  text,
  uri: 'https://example.com/',
  ...extra,
});
const boats = ['Otter', 'Elk', 'Heron'].map((name, i) => ({
  title: `The ${name}`,
  description: i === 1 ? 'Steady when somebody sees a duck, and with room for a tent.' : 'Light and quick.',
  mediaUrl: PICTURE,
  altText: `A canoe, the ${name}`,
  size: i === 0 ? 'large' : 'compact',
  actions: [button('postback', 'Keep one for me'), button('link', 'Read more')],
}));

/** Every state the home card can be in, from fixtures alone. */
export const STATES: readonly GalleryState[] = [
  { ...base, name: 'Empty', messages: [] },
  { ...base, name: 'Starting', messages: [unsent('Is anybody there?', {})], start: 'pending' },
  { ...base, name: 'Could not start', messages: [], start: 'failed' },
  { ...base, name: 'Conversation' },
  { ...base, name: 'Agent is typing', typing: { name: 'Mara' } },
  {
    ...base,
    name: 'Unread, earlier messages',
    hasPrevious: true,
    messages: [...talk, jonas('Saturday at ten is yours.', 1), jonas('Bring dry socks.', 1)],
    dividerAt: NOW - 180,
  },
  { ...base, name: 'Sending', messages: [...talk, unsent('We will be there at ten.', {})] },
  {
    ...base,
    name: 'Failed to send',
    messages: [
      ...talk,
      unsent('We will be there at ten.', { status: 'failed', errorReason: 'network', isRetryable: true }),
      unsent('A message that is far too long …', {
        status: 'failed',
        errorReason: 'characterLimit',
        isRetryable: false,
      }),
    ],
  },
  {
    ...base,
    name: 'On its way for long',
    messages: [...talk, unsent('We will be there at ten.', { isDelayed: true })],
  },
  { ...base, name: 'Reconnecting', connection: 'reconnecting' },
  { ...base, name: 'Offline', connection: 'offline' },
  { ...base, name: 'Back', connection: 'back' },
  {
    ...base,
    name: 'Hard text',
    messages: [
      mara('Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenhersteller'.repeat(2), 9),
      mara('https://example.com/a/very/long/address/that/has/no/place/to/break?and=a&long=query#too', 8),
      jonas('مرحبا، كيف يمكنني مساعدتك اليوم؟', 7),
      visitor('line one\nline two\n\nline four', 6),
      mara('<b>not bold</b> & javascript:alert(1)', 5),
      from('appMaker', 'A very long name that a team once thought was funny')('👋', 4),
      mara('', 3, { type: 'hologram', textFallback: 'This is the fallback of a kind that is not known.' }),
    ],
  },
  {
    ...base,
    name: 'Buttons and replies',
    messages: [
      mara('The Elk is 1,890 and you can have it on Saturday.', 9, {
        actions: [
          button('link', 'See the Elk'),
          button('buy', 'Buy it', { amount: 189_000, currency: 'EUR' }),
          button('buy', 'Deposit', { state: 'paid' }),
          button('webview', 'Choose a colour'),
          button('postback', 'Call me back'),
          button('locationRequest', 'Share where you are'),
        ],
      }),
      mara('Would you like to come by?', 2, {
        actions: [
          button('reply', 'Yes, on Saturday'),
          button('reply', 'No'),
          button('reply', 'Tell me more first'),
        ],
      }),
    ],
  },
  {
    ...base,
    name: 'Images and files',
    messages: [
      mara('The Elk in the shed', 9, {
        type: 'image',
        mediaUrl: PICTURE,
        mediaWidth: 320,
        mediaHeight: 240,
        altText: 'A canoe',
      }),
      mara('', 8, { type: 'image', altText: 'A picture that is gone' }),
      mara('', 7, {
        type: 'file',
        mediaUrl: 'https://example.com/a',
        altText: 'how-to-care-for-a-wooden-canoe.pdf',
        mediaType: 'application/pdf',
        mediaSize: 1_234_567,
      }),
      visitor('', 6, {
        type: 'file',
        mediaUrl: 'https://example.com/b',
        altText: 'song.mp3',
        mediaType: 'audio/mpeg',
        mediaSize: 4200,
      }),
    ],
  },
  { ...base, name: 'In the queue', queued: true },
  {
    ...base,
    name: 'Form',
    messages: [
      mara('So that we can keep the Elk for you:', 4),
      mara('', 3, {
        type: 'form',
        fields: [
          { type: 'text', name: 'name', label: 'Name' },
          { type: 'email', name: 'mail', label: 'Email', placeholder: 'you@example.com' },
        ],
      }),
    ],
  },
  {
    ...base,
    name: 'Form that failed, and one that is answered',
    messages: [
      visitor('', 6, {
        type: 'formResponse',
        quotedMessage: { content: { name: 'Mara' } },
        fields: [
          { type: 'text', name: 'name', label: 'Name', text: 'Ann Example' },
          { type: 'select', name: 'boat', label: 'Boat', select: [{ name: 'elk', label: 'The Elk' }] },
        ],
      }),
      mara('Which one?', 3, {
        _id: FAILED_FORM,
        type: 'form',
        fields: [
          { type: 'select', name: 'boat', label: 'Boat', options: [{ name: 'elk', label: 'The Elk' }] },
        ],
      }),
    ],
  },
  {
    ...base,
    name: 'Carousel',
    messages: [mara('Three that would suit a dog:', 3, { type: 'carousel', items: boats })],
  },
  {
    ...base,
    name: 'List and location',
    messages: [
      mara('', 4, { type: 'list', items: boats, actions: [button('link', 'All boats')] }),
      mara('', 3, {
        type: 'location',
        coordinates: { lat: 53.5436, long: 9.9885 },
        location: { name: 'The shed', address: 'Pier 4, Hamburg' },
      }),
    ],
  },
  {
    ...base,
    name: 'Formatted text',
    messages: [
      visitor('Which paddle do I need?', 9),
      from('appMaker', 'Helper')('A paddle as long as you reach.', 8, {
        authorSubtypes: ['AI'],
        quotedMessage: { type: 'message', content: { type: 'text', text: 'Which paddle do I need?' } },
        markdownText:
          '## Paddles\nAs long as you can **reach with *one* arm**, in `cm`:\n\n1. stand up\n2. reach out\n3. measure\n\n- [How to measure](https://example.com/measure)\n- or ask us',
        references: [
          { uri: 'https://example.com/paddles', title: 'Choosing a paddle', description: 'Page 4' },
          { uri: 'https://example.com/arms', title: 'Arms and their length' },
        ],
      }),
      from('appMaker', 'Robbie')('Was that of help?', 7, { authorSubtypes: ['bot'] }),
      visitor('👍🏽', 6),
    ],
  },
];
