import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { leanHtml } from '../../../examples/support-desk/server/mail/leanHtml';
import { composeMail } from '../../support/mails/compose';
import { readMail } from '../../support/readMail';

const ENVELOPE = { from: 'Ada <ada@visitor.example>', to: 'help@shop.example' };

describe('the text of HTML', () => {
  const textOf = async (html: string) => (await readMail(composeMail(ENVELOPE, { html }))).text.trim();

  it('is that of lists, links, tables and headings, without what is not seen', async () => {
    const html = `<html><head><title>T</title><style>p{}</style></head><body><h1>Sizes</h1><ul><li>S<li>M</ul>
      <p>See <a href="https://shop.example/a">here</a> or <a href="https://shop.example/b">https://shop.example/b</a></p>
      <script>alert(1)</script><img src="cid:x" alt="logo"></body></html>`;
    expect(await textOf(html)).toBe(
      'Sizes\n\n * S\n * M\n\nSee here [https://shop.example/a] or https://shop.example/b',
    );
  });

  it.each([
    ['10<sup>3</sup> m<sup>2</sup>, H<sub>2</sub>O, 2<sup>-10</sup>', '10³ m², H₂O, 2⁻¹⁰'],
    ['the 5<sup>th</sup> of <sup>*</sup> May, CO<sub>min</sub>', 'the 5th of * May, COmin'],
    ['Not <s>42</s> <del>41</del> <strike>40 </strike>but 43<s> </s>', 'Not ~~42~~ ~~41~~ ~~40 ~~but 43'],
    ['Great <img alt="😀" src="https://x.example/1f600.png"> thanks', 'Great 😀 thanks'],
    ['<img alt="👍🏽" src="x.png">', '👍🏽'],
    ['<img alt="🇩🇪"><img alt="👩‍👩‍👧‍👦"><img alt="1️⃣"><img alt="❤️">', '🇩🇪👩‍👩‍👧‍👦1️⃣❤️'],
    ['Bye<img alt="17"><img alt="logo 😀"><img alt="">', 'Bye'],
  ])('says what its marks and pictures of emoji say: %s', async (html, text) => {
    expect(await textOf(`<div>${html}</div>`)).toBe(text);
    const mail = composeMail(ENVELOPE, { html: `<div>${html}</div>`, plain: html.replace(/<[^>]*>/g, '') });
    expect((await readMail(mail)).text.trim()).toBe(text);
  });

  it('says where a picture of the web was, and no more of pixels, signs of links and what is quoted', async () => {
    const at = (name: string, more = '') => `<img src="https://x.example/${name}" ${more}>`;
    const long = `https://x.example/${'a'.repeat(500)}`;
    const rows: [string, string][] = [
      [
        `Not ${at('1.jpg', 'alt="Red [1]\n shoe"')}, but${at('2')}this`,
        `Not [image: Red 1 shoe 1.jpg] , but [image: 2] this`,
      ],
      ['<img src="//x.example/1.gif" title="So">', '[image: So 1.gif]'],
      [`<a href="https://shop.example">${at('1')}</a>`, '[image: 1] [https://shop.example]'],
      ['<img src="https://ci3.googleusercontent.com/m#https://x.example/1">', '[image: 1]'],
      [`<img src="${long}?${'b'.repeat(200)}">`, `[image: ${'a'.repeat(500)}]`],
      [
        `a${at('1', 'width=1 height=1')}b${at('1', 'style="max-height: 0px; width:200px"')}c${at('1', 'height=2')}`,
        'abc',
      ],
      [`a${at('1', 'hidden')}<p style="display:none">${at('1')}</p>`, 'a'],
      [`a${at('1', 'width=48')}`, 'a [small image: 1]'],
      [`a<p id="Signature">${at('1', 'alt=Acme')}</p>`, 'a\n\n[signature image: Acme 1]'],
      [`<a href="https://so.example">${at('1', 'width=24')}</a>`, 'https://so.example'],
      [`a<blockquote>${at('1')}b${at('2', 'alt="R"')}</blockquote>`, 'a\n\n> b [image: R 2]'],
    ];
    for (const [html, text] of rows)
      expect((await textOf(`<div>${html}</div>`)).replaceAll('https://x.example/', '')).toBe(text);
    expect(await textOf(`<div style="display:none">${at('1')}</div>`)).toBe('');
  });

  it('has pictures that the version without HTML has not, or only by their names', async () => {
    const html = '<p>Like <img src="https://x.example/1.jpg" alt="1.jpg"></p>';
    for (const plain of ['Like', 'Like [image: 1.jpg]', 'Like [cid:1]'])
      expect((await readMail(composeMail(ENVELOPE, { html, plain }))).text.trim()).toBe(
        'Like [image: 1.jpg https://x.example/1.jpg]',
      );
    const same = 'Like\nhttps://x.example/1.jpg';
    expect((await readMail(composeMail(ENVELOPE, { html, plain: same }))).text.trim()).toBe(same);
    const quoted = '<p>Like</p><blockquote><img src="https://x.example/1.jpg" alt="So"></blockquote>';
    expect((await readMail(composeMail(ENVELOPE, { html: quoted, plain: 'Like\n> So' }))).text).toBe(
      'Like\n> So',
    );
  });

  it.each([
    ['elements in each other', '<div>'.repeat(600)],
    ['elements that end nothing', '<option><p>'.repeat(400)],
    ['tables in tables', '<table><tr><td>'.repeat(200)],
  ])('is not read where it nests too many: %s', async (_what, html) => {
    await expect(textOf(`${html}deep`)).rejects.toThrow();
  });

  it('keeps all words however deep they are, up to there, and says where it cannot', async () => {
    const read = (html: string) => readMail(composeMail(ENVELOPE, { html }));
    const rows: [string, string][] = [
      [`top ${'<div>'.repeat(400)}d<b>ee</b>p${'</div>'.repeat(400)} end`, 'top\ndeep\nend'],
      [`top ${'<div><b>'.repeat(200)}<p>x<p>y${'</b></div>'.repeat(200)} end`, 'top\nx\ny\nend'],
      [`${'<table><tr><td>'.repeat(60)}1<td>2<tr><td>3`, '1\n2\n\n3'],
    ];
    for (const [html, text] of rows) {
      const { text: said, isCut } = await read(html);
      expect([html, said.trim(), isCut]).toEqual([html, text, false]);
    }
    const quoted = await read(`top${'<blockquote><div><div>'.repeat(34)}oldest`);
    expect(quoted.text).toMatch(/^top\n(> ){30}oldest/);
    expect((await read(`top ${'<div title="</div>">'.repeat(120)}deep`)).isCut).toBe(true);
  });

  it.each([
    ['paragraphs and list items that are not closed', '<p>a<ul><li>b<li>c</ul>'.repeat(2000)],
    ['elements that are closed', '<div><b>a</b><br><img></div>'.repeat(3000)],
    ['elements that are only closed', '</div>'.repeat(3000)],
  ])('is read with many %s', async (_what, html) => {
    expect(await textOf(`first${html}`)).toMatch(/^first/);
  });

  it('has the cells of a table apart, and its rows on lines', async () => {
    const rows = (cells: string[][]) =>
      cells.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
    expect(
      await textOf(
        `<table>${rows([
          ['Order', '17'],
          ['Size', 'M'],
        ])}</table><p>Thanks</p>`,
      ),
    ).toBe('Order 17\nSize M\n\nThanks');
    expect(await textOf('<table><tr><th>A<th>B<tr><td>1<td>2</table>')).toBe('A B\n1 2');
    expect(await textOf('<table><tr><td><p>Dear Ben</p><p>Yes</p></td></tr></table>')).toBe(
      'Dear Ben\n\nYes',
    );
  });

  it.each([
    '<div style="display:none">x</div>',
    '<div style="color: red; DISPLAY: NONE !important">x</div>',
    '<span style="visibility:hidden">x</span>',
    '<span style="mso-hide:all">x</span>',
    '<p hidden>x</p>',
    '<div style="display: none"><div style="display:block"><p>x</p></div></div>',
  ])('has nothing that is hidden: %s', async (hidden) => {
    expect(await textOf(`${hidden}<p>Seen</p>`)).toBe('Seen');
  });

  it('is what is hidden where there is nothing else', async () => {
    expect(await textOf('<div style="display:none"><p>All of it</p></div>')).toBe('All of it');
  });

  it.each([
    ['<ol><li value="5">a</li><li>b</li><li value="12">c</li></ol>', ' 5.  a\n 6.  b\n 12. c'],
    ['<ol reversed><li>a<li>b<li>c</ol>', ' 3. a\n 2. b\n 1. c'],
    ['<ol reversed start=9><li>a<li value=x>b</ol>', ' 9. a\n 8. b'],
    ['<ul><li>x<ol><li value=4>a</ol></ul>', ' * x\n   4. a'],
    ['<ol start=2><li>a</ol><ol type=a><li>b</ol><menu><li>c</menu>', ' 2. a\n\n a. b\n\n * c'],
    ['Qty<input value="3"><input type=hidden value=9><input type=checkbox value=on>pieces', 'Qty 3 pieces'],
    ['She said <q>yes</q>.', 'She said “yes”.'],
    ['un<b>der</b>line<x-word>d</x-word><o:p></o:p> 12<wbr>34', 'underlined 1234'],
    [
      '<a style="display:inline-block;padding:4px" href="https://shop.example/a">12</a>34',
      '12 [https://shop.example/a] 34',
    ],
  ])('counts, quotes and joins as a browser does: %s', async (html, text) => {
    const { text: read } = await readMail(composeMail(ENVELOPE, { html: `<p>:</p>${html}` }));
    expect(read.replace(/^:\n+/, '').trimEnd()).toBe(text);
  });

  it('keeps words apart that a browser shows apart, and no others', async () => {
    const around = (names: string) => names.split(' ').map((name) => [`<${name}>`, `</${name}>`] as const);
    const styled = (...styles: string[]) =>
      styles.map((style) => [`<span style="${style}">`, '</span>'] as const);
    const blocks =
      'address article center dd details dir div dl dt fieldset figcaption figure form h1 legend li';
    const apart = [
      ...around(`${blocks} menu ol p pre section summary table textarea ul button option select`),
      ...styled(
        'display:block',
        'color: red; DISPLAY : flex',
        'display:inline-block;margin:4px',
        'float:right',
      ),
      ...styled('display:table-cell'),
    ];
    const inline = [
      ...around('b span font x-row u label code'),
      ...styled('display:inline', 'display:inline-block'),
    ];
    const shape = fc.record({ outer: fc.constantFrom(...inline), of: fc.constantFrom(...apart, ...inline) });
    await fc.assert(
      fc.asyncProperty(fc.array(shape, { minLength: 2, maxLength: 6 }), async (shapes) => {
        const html = shapes.map(({ outer, of }, at) => `${outer[0]}${of[0]}w${at}${of[1]}${outer[1]}`);
        const words = shapes.map(({ of }, at) => (apart.includes(of) ? ` w${at} ` : `w${at}`)).join('');
        const read = await textOf(`<div>${html.join('')}</div>`);
        expect([html, read.match(/[w\d]+/g)]).toEqual([html, words.trim().split(/ +/)]);
      }),
      { numRuns: 200 },
    );
  });

  it('is all of it, also outside a body and below its end, and two pages are apart', async () => {
    const page = (words: string) =>
      `<!DOCTYPE html>\n<html><head><title>T</title><xml><o:x>96</o:x></xml></head>\n<body>${words}</body>\n</html>`;
    const rows: [string, string][] = [
      [`<div>Blue</div><blockquote>${page('Hello')}</blockquote>`, 'Blue\n> Hello'],
      [`<p>Blue</p><hr>${page('Hello')}`, `Blue\n\n${'-'.repeat(40)}\n\nHello`],
      ['<html>Blue<body>Hello</body></html>', 'Blue\nHello'],
      ['<html><head></head>Blue <b>one</b><body>Hello', 'Blue one\nHello'],
      [`${page('Hello')}Blue`, 'Hello\nBlue'],
      [`${page('Hello')}${page('Blue')}`, 'Hello\nBlue'],
      [page(`Blue<blockquote>${page('Hello')}</blockquote>`), 'Blue\n> Hello'],
      [`\ufeff${page('Hello')}`, 'Hello'],
    ];
    for (const [html, text] of rows) {
      const { text: read } = await readMail(composeMail(ENVELOPE, { html }));
      expect([html, read.trimEnd()]).toEqual([html, text]);
    }
  });

  it('has the mail that Yahoo quotes, as a quote', async () => {
    expect(
      await textOf('<div>Yes</div><div class="yahoo_quoted"><div>On Friday:</div><div>Blue?</div></div>'),
    ).toBe('Yes\n> On Friday:\n> Blue?');
  });
});

describe('HTML that is long for other reasons than its words', () => {
  const read = (html: string) => readMail(composeMail(ENVELOPE, { html, encoding: 'base64' }));
  const picture = (bytes: number): string =>
    `data:image/png;base64,${Buffer.alloc(bytes, 'x').toString('base64')}`;
  const LONG = 'p.MsoNormal {margin:0cm}\n'.repeat(40_000);

  it.each([
    ['styles', `<head><style>${LONG}</style></head>`],
    ['styles in a comment', `<style><!-- ${LONG} --></style>`],
    ['a script', `<SCRIPT type="x">${LONG}</SCRIPT >`],
    ['comments', `<!--[if gte mso 9]><xml>${LONG}</xml><![endif]-->`],
    ['a picture in a style', `<div style="background:url(${picture(900_000)})">`],
  ])('is read below it: %s', async (_what, above) => {
    const { text, isCut } = await read(`<p>Hello</p>${above}<p>Order 17</p>`);
    expect(text.trim().split(/\n+/)).toEqual(['Hello', 'Order 17']);
    expect(isCut).toBe(false);
  });

  it('has its pictures as files in the text, in any order', async () => {
    const { text, files } = await read(
      `<p>See:</p><img src="${picture(900_000)}"><p>and</p><IMG alt='a' SRC = '${picture(20_000)}'><p>Order 17</p>`,
    );
    expect(text.trim().split(/\n+/)).toEqual(['See:', 'and', 'Order 17']);
    expect(files.map(({ mediaType, content, isInText }) => [mediaType, content.length, isInText])).toEqual([
      ['image/png', 900_000, true],
      ['image/png', 20_000, true],
    ]);
  });

  it('says where it is cut', async () => {
    const { isCut, text } = await read(`<p>Hello</p>${'<p>more words</p>'.repeat(60_000)}`);
    expect([isCut, text.startsWith('Hello')]).toEqual([true, true]);
  });

  it.each([
    '<!--[if !mso]><!--><p>Seen</p><!--<![endif]-->',
    '<!-- <style> --><p>Seen</p><style>p{}</style>',
    '<!--><p>Seen</p><!-- -->',
    '<style>/* <!-- */</style><p>Seen</p><!-- x -->',
    '<script>"<style>"</script><p>Seen</p><style></style>',
    '<p>Seen</p><style>p{}',
    '<p>Seen</p><!-- no end',
  ])('loses no words between comments and styles: %s', async (html) => {
    expect((await read(html)).text.trim()).toBe('Seen');
  });

  it.each(['<style>', '<!--', '<script ', '<img src="data:image/png;base64,', " src='data:"])(
    'takes no longer than its length allows: %s',
    (begin) => {
      const timeOf = (n: number): number => {
        const html = begin.repeat(n / begin.length);
        // The least processor time of three, in ms: other processes must not count.
        const once = () => {
          const began = process.cpuUsage();
          leanHtml(html);
          return process.cpuUsage(began).user / 1000;
        };
        return Math.min(once(), once(), once());
      };
      timeOf(10_000);
      expect(timeOf(400_000)).toBeLessThan(Math.max(timeOf(50_000), 5) * 40);
    },
  );
});

describe('the signs of a mail', () => {
  const RAW = [
    ['windows-1252', 'Straße, Größe 42 – 5 €'],
    ['iso-8859-1', 'Çà et là, s’il vous plaît'.replace('’', "'")],
    ['iso-8859-2', 'Příliš žluťoučký kůň'],
    ['windows-1251', 'Синяя лампа, пожалуйста'],
    ['koi8-r', 'Синяя лампа'],
    ['windows-1253', 'Μπλε φωτιστικό'],
    ['windows-1254', 'Mavi lamba, lütfen: ğüşiöç'],
    ['windows-1255', 'מנורה כחולה'],
    ['windows-1256', 'مصباح أزرق'],
    ['shift_jis', '青いランプをお願いします'],
    ['euc-jp', '青いランプをお願いします'],
    ['iso-2022-jp', '青いランプをお願いします'],
    ['gb2312', '请给我蓝色的灯'],
    ['big5', '請給我藍色的燈'],
    ['euc-kr', '파란색 램프로 주세요'],
    ['utf-8', 'Straße 青い 파란 🙂'],
  ] as const;
  const bytesOf = (text: string, charset: string): Buffer =>
    charset === 'iso-2022-jp' ? Buffer.from(ISO_2022_JP, 'latin1') : iconv.encode(text, charset);
  /** `青いランプをお願いします`, which iconv-lite cannot write. */
  const ISO_2022_JP = '\x1b$B@D$$%i%s%W$r$*4j$$$7$^$9\x1b(B';
  const mailOf = (type: string, body: Buffer | string, charset = ''): Buffer =>
    Buffer.concat([
      Buffer.from(
        `From: ada@visitor.example\r\nTo: help@shop.example\r\nMIME-Version: 1.0\r\nContent-Type: ${type}${charset}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`,
      ),
      Buffer.from(body),
    ]);
  const textOf = async (mail: Buffer): Promise<string> => (await readMail(mail)).text.trim();
  const htmlOf = (meta: string, text: string, charset: string): Buffer =>
    Buffer.concat([
      Buffer.from(`<html><head>${meta}</head><body><p>`),
      bytesOf(text, charset),
      Buffer.from('</p></body></html>'),
    ]);

  it.each(RAW)('are read by the HTML’s own charset where the header has none: %s', async (charset, text) => {
    for (const meta of [
      `<meta http-equiv="Content-Type" content="text/html; charset=${charset}">`,
      `<META charset='${charset.toUpperCase()}'>`,
    ])
      expect(await textOf(mailOf('text/html', htmlOf(meta, text, charset)))).toBe(text);
  });

  it.each(['', '; charset=utf-8', '; charset="us-ascii"'])(
    'are those of Windows where they cannot be UTF-8: %j',
    async (charset) => {
      const text = 'Straße, Größe 42 – 5 €';
      const bytes = iconv.encode(text, 'windows-1252');
      expect(await textOf(mailOf('text/plain', bytes, charset))).toBe(text);
      expect(await textOf(mailOf('text/html', bytes, charset))).toBe(text);
      const parts = composeMail({ ...ENVELOPE }, { plain: 'x', html: '<p>x</p>' });
      expect(await textOf(parts)).toBe('x');
    },
  );

  it.each([
    [
      'UTF-8 with a broken end',
      Buffer.concat([Buffer.from('Straße und Größe'), Buffer.from([0xc3])]),
      'Straße und Größe\ufffd',
    ],
    ['a sign that stands for another', Buffer.from('a \ufffd b'), 'a \ufffd b'],
    [
      'a header in the text',
      Buffer.from('--x\r\nContent-Type: text/plain\r\n\r\nhello'),
      '--x\nContent-Type: text/plain\n\nhello',
    ],
  ])('stay as they are: %s', async (_what, body, text) => {
    expect(await textOf(mailOf('text/plain', body, '; charset=utf-8'))).toBe(text);
  });

  it('are read by the header where it names a charset, whatever the HTML says', async () => {
    const body = htmlOf('<meta charset="windows-1252">', 'Straße', 'utf-8');
    expect(await textOf(mailOf('text/html', body, '; charset=utf-8'))).toBe('Straße');
    const other = htmlOf('<meta charset="utf-8">', 'Синяя', 'koi8-r');
    expect(await textOf(mailOf('text/html', other, '; charset=koi8-r'))).toBe('Синяя');
  });
});
