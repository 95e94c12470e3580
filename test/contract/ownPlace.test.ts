import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { openShelf } from '../../examples/support-desk/server/uploads/openShelf';
import { createOwnPlace } from '../../examples/support-desk/server/uploads/ownPlace';
import { type Desk, startDesk } from '../support/desk';
import { createVisitor, sendFile } from '../support/deskClient';

const folder = mkdtempSync(join(tmpdir(), 'porch-place-'));
const open: Desk[] = [];
afterEach(() => Promise.all(open.splice(0).map((desk) => desk.close())));
afterAll(() => rmSync(folder, { recursive: true }));

const DAY_S = 86_400;
const stored = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /^..\/.{8,}/.test(name));
const age = (path: string, days: number): void => {
  const at = Date.now() / 1000 - days * DAY_S;
  utimesSync(path, at, at);
};

/** A desk with a visitor's file from three hours ago, in the folder that all share. */
const startWithFile = async (identity: string) => {
  const desks = await openShelf(folder, undefined, 'desks');
  const warned: string[] = [];
  const ownsPlace = createOwnPlace(desks, identity);
  const desk = await startDesk({
    uploadsFolder: folder,
    upkeep: { ownsPlace, log: { warn: (...input: unknown[]) => void warned.push(String(input.at(-1))) } },
  });
  open.push(desk);
  const before = stored();
  const visitor = await createVisitor(desk);
  await sendFile(visitor, desk, { name: 'a.txt', content: 'a' });
  const [file = ''] = stored().filter((name) => !before.includes(name));
  age(join(folder, file), 3 / 24);
  return { desk, warned, file: join(folder, file) };
};

it('two desks in one folder remove none of each other’s files, and say so', async () => {
  const [one, two] = [await startWithFile('one'), await startWithFile('two')];
  await one.desk.upkeep();
  await two.desk.upkeep();
  await one.desk.upkeep();
  expect([existsSync(one.file), existsSync(two.file)]).toEqual([true, true]);
  expect(two.warned).toEqual([
    'unused files are not removed, as another desk stores files in the same place',
  ]);
});

it('a desk whose neighbor has been gone for a week removes what nobody uses', async () => {
  const { desk, file } = await startWithFile('three');
  for (const mark of readdirSync(join(folder, 'desks'))) age(join(folder, 'desks', mark), 8);
  const left = stored().length;
  await desk.upkeep();
  expect(existsSync(file)).toBe(true);
  expect(stored().length).toBeLessThan(left);
});
