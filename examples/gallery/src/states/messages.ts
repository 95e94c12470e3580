import { asFailed } from '../../../../src/model/message';
import {
  base,
  boats,
  button,
  from,
  type GalleryState,
  GONE,
  mara,
  NOW,
  PICTURE,
  sending,
  talk,
  visitor,
} from '../fixtures';

const file = (name: string, type: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type });
const pdf = file('measurements.pdf', 'application/pdf', 48_000);
const photo = file('boathouse.jpg', 'image/jpeg', 2_400_000);

/** An answer by a program. */
const growing = (text: string, minutes: number, more: object = {}) =>
  from('appMaker', 'Helper')(text, minutes, {
    authorSubtypes: ['AI'],
    growing: true,
    grown: 5,
    grownAt: NOW,
    ...more,
  });

const goOn = (cards: number) => (card: Document) => {
  const strip = card.querySelector<HTMLElement>('ol[tabindex]');
  const width = (strip?.firstElementChild as HTMLElement | null)?.offsetWidth ?? 0;
  const way = card.documentElement.dir === 'rtl' ? -1 : 1;
  strip?.scrollTo({ left: way * cards * (width + 8), behavior: 'instant' });
};

const MAKER = `Cut it to length with the grain. ${'Then sand it. '.repeat(20)}`;

/** Simulates a publisher's Content-Security-Policy that forbids frames of that origin. */
const forbid = (card: Document) => {
  const violation = new SecurityPolicyViolationEvent('securitypolicyviolation', {
    documentURI: location.href,
    violatedDirective: 'frame-src',
    effectiveDirective: 'frame-src',
    originalPolicy: "frame-src 'none'",
    disposition: 'enforce',
    statusCode: 200,
  });
  card.dispatchEvent(violation);
};

const carousel = [mara('Three that would suit a dog:', 3, { type: 'carousel', items: boats })];
/** Every type of message, and the states of its buttons, images and files. */
export const MESSAGES: readonly GalleryState[] = [
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
          button('reply', 'Yes, on Saturday', { iconUrl: PICTURE }),
          button('reply', 'No'),
          button('reply', 'Tell me more first'),
        ],
      }),
    ],
  },
  {
    ...base,
    name: 'Buttons at work and failed',
    pressed: {
      'pressed call': 'pending',
      'pressed order': 'failed',
      'pressed near': 'pending',
      'pressed far': 'failed',
    },
    messages: [
      mara('What would you like to do?', 2, {
        _id: 'pressed',
        actions: [
          { _id: 'call', type: 'postback', text: 'Call me back' },
          { _id: 'order', type: 'postback', text: 'Track my order' },
          { _id: 'near', type: 'locationRequest', text: 'The nearest shop' },
          { _id: 'far', type: 'locationRequest', text: 'Deliver here' },
        ],
      }),
    ],
  },
  { ...base, name: 'Page of an agent', messages: [], isPage: true },
  { ...base, name: 'Page that may not be shown', messages: [], isPage: true, act: forbid },
  {
    ...base,
    name: 'Messages whose part could not be loaded',
    missing: ['richMessages'],
    messages: [
      mara('', 9, { type: 'image', mediaUrl: PICTURE, altText: 'A canoe' }),
      mara('How to care for it', 7, { type: 'file', mediaUrl: 'https://example.com/a' }),
      visitor('', 6, { type: 'file', mediaUrl: 'https://example.com/b', altText: 'bill.pdf' }),
      mara('', 5, { type: 'form' }),
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
  {
    ...base,
    name: 'Images that do not load',
    messages: [
      mara('', 9, { type: 'image', altText: 'A picture without an address' }),
      mara('', 8, { type: 'image', mediaUrl: GONE, altText: 'A picture that is gone' }),
      mara('', 7, {
        type: 'list',
        items: [{ title: 'The Heron', description: 'Light and quick.', mediaUrl: GONE }],
      }),
    ],
  },
  {
    ...base,
    name: 'Image, large',
    messages: [mara('', 9, { type: 'image', mediaUrl: PICTURE, altText: 'A canoe' })],
    act: (card) => card.querySelector<HTMLElement>('li [aria-haspopup=dialog]')?.click(),
  },
  {
    ...base,
    name: 'Uploads',
    messages: [
      ...talk.slice(-1),
      sending('begun', pdf.type),
      sending('half', photo.type),
      sending('nearly', pdf.type),
    ],
    uploads: {
      begun: { file: pdf, progress: 0 },
      half: { file: photo, progress: 0.45 },
      nearly: { file: file('all-the-oars-we-ever-made.zip', 'application/zip', 9_800_000), progress: 0.97 },
    },
  },
  {
    ...base,
    name: 'Uploads that failed',
    messages: [
      sending('big', 'video/mp4', asFailed('fileSize')),
      sending('odd', 'application/x-msdownload', asFailed('fileType')),
      sending('many', pdf.type, asFailed('tooMany')),
      sending('second', pdf.type, asFailed('oneFile')),
      sending('lost', photo.type, asFailed('unknown')),
    ],
    uploads: {
      big: { file: file('launch-day.mp4', 'video/mp4', 60_000_000), progress: 0 },
      odd: { file: file('setup.exe', 'application/x-msdownload', 120_000), progress: 0 },
      many: { file: pdf, progress: 0 },
      second: { file: pdf, progress: 0 },
      lost: { file: photo, progress: 0.6 },
    },
  },
  { ...base, name: 'Carousel', messages: carousel },
  { ...base, name: 'Carousel, in the middle', messages: carousel, act: goOn(1) },
  { ...base, name: 'Carousel, at its end', messages: carousel, act: goOn(9) },
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
    name: 'Template and unknown kinds',
    messages: [
      mara('', 4, { type: 'template', textFallback: 'Your order 1043 is on its way.' }),
      mara('', 3, { type: 'hologram', textFallback: 'This is the fallback of a kind that is not known.' }),
    ],
  },
  {
    ...base,
    name: 'Quoted messages',
    messages: [
      visitor('Which paddle do I need?', 9, { _id: 'paddle' }),
      mara('As long as you reach.', 8, { quotedMessageId: 'paddle' }),
      mara(MAKER, 7),
      mara('That is what the maker says of it.', 6, {
        quotedMessage: { type: 'message', content: { type: 'text', text: MAKER } },
      }),
    ],
  },
  {
    ...base,
    name: 'Long texts',
    messages: [
      visitor(`Here is all I know of my canoe. ${'It is green and floats. '.repeat(200)}`, 9),
      from('appMaker', 'Helper')('In short: oil it.', 8, {
        markdownText: `**In short: oil it.**\n\n${'- Sand it, then *oil* it.\n'.repeat(300)}`,
      }),
    ],
  },
  {
    ...base,
    name: 'Links that look like others',
    messages: [
      mara('See https://example.com/care', 8, {
        markdownText: 'See [www.canoes.example](https://example.com/care).',
        actions: [button('link', 'https://canoes.example'), button('link', 'Read more')],
        references: [{ uri: 'https://example.com/care', title: 'canoes.example/care' }],
      }),
    ],
  },
  {
    ...base,
    name: 'Sources',
    messages: [
      from('appMaker', 'Helper')('Oil the gunwales once a year, in spring.', 8, {
        authorSubtypes: ['AI'],
        references: [
          { uri: 'https://example.com/care', title: 'Care of wooden canoes', description: 'Chapter 3' },
          { uri: 'https://example.com/a/page/without/a/title' },
          { uri: 'javascript:alert(1)', title: 'A source that leads nowhere' },
        ],
      }),
    ],
  },
  {
    ...base,
    name: 'An answer that grows',
    messages: [visitor('How do I care for it?', 9), growing('Oil the gunwales once a year, in', 8)],
  },
  {
    ...base,
    name: 'Answers that did not end',
    messages: [
      growing('Oil the gunwales once a year, in', 8, { growing: undefined, stopped: true }),
      visitor('And the paddles?', 7),
      growing('Sand them, then', 6, { grownAt: NOW - 100 }),
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
          '## Paddles\nAs long as you can **reach with *one* arm**, in `cm`:\n\n1. stand up\n2. reach out\n3. measure\n\n- [How to measure](https://example.com/measure)\n- or ask us\n\n***In short:***\n\n```js\nconst paddle = reach(arm) + width(hand); // all of it in cm\nif (paddle > 170)\n  ask(us);\n```',
        references: [
          { uri: 'https://example.com/paddles', title: 'Choosing a paddle', description: 'Page 4' },
          { uri: 'https://example.com/arms', title: 'Arms and their length' },
        ],
      }),
      from('appMaker', 'Robbie')('Was that of help?', 7, { authorSubtypes: ['bot'], received: NOW - 420 }),
      visitor('👍🏽', 6),
    ],
  },
];
