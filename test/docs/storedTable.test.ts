import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rowOf, STORED } from '../../scripts/storedKeys.mjs';
import { freshPage } from '../../scripts/storedTable.mjs';

const source = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('docs/privacy.md says what is stored', () => {
  expect(source('docs/privacy.md')).toBe(freshPage());
});

it('each row names a key that its file writes', () => {
  for (const { file, name } of STORED) expect(source(`src/${file}`), name).toContain(name);
});

it('a visitor’s key has one row', () => {
  expect(rowOf('ZD-web.appUserId')?.name).toBe('appUserId');
  expect(rowOf('ZD-web.draft.user.conversation')?.name).toBe('.draft.');
  expect(rowOf('ZD-~web.appUserId')?.name).toBe('appUserId');
  expect(rowOf('ZD-web.unknown')).toBeUndefined();
});
