import { expect, it } from 'vitest';
import { CONTENTS, findSite, findUnlisted, lex, readGroups } from '../../scripts/docs/pages.mjs';
import { parse, plain } from '../../scripts/docs/render.mjs';

it('the sidebar lists each page of docs/', () => {
  expect(findUnlisted(readGroups())).toEqual([]);
});

it('a page of docs/ that the sidebar lacks is found', () => {
  const groups = readGroups().map((group) => ({
    ...group,
    entries: group.entries.filter(({ file }) => file !== 'docs/moving.md'),
  }));
  expect(findUnlisted(groups)).toEqual(['docs/moving.md']);
  expect(findUnlisted([])).not.toContain(CONTENTS);
});

it('an excerpt ends each row of a table with one period', () => {
  const table = '| a | b |\n| --- | --- |\n| one | Two. |\n| three | four |';
  expect(plain(lex(table)).trim()).toBe('a – b. one – Two. three – four.');
});

it('no text of the search has two periods in a row', () => {
  const texts = findSite().pages.flatMap((file) => parse(file).sections.map(({ text }) => text));
  expect(texts.filter((text) => /[^./]\.\.(?= |$)/.test(text))).toEqual([]);
});
