import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLinks } from '../../../src/model/links';
import { safeUrl } from '../../../src/model/validation';

const links = (text: string) =>
  splitLinks(text)
    .filter((p) => p.href !== undefined)
    .map((p) => p.text);

describe('links in a text', () => {
  it('are found between words, with the text around them kept', () => {
    expect(splitLinks('see https://shop.example/a?b=c#d now')).toEqual([
      { text: 'see ' },
      { text: 'https://shop.example/a?b=c#d', href: 'https://shop.example/a?b=c#d' },
      { text: ' now' },
    ]);
  });

  it('may be web, mail and telephone addresses, in any case (log-13)', () => {
    expect(links('HTTP://A.example mailto:a@b.example TEL:+4912345')).toEqual([
      'HTTP://A.example',
      'mailto:a@b.example',
      'TEL:+4912345',
    ]);
  });

  it.each([
    ['(https://a.example/b)', 'https://a.example/b'],
    ['Look at https://a.example.', 'https://a.example'],
    ['https://a.example/b, or not', 'https://a.example/b'],
    ['“https://a.example/b”', 'https://a.example/b'],
    ['https://a.example/b?!', 'https://a.example/b'],
    ['<https://a.example/b>', 'https://a.example/b'],
    ['見て https://a.example/b。', 'https://a.example/b'],
    ['(see https://a.example/b_(c))', 'https://a.example/b_(c)'],
    ['https://a.example/b_(c).', 'https://a.example/b_(c)'],
  ])('leave the marks of the sentence %s outside', (text, link) => {
    expect(links(text)).toEqual([link]);
  });

  it('are none in plain text, and an empty text has no parts', () => {
    expect(splitLinks('nothing to see')).toEqual([{ text: 'nothing to see' }]);
    expect(splitLinks('')).toEqual([]);
    expect(links('https:// http://')).toEqual([]);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    '  javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'DATA:text/html;base64,AAAA',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:a.example/1',
    'ftp://a.example',
    'intent://a#Intent;end',
    'hotel:5',
    'xhttps:a.example',
    'web+mailto:a@b.example',
  ])('never lead to %j', (address) => {
    expect(safeUrl(address)).toBeUndefined();
    for (const text of [address, `x ${address} y`, `https://a.example ${address}`]) {
      for (const part of splitLinks(text)) expect(part.href ?? 'https:').toMatch(/^(https?|mailto|tel):/);
    }
    expect(links(address)).toEqual([]);
  });

  it('do not begin inside a word', () => {
    expect(links('hotel:Sea-View hypertext:5 xhttp://a.example')).toEqual([]);
    expect(links('見てhttps://a.example (tel:5 _https://b.example')).toEqual([
      'https://a.example',
      'tel:5',
      'https://b.example',
    ]);
  });

  it('without a safe address stay part of the text', () => {
    expect(splitLinks('see http://[x now')).toEqual([{ text: 'see http://[x now' }]);
  });

  it('keep the author’s text even if the address is normalised', () => {
    const [part] = splitLinks('HTTPS://EXAMPLE.com/a%20b');
    expect(part).toEqual({ text: 'HTTPS://EXAMPLE.com/a%20b', href: 'https://example.com/a%20b' });
  });

  it('preserve any text and have safe addresses only', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.constantFrom(
        'javascript:',
        'data:',
        'vbscript:',
        'https://',
        'http:',
        'tel:',
        'mailto:',
        'jAvAsCrIpT:',
      ),
      fc.constantFrom('\t', '\n', '\u0000', '\u00a0', '\u202e', ' ', '"', '<', '>', '.', ')', '@', ':', '//'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const parts = splitLinks(text);
        expect(parts.map((p) => p.text).join('')).toBe(text);
        for (const { text: shown, href } of parts) {
          expect(shown).not.toBe('');
          if (href !== undefined) {
            expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(new URL(href).protocol);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('are found in a text made to be slow', () => {
    const brackets = `https://a.example/${'(b)'.repeat(20_000)} ${'https://a.example/(b) '.repeat(2000)}`;
    const text = `https://a.example/${'.'.repeat(50_000)} ${'tel:'.repeat(10_000)}${'http://'.repeat(5000)} ${brackets}`;
    expect(
      splitLinks(text)
        .map((p) => p.text)
        .join(''),
    ).toBe(text);
  });
});
