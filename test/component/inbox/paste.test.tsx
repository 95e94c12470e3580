import { fireEvent, screen } from '@testing-library/preact';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replyBody } from '../../../examples/support-desk/inbox/model/formatted';
import { pastedMarkdown } from '../../../examples/support-desk/inbox/model/pasted';
import { openInboxOf, reply } from './support/renderInbox';

const clipboard = (html: string, text = '') => ({
  files: [],
  getData: (type: string) => (type === 'text/html' ? html : text),
});
const pasted = (html: string) => pastedMarkdown(clipboard(html));

describe('formatted text that is pasted into a reply', () => {
  it.each([
    ['bold and italics', '<p>Press <b>Send</b>, <em>then wait</em>.</p>', 'Press **Send**, _then wait_.'],
    ['spaces inside of the formatting', '<b> now </b>or <i>never </i>!', '**now** or _never_ !'],
    ['no signs inside a word', 'un<b>believ</b>able, <i>h</i>ello', 'unbelievable, hello'],
    ['no signs beside numbers', '<b>Price:</b>5 <i>and</i>5 <code>a</code>1', 'Price:5 and5 a1'],
    [
      'formatting inside of formatting',
      '<b>one <i>two</i></b>, <i>a <b>bb</b></i>',
      '**one _two_**, _a **bb**_',
    ],
    [
      'a link',
      'See <a href="https://shop.example/a?b=1">the shop</a>',
      'See [the shop](https://shop.example/a?b=1)',
    ],
    [
      'an address as a link',
      '<a href="https://shop.example/">https://shop.example</a>',
      'https://shop.example',
    ],
    [
      'a link without a safe address',
      '<b>aa</b> <a href="javascript:alert(1)">b</a> <a href="/x">c</a>',
      '**aa** b c',
    ],
    ['a list', '<ul><li>One</li><li><b>Two</b></li></ul>', '- One\n- **Two**'],
    ['a numbered list', 'Do:<ol start="3"><li><p>One</p></li><li>Two</li></ol>', 'Do:\n3. One\n4. Two'],
    ['code', 'Run <code>npm start</code>', 'Run `npm start`'],
    ['a block of code', '<pre>a  b\n  c</pre>', '```\na  b\n  c\n```'],
    [
      'a heading and paragraphs',
      '<h2>Steps</h2><p>One</p><p>Two<br>lines</p>',
      '**Steps**\n\nOne\n\nTwo\nlines',
    ],
    [
      'Google Docs',
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-weight:700;">Bold</span><span style="font-weight:400"> plain </span><span style="font-style:italic">slanted</span></p></b>',
      '**Bold** plain _slanted_',
    ],
    [
      'Word',
      '<html><head><style>p{color:red}</style></head><body><!--StartFragment--><p class=MsoNormal>Dear <b>Ann</b>,<o:p></o:p></p><!--EndFragment--></body></html>',
      'Dear **Ann**,',
    ],
    ['runs of bold words', '<b>one </b><b>two</b>', '**one** **two**'],
    ['bold that is bold twice', '<b><strong>one</strong></b>', '**one**'],
    [
      'scripts and styles',
      '<b>aa</b><script>alert(1)</script><style>b{}</style><svg><title>x</title></svg>',
      '**aa**',
    ],
  ])('keeps %s', (_what, html, markdown) => {
    expect(pasted(html)).toBe(markdown);
  });

  it.each([
    ['plain words', '<meta charset="utf-8"><span style="color: red">Hello</span>'],
    [
      'lines of an editor',
      '<div style="font-weight: normal"><div><span style="color:#569cd6">let</span> a</div></div>',
    ],
    ['cells', '<table><tr><td>1</td><td>2</td></tr></table>'],
    ['empty formatting', '<p><b></b>Hello</p>'],
    ['nothing', ''],
  ])('is left to the browser where it is %s', (what, html) => {
    expect(pasted(html)).toBe(what === 'empty formatting' ? 'Hello' : undefined);
  });

  it('arrives with the words that it had, whatever it was', () => {
    const words = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,3}$/);
    const inline = words.chain((text) =>
      fc.constantFrom(
        text,
        `<b>${text}</b>`,
        `<em>${text}</em>`,
        `<a href="https://a.example/x">${text}</a>`,
      ),
    );
    const block = fc
      .array(inline, { minLength: 1, maxLength: 4 })
      .chain((parts) =>
        fc.constantFrom('p', 'div', 'li').map((tag) => `<${tag}>${parts.join(' ')}</${tag}>`),
      );
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), (blocks) => {
        const html = blocks.join('');
        const made = pasted(html);
        if (made === undefined) return;
        const plain = (text: string) =>
          text
            .replace(/\(https:[^)]*\)/g, '')
            .replace(/^- /gm, '')
            .replace(/\s+/g, ' ')
            .trim();
        const shown = html.replace(/<\/(p|div|li)>/g, ' ').replace(/<[^>]*>/g, '');
        expect(plain(replyBody(made).text)).toBe(plain(shown));
      }),
    );
  });

  it('is read in bounded time and never runs', () => {
    for (const html of [
      `${'<b>'.repeat(400)}x`,
      `<ul>${'<li>x'.repeat(50_000)}</ul>`,
      `<b>${'a'.repeat(1_000_000)}</b>`,
      '<b>x</b><img src=x onerror="globalThis.ran = true"><iframe srcdoc="<script>top.ran = true</script>">',
      `<a href="https://a.example/${'('.repeat(5000)}">x</a>`,
      '<b>\u202e\0x</b>',
    ])
      expect(() => pasted(html)).not.toThrow();
    expect('ran' in globalThis).toBe(false);
  });

  it('is inserted where the caret is, and can be edited as Markdown', async () => {
    await openInboxOf('ana');
    fireEvent.input(reply(), { target: { value: 'Please  first.' } });
    reply().setSelectionRange(7, 7);
    fireEvent.paste(reply(), { clipboardData: clipboard('<b>restart</b> it', 'restart it') });
    expect(reply().value).toBe('Please **restart** it first.');
    await screen.findByRole('region', { name: 'As the visitor will see it' });
    const plain = fireEvent.paste(reply(), { clipboardData: clipboard('<span>x</span>', 'x') });
    expect(plain).toBe(true);
  });
});
