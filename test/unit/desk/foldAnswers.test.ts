import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foldReply, type KnownMails } from '../../../examples/support-desk/server/mail/foldReply';
import { NOTHING_KNOWN } from '../../../examples/support-desk/server/mail/ownWords';
import { createMailWords, fillIn } from '../../../examples/support-desk/server/words/mailWords';
import { composeMail } from '../../support/mails/compose';
import { oursIn } from '../../support/mails/table/cases';
import { ALL_LANGUAGES } from '../../support/mails/table/languages';
import { readMail } from '../../support/readMail';

const root = join(import.meta.dirname, '../../..');
const wordsOf = createMailWords(join(root, 'examples/support-desk/locales'), join(root, 'locales'));
const KEY = `WyJhYmMiLCJkZWYiLDE4MDAwMDAwMDAwMDAsMV0.${'s'.repeat(43)}`;
const LINK = `https://shop.example/help#porch-open=${KEY}`;
const WROTE = 'On Fri, Nov 27, 2026 at 10:02 AM The shop <help@shop.example> wrote:';
const HEADER =
  'From: The shop <help@shop.example>\nSent: Friday, November 27, 2026 10:02\nTo: Ada\nSubject: New reply from The shop';

const quoted = (lines: readonly string[]): string => lines.map((line) => `> ${line}`.trimEnd()).join('\n');
const bare = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The desk's mail in each language. */
const MAILS = ALL_LANGUAGES.map((language) => {
  const { code, answer, replies } = language;
  const words = wordsOf(code);
  const ours = oursIn(words, language, 'The shop');
  const known: KnownMails = {
    addresses: ['The shop <help@shop.example>'],
    subjects: ['New reply from The shop'],
    texts: [answer, words.reply, words.open, words.expires],
    order: { messages: [answer], below: words.reply, areNamed: true },
    names: ['Ada'],
  };
  return { code, words, answer, ours, known, said: bare(replies[0] ?? '') };
});
type Own = (typeof MAILS)[number];

describe('what somebody writes about the desk’s link', () => {
  const encoded = encodeURIComponent(LINK);
  const LINKS = [
    LINK,
    `<${LINK}>`,
    `[${LINK}]`,
    `https://eur01.safelinks.example/?url=${encoded}&data=05%7C&reserved=0`,
    `https://urldefense.example/v3/__${LINK.replace('#', '*')}__;Iw!!abc`,
  ];
  const SENTENCES: ((link: string, mail: Own) => string)[] = [
    (link, { said }) => `${said} ${link} ${said}`,
    (link, { said }) => `${said}: ${link}`,
    (link, { said }) => `${link} <- ${said}`,
    (link, { said }) => `${said}\n${link}\n${said}`,
    (link, { said, words }) => `${said} ${words.open} ${link} ${said}`,
    (link, { said, words }) => `${said} ${words.open}\n${link}`,
    (_, { said, words }) => `${said} "${words.open}" ${said}`,
  ];
  const all = MAILS.flatMap((mail, row) =>
    SENTENCES.flatMap((sentence, column) => {
      // All forms in one language; in the others one after the other.
      const links = row === 0 ? LINKS : [LINKS[(row + column) % LINKS.length] ?? LINK];
      return links.map((link) => ({ mail, text: sentence(link, mail) }));
    }),
  );
  const clean = (text: string, known: KnownMails): string => foldReply(text, known).whole;

  it('is shown, in each language, form of the link and sentence', () => {
    expect(all.length).toBeGreaterThan(300);
    for (const { mail, text } of all)
      for (const known of [mail.known, NOTHING_KNOWN])
        expect(bare(foldReply(text, known).text)).toBe(bare(clean(text, known)));
  });

  it('is shown above the desk’s mail, whatever marks that', () => {
    for (const { mail, text } of all)
      for (const below of [`${WROTE}\n${quoted(mail.ours)}`, `${HEADER}\n\n${mail.ours.join('\n')}`])
        expect(bare(foldReply(`${text}\n\n${below}`, mail.known).text)).toBe(bare(clean(text, mail.known)));
  });

  it('is shown from HTML', async () => {
    const html = `<p>When I press <a href="${LINK}">Open the conversation</a> the page is white.</p>`;
    const { text } = await readMail(composeMail({ from: 'a@b.example', to: 'b@c.example' }, { html }));
    for (const known of [
      MAILS.find(({ code }) => code.startsWith('en'))?.known ?? NOTHING_KNOWN,
      NOTHING_KNOWN,
    ])
      expect(foldReply(text, known).text).toMatch(/^When I press .* the page is white\.$/);
  });

  it.each([
    'Please look at https://forum.example/x#conversation=77',
    'The answer is the same as in https://desk.example/agent#conversation=77 : refund.',
    'https://other.example/agent#conversation=77',
  ])('is shown with addresses that look like the desk’s: %s', (text) => {
    const links = ['https://desk.example/agent#conversation='];
    expect(foldReply(text, { ...NOTHING_KNOWN, texts: ['Reply'], links }).text).toBe(text);
  });

  it('is nothing where the link is all', () => {
    const links = ['https://desk.example/agent#conversation='];
    for (const text of [LINK, `> <${LINK}>`, '> https://desk.example/agent#conversation=77'])
      expect(
        foldReply(`${WROTE}\n> Reply\n${text.startsWith('>') ? text : `> ${text}`}`, {
          ...NOTHING_KNOWN,
          addresses: ['help@shop.example'],
          texts: ['Reply'],
          links,
        }).text,
      ).toBe('');
  });
});

describe('an answer on a line of the desk', () => {
  const ANSWERS = ['42', 'It is 1234567, and I moved to Blue Street 12', '👍', 'はい', 'no'];
  const SEPARATORS = [' ', ' - ', ' << ', ' [Ada:] ', '\t', ': '];
  /** Each line with words, with an answer behind it or before it. */
  const answered = ({ ours }: Own): { lines: string[]; written: string; answer: string }[] =>
    ours.flatMap((line, at) =>
      line === '' || line === LINK || at === 0
        ? []
        : ANSWERS.flatMap((answer, row) => {
            const between = SEPARATORS[(at + row) % SEPARATORS.length] ?? ' ';
            return [`${line}${between}${answer}`, `${answer}${between}${line}`].map((written) => ({
              lines: ours.with(at, written),
              written,
              answer,
            }));
          }),
    );
  const WAYS: [string, (lines: string[], written: string) => string][] = [
    ['in a quote', (lines) => `${WROTE}\n\n${quoted(lines)}`],
    ['in a quote with signs only', (lines) => quoted(lines)],
    ['as the only line that is quoted', (_, written) => `> ${written}`],
    ['below a header', (lines) => `${HEADER}\n\n${lines.join('\n')}`],
    ['without any sign', (lines) => lines.join('\n')],
    ['above all of the mail', (lines, written) => `> ${written}\n\n${WROTE}\n${quoted(lines)}`],
  ];

  it.each(WAYS)('is never nothing: %s', (_way, make) => {
    for (const mail of MAILS)
      for (const { lines, written, answer } of answered(mail))
        expect([mail.code, written, foldReply(make(lines, written), mail.known).text]).toEqual([
          mail.code,
          written,
          expect.stringContaining(answer),
        ]);
  });

  it.each(WAYS.filter(([way]) => way.startsWith('in') || way.startsWith('below')))(
    'is shown below a word above it: %s',
    (_way, make) => {
      for (const mail of MAILS)
        for (const { lines, written } of answered(mail).filter(
          (one) => !one.written.startsWith(one.answer),
        )) {
          const { text } = foldReply(`See below.\n\n${make(lines, written)}`, mail.known);
          expect(text.startsWith('See below.')).toBe(true);
          expect(bare(text)).toContain(bare(written));
        }
    },
  );

  it.each([
    ['a picture of its own', '👍'],
    ['a question mark of its own', '?'],
    ['a sentence with the desk’s address', 'I wrote three times to help@shop.example'],
    ['a line like one of a header', 'To: Blue Street 12, Berlin'],
    ['the sender’s own name', 'Ada'],
    ['words behind a date', 'The link works until December 4, 2026 and I moved'],
  ])('is never nothing, between quoted lines: %s', (_what, answer) => {
    for (const mail of MAILS)
      for (const lines of [mail.ours.toSpliced(2, 0, answer), [answer], [mail.answer, answer]])
        for (const text of [`${WROTE}\n${quoted(lines)}`, quoted(lines)])
          expect(foldReply(text, mail.known).text).toContain(answer);
  });

  it.each([
    'On 27.11.2026 The shop <help@shop.example> wrote that I get the money back',
    'I asked you, and on 27.11.2026 The shop <help@shop.example> wrote:',
    'On 27.11.2026 The shop <help@shop.example> wrote this, and it is not true:',
  ])('is never nothing, in a sentence above: %s', (sentence) => {
    for (const mail of MAILS)
      expect(foldReply(`${sentence}\n${quoted(mail.ours)}`, mail.known).text).toContain(sentence);
  });

  it('is nothing where the mail names a day, as each language writes it', () => {
    for (const { ours, words, known } of MAILS)
      for (let month = 0; month < 12; month++) {
        const format = new Intl.DateTimeFormat(words.locale, { dateStyle: 'long', timeZone: 'UTC' });
        const date = format.format(Date.UTC(2026, month, month === 0 ? 1 : 28));
        for (const last of [
          fillIn(words.expires, { date }),
          fillIn(words.expires.replace(/(?<=\}\}[.。]?).*/, ''), { date }),
        ])
          expect([date, foldReply(quoted(ours.with(-1, last)), known).text]).toEqual([date, '']);
      }
  });

  it('is nothing where it is the desk’s mail alone, wrapped or not', () => {
    for (const mail of MAILS)
      for (const width of [20, 40, 72, 400]) {
        const lines = mail.ours.flatMap((line) => {
          const pattern = new RegExp(`.{1,${width}}(?:\\s|$)|\\S+`, 'g');
          return line === LINK || line === '' ? [line] : (line.match(pattern) ?? []).map((one) => one.trim());
        });
        for (const text of [
          `${WROTE}\n\n${quoted(lines)}`,
          quoted(lines),
          `${HEADER}\n\n${lines.join('\n')}`,
        ])
          expect(foldReply(text, mail.known).text).toBe('');
      }
  });
});

describe('answers between the desk’s lines', () => {
  const SECOND = 'And to which address shall we send the second parcel?';
  const ANSWERS = [
    'Blue Street 12',
    'no',
    '42',
    'はい',
    '👍',
    '> Yes',
    'https://maps.example/x',
    'To: Berlin',
    'Yes - the red one, please.\nAnd thanks!',
  ];
  type Two = { first: string; second: string; isOne: boolean };
  /** The desk’s mail with two questions in one message or in two, and below each what somebody answers. */
  const mailWith = ({ ours, answer, known, words }: Own, { first, second, isOne }: Two) => {
    const messages = isOne ? [`${answer}\n${SECOND}`] : [answer, SECOND];
    return {
      lines: ours.flatMap((line) =>
        line === answer
          ? [line, ...first.split('\n'), ...(isOne ? [] : ['', 'The shop:']), SECOND, ...second.split('\n')]
          : [line],
      ),
      known: {
        ...known,
        texts: [...messages, ...known.texts.slice(1)],
        order: { messages, below: words.reply, areNamed: true },
      },
    };
  };
  const WAYS: [string, (lines: readonly string[]) => string][] = [
    ['below a header of Outlook', (lines) => `${HEADER}\n\n${lines.join('\n')}`],
    ['with an empty line after each', (lines) => `${HEADER}\n\n${lines.join('\n\n')}`],
    ['below the line that says who wrote', (lines) => `${WROTE}\n\n${lines.join('\n')}`],
    ['with the sign of a quote before them', (lines) => `${WROTE}\n${quoted(lines)}`],
  ];

  it.each(WAYS)('are shown below a word above the mail, and nothing else of it is: %s', (_way, make) => {
    // All answers in one language; in the others one after the other.
    for (const [row, mail] of MAILS.entries())
      for (const [at, first] of (row === 0 ? ANSWERS : [ANSWERS[row % ANSWERS.length] ?? '']).entries())
        for (const isOne of [true, false]) {
          const second = ANSWERS[(row + at + 1) % ANSWERS.length] ?? '';
          const { lines, known } = mailWith(mail, { first, second, isOne });
          const { text } = foldReply(`See my answers below.\n\n${make(lines)}`, known);
          const plain = (shown: string) => bare(shown.replaceAll(/^[> ]+/gm, ''));
          expect([mail.code, plain(text)]).toEqual([
            mail.code,
            `See my answers below. ${plain(first)} ${plain(second)}`,
          ]);
        }
  });

  it('are not the words of a mail that this one answered', () => {
    for (const mail of MAILS) {
      const older = [mail.said, 'An older sentence of nobody’s.'];
      for (const nested of [`${HEADER}\n\n${older.join('\n')}`, `${WROTE}\n${quoted(older)}`])
        expect(
          foldReply(
            `Thanks.\n\n${HEADER}\n\n${mail.ours.join('\n')}\n\n${nested}\n${mail.answer}`,
            mail.known,
          ).text,
        ).toBe('Thanks.');
    }
  });

  it.each(['The shop:', 'A colleague of earlier:'])(
    'are not a message that was deleted since: %s',
    (name) => {
      for (const mail of MAILS) {
        const { lines, known } = mailWith(mail, {
          first: `\n${name}\nThat was deleted`,
          second: '',
          isOne: false,
        });
        for (const [, make] of WAYS)
          expect(foldReply(`Thanks.\n\n${make(lines)}`, known).text).toBe('Thanks.');
      }
    },
  );

  const GUIDE = 'https://shop.example/guide?size=3';
  const SAFE = `https://eur01.safelinks.example/?url=${encodeURIComponent(GUIDE)}&data=05%7C02%7C&reserved=0`;
  /** What the desk wrote, and what programs make of it. */
  const CHANGED: [string, string][] = [
    ...[GUIDE, `Sizes are here: ${GUIDE} (page 3).`, `guide.pdf: ${GUIDE}`].flatMap((line) =>
      [
        `${GUIDE}<${GUIDE}>`,
        SAFE,
        `${GUIDE}<${SAFE}>`,
        `https://urldefense.example/v3/__${GUIDE}__;!!Abc!def$`,
        `<${GUIDE}>`,
        'https://protect.example/s/AbCdEfGhIjKl?domain=shop.example',
      ].map((url): [string, string] => [line, line.replace(GUIDE, url)]),
    ),
    ['Great 😀', '[cid:image001.png@01D9]'],
    ['Call +49 30 1234567 please.', 'Call +49 30 1234567<tel:+49301234567> please.'],
    ['Write to help@shop.example.', 'Write to help@shop.example<mailto:help@shop.example>.'],
    ['We open on 27 November.', 'We open on 27 November<x-apple-data-detectors://1>.'],
    ['It takes 1/2 hour', 'It takes ½ hour'],
    ['Size\t3\tBlue', 'Size\n\n3\n\nBlue'],
    ['Hello there friend', 'Hallo lieber Freund'],
    ['boots.png', '[Image removed by sender. boots.png]'],
  ];

  it.each(CHANGED)('are not a line that a program has changed: %s', (line, changed) => {
    const [mail] = MAILS as [Own];
    const message = `Please read this first.\n${line}\nIs that enough for you?`;
    const known = {
      ...mail.known,
      texts: [message, ...mail.known.texts.slice(1)],
      order: { messages: [message], below: mail.words.reply, areNamed: true },
    };
    const lines = mail.ours.flatMap((own) =>
      own === mail.answer ? message.replace(line, () => changed).split('\n') : [own],
    );
    for (const [, make] of WAYS) expect(foldReply(`Thanks.\n\n${make(lines)}`, known).text).toBe('Thanks.');
  });

  it('are not guessed where the desk does not know its mail', () => {
    for (const mail of MAILS) {
      const { lines } = mailWith(mail, { first: 'Blue Street 12', second: 'no', isOne: true });
      expect(foldReply(`See below.\n\n${HEADER}\n\n${lines.join('\n')}`, NOTHING_KNOWN).text).toBe(
        'See below.',
      );
    }
  });
});

describe('what somebody writes into the subject', () => {
  const OURS = 'New reply from The shop';
  const known: KnownMails = { ...NOTHING_KNOWN, subjects: [OURS], texts: ['We have it in blue.'] };

  it.each(['', 'Re: ', 'AW: Re: ', '[Help] Re: ', 'Antwort: ', 'Re[2]: ', 'RE : ', '回复：', 'הועבר: '])(
    'is nothing where it is the desk’s: %j',
    (before) => {
      for (const subject of [`${before}${OURS}`, before])
        for (const mail of ['', '> We have it in blue.'])
          expect(foldReply(mail, known, subject)).toEqual({ text: '', whole: mail });
    },
  );

  it.each([
    'Cancel my order 17',
    'Re: Cancel my order',
    `Re: ${OURS}, but I want two`,
    'Order: 17',
    'キャンセル',
    'Help:',
  ])('is the text of a mail that says nothing more, and part of each other: %s', (subject) => {
    for (const mail of ['', '> We have it in blue.', 'Sent from my iPhone'])
      expect(foldReply(mail, known, subject).text).toBe(subject);
    const { text, whole } = foldReply('Please\n> We have it in blue.', known, subject);
    expect([text, whole]).toEqual(['Please', `${subject}\n\nPlease\n> We have it in blue.`]);
  });

  it('keeps no key of a link', () => {
    const { text, whole } = foldReply('', known, `Look: ${LINK}`);
    expect(text + whole).not.toContain('ssssssss');
  });
});

it.each([
  ['Proton', (ours: string[]) => `-------- Original Message --------\n${WROTE}\n\n${quoted(ours)}`],
  [
    'Proton, without signs',
    (ours: string[]) => `-------- Original Message --------\n${WROTE}\n\n${ours.join('\n')}`,
  ],
  ['QQ', (ours: string[]) => `--- Original ---\n${HEADER}\n\n${ours.join('\n')}`],
  ['QQ, near', (ours: string[]) => `---Original---\n${HEADER}\n${ours.join('\n')}`],
  ['Tuta', (ours: string[]) => `27 Nov 2026, 10:02 by help@shop.example:\n\n${quoted(ours)}`],
])('the line of a program above its quote goes with it: %s', (_program, make) => {
  for (const { ours, known, said } of MAILS) {
    for (const one of [known, { ...known, addresses: ['help@shop.example'] }])
      expect(bare(foldReply(`${said}\n\n${make(ours)}\n`, one).text)).toBe(said);
    expect(foldReply(make(ours), known).text).toBe('');
  }
});
