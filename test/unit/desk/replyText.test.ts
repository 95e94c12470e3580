import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMail } from '../../../examples/support-desk/server/mail/readMail';
import { replyText } from '../../../examples/support-desk/server/mail/replyText';
import { composeMail } from '../../support/mails/compose';
import { REPLIES } from '../../support/mails/replies';

const ENVELOPE = { from: 'Ada <ada@visitor.example>', to: 'help@shop.example' };

describe('the text of a reply', () => {
  it('is tried with at least thirty mails in eight languages', () => {
    expect(REPLIES.length).toBeGreaterThanOrEqual(30);
    expect(new Set(REPLIES.map(({ language }) => language)).size).toBeGreaterThanOrEqual(8);
  });

  it.each(REPLIES.map((reply) => [reply.program, reply.language, reply] as const))(
    'is what its sender wrote: %s, %s',
    async (_program, _language, { body, text }) => {
      const mail = await readMail(composeMail(ENVELOPE, body));
      expect(replyText(mail.text)).toBe(text);
    },
  );

  it.each(REPLIES.filter(({ body }) => body.plain && body.html))(
    'is the same from the HTML alone: $program, $language',
    async ({ body: { plain: _, ...body }, text }) => {
      const mail = await readMail(composeMail(ENVELOPE, body));
      expect(replyText(mail.text)).toBe(text);
    },
  );

  it.each([
    ['a list with colons', 'My sizes:\nShoes: 42\nShirt: M\nTo: Berlin, by 12:30'],
    ['a journey', 'From: Berlin\nTo: Paris\nDate: 12 May 2027\nClass: second'],
    ['what somebody wrote', 'On 12.10.2026 your colleague wrote:\nYou get the money back.\nWhere is it?'],
    ['a last line that begins as those of phones do', 'Hello,\nSent from the warehouse last week'],
    ['rows of dashes', 'First\n---\nSecond\n-----\nThird'],
    ['a link at the end', 'It is this one:\n<https://shop.example/blue>'],
    ['comparisons', 'a > b\nif x -> y then\nstay => here'],
    ['an email and a time, with a colon', 'Write to bob@visitor.example until 12:30, and say:\nhello'],
  ])('keeps %s', (_what, text) => {
    expect(replyText(text)).toBe(text);
  });

  it('keeps a long text below two dashes, which is no signature', () => {
    const text = `A\n--\n${'more\n'.repeat(20)}end`;
    expect(replyText(text)).toBe(text);
  });

  it('has no placeholders of pictures', () => {
    expect(replyText('See [cid:image001.png@01D8] here\n[image: photo.jpg]')).toBe('See  here');
  });

  it('is empty where only a quote or a signature was sent', () => {
    for (const text of [
      '',
      '\n\n',
      '> hello',
      '-- \nAda',
      'Sent from my iPhone',
      'Get Outlook for iOS<https://aka.ms/o0ukef>',
    ])
      expect(replyText(text)).toBe('');
  });

  it('never fails, and has no line that was not written', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '> a',
        '-- ',
        '---',
        'From: a <a@b.example>',
        'wrote:',
        'On 2026 a@b.example wrote:',
        '',
        ':',
      ),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const written = new Set(
          lines
            .join('\n')
            .split(/\r\n?|\n/)
            .map((one) => one.trim()),
        );
        for (const one of replyText(lines.join('\n')).split('\n'))
          if (!/[\u00a0[]/.test(lines.join())) expect(one === '' || written.has(one.trim())).toBe(true);
      }),
    );
  });

  it.each([
    ['one line', (n: number) => 'a'.repeat(n)],
    ['the beginnings of a line that says who wrote', (n: number) => 'On 2026 a@b '.repeat(n / 12)],
    ['such lines', (n: number) => 'On 2026, a <a@b.example> said\n'.repeat(n / 30)],
    ['headers', (n: number) => 'From: a\n'.repeat(n / 8)],
    ['empty lines before a quote', (n: number) => `${'wrote:\n'.repeat(n / 14)}${'\n'.repeat(n / 2)}> a`],
    ['lines for phones', (n: number) => 'Sent from my iPhone\n'.repeat(n / 20)],
    ['spaces', (n: number) => `${' '.repeat(n)}a`],
    ['brackets', (n: number) => '[cid:'.repeat(n / 5)],
  ])('takes no longer than its length allows: %s', (_what, make) => {
    const timeOf = (n: number): number => {
      const text = make(n);
      const times = Array.from({ length: 3 }, () => {
        const began = performance.now();
        replyText(text);
        return performance.now() - began;
      });
      return Math.min(...times);
    };
    timeOf(10_000);
    // Eight times the length: a quadratic pattern would take 64 times as long.
    const [short, long] = [timeOf(20_000), timeOf(160_000)];
    expect(long).toBeLessThan(Math.max(short, 5) * 40);
  });
});

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
