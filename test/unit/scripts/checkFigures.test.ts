import { expect, it } from 'vitest';
import { figureProblems } from '../../../scripts/check-figures.mjs';

const rows = [
  { page: 'p.md', text: 'loads 1.8 kB', files: [['a', 'b']] },
  { page: 'p.md', text: '(0.3 to 3 kB)', files: [['c'], ['d']] },
  { page: 'p.md', text: 'under 1 kB', files: [['a']], under: true },
  { page: 'p.md', text: 'a body of 100 kB' },
];
const TEXT = 'It loads\n1.8 kB (0.3 to 3 kB), under 1 kB, a body of 100 kB.';
const SIZES: Record<string, number> = { a: 800, b: 1003, c: 266, d: 3057 };
const check = (text: string, sizes = SIZES) => figureProblems('p.md', text, rows, (file) => sizes[file] ?? 0);

it('figures that are the rounded sums of their files are right', () => {
  expect(check(TEXT)).toEqual([]);
});

it('a figure that no longer fits its files is wrong', () => {
  expect(check(TEXT, { ...SIZES, b: 1100, d: 3600 })).toEqual([
    "p.md: 'loads 1.8 kB': it is 1900 bytes, not 1.8 kB",
    "p.md: '(0.3 to 3 kB)': it is 3600 bytes, not 3 kB",
  ]);
});

it('a limit is wrong once its files reach it', () => {
  expect(check(TEXT, { ...SIZES, a: 1000, b: 803 })).toEqual([
    "p.md: 'under 1 kB': it is 1000 bytes, not 1 kB",
  ]);
});

it('a figure that the table does not know is wrong, and so is a row whose words are gone', () => {
  expect(check(TEXT.replace('1.8', '1.9'))).toEqual([
    "p.md has no 'loads 1.8 kB', which the table of figures names",
    expect.stringContaining("does not know '1.9 kB'"),
  ]);
});

it('figures in code are not checked', () => {
  expect(check(`${TEXT}\n\`\`\`\n7 kB\n\`\`\`\n`)).toEqual([]);
});
