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

it('a component counts with its markup and types', () => {
  expect(lengths('export const View = ({\n  a,\n}: {\n  a: string;\n}) => (\n  <b>{a}</b>\n);')).toEqual({
    View: 7,
  });
});
