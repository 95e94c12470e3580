import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freshPage, PAGES, readCalls } from '../../scripts/callsTable.mjs';
import { COMMANDS } from '../../src/features/hostCalls/commands';
import { LAZY_NAMES } from '../../src/features/hostCalls/lazyCommands';
import { NOT_YET } from '../../src/features/hostCalls/notYet';

const calls = readCalls();
const nameOf = ({ namespace, name }: { namespace: string; name: string }) => `${namespace}.${name}`;

it('the README and docs/calls.md have each call, made from the published types', () => {
  for (const name of Object.keys(PAGES) as (keyof typeof PAGES)[])
    expect(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'), name).toBe(freshPage(name));
});

it('the published types have each call that Porch takes, and no other', () => {
  expect(calls.map(nameOf).sort()).toEqual([...Object.keys(COMMANDS), ...LAZY_NAMES].sort());
});

it('a row says which calls do nothing yet', () => {
  const marked = calls.filter(({ does }) => does.startsWith('Not yet: ')).map(nameOf);
  expect(marked.sort()).toEqual(Object.keys(NOT_YET).sort());
});

it('a row names the arguments', () => {
  const args = (name: string) => calls.find((call) => nameOf(call) === name)?.args;
  expect(args('messenger.open')).toEqual([]);
  expect(args('messenger.loginUser')).toEqual(['supply?', 'done?']);
  expect(args('messenger.newConversation')).toEqual(['options?', 'done?']);
  expect(args('messenger:set.beforeMessageSent')).toEqual(['change']);
  expect(args('messenger:on.open')).toEqual(['listener']);
});
