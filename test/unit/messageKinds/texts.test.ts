import { describe, expect, it } from 'vitest';
import { linesIn, namesIn, shortText, TEXTS } from '../../../src/messageKinds/texts';
import { decodeMessage, type WireMessage } from '../../../src/wire/message';
import { englishWords } from '../../support/words';

const message = (fields: object) => decodeMessage({ _id: 'm', received: 1, ...fields }) as WireMessage;
const words = englishWords();
const none = { knows: () => false, t: (key: string) => key };

const mediaUrl = 'https://shop.example/f/red%20boots.png';
const action = { type: 'link', text: 'Buy', uri: 'https://shop.example/buy' };
const item = { title: 'Otter', description: 'Quick', mediaUrl, altText: 'A boat', actions: [action] };
const fields = [
  { type: 'text', name: 'n', label: 'Name', text: 'Grace' },
  { type: 'select', name: 'size', select: [{ name: 's', label: 'Small' }] },
];
const place = { name: 'Shed', address: 'Harbour 1' };

const file = { name: 'red boots.png', url: mediaUrl, element: 'file' };
const itemLines = [
  { name: 'Otter', detail: 'Quick' },
  { name: 'A boat', url: mediaUrl, element: 'file' },
  { name: 'Buy', url: 'https://shop.example/buy', element: 'button' },
];

describe('the words of a message kind', () => {
  it.each([
    ['text', {}, 'Attachment', []],
    ['image', { mediaUrl }, 'Image', [file]],
    ['image', { mediaUrl, altText: 'Red' }, 'Red', [{ ...file, name: 'Red' }]],
    ['file', { mediaUrl }, 'File', [file]],
    ['carousel', { items: [item, { title: 'Elk' }] }, 'Otter, Elk', [...itemLines, { name: 'Elk' }]],
    ['list', { items: [item] }, 'Otter', itemLines],
    ['location', { location: place }, 'Shed', [{ name: 'Shed' }, { name: 'Harbour 1' }]],
    ['location', { coordinates: { lat: 1, long: 2 } }, 'Location', [{ name: '1, 2' }]],
    ['form', { fields }, 'Name, size', [{ name: 'Name' }, { name: 'size' }]],
    [
      'formResponse',
      { fields },
      'Name, size',
      [
        { name: 'Name', detail: 'Grace' },
        { name: 'size', detail: 'Small' },
      ],
    ],
    ['template', {}, 'Attachment', []],
    ['hologram', { altText: 'A ghost' }, 'A ghost', [{ name: 'A ghost' }]],
  ])('%s %j: %s', (type, raw, short, lines) => {
    const told = message({ type, ...raw });
    expect(shortText(told, words)).toBe(short);
    const filled = linesIn(told).map((line) => Object.fromEntries(Object.entries(line).filter(([, v]) => v)));
    expect(filled.filter(({ name, url }) => name || url)).toEqual(lines);
  });

  it('come after its own text and its fallback, unless those are blank', () => {
    const form = { type: 'form', fields };
    expect(shortText(message({ ...form, text: 'Hello', textFallback: 'Hi' }), words)).toBe('Hello');
    expect(shortText(message({ ...form, text: ' ', textFallback: 'Hi' }), words)).toBe('Hi');
    expect(shortText(message({ ...form, text: ' ' }), words)).toBe('Name, size');
  });

  it('for its name alone wait until they are loaded', () => {
    expect(shortText(message({ type: 'image' }), none)).toBeUndefined();
    expect(shortText(message({ type: 'image', altText: 'Red' }), none)).toBe('Red');
  });

  it('name twenty things at most', () => {
    const many = { type: 'form', fields: Array.from({ length: 1000 }, (_, i) => ({ name: `n${i}` })) };
    expect(namesIn(message(many)).split(', ')).toHaveLength(20);
  });

  it('are decoded from any message', () => {
    const odd = [undefined, null, 7, 'x', [], {}, [null, 7, 'x', [[]]]];
    const names = 'items fields location coordinates actions mediaUrl altText'.split(' ');
    for (const type of [...Object.keys(TEXTS), 'toString', '__proto__'])
      for (const value of odd) {
        const told = message({ type, ...Object.fromEntries(names.map((name) => [name, value])) });
        expect(() => [shortText(told, words), linesIn(told)], type).not.toThrow();
      }
  });
});
