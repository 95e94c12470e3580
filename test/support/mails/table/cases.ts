import { join } from 'node:path';
import type { KnownMails } from '../../../../examples/support-desk/server/mail/foldReply';
import {
  createMailWords,
  fillIn,
  type MailWords,
} from '../../../../examples/support-desk/server/words/mailWords';
import { ALL_LANGUAGES, type Language } from './languages';
import { PEOPLE } from './people';
import { OTHER_WAYS, type Parts, WAYS } from './programs';

/** A mail, what of it is shown, and what the desk knows. */
export type Case = { name: string; mail: string; text: string; known: KnownMails };

const root = join(import.meta.dirname, '../../../..');
const wordsOf = createMailWords(join(root, 'examples/support-desk/locales'), join(root, 'locales'));

const ADDRESS = 'help@shop.example';
const LINK = `https://shop.example/help#porch-open=${'WyJhYmMiLCJkZWYiLDE4MDAwMDAwMDAwMDAsMV0'}.${'s'.repeat(43)}`;
/** How a desk is called. Some names have the signs that patterns look for. */
const NAMES = [
  'The shop',
  'Lampen & Licht: Berlin GmbH',
  'Café Zürich – Büro',
  '灯の店',
  'Ben at ACME, Inc.',
];

/** A mail of the desk in a language, as `emailAnswers.ts` writes it. */
export const oursIn = (words: MailWords, { answer }: Language, name: string): string[] => [
  `${name}:`,
  answer,
  '',
  words.reply,
  '',
  `${words.open}:`,
  LINK,
  '',
  fillIn(words.expires, { date: '4.12.2026' }),
];

const partsOf = (language: Language, name: string, reply: string): Parts & { known: KnownMails } => {
  const words = wordsOf(language.code);
  const subject = fillIn(words.subject, { title: name });
  return {
    language,
    reply,
    name,
    address: ADDRESS,
    subject,
    ours: oursIn(words, language, name),
    known: {
      addresses: [`${name} <${ADDRESS}>`],
      subjects: [subject],
      texts: [language.answer, words.reply, words.open, words.expires],
      order: { messages: [language.answer], below: words.reply, areNamed: true },
      names: ['Ada Lovelace', 'Ада'],
    },
  };
};

const caseOf = (name: string, way: (typeof WAYS)[string], parts: ReturnType<typeof partsOf>): Case => {
  const made = way(parts);
  const { mail, text } = typeof made === 'string' ? { mail: made, text: parts.reply } : made;
  return { name, mail, text, known: parts.known };
};

/** Each way of each program in each language. */
const replies = (): Case[] =>
  ALL_LANGUAGES.flatMap((language, row) =>
    Object.entries(WAYS).map(([program, way], column) => {
      const reply = language.replies[(row + column) % 2] ?? '';
      const name = NAMES[(row * 3 + column) % NAMES.length] ?? '';
      return caseOf(`${program}, ${language.code}`, way, partsOf(language, name, reply));
    }),
  );

const ofOneLanguage = (): Case[] =>
  Object.entries(OTHER_WAYS).flatMap(([name, way]) => {
    const code = name.split(', ').at(-1);
    const language = ALL_LANGUAGES.find((one) => one.code === code) as Language;
    return language.replies.map((reply) => caseOf(name, way, partsOf(language, 'The shop', reply)));
  });

/** Programs around what people write: with a header, a line and signs, or below. */
const AROUND = ['Gmail', 'Gmail, no line around', 'Outlook', 'Yahoo Mail', 'Thunderbird', 'iPhone'] as const;

const people = (): Case[] =>
  PEOPLE.flatMap((text, row) => {
    const language = ALL_LANGUAGES[(row * 8) % ALL_LANGUAGES.length] as Language;
    const parts = partsOf(language, NAMES[row % NAMES.length] ?? '', text);
    const around = AROUND.map((program) => caseOf(`${program}: ${text}`, WAYS[program] as never, parts));
    return [{ name: text, mail: text, text, known: parts.known }, ...around];
  });

/** What the table has: replies in the manner of programs, and sentences of people that look like them. */
export const CASES: Readonly<Record<'replies' | 'programs' | 'people', readonly Case[]>> = {
  replies: replies(),
  programs: ofOneLanguage(),
  people: people(),
};
