import { describe, expect, it } from 'vitest';
import {
  describeBrowser,
  fileName,
  inShort,
  preview,
  sizeWords,
} from '../../../examples/support-desk/inbox/model/describe';
import { safeHref, safeMediaUrl } from '../../../examples/support-desk/inbox/model/links';
import type { AgentConversation } from '../../../examples/support-desk/shared/answers/conversations';
import type { AgentMessage } from '../../../examples/support-desk/shared/answers/messages';
import { cutText } from '../../../examples/support-desk/shared/cutText';
import { shortMessage } from '../../../examples/support-desk/shared/listRow';
import { messageText } from '../../../examples/support-desk/shared/messageText';

const message = (fields: object): AgentMessage => ({
  _id: 'm',
  type: 'text',
  role: 'appUser',
  received: 1,
  ...fields,
});
const previewOf = (fields: object) =>
  preview({ lastMessage: message(fields) } as unknown as AgentConversation, 'ada-1');

const items = [
  { title: 'Boots', description: 'Waterproof', mediaUrl: 'https://a.example/b.png', altText: 'Brown' },
  { title: 'Pack', actions: [{ type: 'postback', text: 'More' }] },
];
const fields = [{ type: 'text', name: 'n', label: 'Name', text: 'Grace' }];

describe('a message in the inbox', () => {
  it('is summarised by its text, else by its content', () => {
    expect(messageText(message({ text: 'Hi', textFallback: 'no' }))).toBe('Hi');
    expect(messageText(message({ type: 'carousel', items }))).toBe('Boots – Waterproof\nPack');
    expect(messageText(message({ type: 'formResponse', fields }))).toBe('Name: Grace');
    expect(
      messageText(
        message({ type: 'location', location: { name: 'Shed' }, coordinates: { lat: 1.5, long: 2 } }),
      ),
    ).toBe('Shed\n1.5, 2');
    expect(messageText(message({ type: 'image', altText: 'A cat' }))).toBe('');
  });

  it('is one line with its type in the list', () => {
    expect(previewOf({ type: 'list', items })).toBe('List: Boots – Waterproof Pack');
    expect(previewOf({ type: 'image', altText: 'A cat' })).toBe('Image');
  });

  it('is the agent’s own in the list by its author’s id, whatever the name', () => {
    const from = (fields: object) => previewOf({ role: 'appMaker', text: 'Hi', ...fields });
    expect(from({ name: 'Ada', authorId: 'ada-1' })).toBe('You: Hi');
    expect(from({ name: 'The name before', authorId: 'ada-1' })).toBe('You: Hi');
    expect(from({ name: 'Ada', authorId: 'ada-2' })).toBe('Ada: Hi');
    expect(from({ name: 'Ada' })).toBe('Ada: Hi');
    expect(from({})).toBe('Agent: Hi');
  });

  it('follows a missed call in the list if it is the visitor’s', () => {
    const missed = (fields?: object) =>
      preview({ lastMessage: fields && message(fields), missedCallAt: 2 }, 'ada-1');
    expect(missed({ text: 'Hi' })).toBe('Missed call · Hi');
    expect(missed({ text: 'Hi', role: 'appMaker' })).toBe('Missed call');
    expect(missed()).toBe('Missed call');
  });

  it('is quoted by its file’s name if it has no text', () => {
    expect(inShort(message({ type: 'file', mediaUrl: 'https://a.example/1/bill%20a.pdf?x=1' }))).toBe(
      'bill a.pdf',
    );
    expect(fileName(message({ type: 'file', mediaUrl: 'https://a.example/' }))).toBe('File');
    expect(inShort(message({}))).toBe('A message');
  });

  it('has a size in words, or none', () => {
    expect([5000, 3.4 * 2 ** 20, 512, -1, 'x', undefined].map(sizeWords)).toEqual([
      '4.9 kB',
      '3.4 MB',
      '512 bytes',
      '',
      '',
      '',
    ]);
  });

  it('has links to safe addresses only', () => {
    expect(safeHref('tel:+4912')).toBe('tel:+4912');
    expect([safeHref('javascript:alert(1)'), safeHref('/x'), safeHref(7)]).toEqual(Array(3).fill(undefined));
    const base = 'https://desk.example';
    expect(safeMediaUrl('/uploads/a.png', base)).toBe('https://desk.example/uploads/a.png');
    expect(['mailto:a@b.example', '', 7, 'http://[x'].map((url) => safeMediaUrl(url, base))).toEqual(
      Array(4).fill(undefined),
    );
  });
});

it('cuts no character of a message, a name or an address in half', () => {
  const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
  for (const text of ['😀', 'a😀', '👩‍🚀', '𠮷野家', 'ab😀'].map((one) => one.repeat(200))) {
    const last = message({ text });
    const shown = [
      shortMessage(last).text,
      inShort(last),
      previewOf({ text }),
      describeBrowser(text),
      ...[0, 1, 2, 3, 127, 128, 129].map((most) => cutText(text, most)),
    ];
    for (const words of shown) expect(words).not.toMatch(half);
  }
});
