import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSharedBuilds } from '../../../examples/support-desk/server/assets/sharedBuilds';
import type { Shelf } from '../../../examples/support-desk/server/uploads/shelf';
import { createFakeClock } from '../../support/fakeClock';
import { folderForThisFile } from '../../support/folder';

const folder = folderForThisFile();

const DAY_MS = 86_400_000;
const FILE = 'launcher.js';

/** A shelf, and processes that have it, on one clock. */
const setUp = () => {
  const shelved = new Map<string, { bytes: Uint8Array; at: number }>();
  let lists = 0;
  let answers = true;
  const shelf: Shelf = {
    list: async () => {
      lists++;
      if (!answers) await new Promise(() => undefined);
      return [...shelved].map(([name, { bytes, at }]) => ({ name, at, size: bytes.length }));
    },
    put: async (name, bytes) => void shelved.set(name, { bytes, at: clock.now() }),
    read: async (name) => shelved.get(name)?.bytes ?? new Uint8Array(),
    remove: async (name) => void shelved.delete(name),
  };
  const clock = createFakeClock(100 * DAY_MS);
  return {
    shelved,
    lists: () => lists,
    hang: () => {
      answers = false;
    },
    pass: clock.advance,
    process: (build: string) => {
      const repository = join(folder, build);
      mkdirSync(join(repository, 'dist', build), { recursive: true });
      writeFileSync(join(repository, 'dist', build, FILE), build);
      const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
      return createSharedBuilds({ shelf, key: 'secret', repository, clock, log });
    },
  };
};

describe('the builds on the shelf', () => {
  it('stay as long as a process has them, and for seven days more', async () => {
    const { process, pass, shelved } = setUp();
    const [older, newer] = [process('older'), process('newer')];
    await older.start();
    await newer.start();
    for (let day = 0; day < 10; day++) {
      await pass(DAY_MS + 1);
      await older.round();
      await newer.round();
    }
    expect(shelved.size).toBe(2);
    for (let day = 0; day < 7; day++) {
      await pass(DAY_MS + 1);
      await newer.round();
    }
    expect(await newer.find('/porch/older/launcher.js')).toBeDefined();
    await pass(2 * DAY_MS);
    await newer.round();
    await pass(2 * DAY_MS);
    await newer.round();
    expect(shelved.size).toBe(1);
    expect(await process('other').find('/porch/older/launcher.js')).toBeUndefined();
  });

  it('are not removed by a process whose clock is wrong', async () => {
    const { process, pass, shelved } = setUp();
    await process('older').start();
    await process('newer').start();
    await pass(30 * DAY_MS);
    await process('wrong').start();
    expect(shelved.size).toBe(3);
  });

  it('are looked for once a second at most, however many files are missing', async () => {
    const { process, pass, lists } = setUp();
    const one = process('older');
    await one.start();
    const before = lists();
    const asked = Array.from({ length: 50 }, () => one.find('/porch/nowhere/launcher.js'));
    await Promise.all(asked);
    const again = Array.from({ length: 50 }, () => one.find('/porch/nowhere/launcher.js'));
    await pass(1000);
    await Promise.all(again);
    expect(lists() - before).toBe(2);
    // What no build has under such a name.
    expect(await one.find('/porch/porch.js')).toBeUndefined();
    expect(lists() - before).toBe(2);
  });

  it('keep nobody waiting for longer than some seconds where nothing answers', async () => {
    const { process, pass, hang } = setUp();
    hang();
    const one = process('older');
    const started = one.start();
    await pass(5000);
    await started;
    const found = one.find('/porch/newer/launcher.js');
    await pass(4000);
    expect(await found).toBeUndefined();
  });
});
