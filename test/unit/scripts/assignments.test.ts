import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findAssignments } from '../../../scripts/check-assignments.mjs';
import { folderForThisFile } from '../../support/folder';

const folder = folderForThisFile();

const OWNER = `
  import { type Signal, signal } from '@preact/signals-react';
  import * as v from 'valibot';
  export type Texts = string[];
  export type Sender = {
    send: (text: string) => void;
    count: number;
    box?: HTMLInputElement;
    list: Texts;
    byId: Map<string, string[]>;
    seen: Set<string>;
    words: Record<string, string>;
    open: Signal<boolean>;
  };
  export const body = v.object({ name: v.optional(v.string()) });
  export type Body = v.InferOutput<typeof body>;
  export const createSender = () => ({}) as Sender;
  export const shared = { list: [] as string[], open: signal(true) };
  export const all: string[] = [];
  export const isOpen = signal(true);`;

/** The code is the body of a function that gets a sender. */
const REFUSED = [
  ['a method', 'sender.send = () => {};', 'sender.send'],
  ['a member of what was made elsewhere', 'const made = createSender(); made.count = 1;', 'made.count'],
  ['a nested member', 'const deps = { sender }; deps.sender.count += 1;', 'deps.sender.count'],
  ['a step', 'sender.count++;', 'sender.count'],
  ['what it deletes', 'delete sender.box;', 'sender.box'],
  ['what it deletes by a key', 'delete sender.words[text];', 'sender.words[text]'],
  ['a key', "sender['count'] = 1;", "sender['count']"],
  ['one of several keys', 'sender[key] = 1 as never;', 'sender[key]'],
  ['an index', 'sender.list[0] = text;', 'sender.list[0]'],
  ['the key of a record', 'sender.words[text] ??= text;', 'sender.words[text]'],
  ['the length of a list', 'sender.list.length = 0;', 'sender.list.length'],
  ['Object.assign', 'Object.assign(sender, { count: 1 });', 'sender by Object.assign'],
  ['Reflect.set', "Reflect.set(sender, 'count', 1);", 'sender by Reflect.set'],
  ['a property', "Object.defineProperty(sender, 'count', {});", 'sender by Object.defineProperty'],
  ['a list by destructuring', '[sender.count] = [1];', 'sender.count'],
  ['an object by destructuring', '({ at: sender.count = 1 } = { at: 2 });', 'sender.count'],
  ['the rest by destructuring', '[, ...sender.list] = [text];', 'sender.list'],
  ['the head of a loop', 'for (sender.count of [1]);', 'sender.count'],
  ['push', 'sender.list.push(text);', 'sender.list.push'],
  ['sort under another name', 'const mine = sender.list; mine.sort();', 'mine.sort'],
  ['splice of a part', 'const { list } = sender; list.splice(0);', 'list.splice'],
  ['a default', '(sender.list ?? []).push(text);', '(sender.list ?? []).push'],
  ['a list in a map', 'sender.byId.get(text)?.push(text);', 'sender.byId.get(text)?.push'],
  ['a map', 'sender.byId.set(text, []);', 'sender.byId.set'],
  ['a set', 'sender.seen.add(text);', 'sender.seen.add'],
  ['an imported list', 'all.push(text);', 'all.push'],
  ['a list in an imported object', 'shared.list.pop();', 'shared.list.pop'],
  ['a list with a type of another file', '((texts: Texts) => texts.push(text))([]);', 'texts.push'],
  ['a body', '((body: Body) => { body.name = text; });', 'body.name'],
  ['a signal', 'sender.open.value = false;', 'sender.open.value'],
  ['a signal under another name', 'const { open } = sender; open.value = false;', 'open.value'],
  ['an imported signal', 'isOpen.value = false;', 'isOpen.value'],
] as const;

const ALLOWED = [
  ['an element', 'if (sender.box) sender.box.value = text;'],
  ['the data of an element', 'if (sender.box) sender.box.dataset[text] = text;'],
  [
    'an object that the file makes',
    'const mine = { count: 0 } as Sender; mine.count = 2; mine.list.push(text);',
  ],
  ['a copy', 'const copy = { ...sender }; copy.count = 1; Object.assign(copy, { count: 2 });'],
  ['a new object', 'Object.assign({}, sender);'],
  [
    'a type of its own',
    'type Mine = { at: string[] }; ((mine: Mine) => { mine.at = []; mine.at.push(text); });',
  ],
  ['a local name', 'let other = sender; other = createSender();'],
  ['a list that the file makes', 'const mine: Texts = []; mine.push(text); mine[0] = text;'],
  ['a copy of a list', '[...sender.list].sort(); sender.list.map(String).reverse();'],
  ['a list of a caller', '((texts: string[]) => texts.push(text))([]);'],
  ['a method of that name', 'const mine = { push: (_: string) => {} }; mine.push(text);'],
  ['a signal that the file makes', 'const mine = signal(1); mine.value = 2;'],
] as const;

const EXCEPTION = 'sender.count = 1; sender.send = () => {};';

const nameOf = (name: string): string => `room/${name.replaceAll(' ', '-')}.ts`;

const write = (name: string, code: string): string => {
  const path = join(folder, name);
  writeFileSync(path, code);
  return path;
};

/** Each code is in a file of its own; one program reads them all. */
const paths = (() => {
  mkdirSync(join(folder, 'room'));
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'), 'junction');
  const codes = [...REFUSED, ...ALLOWED, ['exception', EXCEPTION] as const].map(([name, code]) =>
    write(
      nameOf(name),
      `import { signal } from '@preact/signals-react';
       import { all, type Body, createSender, isOpen, type Sender, shared, type Texts } from './owner';
       export const f = (sender: Sender, text: string, key: 'count' | 'list') => { ${code} };`,
    ),
  );
  return [write('room/owner.ts', OWNER), ...codes];
})();
const rule = {
  owner: 'room/owner.ts',
  members: ['count', 'box'],
  files: [nameOf('exception'), nameOf('a-copy')],
  why: 'a test',
};
const found = findAssignments(paths, folder, [rule]);
const foundIn = (name: string) =>
  found.flatMap((fault) => (fault.startsWith(`${nameOf(name)}:3 `) ? [fault.split(':3 ')[1]] : []));

it.each(REFUSED)('another file’s object is not to be changed: %s', (name, _, shown) => {
  expect(foundIn(name)).toEqual([`changes ${shown}, which room/owner.ts owns.`]);
});

it.each(ALLOWED)('what may be changed: %s', (name) => {
  expect(foundIn(name)).toEqual([]);
});

it('an exception counts for its file and its member alone', () => {
  expect(foundIn('exception')).toEqual([expect.stringContaining('sender.send')]);
});

it('an exception that nothing needs is refused', () => {
  expect(found.slice(-2)).toEqual([
    'The exception of room/a-copy.ts for room/owner.ts is not needed.',
    'The exception of box for room/owner.ts is not needed.',
  ]);
});
