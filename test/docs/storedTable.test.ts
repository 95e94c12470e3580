import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readTexts } from '../../scripts/importGraph.mjs';
import { STORED_BY_INBOX } from '../../scripts/storedByInbox.mjs';
import { rowOf, STORED } from '../../scripts/storedKeys.mjs';
import { freshPage } from '../../scripts/storedTable.mjs';
import { storedWrites } from './support/storedWrites';

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

const INBOX = 'examples/support-desk/inbox';

/** Files that write under keys that other files choose, and what they are. */
const HANDED = new Map([
  ['src/conversation/composer/draftPlaces.ts', 'drafts'],
  ['src/conversation/composer/keepDraft.ts', 'drafts'],
  ['src/delivery/sending/outbox.ts', 'an entry that it has read'],
  ['src/features/formerIntegration/formerIntegration.ts', 'entries that it moves'],
  ['src/features/launcherLabel/launcherLabel.ts', 'its storage before the messenger’s'],
  ['src/features/analytics/keep.ts', 'the storage of analytics'],
  ['src/loader/hasten.ts', 'ids of the visitor that it reads too'],
  ['src/platform/storage.ts', 'the storage itself'],
  ['src/slices/storedVisitor.ts', 'the storage of the visitor, and its former entries'],
  [`${INBOX}/platform/storage.ts`, 'the storage itself'],
  [`${INBOX}/platform/unsentStorage.ts`, 'the storage of a tab'],
  [`${INBOX}/state/alerts/attention.ts`, 'its switches, by a table'],
  [`${INBOX}/state/parts/choice.ts`, 'the storage of a switch'],
]);
/** Keys that are removed as soon as they are written. */
const TOLD = ['ZD-room', 'ZD-consent', 'ZD-….ask'];
/** What comes before the name that these add a prefix to. */
const PREFIXES: Readonly<Record<string, string>> = {
  stored: 'ZD-….',
  set: 'ZD-….',
  keptId: 'ZD-….',
  keep: 'ZD-analytics.',
};

const fullKey = (by: string, key: string) =>
  key.startsWith('ZD-') ? key : `${PREFIXES[by] ?? 'ZD-'}${key.replace(/…(?=\w)/, '….')}`;
const isHanded = (key: string) => /^[^\w]*$/.test(key.replace(/^ZD-(analytics\.)?/, ''));

/** @returns the keys without a row that a file writes */
const unlisted = (file: string, text: string): string[] =>
  storedWrites(file, text).flatMap(({ key, by }) => {
    if (isHanded(key)) return HANDED.has(file) ? [] : [key];
    if (file.startsWith(INBOX)) return STORED_BY_INBOX.some((row) => row.key === key) ? [] : [key];
    const full = fullKey(by, key);
    return rowOf(full) || TOLD.includes(full) ? [] : [full];
  });

const filesOf = (folder: string) =>
  [...readTexts(folder)].map(([name, text]) => [`${folder}/${name}`, text] as const);

it('each key that the widget or the inbox writes has a row', () => {
  const files = [...filesOf('src'), ...filesOf(INBOX)];
  expect(files.flatMap(([file, text]) => unlisted(file, text).map((key) => `${file}: ${key}`))).toEqual([]);
  const handing = files.filter(([file, text]) => storedWrites(file, text).some(({ key }) => isHanded(key)));
  expect([...HANDED.keys()].sort()).toEqual(handing.map(([file]) => file).sort());
});

it.each([
  ['a text', 'src/a.ts', "store.set('planted', '1');", 'ZD-planted'],
  ['of the integration', 'src/a.ts', "session.set(id + '.planted', x);", 'ZD-….planted'],
  ['a constant', 'src/a.ts', "const KEY = 'planted';\nlasting.set(prefix + KEY, x);", 'ZD-….planted'],
  [
    'by a function',
    'src/a.ts',
    "const key = (n) => id + '.' + n;\nstore().set(key('planted'), x);",
    'ZD-….planted',
  ],
  ['several', 'src/a.ts', "store.setAll([['startId', x], ['planted', x]]);", 'ZD-planted'],
  ['of the page', 'src/a.ts', "realm.localStorage.setItem('ZD-planted', x);", 'ZD-planted'],
  ['a field', 'src/a.ts', "storage['ZD-' + id + '.planted'] = x;", 'ZD-….planted'],
  ['a typed storage', 'src/a.ts', "const keep = (mine: Store) => mine.set('planted', x);", 'ZD-planted'],
  ['of the visitor', 'src/slices/storedVisitor.ts', "keptId('planted');", 'ZD-….planted'],
  ['that another file chooses', 'src/a.ts', 'store.set(key, x);', '…'],
  ['of the inbox', `${INBOX}/a.ts`, "const K = 'porch.planted';\nlocal.set(K, x);", 'porch.planted'],
  ['of a switch', `${INBOX}/a.ts`, "createChoice(local, 'porch.planted', true);", 'porch.planted'],
])('a key without a row is found: %s', (_, file, text, key) => {
  expect(unlisted(file, text)).toContain(key);
});

it('the rows of the inbox are the names in its code', () => {
  const names = filesOf(INBOX).flatMap(([, text]) => text.match(/(?<=['`])porch\.\w+/g) ?? []);
  const others = ['porch.agentSession', 'porch.agentToken', 'porch.agentName'];
  expect([...new Set(names)].filter((name) => !others.includes(name)).sort()).toEqual(
    STORED_BY_INBOX.map(({ key }) => key.replace(/ .*/, '')).sort(),
  );
});
