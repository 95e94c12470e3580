import { plainText } from '../formatted';
import { rowsOf } from '../sampleFields';
import { type Sample, text } from './sample';

/** Samples of text messages: quotes, Markdown, authors and sources. */
export const TEXTS: Sample[] = [
  {
    id: 'quote',
    label: 'Quoted reply',
    icon: 'quote',
    group: 'Text',
    fields: ({ quotable }) => [
      {
        key: 'quoted',
        label: 'In reply to',
        kind: 'choice',
        value: quotable[0]?.[0] ?? '',
        options: quotable,
      },
      text('Yes, they are.', 'Reply'),
    ],
    build: (v) => ({ type: 'text', text: v.text, quotedMessageId: v.quoted }),
  },
  {
    id: 'markdown',
    label: 'Formatted text',
    icon: 'bold',
    group: 'Text',
    fields: () => [
      {
        key: 'markdown',
        label: 'Markdown',
        kind: 'long',
        example: '**Returns** are free for 30 days.\n\n- Print the label\n- Drop the parcel off',
        hint: 'Bold, italics, links and lists.',
      },
    ],
    build: (v) => ({ type: 'text', text: plainText(v.markdown ?? ''), markdownText: v.markdown }),
  },
  {
    id: 'sources',
    label: 'Answer with sources',
    icon: 'book',
    group: 'Text',
    fields: ({ base }) => [
      text('You can return boots within 30 days of delivery.'),
      {
        key: 'sources',
        label: 'Sources',
        kind: 'rows',
        columns: [
          { label: 'Title', kind: 'text' },
          { label: 'Address', kind: 'text' },
        ],
        add: 'Add a source',
        example: [
          ['Returns', `${base}/?help=returns`],
          ['Shipping', `${base}/?help=shipping`],
        ],
        optional: true,
      },
    ],
    build: (v) => ({
      type: 'text',
      text: v.text,
      references: rowsOf(v.sources).map(([title = '', uri = '']) => ({ uri, title })),
    }),
  },
];
