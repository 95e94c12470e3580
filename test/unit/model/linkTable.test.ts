import { describe, expect, it } from 'vitest';
import { type Inline, parseMarkdown } from '../../../src/messageKinds/text/parseMarkdown';
import { splitLinks } from '../../../src/model/links';
import { otherHost } from '../../../src/model/otherHost';

/** Addresses as people write them, and where they lead where that differs. */
const ADDRESSES: Record<string, string> = {
  'https://shop.example': 'https://shop.example/',
  'https://shop.example/help': '',
  'http://shop.example/a/b.html?c=d&e=f#g': '',
  'https://github.example/acme/app/blob/main/__init__.py': '',
  'https://shop.example/a*b*c_d_e': '',
  'https://wiki.example/Rust_(game)': '',
  'https://shop.example/~ada/`x`y': 'https://shop.example/~ada/%60x%60y',
  'https://shop.example/wiki/日本語': 'https://shop.example/wiki/%E6%97%A5%E6%9C%AC%E8%AA%9E',
  'https://shop.example/страница': 'https://shop.example/%D1%81%D1%82%D1%80%D0%B0%D0%BD%D0%B8%D1%86%D0%B0',
  'https://shop.example/صفحة': 'https://shop.example/%D8%B5%D9%81%D8%AD%D8%A9',
  'https://shop.example/a,b;c:d': '',
  'https://shop.example/?filter=*&sort=*': '',
  'https://shop.example/~ada_': '',
  'https://shop.example/~': '',
  'https://shop.example/Rust_(game)_': '',
  'https://shop.example/?ids[]': '',
  'https://shop.example/?a[0]=1&b[]': '',
  'https://shop.example/f(x)(y)': '',
  'https://shop.example/#!': '',
  'www.shop.example/?sort=*': 'https://www.shop.example/?sort=*',
  'https://shop.example:8443/a': '',
  'HTTPS://SHOP.example/A': 'https://shop.example/A',
  'https://shop.example/?q=%E2%82%AC': '',
  'www.shop.example': 'https://www.shop.example/',
  'www.shop.example/a?b=c': 'https://www.shop.example/a?b=c',
  'ada@shop.example': 'mailto:ada@shop.example',
  'ada.b+c@mail.shop.example': 'mailto:ada.b+c@mail.shop.example',
  'mailto:ada@shop.example': '',
  'tel:+4930123456': '',
};

/** What is before and after an address in the languages of the messenger. */
const AROUND: [string, string][] = [
  ['', ''],
  ['See ', ' for more'],
  ['(', ')'],
  ['“', '”'],
  ['„', '“'],
  ['« ', ' »'],
  ['«', '»'],
  ['', '.'],
  ['', '!'],
  ['', '?'],
  ['', ', please'],
  ['<', '>'],
  ['"', '"'],
  ['请打开 ', '，然后登录。'],
  ['（', '）'],
  ['「', '」を見て'],
  ['', '。'],
  ['', '、'],
  ['انظر ', '؟'],
  ['انظر ', '، ثم'],
  ['देखें ', '।'],
  ['', '…'],
  ['', ';\nnext line'],
];

const linksOf = (text: string) => splitLinks(text).filter((part) => part.href !== undefined);

describe('an address in a text', () => {
  it.each(Object.entries(ADDRESSES))(
    'is one link, whatever is around it: %s (log-16)',
    (address, leadsTo) => {
      for (const [before, after] of AROUND) {
        const text = before + address + after;
        expect([text, linksOf(text).map((part) => part.text)]).toEqual([text, [address]]);
        expect(linksOf(text)[0]?.href).toBe(leadsTo || address);
        expect(
          splitLinks(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }
    },
  );

  it.each(['*', '_', '~', '**', '~~', '***'])(
    'is one link without the %s around it, or around its words',
    (sign) => {
      for (const address of ['https://shop.example/a', 'https://shop.example/?b=*c', 'www.shop.example']) {
        for (const text of [
          `${sign}${address}${sign}`,
          `See ${sign}this: ${address}${sign}.`,
          `(${sign}${address}${sign})`,
        ])
          expect([text, linksOf(text).map((part) => part.text)]).toEqual([text, [address]]);
        // What is no opening sign leaves the address whole.
        for (const before of [`5 ${sign} 3 `, `a${sign}b `, `${sign}c${sign}\n`])
          expect(linksOf(`${before}${address}/?d=${sign}`).map((part) => part.text)).toEqual([
            `${address}/?d=${sign}`,
          ]);
      }
    },
  );

  it.each([
    ...[
      'a@b',
      '@ada',
      'ada@',
      'ada@shop',
      'www.',
      'www. shop.example',
      'a.www',
      'shop.example',
      'e.g. this',
      '3.5@7.2',
    ],
    ...[
      'user:pass@',
      'ada@shop.example@evil.example',
      'wwww.shop.example.',
      'Tel:_____',
      'https://***',
      'xhttps://',
      'hotel:5',
      '1@2.3',
      'a@b.c1',
      '@@',
      'www..example',
    ],
  ])('is none in %s', (text) => {
    expect(linksOf(text).map((part) => part.text)).toEqual([]);
  });

  it.each([
    ['https://bank.example@evil.example/x', 'evil.example'],
    ['https://ada:secret@shop.example/', 'shop.example'],
    ['https://bаnk.example/', 'xn--bnk-6cd.example'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://2130706433/', '127.0.0.1'],
    ['https://ｂａｎｋ.example/', 'bank.example'],
    ['https://пример.example', 'xn--e1afmkfd.example'],
  ])('is followed by its host where it looks like another: %s', (text, host) => {
    expect(linksOf(text).map((part) => part.host)).toEqual([host]);
  });

  it.each(Object.keys(ADDRESSES))('is not followed by a host where that is to be read: %s', (text) => {
    expect(linksOf(text).map((part) => part.host)).toEqual([undefined]);
  });
});

const flat = (nodes: readonly Inline[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      return 'href' in node
        ? `{${node.href}|${flat(node.children)}}`
        : `<${node.tag}>${flat(node.children)}</>`;
    })
    .join('');
const markdown = (source: string) =>
  parseMarkdown(source)
    .map(({ children }) => flat(children))
    .join('\n');

describe('an address in Markdown', () => {
  it.each(Object.keys(ADDRESSES).filter((address) => /^https?:/i.test(address)))(
    'is divided by no sign of emphasis: %s',
    (address) => {
      for (const around of [address, `Here: ${address}`, `(${address})`, `${address}, and *more*`]) {
        const drawn = markdown(around);
        expect([around, drawn]).toEqual([around, around.replace('*more*', '<em>more</>')]);
        expect(linksOf(drawn.split(', and')[0] ?? '').map((part) => part.text)).toEqual([address]);
      }
      const sign = address.endsWith('*') ? '_' : '**';
      expect(markdown(sign + address + sign)).toBe(`<${sign === '_' ? 'em' : 'strong'}>${address}</>`);
    },
  );

  it.each([
    ['[Returns](https://a.example/r)', '{https://a.example/r|Returns}'],
    ['[Returns](https://a.example/r "Our returns")', '{https://a.example/r|Returns}'],
    ["[Returns](https://a.example/r 'Our returns')", '{https://a.example/r|Returns}'],
    ['[Returns](https://a.example/r (Our returns))', '{https://a.example/r|Returns}'],
    ['[Returns](<https://a.example/r>)', '{https://a.example/r|Returns}'],
    ['[Game](https://a.example/Rust_(game))', '{https://a.example/Rust_(game)|Game}'],
    ['[Game](https://a.example/(a)(b) "Two")', '{https://a.example/(a)(b)|Game}'],
    ['[Sizes [EU]](https://a.example/s)', '{https://a.example/s|Sizes [EU]}'],
    ['[**Bold** and _more_](https://a.example/b)', '{https://a.example/b|<strong>Bold</> and <em>more</>}'],
    ['[Call](tel:+4930)', '{tel:+4930|Call}'],
    ['[Mail](mailto:a@b.example)', '{mailto:a@b.example|Mail}'],
    ['<https://a.example/x_y_z>', '<https://a.example/x_y_z>'],
    ['![Boots](https://a.example/b.png "Boots")', '{https://a.example/b.png|Boots}'],
    [
      'Ready![Track](https://a.example/t) Ready!![Track](https://a.example/t) (![x](https://a.example/t))',
      'Ready!{https://a.example/t|Track} Ready!!{https://a.example/t|Track} ({https://a.example/t|x})',
    ],
    ['[a](javascript:alert(1))', '[a](javascript:alert(1))'],
    ['[a](<javascript:alert(1)>)', '[a](<javascript:alert(1)>)'],
    ['<javascript:alert(1)>', '<javascript:alert(1)>'],
    ['[a](https://a.example b)', '[a](https://a.example b)'],
    ['[a]\n(https://a.example)', '[a]\n(https://a.example)'],
  ])('is read in each usual form: %s', (source, drawn) => {
    expect(markdown(source)).toBe(drawn);
  });

  it.each([
    '['.repeat(20_000),
    '[a](https://a.example/('.repeat(2_000),
    '[[a]'.repeat(5_000),
    '<https://a.example/'.repeat(2_000),
    `[a](https://a.example ${'"'.repeat(20_000)}`,
    `https://a.example/${'_a*'.repeat(8_000)}`,
  ])('is looked for in a text made to be slow, and nothing of it is lost', (source) => {
    expect(markdown(source).length).toBeGreaterThanOrEqual(source.length);
  });
});

describe('a label that looks like another address', () => {
  const real = 'https://evil.example/x';
  it.each([
    'bankꓸexample',
    'bank.̲example',
    'bank·example',
    'bank・example',
    'bank｡example',
    'bank․example',
    'google-login.zip',
    'localhost:8080/login',
    '+49 30 1234567',
    '0049 (30) 123-4567',
    'b̶a̶nk.example',
    'https://bank.example/evil.example',
  ])('is followed by the real host: %s', (label) => {
    expect(otherHost(label, real)).toBe('evil.example');
  });

  it.each([
    ['+49 30 1234567', 'tel:+49301234567'],
    ['Order 12345678', real],
    ['2026-11-25', real],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
    ['हिन्दी.भारत', 'https://xn--j2bd4cyah0f.xn--h2brj9c/'],
    ['Café menu', real],
    ['localhost is my machine', real],
  ])('is not marked where it names no other: %s', (label, href) => {
    expect(otherHost(label, href)).toBeUndefined();
  });
});
