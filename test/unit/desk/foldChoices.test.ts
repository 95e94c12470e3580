import { describe, expect, it } from 'vitest';
import { foldReply, type KnownMails } from '../../../examples/support-desk/server/mail/foldReply';

const LINK = `https://shop.example/help#porch-open=abc.${'s'.repeat(43)}`;
const REPLY = 'You can reply to this email.';
const BELOW = `${REPLY}\n\nOpen the conversation:\n${LINK}\n\nThe link works until December 4, 2026.`;
const WROTE = 'On Fri, Nov 27, 2026 at 10:02 AM The shop <help@shop.example> wrote:';
const HEADER =
  'From: The shop <help@shop.example>\nSent: Friday, November 27, 2026 10:02\nTo: Ada\nSubject: New reply from The shop';

const quoted = (text: string): string => text.replace(/^(?=.)/gm, '> ');
/** The desk's mail. In HTML, names are without a colon. */
const mailOf = (messages: readonly string[], name = 'Ben:'): string =>
  [...messages.map((message) => `${name}\n${message}`), BELOW].join('\n\n');
const knownOf = (messages: readonly string[]): KnownMails => ({
  addresses: ['The shop <help@shop.example>'],
  subjects: ['New reply from The shop'],
  texts: [...messages, REPLY, 'Open the conversation', 'The link works until {{date}}.'],
  order: { messages, below: REPLY, areNamed: true },
  names: ['Ada'],
  authors: ['Ben'],
});
const shown = (mail: string, messages: readonly string[]): string => foldReply(mail, knownOf(messages)).text;

const WAYS: [string, (quote: string) => string][] = [
  ['below a header', (quote) => `${HEADER}\n\n${quote}`],
  ['in a quote', (quote) => `${WROTE}\n\n${quoted(quote)}`],
  ['in a quote without signs', (quote) => `${WROTE}\n\n${quote}`],
  ['without any sign', (quote) => quote],
];
/** Where the line of a choice begins. */
const placeOf = (mail: string, choice: string): number => mail.lastIndexOf(`\n${choice}\n`) + 1;
type Question = { asks: string; choice: string; messages: string[] };
const QUESTIONS: Question[] = [
  { asks: 'like?', choice: 'Green', messages: ['Which color would you like?\nBlue\nGreen\nThank you'] },
  { asks: 'answer:', choice: 'Yes', messages: ['Shall we send it?\nPlease answer:\nYes\nNo'] },
  { asks: 'come at:', choice: '14:00', messages: ['We can come at:\n10:00\n14:00'] },
  { asks: 'call?', choice: 'Ben', messages: ['Hello,\n\nthanks.', 'Who should call?\n\nBen\n\nEve'] },
];
const MARKS = ['→ _', '_ ←', '_ ✓', '√ _', '*** _ ***', '(_)', '_!', '*_*', '+ _', '~~_~~'];
const all = QUESTIONS.flatMap((question) =>
  ['Ben:', 'Ben'].flatMap((name) =>
    WAYS.map(([way, make]) => ({ ...question, way, make, mail: mailOf(question.messages, name) })),
  ),
);

describe('an answer that is a line of the desk', () => {
  it('is shown below its mail, and under the question, also below words above it', () => {
    for (const { asks, choice, messages, mail, way, make } of all)
      for (const quote of [`${mail}\n\n${choice}`, mail.replace(asks, `${asks}\n${choice}`)])
        for (const above of ['', 'See below.\n\n'])
          expect([way, shown(above + make(quote), messages)]).toEqual([
            way,
            expect.stringMatching(new RegExp(`${above && 'See below'}[^]*${choice}`)),
          ]);
  });

  it('is all of a mail that says nothing else', () => {
    const [{ messages, asks }] = QUESTIONS as [Question];
    const quote = mailOf(messages);
    for (const one of [`${quote}\n\nGreen`, quote.replace(asks, `${asks}\nGreen`)])
      expect(shown(`${HEADER}\n\n${one}`, messages)).toBe('Green');
  });

  it('is shown where it is marked, by signs, letters or a line through it', () => {
    for (const [row, { choice, messages, mail, way, make }] of all.entries())
      for (const [column, mark] of [
        ...MARKS.map((one) => one.replace('_', choice)),
        choice.toUpperCase(),
      ].entries()) {
        // Each mark in some ways.
        if (mark === choice || (row + column) % 4 !== 0) continue;
        const at = placeOf(mail, choice);
        const quote = mail.slice(0, at) + mark + mail.slice(at + choice.length);
        for (const above of ['', 'See below.\n\n'])
          expect([way, shown(above + make(quote), messages)]).toEqual([way, expect.stringContaining(mark)]);
      }
  });

  it('is none where a charset lacks a sign of a line', () => {
    const messages = ['We have “blue” – or green…\n10:00〜18:00\nThank you'];
    const mail = mailOf(messages);
    for (const written of [
      mail.replace(/[“”–…〜]/g, '?'),
      mail.replaceAll('–', '--'),
      mail.replaceAll('〜', '～'),
    ])
      for (const [way, make] of WAYS)
        expect([way, shown(`Yes, please.\n\n${make(written)}`, messages)]).toEqual([way, 'Yes, please.']);
  });

  it('is no name above a message, whatever marks the quote', () => {
    const messages = ['Thanks.\nWhich one?\n\nBen'];
    for (const mark of ['> ', 'TS> ', 'AL>', '| ', ': '])
      expect([mark, shown(`Blue\n\n${WROTE}\n\n${mailOf(messages).replace(/^/gm, mark)}`, messages)]).toEqual(
        [mark, 'Blue'],
      );
  });

  it('is shown with what it is struck from', () => {
    const [{ messages }] = QUESTIONS as [Question];
    const text = shown(`${HEADER}\n\n${mailOf(messages).replace('Blue', '~~Blue~~')}`, messages);
    expect(text).toMatch(/~~Blue~~\nGreen/);
  });

  it('is shown where the rest of the quote was deleted', () => {
    for (const { asks, choice, messages, mail, way, make } of all)
      for (const rest of [
        choice,
        `${asks}\n${choice}`,
        `${choice}\n\n${BELOW}`,
        mail.slice(0, placeOf(mail, choice) + choice.length),
      ])
        expect([way, shown(make(rest), messages)]).toEqual([way, expect.stringContaining(choice)]);
  });

  it('is shown below the mail where it is a piece of a line', () => {
    const messages = ['Would you like dark green with stripes or light blue?\nThank you'];
    const below = `${HEADER}\n\n${mailOf(messages)}\n\ndark green with stripes`;
    expect(shown(below, messages)).toBe('dark green with stripes');
    expect(shown(`Please:\n\n${below}`, messages)).toBe('Please:\ndark green with stripes');
  });

  it('is not one in an unchanged copy, twice or with names and lines that come again', () => {
    const signed = ['Hello,\nthanks.\n\nBest,\nBen', 'Hello,\nwhich?\n– Blue “new”\n- Green\n\nBest,\nBen'];
    const copies = [
      ...all.filter(({ way, messages }) => !(way.startsWith('without') && messages.length > 1)),
      { messages: signed, mail: mailOf(signed), make: (quote: string) => `${HEADER}\n\n${quote}` },
      {
        messages: signed,
        mail: mailOf(signed, 'Ben').replace('– Blue “new”', '-\u00a0Blue "new"'),
        make: (quote: string) => `${WROTE}\n${quoted(quote)}\n\n${HEADER}\n\n${quote}`,
      },
    ];
    for (const { messages, mail, make } of copies) {
      expect(shown(make(mail), messages)).toBe('');
      expect(shown(`Thanks.\n\n${make(mail)}`, messages)).toBe('Thanks.');
    }
  });
});

describe('an answer beside the name that an agent signs with', () => {
  const messages = ['Which size?\n\nBest,\nBen', 'When may we deliver?\n\nBest,\nBen'];

  it.each(['Ben:', 'Ben'])('is shown between messages, and under each question: %s', (name) => {
    const mail = mailOf(messages, name);
    for (const quote of [
      mail.replace('Best,\nBen', 'Best,\nBen\nForty please'),
      mail.replace('size?', 'size?\nForty please'),
      mail.replace('deliver?', 'deliver?\nForty please'),
      mail.replace(`Ben\n\n${REPLY}`, `Ben\nForty please\n\n${REPLY}`),
    ])
      expect(shown(`See my answers.\n\n${HEADER}\n\n${quote}`, messages)).toBe(
        'See my answers.\nForty please',
      );
  });

  it('is not a message that was deleted since', () => {
    const mail = mailOf(messages).replace('\n\nBen:\nWhen', '\n\nBen:\nThat was deleted\n\nBen:\nWhen');
    expect(shown(`Thanks.\n\n${HEADER}\n\n${mail}`, messages)).toBe('Thanks.');
  });
});
