import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOwnPlace } from '../../examples/support-desk/server/uploads/ownPlace';
import { type Desk, startDesk } from '../support/desk';
import { createVisitor, sendFile } from '../support/deskClient';
import { folderForThisTest } from '../support/folder';
import { openShelf } from '../support/openFiles';

const HOUR = 3_600_000;
let folder: string;
let time: number;
const open: Desk[] = [];
beforeEach(() => {
  folder = folderForThisTest();
  time = Date.now();
});
afterEach(() => Promise.all(open.splice(0).map((desk) => desk.close())));

const stored = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /^..\/.{8,}/.test(name));
const age = (path: string, hours: number): void => {
  const at = (Date.now() - hours * HOUR) / 1000;
  utimesSync(path, at, at);
};

/** A process of a desk, with a visitor's file from three hours ago in the folder that all share. */
const startWithFile = async (identity: string) => {
  const desks = await openShelf(folder, undefined, 'desks');
  const before = stored();
  let ownsPlace = async (): Promise<boolean> => false;
  const desk = await startDesk({
    uploadsFolder: folder,
    now: () => time,
    upkeep: { ownsPlace: () => ownsPlace() },
  });
  const warned: string[] = [];
  const log = { warn: (...input: unknown[]) => void warned.push(String(input.at(-1))) };
  ownsPlace = createOwnPlace(desks, identity, { store: desk.store, now: () => time, log });
  open.push(desk);
  const visitor = await createVisitor(desk);
  await sendFile(visitor, desk, { name: 'a.txt', content: 'a' });
  const [file = ''] = stored().filter((name) => !before.includes(name));
  age(join(folder, file), 3);
  return { desk, warned, file: join(folder, file) };
};
/** Lets hours pass, with the upkeep of these desks in each. */
const pass = async (hours: number, ...desks: Desk[]): Promise<void> => {
  for (let hour = 0; hour < hours; hour++) {
    time += HOUR + 1;
    for (const desk of desks) await desk.upkeep();
  }
};

it.each([
  ['two desks', 'one', 'two'],
  ['a desk and a copy of its database server', 'one', 'one'],
])('%s in one folder remove none of each other’s files, and say so once', async (_case, first, second) => {
  const [one, two] = [await startWithFile(first), await startWithFile(second)];
  await pass(30, two.desk, one.desk);
  expect([existsSync(one.file), existsSync(two.file)]).toEqual([true, true]);
  const sentence = 'another desk stores files in the same place, so unused files are not removed';
  for (const { warned } of [one, two]) expect(warned).toEqual([sentence]);
});

it('a desk whose clock was ahead once still renews its mark, so that others find it', async () => {
  time += 60 * 24 * HOUR;
  const one = await startWithFile('one');
  await one.desk.upkeep();
  time -= 60 * 24 * HOUR;
  const two = await startWithFile('two');
  await pass(24 * 8, one.desk, two.desk);
  expect([existsSync(one.file), existsSync(two.file)]).toEqual([true, true]);
});

it('a desk that is alone again for long enough removes what nobody uses', async () => {
  const [gone, left] = [await startWithFile('one'), await startWithFile('one')];
  await pass(2, gone.desk, left.desk);
  await pass(160, left.desk);
  expect(existsSync(gone.file)).toBe(true);
  await pass(30, left.desk);
  expect([existsSync(gone.file), existsSync(left.file)]).toEqual([false, true]);
});
