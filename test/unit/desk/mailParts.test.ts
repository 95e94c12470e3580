import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMail } from '../../support/readMail';

const HEAD = 'From: ada@visitor.example\r\nTo: help@shop.example\r\nMIME-Version: 1.0\r\n';
const part = (type: string, content: string, more = ''): string =>
  `Content-Type: ${type}\r\nContent-Transfer-Encoding: 8bit\r\n${more}\r\n${content}\r\n`;
const plain = (content: string): string => part('text/plain; charset=utf-8', content);
const html = (content: string): string => part('text/html; charset=utf-8', content);
const multi = (kind: string, ...parts: string[]): string => {
  const boundary = `b${kind}${parts.join('').length}`;
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${parts.map((one) => `--${boundary}\r\n${one}`).join('')}--${boundary}--\r\n`;
};
const read = async (body: string) => {
  const { text, other, files } = await readMail(Buffer.from(`${HEAD}${body}`));
  return { text: text.trim(), other, files: files.map(({ fileName, content }) => `${fileName}: ${content}`) };
};

describe('the parts of a mail', () => {
  const KINDS = ['plain', 'html', 'alternative', 'named', 'attached', 'picture'] as const;
  type Kind = (typeof KINDS)[number];
  const written = (kind: Kind, at: number): string => {
    const words = `word${at} and more`;
    const name = `notes${at}.txt`;
    if (kind === 'plain') return plain(words);
    if (kind === 'html') return html(`<p>${words}</p>`);
    if (kind === 'alternative') return multi('alternative', plain(words), html(`<div>${words}</div>`));
    if (kind === 'picture')
      return part(`image/png; name="${name}"`, words, 'Content-Disposition: inline\r\n');
    const disposition = kind === 'attached' ? 'attachment' : ['inline', ''][at % 2];
    return part(
      `text/plain; charset=utf-8; name="${name}"`,
      words,
      disposition ? `Content-Disposition: ${disposition}; filename="${name}"\r\n` : '',
    );
  };

  it('follow each other, in any order, and those with a name are files', async () => {
    const anyParts = fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(anyParts, fc.constantFrom('mixed', 'related'), async (kinds, around) => {
        const found = await read(multi(around, ...kinds.map(written)));
        const isText = (kind: Kind, at: number) =>
          ['plain', 'html', 'alternative'].includes(kind) || (kind === 'named' && at === 0);
        const words = kinds.flatMap((kind, at) => (isText(kind, at) ? [`word${at} and more`] : []));
        expect(found.text.split(/\n+/).filter(Boolean)).toEqual(words);
        const named = kinds.flatMap((kind, at) =>
          isText(kind, at) ? [] : [`notes${at}.txt: word${at} and more`],
        );
        expect(found.files).toEqual(named);
        expect(found.other).toBeUndefined();
      }),
    );
  });

  it.each([
    [
      'a list’s footer',
      '_______________________________________________\nHelp mailing list\nHelp@lists.shop.example',
    ],
    ['what a gateway adds', 'This e-mail is confidential.'],
    ['what a phone adds', '\nSent from my iPhone'],
  ])('have words in HTML alone besides %s', async (_what, added) => {
    const { text } = await read(multi('mixed', html('<p>My order 17 is broken.</p>'), plain(added)));
    expect(text.startsWith('My order 17 is broken.\n')).toBe(true);
    expect(text).toContain(added.trim().split('\n').at(-1));
  });

  it('that are text have the bytes of a file in any charset', async () => {
    const file = part('text/plain; name="a.txt"', '\u00fc', 'Content-Disposition: inline\r\n');
    const source = Buffer.from(`${HEAD}${multi('mixed', html('<p>See</p>'), file)}`, 'latin1');
    const { files } = await readMail(source);
    expect(files.map(({ content }) => content.toString('latin1'))).toEqual(['\u00fc']);
  });

  it('that are a mail in the text have its header above', async () => {
    const inner = `Content-Type: message/rfc822\r\nContent-Disposition: inline\r\n\r\nFrom: Parcels <info@parcels.example>\r\nSubject: Order 17\r\nContent-Type: text/html\r\n\r\n<p>On its way</p>\r\n`;
    const { text } = await read(multi('mixed', plain('Where is it?'), inner));
    expect(text.replace(/\n+/g, '\n')).toBe(
      'Where is it?\nFrom: "Parcels" <info@parcels.example>\nSubject: Order 17\nOn its way',
    );
  });

  it('are one message where a program sends both versions one below the other', async () => {
    const { text, other } = await read(multi('mixed', plain('My order 17.'), html('<b>My order 17.</b>')));
    expect({ text, other }).toEqual({ text: 'My order 17.', other: undefined });
  });
});

describe('of the two versions of a mail', () => {
  const WORDS = [
    'My order 1234567 is broken.',
    'Yes, please',
    'مرحبا، رقم طلبي 17',
    '青いランプをお願いします',
    '👍',
  ];
  const both = (one: string, two: string) => read(multi('alternative', plain(one), html(two)));

  it.each(WORDS)('the one without HTML is read where both say the same: %s', async (words) => {
    const said = `${words}\n\n> On Friday\n> help <https://shop.example/a>`;
    const { text, other } = await both(
      said,
      `<p>${words}</p><blockquote>On Friday <a href="https://x.example">help</a></blockquote>`,
    );
    expect({ text, other }).toEqual({ text: said, other: undefined });
  });

  it.each(['', ' \u00a0\n\u200b', '\ufeff', '-- \n'])('an empty one is not read: %j', async (empty) => {
    for (const words of WORDS)
      expect(await both(empty, `<p>${words}</p>`)).toEqual({ text: words, files: [], other: undefined });
  });

  it.each([
    'Your email program does not show HTML.',
    'This message is in HTML format. Please use a modern program.',
    'Diese Nachricht kann nur als HTML angezeigt werden.',
  ])('one that is nothing but a hint gives way: %s', async (hint) => {
    for (const words of WORDS) {
      const { text, other } = await both(hint, `<p>${words}</p>`);
      expect(text).toBe(words);
      expect(other?.trim()).toBe(hint);
    }
  });

  it('neither loses a word where they differ', async () => {
    expect(await both('Sent from my iPhone', '<p>ok 42</p><p>Sent from my iPhone</p>')).toEqual({
      text: 'ok 42\n\nSent from my iPhone',
      files: [],
      other: undefined,
    });
    const word = fc.constantFrom('blue', 'lamp', 'order', 'seventeen', 'please', '青', '👍');
    await fc.assert(
      fc.asyncProperty(fc.array(word), fc.array(word), async (one, two) => {
        const { text, other = '' } = await both(one.join(' '), `<p>${two.join(' ')}</p>`);
        for (const said of [...one, ...two]) expect(text + other).toContain(said);
      }),
    );
  });

  it('the other is read where the HTML cannot be', async () => {
    expect((await both('Hello', `${'<div>'.repeat(600)}Hello`)).text).toBe('Hello');
  });
});
