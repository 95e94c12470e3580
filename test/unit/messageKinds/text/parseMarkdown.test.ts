import { describe, expect, it } from 'vitest';
import {
  type Block,
  type Inline,
  MOST_NODES,
  parseMarkdown,
} from '../../../../src/messageKinds/text/parseMarkdown';

const flat = (node: Inline): string =>
  typeof node === 'string'
    ? node
    : 'href' in node
      ? `<${node.href}|${node.children.map(flat).join('')}>`
      : `<${node.tag}|${node.children.map(flat).join('')}>`;
const line = (text: string): string => {
  const [block] = parseMarkdown(text) as [Block];
  return block.tag === 'p' ? block.children.map(flat).join('') : block.tag;
};
/** The blocks: a block of code as its code in brackets, another as its text. */
const blocks = (text: string) =>
  parseMarkdown(text).map(({ dir, children: [first, ...more] }) =>
    dir && typeof first === 'object' ? first.children : [first ?? '', ...more].map(flat).join(''),
  );

describe('Markdown', () => {
  it('has bold, italics, code and links, one in another', () => {
    expect(line('a **b *cc* d** `e **f**` [g](https://h.example/)')).toBe(
      'a <strong|b <em|cc> d> <code|e **f**> <https://h.example/|g>',
    );
  });

  it('leaves other characters unchanged', () => {
    for (const text of [
      '2 * 3 * 4',
      'snake_case_name',
      '**open',
      'a * b',
      '`',
      '```',
      '```\n```',
      '****',
      '*******',
      '***open',
      '[x](javascript:alert(1))',
      '[x] (y)',
      '_',
    ])
      expect(line(text)).toBe(text);
  });

  it('tells lists, paragraphs and headings apart', () => {
    expect(
      parseMarkdown('## T\na\nb\n\n- c\n- d\n4. e').map((b) =>
        b.tag === 'p' ? b.tag : [b.tag, b.start, b.children.length],
      ),
    ).toEqual(['p', 'p', ['ul', undefined, 2], ['ol', 4, 1]]);
  });

  it('has bold italics', () => {
    expect(line('a ***bb*** **_c `d`_** *ee*')).toBe('a <em|<strong|bb>> <strong|<em|c <code|d>>> <em|ee>');
  });

  it('makes a link to a picture, named by its alternative text or its address', () => {
    expect(line('See ![a canoe](https://a.example/c.png) and ![](https://a.example/d_e_f.png)!')).toBe(
      'See <https://a.example/c.png|a canoe> and <https://a.example/d_e_f.png|https://a.example/d_e_f.png>!',
    );
    expect(line('![a](javascript:alert(1))')).toBe('![a](javascript:alert(1))');
  });

  it('keeps the code between fences as it is written, without the word for its language', () => {
    expect(blocks('Run:\n```bash\nnpm *i*\n\n  # [b](https://b.example)\n- c\n```\n**Done**')).toEqual([
      'Run:',
      ['npm *i*\n\n  # [b](https://b.example)\n- c'],
      '<strong|Done>',
    ]);
    expect(blocks('~~~\na\n~~~')).toEqual(['~~~\na\n~~~']);
    expect(blocks('``` a b\nc\n```')).toEqual(['``` a b\nc\n```']);
    expect(blocks('````\n```\na\n```\n````')).toEqual([['```\na\n```']]);
    expect(blocks('```a``` b')).toEqual(['<code|a> b']);
  });

  it('ends a block of code that is not closed with the text, and shows its beginning', () => {
    expect(blocks('a\n```js\nb\n\nc')).toEqual(['a', ['```js\nb\n\nc']]);
  });

  it.each([
    ['한국어 **중요**한 `npm`을', '한국어 <strong|중요>한 <code|npm>을'],
    ['这是**重点**，使用`npm`命令', '这是<strong|重点>，使用<code|npm>命令'],
    ['هذا **مهم**، و`npm`', 'هذا <strong|مهم>، و<code|npm>'],
    [
      '**Note:** _“now”_ (_soon_) **5 €**, **Ada**’s **C#**!',
      '<strong|Note:> <em|“now”> (<em|soon>) <strong|5 €>, <strong|Ada>’s <strong|C#>!',
    ],
    ['_see https://a.example/_b_c_', '<em|see https://a.example/_b_c>'],
    ['`a\\`', '<code|a\\>'],
    ['\\`a\\` \\**b\\** \\*\\*c\\*\\*', '`a` **b** **c**'],
    [
      '\\[a](https://b.example/) \\![a](https://b.example/)',
      '[a](https://b.example/) !<https://b.example/|a>',
    ],
    ['[ ](https://b.example/)', '<https://b.example/|https://b.example/>'],
    ['(`Д´) l`a d`un', '(`Д´) l`a d`un'],
    ['*a\nb* **a\nb**', '*a\nb* **a\nb**'],
    ['*a b c * *d', '*a b c * *d'],
  ])('reads %j', (source, drawn) => {
    expect(line(source)).toBe(drawn);
  });

  it('is a list from two lines on with the same sign and a word, and with the numbers that follow', () => {
    const read = (text: string) =>
      parseMarkdown(text).map(({ tag, start, children }) => [tag, start, ...children.map(flat)].join(' '));
    expect(read('- a')).toEqual(['p  - a']);
    expect(read('- 20 €\n- 5 €')).toEqual(['p  - 20 €\n- 5 €']);
    expect(read('- a\n- 2 b\n- - -\n\n- c')).toEqual(['ul  <li|a> <li|2 b>', 'p  - - -', 'ul  <li|c>']);
    expect(read('- a\n* b')).toEqual(['p  - a\n* b']);
    expect(read('1. a\n1. b\n2. c')).toEqual(['ol 1 <li|a>', 'ol 1 <li|b> <li|c>']);
    expect(read('01. a\n100. b\n1) c')).toEqual(['p  01. a\n100. b\n1) c']);
    expect(read('\\- a\n\\- b')).toEqual(['p  - a\n- b']);
    expect(read('\\## a\n# b\n\\# c')).toEqual(['p  ## a\n# b\n\\# c']);
  });

  it('has code in a list, without the indent of the list', () => {
    expect(blocks('1. a\n   ```\n   b\n     c\n   ```\n2. d')).toEqual(['<li|a>', ['b\n  c'], '<li|d>']);
  });

  it('looks a few times at each of half a million unclosed marks: a look at all for each would not end', () => {
    const length = 500_000;
    const attacks = [
      ...['**a ', '*a', '[', '[a](', '`', '_a ', '![[', '**_*`', '- **'],
      ...['```\n', '```a\n', '```a`\n', '~~~', '\n   ', '``` ', '````\n```\n', '***a **b *c '],
    ].map((s) => s.repeat(Math.ceil(length / s.length)).slice(0, length));
    attacks.push(`\`\`\`\n${attacks.join('\n')}`, `\`\`\`\`\n${'```\n'.repeat(length / 4)}`);
    expect(attacks.flatMap((attack) => parseMarkdown(attack)).length).toBeGreaterThan(attacks.length);
  });
});

describe('more markup than a message has', () => {
  const count = (value: unknown): number =>
    Array.isArray(value)
      ? value.reduce((sum: number, one) => sum + count(one), 0)
      : typeof value === 'object' && value !== null
        ? 1 + Object.values(value).reduce((sum: number, one) => sum + count(one), 0)
        : 0;
  const plainOf = (value: unknown): string =>
    Array.isArray(value)
      ? value.map(plainOf).join('')
      : typeof value === 'object' && value !== null
        ? Object.entries(value)
            .filter(([name]) => name === 'children')
            .map(([, one]) => plainOf(one))
            .join('')
        : String(value);

  it.each([
    ['lists', '- a\n'],
    ['numbered lists', '1. a\n- b\n'],
    ['emphasis', '*a* '],
    ['nested emphasis', '**a *b* c** '],
    ['paragraphs', 'a\n\n'],
    ['headings', '# a\n'],
    ['links', '[a](https://a.example) '],
    ['code', '`a` '],
    ['blocks of code', '```\na\n```\n'],
    ['bold italics', '***a*** '],
    ['pictures', '![a](https://a.example) '],
    ['what is never closed', '**a _b `c [d'],
  ])('makes a few hundred nodes, and the rest is text: %s', (_, unit) => {
    const blocks = parseMarkdown(unit.repeat(5000));
    expect(count(blocks)).toBeLessThan(MOST_NODES + 10);
    // No text is lost.
    const letters = (text: string) => text.replace(/[^abcd]/g, '').length;
    const least = letters(unit.replace(/\(.*?\)/g, '')) * 5000;
    expect(letters(plainOf(blocks))).toBeGreaterThanOrEqual(least);
  });
});
