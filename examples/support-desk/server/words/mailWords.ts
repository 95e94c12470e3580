import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Codes, chainOf } from '../../../../locales/chain.mjs';

/** The desk's own texts to a visitor, in the visitor's language. */
export type MailWords = {
  /** The locale, for dates. */
  locale: string;
  /** The text above the form that asks for an address, and its field. */
  offer: string;
  label: string;
  /** The email's subject, its link, and how long that works. Braces name what is filled in. */
  subject: string;
  /** The note that the email can be answered. */
  reply: string;
  open: string;
  /** The list of a visitor's missing email files. */
  leftOut: string;
  expires: string;
  /** The subject of a transcript, and the visitor's own name in it. */
  transcript: string;
  you: string;
};

const FALLBACK = 'en-us';

/** Reads the words from `mail.json` in `folder`, once. @param locales the folder of `codes.json` */
export const createMailWords = (folder: string, locales: string) => {
  const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
  let held: { words: Record<string, Partial<MailWords>>; codes: Codes } | undefined;
  return (locale: string | null): MailWords => {
    held ??= {
      words: read(join(folder, 'mail.json')) as Record<string, Partial<MailWords>>,
      codes: read(join(locales, 'codes.json')) as Codes,
    };
    const { words, codes } = held;
    const code = (locale ?? FALLBACK).toLowerCase();
    const chain = code in codes ? chainOf(code, codes) : [code.split('-')[0] ?? code];
    const own = Object.assign({}, ...chain.map((name) => words[name] ?? {})) as Partial<MailWords>;
    const found = own.subject === undefined ? (words[FALLBACK] ?? {}) : own;
    return { ...found, locale: own.subject === undefined ? FALLBACK : code } as MailWords;
  };
};

/** Fills in the names in braces. */
export const fillIn = (text: string, values: Record<string, string>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
