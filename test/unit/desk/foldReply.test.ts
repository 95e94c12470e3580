import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldReply, type KnownMails } from '../../../examples/support-desk/server/mail/foldReply';
import { NOTHING_KNOWN } from '../../../examples/support-desk/server/mail/ownWords';
import { composeMail } from '../../support/mails/compose';
import { REPLIES } from '../../support/mails/replies';
import { CASES } from '../../support/mails/table/cases';
import { ALL_LANGUAGES } from '../../support/mails/table/languages';
import { measure } from '../../support/mails/table/measure';
import { readMail } from '../../support/readMail';

const ENVELOPE = { from: 'Ada <ada@visitor.example>', to: 'help@shop.example' };
const KNOWN: KnownMails = {
  addresses: ['help@shop.example'],
  subjects: ['New reply from The shop'],
  texts: ['We have it in blue.', 'Open the conversation', 'The link works until {{date}}.'],
  names: ['Ada'],
};
const LINK = `https://shop.example/help#porch-open=WyJhYmMiLCJkZWYiLDE4MDAwMDAwMDAwMDAsMV0.${'s'.repeat(43)}`;

const shown = (mail: string, known: KnownMails = KNOWN): string => foldReply(mail, known).text;
const signsOf = (text: string): string => text.replace(/\s/g, '');

describe('the text of a reply', () => {
  it.each(REPLIES.map((reply) => [reply.program, reply.language, reply] as const))(
    'is what its sender wrote: %s, %s',
    async (_program, _language, { body, text }) => {
      const mail = await readMail(composeMail(ENVELOPE, body));
      expect(shown(mail.text)).toBe(text);
    },
  );

  it.each(REPLIES.filter(({ body }) => body.plain && body.html))(
    'is the same from the HTML alone: $program, $language',
    async ({ body: { plain: _, ...body }, text }) => {
      const mail = await readMail(composeMail(ENVELOPE, body));
      expect(shown(mail.text)).toBe(text);
    },
  );

  it('is tried with at least 600 mails in 25 languages', () => {
    expect(Object.values(CASES).flat().length).toBeGreaterThanOrEqual(600);
    expect(ALL_LANGUAGES.length).toBeGreaterThanOrEqual(25);
    expect(new Set(CASES.people.map(({ mail }) => mail)).size).toBe(CASES.people.length);
  });

  // `test/support/mails/table/compare.ts` compares these figures with those of libraries.
  it.each(Object.entries(CASES))('is what a person would leave: %s', (kind, cases) => {
    const { right, folded, left, wrong } = measure(cases, ({ mail, known }) => shown(mail, known));
    console.info(`${kind}: ${right} of ${cases.length} right, ${folded} words folded wrongly, ${left} left`);
    expect(wrong.slice(0, 20)).toEqual([]);
    expect([folded, left]).toEqual([0, 0]);
  });

  it('is seldom less than that where the desk knows nothing of the mail before', () => {
    const { right, folded, cases } = measure(Object.values(CASES).flat(), ({ mail }) =>
      shown(mail, NOTHING_KNOWN),
    );
    expect(right / cases).toBeGreaterThan(0.95);
    expect(folded).toBeLessThanOrEqual(20);
  });

  it('is of a mail of which nothing is lost, but for keys that open a conversation', () => {
    for (const { mail, known } of Object.values(CASES).flat()) {
      const { text, whole } = foldReply(mail, known);
      expect(whole).toBe(mail.replace(/#porch-open=\S+/g, '#porch-open=(taken-out)'));
      expect(signsOf(text).length).toBeLessThanOrEqual(signsOf(whole).length);
      expect(text + whole).not.toContain('ssssssss');
    }
  });

  it.each([
    ['a long text below two dashes, which is no signature', `A\n-- \n${'more\n'.repeat(20)}end`],
    ['two dashes between two parts', 'First order: 17\n--\nSecond order: 18'],
    ['a postscript below the signature', 'Thanks\n-- \nAda\nPS: the blue one'],
    ['what is described like a picture', 'See [image: red dress] and [cid] here'],
  ])('has %s', (_what, text) => {
    expect(shown(text)).toBe(text.replace('-- ', '--'));
  });

  it('shows pictures of the web, small ones and those of signatures only where there is nothing else', () => {
    const [icon, logo, picture] = ['small ', 'signature ', ''].map(
      (kind) => `[${kind}image: A https://x.example/1.png]`,
    );
    const shown = (mail: string) => foldReply(mail, NOTHING_KNOWN);
    expect(shown(`This ${picture}\n${icon}\n\nAda ${logo}\n${logo}`).text).toBe(`This ${picture}\n\nAda`);
    expect(shown(`${picture}\n`).text).toBe(picture);
    const quote = '\nOn Friday Ben <ben@x.example> wrote:\n> Blue?';
    expect([shown(`${icon}\n${quote}`).text, shown(`${icon}\n${logo}`).text]).toEqual([
      icon,
      `${icon}\n${logo}`,
    ]);
    expect(shown(`${logo}`).text).toBe(logo);
    // Below a signature's dashes, they are no lines of it.
    const signature = `-- \n${'Ada\n'.repeat(7)}${`${logo}\n`.repeat(5)}`;
    expect(shown(`Yes\n${signature}`).text).toBe('Yes');
  });

  it('has no placeholders of pictures', () => {
    expect(shown('See [cid:image001.png@01D8] here\n[image: photo.jpg]')).toBe('See  here');
  });

  it.each([
    '-- \nAda',
    'Sent from my iPhone',
    'Get Outlook for iOS<https://aka.ms/o0ukef>',
    '> hello',
    '---------- Forwarded message ---------\nFrom: Parcels <info@parcels.example>\nDate: 27.11.2026\nSubject: Order 17\nTo: Ada <ada@visitor.example>\n\nIt is on its way.',
    `${'On Fri, Nov 27, 2026 at 10:02 AM The shop <help@shop.example> wrote:'}\n> What do you want?\n> Yes, please`,
    `Sent from my iPhone\n\n> On Nov 27, 2026, The shop <help@shop.example> wrote:\n> We have it in blue.`,
  ])('is all of a mail that has other words than a quote of the desk alone: %j', (mail) => {
    expect(shown(mail)).toBe(mail.replace(/^-- /, '--'));
  });

  it.each([
    '',
    '\n\n',
    '> We have it in blue.',
    `On Fri, Nov 27, 2026 at 10:02 AM The shop <help@shop.example> wrote:\n\n> We have it in\n> blue.\n>\n> Open the conversation:\n> ${LINK}\n>\n> The link works until December 4, 2026.\n`,
    `\n________________________________\nFrom: The shop <help@shop.example>\nSent: Friday, November 27, 2026\nTo: Ada\nSubject: New reply from The shop\n\nWe have it in blue.\n\nOpen the conversation:\n${LINK}\n`,
  ])('is empty where nothing is there but the mail of the desk: %j', (mail) => {
    expect(foldReply(mail, KNOWN)).toEqual({
      text: '',
      whole: mail.replace(/#porch-open=\S+/g, '#porch-open=(taken-out)'),
    });
  });

  it('is found by what the desk has written, whatever is above it', () => {
    const mail = `Yes\n\nThe shop said on its site\n> We have it in blue.\n\nand that is good\n> open the app`;
    expect(shown(mail)).toBe('Yes\n\nThe shop said on its site\n\nand that is good\n> open the app');
  });

  it('never fails, and has no line that was not written', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '> a',
        '-- ',
        '---',
        'From: a <a@b.example>',
        'Sent: 27.11.2026',
        'Subject: New reply from The shop',
        'wrote:',
        'On 2026 a@b.example wrote:',
        'We have it in blue.',
        '-----Original Message-----',
        '________________________________',
        '>>> The shop <help@shop.example> 27.11.2026 >>>',
        'Sent from my iPhone',
        '',
        ':',
      ),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const mail = lines.join('\n');
        const { text, whole } = foldReply(mail, KNOWN);
        expect(whole).toBe(mail);
        const written = new Set(mail.split(/\r\n?|\n/).map((one) => one.trim()));
        for (const one of text.split('\n'))
          if (!/[\u00a0[]/.test(mail)) expect(one === '' || written.has(one.trim())).toBe(true);
        if (/[\p{L}\p{N}]/u.test(mail) && text === '') expect(mail).toMatch(/blue|shop|b\.example|wrote/);
      }),
    );
  });

  it.each([
    ['one line', (n: number) => 'a'.repeat(n)],
    ['the beginnings of a line that says who wrote', (n: number) => 'On 2026 a@b '.repeat(n / 12)],
    ['such lines', (n: number) => 'On 2026, a <a@b.example> said\n'.repeat(n / 30)],
    ['whole such lines', (n: number) => 'On 2026, a <a@b.example> wrote:\n'.repeat(n / 32)],
    ['headers', (n: number) => 'From: a\n'.repeat(n / 8)],
    ['headers of the desk', (n: number) => 'From: help@shop.example\n\n'.repeat(n / 25)],
    ['empty lines before a quote', (n: number) => `${'wrote:\n'.repeat(n / 14)}${'\n'.repeat(n / 2)}> a`],
    ['rows of quotes', (n: number) => '> We have it in blue.\n\n'.repeat(n / 23)],
    ['rows of other quotes', (n: number) => '> nothing\n\n'.repeat(n / 11)],
    ['answers between quotes', (n: number) => '> a\nb\n'.repeat(n / 6)],
    ['lines for phones', (n: number) => 'Sent from my iPhone\n'.repeat(n / 20)],
    [
      'long names of phones',
      (n: number) => `sent from my iphone ${'pro max '.repeat(10)}x\n`.repeat(n / 101),
    ],
    ['dashes', (n: number) => '-- \n'.repeat(n / 4)],
    ['spaces', (n: number) => `${' '.repeat(n)}a`],
    ['brackets', (n: number) => '[cid:'.repeat(n / 5)],
    ['the beginnings of keys', (n: number) => 'WyJ'.repeat(n / 3)],
  ])('takes no longer than its length allows: %s', (_what, make) => {
    const timeOf = (n: number): number => {
      const text = make(n);
      const times = Array.from({ length: 2 }, () => {
        const began = performance.now();
        foldReply(text, KNOWN);
        return performance.now() - began;
      });
      return Math.min(...times);
    };
    timeOf(5000);
    // Eight times the length: a quadratic pattern would take 64 times as long.
    const [short, long] = [timeOf(10_000), timeOf(80_000)];
    expect(long).toBeLessThan(Math.max(short, 5) * 40);
  });
});
