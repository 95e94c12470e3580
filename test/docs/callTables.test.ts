import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { SECTIONS } from '../../examples/support-desk/inbox/model/settings/sections';
import { CALL_FLAGS } from '../../examples/support-desk/server/domain/settings/settings';
import { CODE } from '../../scripts/calls/codeTables.mjs';
import { PAGES } from '../../scripts/calls/docTables.mjs';
import { readCalls } from '../../scripts/calls/readCalls.mjs';
import { filesOf, root } from '../../scripts/run.mjs';
import { CALLS } from '../../src/features/hostCalls/callTable';
import { createCommands } from '../../src/features/hostCalls/commands';

const calls = readCalls();
/** Stands for whatever a file of commands reads when it is created. */
const anything: object = new Proxy(() => anything, { get: () => anything });
const context = { deps: anything, actions: anything, events: anything } as never;

it.each(Object.entries({ ...PAGES, ...CODE }))(
  'the table of calls makes %s: node scripts/callTables.mjs',
  (path, make) => {
    expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')).toBe(make());
  },
);

it('a call is carried out by the file that its row names, and by no other', async () => {
  // What draws reads the browser's own document as it loads.
  vi.stubGlobal('Document', class {});
  const created = new Map([[undefined, createCommands(context)]] as [unknown, object][]);
  for (const { load } of Object.values(CALLS))
    if (load && !created.has(load)) created.set(load, (await load()).createCommands(context));
  const carriedOut = [...created].flatMap(([load, commands]) =>
    Object.keys(commands).map((name) => [name, load]),
  );
  const rows = calls.map(({ fullName }) => [fullName, CALLS[fullName]?.load]);
  expect(new Set(carriedOut.map(([name]) => name)).size).toBe(carriedOut.length);
  expect(new Map(carriedOut as [string, unknown][])).toEqual(new Map(rows as [string, unknown][]));
});

/** The text of each file in a folder. */
const textsIn = (folder: string): [path: string, text: string][] =>
  filesOf(`${root}/${folder}`)
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => [path.replaceAll('\\', '/'), readFileSync(path, 'utf8')]);

it('each file of commands carries out a row', () => {
  const named = new Set(calls.map(({ loads }) => `/hostCalls/${loads ?? 'commands'}.ts`));
  const files = textsIn('src/features/hostCalls').flatMap(([path, text]) =>
    text.includes('const createCommands') ? path.slice(path.indexOf('/hostCalls/')) : [],
  );
  expect(files.filter((path) => !named.has(path))).toEqual([]);
});

it('a test makes each call', () => {
  const tests = ['spec', 'component', 'unit', 'browser', 'contract'].flatMap((folder) =>
    textsIn(`test/${folder}`).map(([, text]) => text),
  );
  const isMade = ({ namespace, name }: (typeof calls)[number]): boolean => {
    // Tests name an event alone.
    const before = namespace === 'messenger:on' ? '' : `${namespace}['".,\\s]+`;
    const made = new RegExp(`['"\`]${before}${name}['"]`);
    return tests.some((text) => made.test(text));
  };
  const working = calls.filter(({ loads }) => loads !== 'events/notYet');
  expect(working.filter((call) => !isMade(call)).map(({ fullName }) => fullName)).toEqual([]);
});

it('a row says which calls do nothing yet', async () => {
  const marked = calls.filter(({ does }) => does.startsWith('Not yet: ')).map(({ fullName }) => fullName);
  const notYet = calls.filter(({ loads }) => loads === 'events/notYet').map(({ fullName }) => fullName);
  expect(marked).toEqual(notYet);
});

it('each flag of a call is a setting of the desk, a toggle of the inbox, and a row of docs/calls.md', () => {
  const flags = [...new Set(calls.flatMap(({ flag }) => flag ?? []))].sort();
  expect([...CALL_FLAGS].sort()).toEqual(flags);
  const toggles = JSON.stringify(SECTIONS);
  // The call has no effect, on or off.
  const wanted = flags.filter((flag) => flag !== 'disablePopout');
  expect(wanted.filter((flag) => !toggles.includes(`"features/${flag}"`))).toEqual([]);
  const page = readFileSync(new URL('../../docs/calls.md', import.meta.url), 'utf8');
  expect(flags.filter((flag) => !new RegExp(`^\\|.*\`${flag}\`.*\\|.*\\|$`, 'm').test(page))).toEqual([]);
});

it('a row names the arguments', () => {
  const args = (name: string) => calls.find(({ fullName }) => fullName === name)?.args;
  expect(args('messenger.open')).toEqual([]);
  expect(args('messenger.loginUser')).toEqual(['supply?', 'done?']);
  expect(args('messenger.newConversation')).toEqual(['options?', 'done?']);
  expect(args('messenger:set.beforeMessageSent')).toEqual(['change']);
  expect(args('messenger:on.open')).toEqual(['listener']);
});
