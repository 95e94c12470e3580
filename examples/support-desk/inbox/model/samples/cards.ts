import { choices, itemsOf, rowsOf, type SampleField, yesNo } from '../sampleFields';
import type { Sample } from './sample';

const items = (base: string): SampleField => ({
  key: 'items',
  label: 'Items',
  kind: 'rows',
  columns: [
    { label: 'Title', kind: 'text' },
    { label: 'Description', kind: 'text', optional: true },
    { label: 'Picture URL', kind: 'picture', optional: true },
  ],
  add: 'Add an item',
  example: [
    ['Trail boots', 'Waterproof, €89.90', `${base}/agent/samples/boots.png`],
    ['Day pack', '18 litres, €54.00', `${base}/agent/samples/pack.png`],
    ['Camping lamp', '30 hours, €24.50', `${base}/agent/samples/lamp.png`],
  ],
});

export const CARDS: Sample[] = [
  {
    id: 'form',
    label: 'Form',
    icon: 'form',
    group: 'Cards and more',
    fields: () => [
      {
        key: 'fields',
        label: 'Fields',
        kind: 'rows',
        columns: [
          { label: 'Label', kind: 'text' },
          {
            label: 'Answer',
            kind: 'choice',
            options: [
              ['text', 'Text'],
              ['email', 'Email address'],
              ['select', 'One of several'],
            ],
          },
          { label: 'Choices, with commas', kind: 'text', optional: true },
        ],
        add: 'Add a field',
        example: [
          ['Name', 'text', ''],
          ['Email', 'email', ''],
          ['Size', 'select', 'Small, Medium, Large'],
        ],
      },
      {
        key: 'block',
        label: 'Visitors must answer it before they write',
        kind: 'choice',
        value: 'no',
        options: choices('no', 'yes'),
      },
    ],
    problem: (v) =>
      rowsOf(v.fields)
        .map(([label = '', type, given = '']) =>
          type === 'select' && !given ? `${label}: write the choices, with commas between them.` : undefined,
        )
        .find(Boolean),
    build: (v) => ({
      type: 'form',
      fields: rowsOf(v.fields).map(([label = '', chosen, given = ''], i) => {
        const type = chosen || 'text';
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
    icon: 'cards',
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
    icon: 'bullets',
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
    icon: 'pin',
    group: 'Cards and more',
    fields: () => [
      { key: 'name', label: 'Name', kind: 'text', example: 'Porch, the shop', optional: true },
      { key: 'address', label: 'Address', kind: 'text', example: 'Pariser Platz, Berlin', optional: true },
      { key: 'lat', label: 'Latitude', kind: 'text', example: '52.5163' },
      { key: 'long', label: 'Longitude', kind: 'text', example: '13.3777' },
    ],
    problem: (v) =>
      Math.abs(Number(v.lat)) <= 90 && Math.abs(Number(v.long)) <= 180
        ? undefined
        : 'Latitude is a number from -90 to 90, longitude one from -180 to 180.',
    build: (v) => ({
      type: 'location',
      coordinates: { lat: Number(v.lat), long: Number(v.long) },
      location: { name: v.name, address: v.address },
    }),
  },
  {
    id: 'template',
    label: 'Channel template',
    icon: 'template',
    group: 'Cards and more',
    fields: () => [
      {
        key: 'fallback',
        label: 'What visitors read',
        kind: 'long',
        example: 'Your order 1043 is on its way.',
        hint: 'The template itself can be changed only as JSON.',
      },
    ],
    build: (v) => ({
      type: 'template',
      textFallback: v.fallback,
      template: { name: 'order_update', parameters: { order: '1043' } },
    }),
  },
];
