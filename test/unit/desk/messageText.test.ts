import { describe, expect, it } from 'vitest';
import { textOf } from '../../../examples/support-desk/server/domain/messages/messageText';

const DESK = 'https://desk.example/base';
const link = (text: string, uri: string) => ({ type: 'link', text, uri });

describe('a message in an email or a transcript', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ['text', { text: 'Hello\n  there' }, ['Hello', '  there']],
    ['text', { text: 'Pay now', markdownText: '**Pay** now' }, ['Pay now']],
    [
      'text',
      { text: 'Pay here', markdownText: '[Pay](https://pay.example/42) here' },
      ['[Pay](https://pay.example/42) here'],
    ],
    [
      'text',
      { text: 'Your invoice', actions: [link('Open it', 'https://pay.example/7?filter=*')] },
      ['Your invoice', 'Open it: https://pay.example/7?filter=*'],
    ],
    [
      'text',
      { text: 'Sure?', actions: [{ type: 'postback', text: 'Cancel my order', payload: 'x' }] },
      ['Sure?', 'Cancel my order'],
    ],
    [
      'text',
      { text: 'Which?', actions: ['42', '43'].map((text) => ({ type: 'reply', text, payload: text })) },
      ['Which?', '42', '43'],
    ],
    [
      'text',
      { text: 'So', references: [{ title: 'Returns', uri: 'https://shop.example/r' }] },
      ['So', 'Returns: https://shop.example/r'],
    ],
    ['text', { text: 'No', actions: [link('Run', 'javascript:alert(1)')] }, ['No', 'Run']],
    [
      'image',
      { mediaUrl: '/uploads/0123456789/boots%201.png', text: 'Look' },
      ['Look', `boots 1.png: ${DESK}/uploads/0123456789/boots%201.png`],
    ],
    [
      'file',
      { mediaUrl: 'https://cdn.example/guide.pdf', altText: 'The guide' },
      ['The guide: https://cdn.example/guide.pdf'],
    ],
    [
      'carousel',
      {
        textFallback: 'Boots',
        items: [
          { title: 'Boots', description: 'brown', actions: [link('Buy', 'https://shop.example/boots')] },
          { title: 'Shoes', mediaUrl: 'https://cdn.example/shoes.png' },
        ],
      },
      [
        'Boots: brown',
        'Buy: https://shop.example/boots',
        'Shoes',
        'shoes.png: https://cdn.example/shoes.png',
      ],
    ],
    [
      'list',
      {
        items: [{ title: 'A', actions: [link('See', 'https://shop.example/a')] }],
        actions: [link('All', 'https://shop.example/')],
      },
      ['A', 'See: https://shop.example/a', 'All: https://shop.example/'],
    ],
    [
      'form',
      {
        fields: [
          { type: 'text', name: 'order', label: 'Your order number' },
          {
            type: 'select',
            name: 'size',
            label: 'Size',
            options: [
              { name: 's', label: 'Small' },
              { name: 'l', label: 'Large' },
            ],
          },
        ],
      },
      ['Your order number', 'Size: Small, Large'],
    ],
    [
      'formResponse',
      { fields: [{ type: 'text', name: 'order', label: 'Your order number', text: '4711' }] },
      ['Your order number: 4711'],
    ],
    [
      'location',
      {
        text: 'Our shop',
        coordinates: { lat: 52.5, long: 13.4 },
        location: { name: 'Shop', address: 'Main St 1' },
      },
      ['Our shop', 'Shop', 'Main St 1', '52.5, 13.4'],
    ],
    ['template', { textFallback: 'Your order is on its way' }, ['Your order is on its way']],
    ['hologram', { altText: 'A boot' }, ['A boot']],
    ['hologram', {}, ['…']],
  ])('says all that it has: %s %j', (type, body, lines) => {
    expect(textOf({ type, body: body as never }, DESK).split('\n')).toEqual(lines);
  });

  it('has the name of a file whose address nobody could open', () => {
    expect(textOf({ type: 'file', body: { mediaUrl: '/uploads/0123456789/a%20b.pdf' } })).toBe('a b.pdf');
  });
});
