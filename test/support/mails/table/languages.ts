import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How people and programs write in a language. `{n}` is the desk's name and `{a}` its address. */
export type Language = {
  code: string;
  /** What people answer. */
  replies: readonly [short: string, long: string];
  /** What an agent of the desk has written. */
  answer: string;
  /** The line above a quote, of Gmail, of Mail of Apple, and of Thunderbird. */
  gmail: string;
  apple: string;
  bird: string;
  /** The labels of a header: from, sent, to, subject; the colon is part of them. */
  labels: readonly string[];
  original: string;
  /** The lines that an iPhone, a Samsung and Outlook on a phone add. */
  phones: readonly string[];
};

const unescaped = (line: string): string => JSON.parse(`"${line.replaceAll('"', '\\"')}"`);

const languageOf = (block: string): Language => {
  const fields = block.trim().split('\n').map(unescaped);
  const [code = '', short = '', long = '', answer = '', gmail = '', apple = '', bird = ''] = fields;
  const [labels = '', original = '', phones = ''] = fields.slice(7);
  return {
    code,
    replies: [short, long],
    answer,
    gmail,
    apple,
    bird,
    labels: labels.split(' | '),
    original,
    phones: phones.split(' | '),
  };
};

/** Written for these tests: sentences by hand, the rest in the manner of the programs. Each field is a line. */
export const ALL_LANGUAGES: readonly Language[] = readFileSync(
  join(import.meta.dirname, 'languages.txt'),
  'utf8',
)
  .split('\n\n')
  .map(languageOf);
