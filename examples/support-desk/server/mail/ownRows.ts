import type { Order } from './neighbors';
import { lettersOf } from './ownLines';

/** A line of the desk's messages. */
export type Row = { letters: string; signs: string };

/** What the desk's messages have in which lines. */
export type OwnRows = { messages: readonly (readonly Row[])[]; below: string };

/** An address, with the signs that programs write around it. */
const ADDRESS = /[<[(]?(https?:\/\/[^\s<>[\]()]+)[>\])]?/g;

/** A line with its signs, but without those that programs change. */
export const signsOf = (text: string): string =>
  text
    .replace(/^[\s>|]+/, '')
    .replace(ADDRESS, '$1')
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]|\ufe0f/gu, '')
    .replace(/[‘’‚‛`´]/g, "'")
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[‐-―]/g, '-');

export const ownRowsOf = ({ messages, below }: Order, clean: (text: string) => string): OwnRows => ({
  messages: messages
    .map((message) =>
      message
        .split(/\r\n?|\n/)
        .map((line) => ({ letters: lettersOf(clean(line)), signs: signsOf(clean(line)) }))
        .filter(({ letters }) => letters !== ''),
    )
    .filter(({ length }) => length > 0),
  below: lettersOf(below),
});
