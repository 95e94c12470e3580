import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { firstOpening } from '../../../scripts/firstOpening.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const rows: { name: string; path: string | string[] }[] = JSON.parse(
  readFileSync(`${root}.size-limit.json`, 'utf8'),
);
const rooms = readdirSync(`${root}src`);
const features = readdirSync(`${root}src/features`);

describe('the budgets', () => {
  it.each(features)('have a row for the feature %s, with its name and its chunk', (name) => {
    expect(
      existsSync(`${root}src/features/${name}/${name}.ts`) ||
        existsSync(`${root}src/features/${name}/${name}.tsx`),
    ).toBe(true);
    expect(rows.find((row) => row.name === name)?.path).toBe(`build/dist/*/${name}.js.br`);
  });

  it('have a row for a first visit, with all that it loads', () => {
    const pathOf = (begin: string) => rows.find(({ name }) => name.startsWith(begin))?.path ?? [];
    expect(pathOf('everything that a first visit loads')).toEqual([
      ...pathOf('everything until the composer is usable'),
      ...firstOpening().map((name) => `build/dist/*/${name}.js.br`),
    ]);
  });

  it('name no feature that is gone', () => {
    const named = rows
      .map((row) => row.name.split('/')[0] ?? '')
      .filter((name) => /^[a-z]+[A-Z]\w*$/.test(name));
    expect(named.filter((name) => ![...features, ...rooms].includes(name))).toEqual([]);
  });
});
