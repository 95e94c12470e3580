import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findAssignments } from '../../../scripts/check-assignments.mjs';
import { folderForThisTest } from '../../support/folder';

const OWNER = `
  export type Sender = { send: (text: string) => void; count: number; box?: HTMLInputElement };
  export const createSender = (): Sender => ({ send() {}, count: 0 });`;

/** What the check says of a file that uses the owner. */
const check = (code: string, allowed: Parameters<typeof findAssignments>[2] = []) => {
  const folder = folderForThisTest();
  mkdirSync(join(folder, 'room'));
  const paths = ['room/owner.ts', 'room/other.ts'].map((name) => join(folder, name));
  writeFileSync(paths[0] as string, OWNER);
  writeFileSync(paths[1] as string, `import { createSender, type Sender } from './owner';\n${code}`);
  return findAssignments(paths, folder, allowed);
};

it.each([
  ['a method', 'export const hook = (sender: Sender) => { sender.send = () => {}; };', 'sender.send'],
  ['a member of what was made elsewhere', 'const made = createSender();\nmade.count = 1;', 'made.count'],
  [
    'a nested member',
    'export const f = (deps: { sender: Sender }) => { deps.sender.count += 1; };',
    'deps.sender.count',
  ],
  ['a count', 'export const f = ({ sender }: { sender: Sender }) => { sender.count++; };', 'sender.count'],
  ['what it deletes', 'export const f = (sender: Sender) => { delete sender.box; };', 'sender.box'],
])('another file’s object is not to be changed: %s', (_, code, target) => {
  expect(check(code)).toEqual([
    expect.stringMatching(
      new RegExp(
        `^room/other\\.ts:\\d+ changes ${target.replace(/\./g, '\\.')}, which room/owner\\.ts owns\\.$`,
      ),
    ),
  ]);
});

it.each([
  ['an element', 'export const f = (sender: Sender) => { if (sender.box) sender.box.value = "x"; };'],
  ['an object that the file makes', 'const mine: Sender = { send() {}, count: 0 };\nmine.count = 2;'],
  ['a type of its own', 'type Mine = { at: number };\nexport const f = (mine: Mine) => { mine.at = 1; };'],
  ['a local name', 'export let sender: Sender = createSender();\nsender = createSender();'],
])('what may be changed: %s', (_, code) => {
  expect(check(code)).toEqual([]);
});

it('an exception counts for its file and its member alone', () => {
  const code = 'export const f = (sender: Sender) => { sender.count = 1; sender.send = () => {}; };';
  const rule = { owner: 'room/owner.ts', members: ['count'], files: ['room/other.ts'], why: 'a test' };
  expect(check(code, [rule])).toEqual([expect.stringContaining('sender.send')]);
  expect(check(code, [{ ...rule, files: ['room/third.ts'] }])).toHaveLength(2);
});
