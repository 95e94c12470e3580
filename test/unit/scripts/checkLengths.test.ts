import { expect, it } from 'vitest';
import { functionLengths, lengthProblems } from '../../../scripts/check-lengths.mjs';

const lengths = (text: string) =>
  Object.fromEntries(functionLengths('a.tsx', text).map(({ name, lines }) => [name, lines]));

it('a function counts its lines without those of the named functions in it', () => {
  expect(
    lengths(`const outer = () => {
  const inner = () => {
    one();
  };
  function other() {
    two();
  }
  return {
    method() {
      three();
    },
    field: () => 4,
  };
};`),
  ).toEqual({ outer: 4, inner: 3, other: 3, method: 3, field: 1 });
});

it('a function without a name counts for the one around it', () => {
  expect(lengths('const outer = () => {\n  each(() => {\n    one();\n  });\n};')).toEqual({ outer: 5 });
});

it('counts the lines with all functions inside, and the names that get new values', () => {
  const text = `const outer = () => {
  let a = 1, b = 2;
  each(() => {
    let c = 3;
  });
  const inner = () => {
    let d = 4;
  };
};`;
  expect(functionLengths('a.ts', text)).toEqual([
    { name: 'outer', line: 1, lines: 6, whole: 9, lets: 3 },
    { name: 'inner', line: 6, lines: 3, whole: 3, lets: 1 },
  ]);
});

it('a component counts with its markup and types', () => {
  expect(lengths('export const View = ({\n  a,\n}: {\n  a: string;\n}) => (\n  <b>{a}</b>\n);')).toEqual({
    View: 7,
  });
});

it.each([
  ['within the limit', { file: 200 }, {}, undefined],
  ['over it', { file: 201 }, {}, 'a.ts: file is 201; the limit is 200'],
  ['over it, by its entry', { file: 203 }, { file: 203 }, undefined],
  ['a line longer than its entry', { file: 204 }, { file: 203 }, 'a.ts: file is 204; longer.mjs has 203'],
  ['shorter than its entry', { file: 202 }, { file: 203 }, 'a.ts: file is 202; longer.mjs has 203'],
  ['short again', { file: 199 }, { file: 203 }, 'a.ts: file is 199 and needs no entry in longer.mjs'],
  [
    'over a limit that its entry leaves out',
    { whole: 121 },
    { file: 203 },
    'a.ts: whole is 121; the limit is 120',
  ],
])('a length %s', (_, lengths: Record<string, number>, own, problem) => {
  expect(lengthProblems('a.ts', lengths, { file: 200, whole: 120 }, own)).toEqual(problem ? [problem] : []);
});
