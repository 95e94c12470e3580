import { expect, it } from 'vitest';
import { graphOf } from '../../../scripts/importGraph.mjs';
import { unusedExports, unusedFiles, unusedWords } from '../../../scripts/unusedParts.mjs';

it.each([
  ['that another file imports', "import { planted } from './a';", []],
  ['that a test imports', '', ["import { planted } from '../src/a';"]],
])('an export is used %s', (_, text, tests) => {
  const texts = new Map([
    ['a.ts', 'export const planted = 1;'],
    ['b.ts', text],
  ]);
  expect(unusedExports(texts, tests)).toEqual([]);
});

it.each([
  'export const planted = 1;\nplanted + planted;',
  'export type planted = string;',
  'export function planted() {}',
  'export async function planted() {}',
])('an export that only its own file names is found: %s', (text) => {
  const texts = new Map([
    ['a.ts', text],
    ['b.ts', "import './a';"],
  ]);
  expect(unusedExports(texts, [])).toEqual(['a.ts exports planted, which no other file names']);
});

it('a file that no file imports is found, unless it is an entry', () => {
  const graph = graphOf(
    new Map([
      ['main.ts', "import './used';\nimport('./lazy');"],
      ['used.ts', ''],
      ['lazy.ts', ''],
      ['planted.ts', "import './planted';"],
    ]),
  );
  expect(unusedFiles(graph, (file) => file === 'main.ts')).toEqual(['planted.ts: no file imports it']);
});

it('a key that no code names is found', () => {
  const code = ["words.t('log_name')", "ratings('thanks')", 'rating: {}'];
  expect(unusedWords(['log_name', 'rating.thanks', 'rating.planted', 'planted'], code)).toEqual([
    'rating.planted: no code names it',
    'planted: no code names it',
  ]);
});
