import { describe, expect, it } from 'vitest';
import { readMail } from '../../../examples/support-desk/server/mail/readMail';
import { composeMail } from '../../support/mails/compose';

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
    ['elements in each other', '<div>'.repeat(600)],
    ['elements that end nothing', '<option><p>'.repeat(400)],
    ['tables in tables', '<table><tr><td>'.repeat(200)],
  ])('is not read where it nests too many: %s', async (_what, html) => {
    await expect(textOf(`${html}deep`)).rejects.toThrow();
  });

  it.each([
    ['paragraphs and list items that are not closed', '<p>a<ul><li>b<li>c</ul>'.repeat(2000)],
    ['elements that are closed', '<div><b>a</b><br><img></div>'.repeat(3000)],
    ['elements that are only closed', '</div>'.repeat(3000)],
  ])('is read with many %s', async (_what, html) => {
    expect(await textOf(`first${html}`)).toMatch(/^first/);
  });
});
