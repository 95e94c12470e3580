import { base, type GalleryState, jonas, mara, NOW, PICTURE, type Row, visitor } from '../fixtures';

const row = (
  _id: string,
  displayName: string | undefined,
  message: Row['message'],
  more: Partial<Row['conversation']> = {},
): Row => ({
  conversation: {
    _id,
    displayName,
    status: 'active',
    metadata: {},
    unreadCount: 0,
    hasPreviousMessages: false,
    fetchStatus: 'successful',
    lastUpdatedAt: message?.received ?? NOW - 86_400,
    ...more,
  },
  message,
});

const rows = [
  row('a', undefined, mara('Two of them are waiting in the shed.', 12), { unreadCount: 2 }),
  row('b', 'A very long name of a conversation about oars, paddles and poles', visitor('Thank you!', 90), {
    iconUrl: PICTURE,
  }),
  row(
    'c',
    'Invoice',
    jonas('', 1500, { type: 'file', mediaUrl: 'https://example.com/a', altText: 'bill.pdf' }),
    {
      unreadCount: 120,
      status: 'idle',
    },
  ),
  row('d', 'نور', jonas('مرحبا، كيف يمكنني مساعدتك اليوم؟', 4000)),
  row('e', 'Nothing said yet', undefined),
];

export const LIST: readonly GalleryState[] = [
  { ...base, name: 'Conversations', list: { rows, status: 'successful', hasMore: true } },
  { ...base, name: 'Conversations, reading more', list: { rows, status: 'pending' } },
  { ...base, name: 'Conversations failed to load', list: { rows: rows.slice(0, 1), status: 'failed' } },
  {
    ...base,
    name: 'Conversations, before the list is there',
    coming: 'conversationList',
    list: { rows, status: 'pending' },
  },
  { ...base, name: 'Conversations, the first time', list: { rows: [], status: 'pending' } },
  { ...base, name: 'No conversations', list: { rows: [], status: 'successful' } },
  {
    ...base,
    name: 'Conversation that could not be begun',
    list: { rows: rows.slice(0, 2), status: 'successful', creating: 'failed' },
  },
];
