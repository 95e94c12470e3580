import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readCalls } from '../../scripts/calls/readCalls.mjs';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const PAGES = [
  'README.md',
  'src/npm/README.md',
  ...readdirSync(new URL('docs/', root)).map((name) => `docs/${name}`),
];
const known = new Set(readCalls().map(({ fullName }) => fullName));

/** The calls of a page by their full names, also those of which a table gives only the name: `zE('messenger', 'open')`, `'close'`. */
const callsOf = (text: string) =>
  [...text.matchAll(/zE\('(messenger(?::\w+)?)', '(\w+)'[^`\n]*`((?:, `'\w+'`)*)/g)].flatMap(
    ([, namespace, name, others = '']) =>
      [name, ...[...others.matchAll(/'(\w+)'/g)].map(([, other]) => other)].map(
        (one) => `${namespace}.${one}`,
      ),
  );

it.each(PAGES)('every zE call that %s names exists', (page) => {
  const text = read(page);
  const inCode = [...text.matchAll(/zE\('(messenger(?::\w+)?)', '(\w+)'/g)].map(
    ([, namespace, name]) => `${namespace}.${name}`,
  );
  expect([...callsOf(text), ...inCode].filter((name) => !known.has(name))).toEqual([]);
});

it('the page about moving names a counterpart for calls of each product', () => {
  const sections = read('docs/moving.md').split(/^## /m).slice(2);
  expect(sections.map((section) => section.split('\n')[0])).toEqual([
    'Zendesk messaging',
    'Intercom',
    'Crisp',
    'Chatwoot',
  ]);
  for (const section of sections) expect(callsOf(section).length).toBeGreaterThan(10);
});
