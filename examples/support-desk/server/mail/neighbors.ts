import { lettersOf } from './ownLines';

/** Two lines that follow each other in a mail of the desk, in letters. */
export type Neighbors = { before: string; after: string };

const linesIn = (text: string): string[] =>
  text
    .split(/\r\n?|\n/)
    .map(lettersOf)
    .filter((letters) => letters !== '');

/** What mails of the desk have in which order. */
export type Order = {
  messages: readonly string[];
  /** The desk's own sentence below the last of them. */
  below: string;
  /** Whether each has the name of its writer above. */
  areNamed: boolean;
};

/**
 * Finds which lines follow each other, but for names. Lines of two messages count only where names are between them: otherwise a
 * deleted message looks like an answer.
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
