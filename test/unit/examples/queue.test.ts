import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openQueue, type Queue } from '../../../examples/lib/queue.js';
import { folderForThisFile } from '../../support/folder';

const folder = folderForThisFile();
let files = 0;

const task = (id: string, key = 'a') => ({ id, kind: 'test', key, data: id });

describe('the queue of the programs at a desk', () => {
  const open: Queue[] = [];
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const queue of open.splice(0)) await queue.close();
  });

  const newFile = (): string => join(folder, `${files++}`, 'queue.jsonl');
  const openAt = async (
    file: string,
    work: (id: string, once: { again: boolean }) => Promise<unknown>,
  ): Promise<Queue> => {
    const queue = await openQueue(file, { test: work });
    open.push(queue);
    return queue;
  };
  /** Notes what was done. */
  const createWork = () => {
    const done: string[] = [];
    return { done, work: async (id: string) => void done.push(id) };
  };

  it('does each task once by its id, in the order of its key', async () => {
    const { done, work } = createWork();
    const queue = await openAt(newFile(), work);
    const ids = Array.from({ length: 50 }, (_, n) => `${n}`);
    await Promise.all(ids.flatMap((id) => [queue.put(task(id)), queue.put(task(id))]));
    for (const id of ids) await queue.put(task(id));
    await vi.waitFor(() => expect(done).toEqual(ids));
  });

  it('does no task of a key before the one that runs has ended, and waits for no other key', async () => {
    let end = (): void => {};
    const done: string[] = [];
    const queue = await openAt(newFile(), async (id) => {
      if (id === 'slow')
        await new Promise<void>((resolve) => {
          end = resolve;
        });
      done.push(id);
    });
    await queue.put(task('slow', 'a'));
    await queue.put(task('after', 'a'));
    await queue.put(task('other', 'b'));
    await vi.waitFor(() => expect(done).toEqual(['other']));
    end();
    await vi.waitFor(() => expect(done).toEqual(['other', 'slow', 'after']));
  });

  it('has a task on the disk before it is taken, and does it after a kill, as one that was perhaps begun', async () => {
    const file = newFile();
    const ends: (() => void)[] = [];
    const never = await openAt(file, () => new Promise<void>((resolve) => ends.push(resolve)));
    for (const id of ['1', '2', '3']) await never.put(task(id));
    // It is not closed, as if it were killed, and while it was writing.
    appendFileSync(file, '{"task":{"id":"4","kin');
    const done: [string, boolean][] = [];
    const queue = await openAt(file, async (id, { again }) => void done.push([id, again]));
    await queue.put(task('5'));
    await vi.waitFor(() =>
      expect(done).toEqual([
        ['1', true],
        ['2', true],
        ['3', true],
        ['5', false],
      ]),
    );
    for (const end of ends) end();
  });

  it('remembers after a start what was done', async () => {
    const file = newFile();
    const { done, work } = createWork();
    const first = await openAt(file, work);
    await first.put(task('1'));
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('{"done":"1"}'));
    await first.close();
    const second = await openAt(file, work);
    await second.put(task('1'));
    await second.put(task('2'));
    await vi.waitFor(() => expect(done).toEqual(['1', '2']));
  });

  it('keeps its file short', async () => {
    const file = newFile();
    const lines = Array.from({ length: 30_000 }, (_, n) => [
      JSON.stringify({ task: task(`${n}`) }),
      JSON.stringify({ done: `${n}` }),
    ]);
    await (await openQueue(file, {})).close();
    writeFileSync(file, `${lines.flat().join('\n')}\n${JSON.stringify({ task: task('waits') })}\n`);
    const { done, work } = createWork();
    const queue = await openAt(file, work);
    await vi.waitFor(() => expect(done).toEqual(['waits']));
    expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThan(10_010);
    await queue.put(task('29999'));
    await queue.put(task('new'));
    await vi.waitFor(() => expect(done).toEqual(['waits', 'new']));
  });

  it('gives up what was refused, and goes on', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const done: string[] = [];
    const queue = await openAt(newFile(), async (id) => {
      if (id === 'refused') throw Object.assign(new Error('no'), { status: 400 });
      done.push(id);
    });
    await queue.put(task('refused'));
    await queue.put(task('next'));
    await vi.waitFor(() => expect(done).toEqual(['next']));
    expect(log).toHaveBeenCalledExactlyOnceWith('Given up: test refused:', expect.any(Error));
  });

  it('leaves what has failed for the next start when it is closed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const file = newFile();
    let tries = 0;
    const failing = await openAt(file, async () => {
      tries++;
      throw new Error('down');
    });
    await failing.put(task('1'));
    await vi.waitFor(() => expect(tries).toBe(1));
    await failing.close();
    const { done, work } = createWork();
    await openAt(file, work);
    await vi.waitFor(() => expect(done).toEqual(['1']));
  });
});
