import type { Case } from './cases';

/** How a cutter did: cases that a person would fold in the same way, words folded wrongly, and words left. */
export type Measured = {
  cases: number;
  right: number;
  folded: number;
  left: number;
  ms: number;
  wrong: string[];
};

/** Words, and the signs of scripts that have no spaces. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\p{L}\p{M}\p{N}]|$)|\p{So}/gu;

const wordsOf = (text: string): string[] => text.match(WORD) ?? [];

/** How many words of the one the other has not. */
const missing = (of: string, from: string): number => {
  const counts = new Map<string, number>();
  for (const word of wordsOf(from)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return wordsOf(of).filter((word) => {
    const count = counts.get(word) ?? 0;
    counts.set(word, count - 1);
    return count <= 0;
  }).length;
};

const bare = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Cuts each case. @param cut gives what is shown of a mail */
export const measure = (cases: readonly Case[], cut: (one: Case) => string): Measured => {
  const began = performance.now();
  const texts = cases.map(cut);
  const ms = performance.now() - began;
  const wrong = cases.flatMap(({ name, text }, at) => (bare(texts[at] ?? '') === bare(text) ? [] : [name]));
  const sum = (count: (one: Case, shown: string) => number): number =>
    cases.reduce((all, one, at) => all + count(one, texts[at] ?? ''), 0);
  return {
    cases: cases.length,
    right: cases.length - wrong.length,
    folded: sum(({ text }, shown) => missing(text, shown)),
    left: sum(({ text }, shown) => missing(shown, text)),
    ms,
    wrong,
  };
};
