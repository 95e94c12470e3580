import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Format, format, replyBody } from '../../../examples/support-desk/inbox/model/formatted';

describe('a reply', () => {
  it.each([
    'Hello',
    'Two\nlines',
    'A paragraph\n\nand another',
    '2 * 3 * 4 = 24',
    'snake_case_name and *',
    'https://github.com/acme/app/blob/main/__init__.py',
    'A price of 5 - 7 €',
    'مرحبا',
    '  indented\n    more',
    '# of items: 5',
    'C:\\temp\\*.txt',
  ])('without formatting is sent as it is: %j', (text) => {
    expect(replyBody(`\n${text}\n`)).toEqual({ text });
  });

  it.each([
    ['We will **replace** it', 'We will replace it'],
    ['_Soon_, `now`', 'Soon, now'],
    ['1. Print\n2. Post', '1. Print\n2. Post'],
    ['Then:\n- a\n- b', 'Then:\n\n- a\n- b'],
    ['3. c\n4. d', '3. c\n4. d'],
    ['[The guide](https://a.example/g)', 'The guide (https://a.example/g)'],
    ['## A heading', 'A heading'],
    ['\\*not this\\*', '*not this*'],
    ['```\nnpm start\n```', 'npm start'],
  ])('with formatting is sent as Markdown, too, and read without it: %j', (markdown, text) => {
    expect(replyBody(markdown)).toEqual({ text, markdownText: markdown });
  });

  it('never loses its last word, whatever is written', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab *_`[]()#-1.\n') }), (text) => {
        const { text: plain, markdownText } = replyBody(`${text} end`);
        expect(plain).toContain('end');
        expect(markdownText ?? plain).toBe(`${text} end`.replace(/^\s*\n/, ''));
      }),
    );
  });
});

/** The text with its selection between two bars. */
const mark = ({ text, start, end }: ReturnType<typeof format>) =>
  `${text.slice(0, start)}|${text.slice(start, end)}|${text.slice(end)}`;
const read = (marked: string) => {
  const [before = '', inner = '', after = ''] = marked.split('|');
  return { text: before + inner + after, start: before.length, end: before.length + inner.length };
};

describe('the buttons', () => {
  it.each<[Format, string, string]>([
    ['bold', 'a |word| b', 'a **|word|** b'],
    ['bold', 'a **|word|** b', 'a |word| b'],
    ['bold', 'a| word |b', 'a **|word|** b'],
    ['italic', '||', '_||_'],
    ['bold', 'un|believ|able', '**|unbelievable|**'],
    ['bold', '**un|believ|able**', '|unbelievable|'],
    ['code', 'on|e tw|o', '`|one two|`'],
    ['bold', 'wo||rd', '**|word|**'],
    ['bold', 'word||', 'word**||**'],
    ['code', 'run |npm start|', 'run `|npm start|`'],
    ['link', 'see |the guide|', 'see [the guide](|https://|)'],
    ['link', '|https://a.example/|', '[||](https://a.example/)'],
    ['link', '||', '[||](https://)'],
    ['bullets', '|a\nb|', '- a\n- b||'],
    ['bullets', '- a\n- |b|', '- a\nb||'],
    ['bullets', '|- a\n- b|', 'a\nb||'],
    ['numbers', 'x\n|a\nb|\ny', 'x\n1. a\n2. b||\ny'],
    ['numbers', '|- a\n- b|', '1. a\n2. b||'],
  ])('%s makes of %j %j', (how, before, after) => {
    expect(mark(format(read(before), how))).toBe(after);
  });

  it('keep every letter and a selection inside of the text', () => {
    const formats: Format[] = ['bold', 'italic', 'code', 'link', 'bullets', 'numbers'];
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat(), fc.constantFrom(...formats), (text, a, b, how) => {
        const [start = 0, end = 0] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y);
        const made = format({ text, start, end }, how);
        expect(made.start).toBeGreaterThanOrEqual(0);
        expect(made.end).toBeGreaterThanOrEqual(made.start);
        expect(made.end).toBeLessThanOrEqual(made.text.length);
        const letters = (of: string) => of.replace(/[^\p{L}]/gu, '');
        if (how !== 'link') expect(letters(made.text)).toBe(letters(text));
      }),
    );
  });
});
