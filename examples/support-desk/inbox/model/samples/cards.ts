import { choices, itemsOf, lines, parts, type SampleField, yesNo } from '../sampleFields';
import type { Sample } from './sample';

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

export const CARDS: Sample[] = [
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
        label: 'Visitors must answer it before they write',
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
