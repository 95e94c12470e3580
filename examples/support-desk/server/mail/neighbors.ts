import { lettersOf } from './ownLines';

/** Two consecutive lines of an email of the desk, letters only. */
export type Neighbors = { before: string; after: string };

const linesIn = (text: string): string[] =>
  text
    .split(/\r\n?|\n/)
    .map(lettersOf)
    .filter((letters) => letters !== '');

/** The lines of the desk's emails, in their order. */
export type Order = {
  messages: readonly string[];
  /** The desk's own sentence below the last of them. */
  below: string;
  /** Whether each has its author's name above. */
  areNamed: boolean;
};

/**
 * Finds consecutive lines, ignoring names. Lines of two messages count only with names between them: otherwise a
 * deleted message would look like an answer.
 */
export const neighborsIn = ({ messages, below, areNamed }: Order): Neighbors[] => {
  const all = [...messages, below].map(linesIn);
  const ends = all.at(-1)?.slice(0, 1) ?? [];
  return all.slice(0, -1).flatMap((lines, row) => {
    const next = [...ends, ...(areNamed ? (all[row + 1]?.slice(0, 1) ?? []) : [])];
    return lines.flatMap((before, at) =>
      (at < lines.length - 1 ? lines.slice(at + 1, at + 2) : next).map((after) => ({ before, after })),
    );
  });
};
