import type { Order } from './neighbors';
import { lettersOf } from './ownLines';

/** A line of the desk's messages. */
export type Row = { letters: string; signs: string; inCharsets: readonly string[] };

/** What programs write for characters that a charset lacks. */
const CHARSETS: readonly ((text: string) => string)[] = [
  (text) => text.replace(/[^\0-\x7f\p{L}\p{M}\p{N}]/gu, '?'),
  (text) => text.replace(/[^\0-\xff\p{L}\p{M}\p{N}]/gu, '?'),
  (text) => text.replace(/[–—]/g, '--'),
];

/** The desk's messages by line. */
export type OwnRows = { messages: readonly (readonly Row[])[]; below: string };

/** An address, with the characters that programs put around it. */
const ADDRESS = /[<[(]?(https?:\/\/[^\s<>[\]()]+)[>\])]?/g;

/** A line with its characters, but without those that programs change. */
export const signsOf = (text: string): string =>
  text
    .replace(/^[\s>|:]+/, '')
    .replace(ADDRESS, '$1')
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]|\ufe0f/gu, '')
    .replace(/[‘’‚‛`´]/g, "'")
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[‐-―−]/g, '-')
    .replaceAll('〜', '~');

const rowOf = (text: string): Row => ({
  letters: lettersOf(text),
  signs: signsOf(text),
  inCharsets: CHARSETS.map((written) => signsOf(written(text))),
});

export const ownRowsOf = ({ messages, below }: Order, clean: (text: string) => string): OwnRows => ({
  messages: messages
    .map((message) =>
      message
        .split(/\r\n?|\n/)
        .map((line) => rowOf(clean(line)))
        .filter(({ letters }) => letters !== ''),
    )
    .filter(({ length }) => length > 0),
  below: lettersOf(below),
});
