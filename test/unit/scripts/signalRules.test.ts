import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findAssignments } from '../../../scripts/check-assignments.mjs';
import { folderForThisFile } from '../../support/folder';

const HEAD = `
import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
const count = signal(0);
const maybe: ReadonlySignal<number> | undefined = undefined as ReadonlySignal<number> | undefined;
`;

const REFUSED = [
  ['in a condition', 'if (count) count.value++;', 'asks whether count is true'],
  ['in a choice', 'export const a = count ? 1 : 2;', 'asks whether count is true'],
  ['by a not', 'export const a = !count;', 'asks whether count is true'],
  ['before an and', 'export const a = count && 1;', 'asks whether count is true'],
  [
    'in a computed',
    'export const a = computed(() => (count.value = 1));',
    'writes count.value in a computed',
  ],
  [
    'in a component',
    'export const Part = () => {\n count.value += 1;\n return null;\n};',
    'writes count.value in a component',
  ],
  [
    'in a component that is a declaration',
    'export function Part() { count.value++; return null; }',
    'writes count.value in a component',
  ],
] as const;

const ALLOWED = [
  ['a signal that may be missing', 'export const a = maybe ? maybe.value : 0;'],
  ['the value of a signal', 'export const a = count.value ? 1 : 2;'],
  ['a computed that reads', 'export const a = computed(() => count.value + 1);'],
  ['a handler of a component', 'export const Part = () => <i onClick={() => { count.value++; }} />;'],
  ['a function that is no component', 'export const add = () => { count.value++; };'],
  ['the value of an input', 'export const Part = (p: { box: HTMLInputElement }) => { p.box.value = ""; };'],
] as const;

const folder = folderForThisFile();

/** What the check reports about each code, each in a file of its own; one program reads them all. */
const found = () => {
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'), 'junction');
  const paths = [...REFUSED, ...ALLOWED].map(([name, code]) => {
    const path = join(folder, `${name.replaceAll(' ', '-')}.tsx`);
    writeFileSync(path, HEAD + code);
    return path;
  });
  return findAssignments(paths, folder, []);
};

it('signals are refused where they are written or asked for their truth, and nowhere else', () => {
  const faults = REFUSED.map(([name, , fault]) =>
    expect.stringMatching(new RegExp(`^${name.replaceAll(' ', '-')}\\.tsx:\\d+ ${fault}`)),
  );
  expect(found()).toEqual(faults);
});
