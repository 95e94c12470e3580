import { buttons, choices, yesNo } from '../sampleFields';
import { type Sample, text } from './sample';

export const BUTTONS: Sample[] = [
  {
    id: 'quickReplies',
    label: 'Quick replies',
    icon: 'check',
    group: 'Buttons',
    fields: () => [
      text('Which size do you need?'),
      {
        key: 'buttons',
        label: 'Replies',
        kind: 'rows',
        columns: [{ label: 'Words', kind: 'text' }],
        add: 'Add a reply',
        example: [['Small'], ['Medium'], ['Large']],
      },
    ],
    build: (v) => ({ type: 'text', text: v.text, actions: buttons('reply', v.buttons) }),
  },
  {
    id: 'links',
    label: 'Link buttons',
    icon: 'link',
    group: 'Buttons',
    fields: ({ base }) => [
      text('Here is what you need.'),
      {
        key: 'buttons',
        label: 'Links',
        kind: 'rows',
        columns: [
          { label: 'Words', kind: 'text' },
          { label: 'Address', kind: 'text' },
        ],
        add: 'Add a link',
        example: [
          ['Size guide', `${base}/?page=sizes`],
          ['Contact', 'mailto:help@shop.example'],
        ],
      },
    ],
    build: (v) => ({ type: 'text', text: v.text, actions: buttons('link', v.buttons) }),
  },
  {
    id: 'postback',
    label: 'Buttons',
    icon: 'press',
    group: 'Buttons',
    fields: () => [
      text('What would you like to do?'),
      {
        key: 'buttons',
        label: 'Buttons',
        kind: 'rows',
        columns: [
          { label: 'Words', kind: 'text' },
          { label: 'Name for programs', kind: 'text', optional: true },
        ],
        add: 'Add a button',
        example: [
          ['Track order', 'TRACK_ORDER'],
          ['Return something', 'RETURN'],
        ],
        hint: 'You see it here when one is pressed.',
      },
    ],
    build: (v) => ({ type: 'text', text: v.text, actions: buttons('postback', v.buttons) }),
  },
  {
    id: 'locationRequest',
    label: 'Ask for the location',
    icon: 'pin',
    group: 'Buttons',
    fields: () => [
      text('Where shall we deliver?'),
      { key: 'button', label: 'Button', kind: 'text', example: 'Share my location' },
    ],
    build: (v) => ({ type: 'text', text: v.text, actions: [{ type: 'locationRequest', text: v.button }] }),
  },
  {
    id: 'webview',
    label: 'Page in the window',
    icon: 'window',
    group: 'Buttons',
    fields: ({ base }) => [
      text('Choose a time for your fitting.'),
      { key: 'button', label: 'Button', kind: 'text', example: 'Choose a time' },
      { key: 'uri', label: 'Page', kind: 'text', example: `${base}/times.html` },
      {
        key: 'fallback',
        label: 'Page for channels that cannot show it',
        kind: 'text',
        example: `${base}/times.html`,
      },
      {
        key: 'size',
        label: 'Size',
        kind: 'choice',
        value: 'tall',
        options: choices('compact', 'tall', 'full'),
      },
      { key: 'open', label: 'Opens by itself', kind: 'choice', value: 'no', options: choices('no', 'yes') },
    ],
    build: (v) => ({
      type: 'text',
      text: v.text,
      actions: [
        {
          type: 'webview',
          text: v.button,
          uri: v.uri,
          fallback: v.fallback,
          size: v.size,
          ...yesNo('openOnReceive', v.open),
        },
      ],
    }),
  },
  {
    id: 'buy',
    label: 'Payment',
    icon: 'money',
    group: 'Buttons',
    fields: ({ base }) => [
      text('Your boots are reserved until tomorrow.'),
      { key: 'button', label: 'Button', kind: 'text', example: 'Pay now' },
      { key: 'amount', label: 'Amount', kind: 'text', example: '89.90' },
      { key: 'currency', label: 'Currency', kind: 'text', example: 'EUR' },
      { key: 'uri', label: 'Where it is paid', kind: 'text', example: `${base}/?page=pay` },
    ],
    problem: (v) =>
      Number(v.amount?.replace(',', '.')) >= 0 ? undefined : 'The amount is a number such as 89.90.',
    build: (v) => ({
      type: 'text',
      text: v.text,
      actions: [
        {
          type: 'buy',
          text: v.button,
          amount: Math.round(Number(v.amount?.replace(',', '.')) * 100),
          currency: v.currency,
          uri: v.uri,
          state: 'offered',
        },
      ],
    }),
  },
];
