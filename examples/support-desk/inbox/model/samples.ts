import type { AgentSendBody } from '../../shared/agentApi';
import type { SampleContext, SampleField, Values } from './sampleFields';
import { buttons, choices, itemsOf, lines, parts, plain, yesNo } from './sampleFields';

export type SampleBody = AgentSendBody & { type: string };

/** A sample message that an agent can edit and send. */
export type Sample = {
  id: string;
  label: string;
  group: 'Text' | 'Buttons' | 'Cards and more';
  fields(context: SampleContext): SampleField[];
  build(values: Values): SampleBody;
};

const text = (value: string, label = 'Message'): SampleField => ({ key: 'text', label, kind: 'long', value });

/** Samples of text messages: quotes, Markdown, authors and sources. */
const TEXTS: Sample[] = [
  {
    id: 'quote',
    label: 'Quoted reply',
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
    label: 'Markdown',
    group: 'Text',
    fields: () => [
      {
        key: 'markdown',
        label: 'Markdown',
        kind: 'long',
        value: '**Returns** are free for 30 days.\n\n- Print the label\n- Drop the parcel off',
        hint: 'Bold, italics, links and lists.',
      },
    ],
    build: (v) => ({ type: 'text', text: plain(v.markdown), markdownText: v.markdown }),
  },
  {
    id: 'assistant',
    label: 'AI answer with sources',
    group: 'Text',
    fields: ({ base }) => [
      { key: 'name', label: 'Author', kind: 'text', value: 'Assistant' },
      text('You can return boots within 30 days of delivery.'),
      {
        key: 'sources',
        label: 'Sources',
        kind: 'lines',
        value: `Returns | ${base}/?help=returns\nShipping | ${base}/?help=shipping`,
        hint: 'One a line: title | address',
      },
    ],
    build: (v) => ({
      type: 'text',
      text: v.text,
      name: v.name,
      authorSubtypes: ['AI'],
      references: lines(v.sources).map((line) => {
        const [title = '', uri = ''] = parts(line);
        return { uri, title };
      }),
    }),
  },
];

const BUTTONS: Sample[] = [
  {
    id: 'quickReplies',
    label: 'Quick replies',
    group: 'Buttons',
    fields: () => [
      text('Which size do you need?'),
      { key: 'buttons', label: 'Replies', kind: 'lines', value: 'Small\nMedium\nLarge', hint: 'One a line' },
    ],
    build: (v) => ({ type: 'text', text: v.text, actions: buttons('reply', v.buttons) }),
  },
  {
    id: 'links',
    label: 'Links',
    group: 'Buttons',
    fields: ({ base }) => [
      text('Here is what you need.'),
      {
        key: 'buttons',
        label: 'Links',
        kind: 'lines',
        value: `Size guide | ${base}/?page=sizes\nContact | mailto:help@shop.example`,
        hint: 'One a line: words | address',
      },
    ],
    build: (v) => ({ type: 'text', text: v.text, actions: buttons('link', v.buttons) }),
  },
  {
    id: 'postback',
    label: 'Postback buttons',
    group: 'Buttons',
    fields: () => [
      text('What would you like to do?'),
      {
        key: 'buttons',
        label: 'Buttons',
        kind: 'lines',
        value: 'Track order | TRACK_ORDER\nReturn something | RETURN',
        hint: 'One a line: words | payload. You are told when one is pressed.',
      },
    ],
    build: (v) => ({ type: 'text', text: v.text, actions: buttons('postback', v.buttons) }),
  },
  {
    id: 'locationRequest',
    label: 'Location request',
    group: 'Buttons',
    fields: () => [
      text('Where shall we deliver?'),
      { key: 'button', label: 'Button', kind: 'text', value: 'Share my location' },
    ],
    build: (v) => ({ type: 'text', text: v.text, actions: [{ type: 'locationRequest', text: v.button }] }),
  },
  {
    id: 'webview',
    label: 'Webview',
    group: 'Buttons',
    fields: ({ base }) => [
      text('Choose a time for your fitting.'),
      { key: 'button', label: 'Button', kind: 'text', value: 'Choose a time' },
      { key: 'uri', label: 'Page', kind: 'text', value: `${base}/times.html` },
      {
        key: 'fallback',
        label: 'Page for where it cannot be shown inside',
        kind: 'text',
        value: `${base}/times.html`,
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
    group: 'Buttons',
    fields: ({ base }) => [
      text('Your boots are reserved until tomorrow.'),
      { key: 'button', label: 'Button', kind: 'text', value: 'Pay now' },
      { key: 'amount', label: 'Amount', kind: 'text', value: '89.90' },
      { key: 'currency', label: 'Currency', kind: 'text', value: 'EUR' },
      { key: 'uri', label: 'Where it is paid', kind: 'text', value: `${base}/?page=pay` },
    ],
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

const items = (base: string): SampleField => ({
  key: 'items',
  label: 'Items',
  kind: 'lines',
  value: [
    `Trail boots | Waterproof, €89.90 | ${base}/agent/samples/boots.png`,
    `Day pack | 18 litres, €54.00 | ${base}/agent/samples/pack.png`,
    `Camping lamp | 30 hours, €24.50 | ${base}/agent/samples/lamp.png`,
  ].join('\n'),
  hint: 'One a line: title | description | picture',
});

const CARDS: Sample[] = [
  {
    id: 'form',
    label: 'Form',
    group: 'Cards and more',
    fields: () => [
      {
        key: 'fields',
        label: 'Fields',
        kind: 'lines',
        value: 'Name | text\nEmail | email\nSize | select | Small, Medium, Large',
        hint: 'One a line: label | text, email or select | choices',
      },
      {
        key: 'block',
        label: 'Only the form can be answered',
        kind: 'choice',
        value: 'no',
        options: choices('no', 'yes'),
      },
    ],
    build: (v) => ({
      type: 'form',
      fields: lines(v.fields).map((line, i) => {
        const [label = '', type = 'text', given = ''] = parts(line);
        const options = given
          .split(',')
          .map((choice, at) => ({ name: `choice-${at + 1}`, label: choice.trim() }));
        return { type, name: `field-${i + 1}`, label, ...(type === 'select' ? { options } : {}) };
      }),
      ...yesNo('blockChatInput', v.block),
    }),
  },
  {
    id: 'carousel',
    label: 'Carousel',
    group: 'Cards and more',
    fields: ({ base }) => [
      items(base),
      {
        key: 'ratio',
        label: 'Pictures',
        kind: 'choice',
        value: 'horizontal',
        options: choices('horizontal', 'square'),
      },
    ],
    build: (v) => ({
      type: 'carousel',
      items: itemsOf(v.items),
      displaySettings: { imageAspectRatio: v.ratio },
    }),
  },
  {
    id: 'list',
    label: 'List',
    group: 'Cards and more',
    fields: ({ base }) => [
      items(base),
      {
        key: 'size',
        label: 'First item',
        kind: 'choice',
        value: 'large',
        options: choices('large', 'compact'),
      },
    ],
    build: (v) => ({
      type: 'list',
      items: itemsOf(v.items).map((item, i) => ({ ...item, size: i === 0 ? v.size : 'compact' })),
      actions: [{ type: 'postback', text: 'Show more', payload: 'MORE' }],
    }),
  },
  {
    id: 'location',
    label: 'Location',
    group: 'Cards and more',
    fields: () => [
      { key: 'name', label: 'Name', kind: 'text', value: 'Porch, the shop' },
      { key: 'address', label: 'Address', kind: 'text', value: 'Pariser Platz, Berlin' },
      { key: 'lat', label: 'Latitude', kind: 'text', value: '52.5163' },
      { key: 'long', label: 'Longitude', kind: 'text', value: '13.3777' },
    ],
    build: (v) => ({
      type: 'location',
      coordinates: { lat: Number(v.lat), long: Number(v.long) },
      location: { name: v.name, address: v.address },
    }),
  },
  {
    id: 'template',
    label: 'Template',
    group: 'Cards and more',
    fields: () => [
      {
        key: 'fallback',
        label: 'What visitors read',
        kind: 'long',
        value: 'Your order 1043 is on its way.',
        hint: 'The template itself is the service’s own: change it as JSON.',
      },
    ],
    build: (v) => ({
      type: 'template',
      textFallback: v.fallback,
      template: { name: 'order_update', parameters: { order: '1043' } },
    }),
  },
];

export const SAMPLES: readonly Sample[] = [...TEXTS, ...BUTTONS, ...CARDS];
