import { expect, it } from 'vitest';
import { functionLengths } from '../../../scripts/check-lengths.mjs';

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
