import { asFailed } from '../../../../src/model/message';
import { base, from, type GalleryState, jonas, mara, NOW, talk, unsent, visitor } from '../fixtures';

const press = (card: Document, name: string) =>
  card.querySelector<HTMLElement>(`[aria-haspopup=${name}]`)?.click();

/** Searches for an emoji that does not exist. */
const findNoEmoji = (card: Document) => {
  press(card, 'dialog');
  setTimeout(() => {
    const search = card.querySelector<HTMLInputElement>('[role=dialog] input');
    if (!search) return;
    search.value = 'canoe paddle';
    search.dispatchEvent(new Event('input', { bubbles: true }));
  });
};

const write = (text: string) => (card: Document) => {
  const box = card.querySelector('textarea');
  if (!box) return;
  box.value = text;
  box.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Clicks the header's first button that opens something. */
const openMenu = (card: Document) => card.querySelector<HTMLElement>('header button[aria-expanded]')?.click();

const goUp = (card: Document) => card.querySelector('[role=log]')?.scrollTo(0, 0);

const long = [...talk, ...Array.from({ length: 8 }, (_, i) => mara(`Plank ${i + 1} is dry.`, 2))];

/** States of a conversation: messages, sending, and the notes around them. */
export const CONVERSATION: readonly GalleryState[] = [
  { ...base, name: 'Loading', messages: [], skeleton: 'loading' },
  { ...base, name: 'Could not be loaded', messages: [], skeleton: 'failed' },
  { ...base, name: 'Campaign', messages: [], campaign: 'The Elk is in stock again.' },
  {
    ...base,
    name: 'Campaign, long',
    messages: [],
    campaign: 'The Elk is in stock again. Shall we keep one for you? '.repeat(8),
  },
  {
    ...base,
    name: 'Unread, closed',
    messages: [],
    preview: { text: 'Your canoe is ready. You can pick it up from nine.', unread: 1 },
  },
  {
    ...base,
    name: 'Unread, closed, several',
    messages: [],
    preview: { text: 'The Elk is in stock again. Shall we keep one for you? '.repeat(4), unread: 12 },
  },
  { ...base, name: 'Empty', messages: [] },
  { ...base, name: 'Starting', messages: [unsent('Is anybody there?')], start: 'pending' },
  { ...base, name: 'Could not start', messages: [], start: 'failed' },
  { ...base, name: 'Conversation' },
  { ...base, name: 'Seen', seenTo: NOW },
  { ...base, name: 'Agent is typing', typing: { name: 'Mara' } },
  { ...base, name: 'The conversation has ended', ended: true },
  { ...base, name: 'How was it?', ended: true, rating: { step: 'asked' } },
  {
    ...base,
    name: 'How was it? A sentence',
    ended: true,
    rating: { step: 'sent', rating: { score: 'good' } },
  },
  { ...base, name: 'How was it? Failed', ended: true, rating: { step: 'failed', rating: { score: 'bad' } } },
  {
    ...base,
    name: 'Unread, earlier messages',
    hasPrevious: true,
    messages: [...talk, jonas('Saturday at ten is yours.', 1), jonas('Bring dry socks.', 1)],
    dividerAt: NOW - 180,
  },
  {
    ...base,
    name: 'Reading earlier messages',
    hasPrevious: true,
    history: 'pending',
    messages: talk.slice(0, 2),
  },
  {
    ...base,
    name: 'Earlier messages could not be had',
    hasPrevious: true,
    history: 'failed',
    messages: talk.slice(0, 2),
  },
  { ...base, name: 'Gone up', messages: long, act: goUp },
  {
    ...base,
    name: 'Gone up, new messages',
    messages: long,
    act: goUp,
    later: [jonas('Saturday at ten is yours.', 1), jonas('Bring dry socks.', 0)],
  },
  { ...base, name: 'Sending', messages: [...talk, unsent('We will be there at ten.')] },
  {
    ...base,
    name: 'Failed to send',
    messages: [
      ...talk,
      unsent('We will be there at ten.', asFailed('network')),
      unsent('A message that is far too long …', asFailed('characterLimit')),
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
  { ...base, name: 'In the queue', queued: 'all', notices: 'both' },
  { ...base, name: 'In the queue, by place', queued: 'position' },
  { ...base, name: 'In the queue, nothing known', queued: 'nothing' },
  { ...base, name: 'Somebody has joined', queued: 'joined' },
  { ...base, name: 'Privacy notice', notices: 'privacy' },
  { ...base, name: 'Mark', notices: 'mark' },
  {
    ...base,
    name: 'Composer closed',
    messages: [
      ...talk,
      mara('Please choose first.', 1, {
        blockChatInput: true,
        actions: [
          { _id: 'yes', type: 'postback', text: 'Saturday' },
          { _id: 'no', type: 'postback', text: 'Sunday' },
        ],
      }),
    ],
  },
  { ...base, name: 'Menu', menu: 'open', act: openMenu },
  { ...base, name: 'Menu with sound and notifications', menu: 'switches', act: openMenu },
  { ...base, name: 'Menu, notifications blocked', menu: 'blocked', act: openMenu },
  { ...base, name: 'Menu, asked', menu: 'confirm', act: openMenu },
  { ...base, name: 'Menu, at work', menu: 'pending', act: openMenu },
  { ...base, name: 'Menu, failed', menu: 'failed', act: openMenu },
  { ...base, name: 'Menu, done', menu: 'done', act: openMenu },
  { ...base, name: 'Tools of a handheld device', isTouch: true },
  {
    ...base,
    name: 'Several lines',
    act: write(
      'We will be there at ten. May we bring the dog, and is there a place to leave the car for the day?',
    ),
  },
  { ...base, name: 'Near the limit', act: write('A canoe. '.repeat(440)) },
  { ...base, name: 'Over the limit', act: write('A canoe. '.repeat(470)) },
  {
    ...base,
    name: 'Emoji that could not be loaded',
    isTouch: false,
    missing: ['emojiPicker'],
    act: (card) => press(card, 'dialog'),
  },
  { ...base, name: 'Emoji', isTouch: false, act: (card) => press(card, 'dialog') },
  { ...base, name: 'Emoji, nothing found', isTouch: false, act: findNoEmoji },
];
