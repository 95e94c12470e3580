import { describe, expect, it } from 'vitest';
import { arriving, type Chunks, lazyChunks } from '../../../src/delivery/chunks';
import { FILE_ELSEWHERE_MS } from '../../../src/model/retries/core';
import { createFakeClock, flush } from '../../support/fakeClock';

const NAMES = Object.keys(lazyChunks) as (keyof Chunks)[];

const hangs = () => new Promise(() => {});
const comes = async () => 'the file';
const fails = () => Promise.reject(new TypeError('reset'));

/** Chunks of which one is loaded by `load`. */
const create = (name: keyof Chunks, load: () => Promise<unknown>) => {
  const clock = createFakeClock();
  const asked: string[] = [];
  let answer = hangs;
  const made = arriving({ ...lazyChunks, [name]: load }, clock, (address) => {
    asked.push(address);
    return answer();
  });
  return {
    clock,
    asked,
    load: made[name] as () => Promise<unknown>,
    answer(next: () => Promise<unknown>) {
      answer = next;
    },
  };
};

describe.each(NAMES)('the file of %s', (name) => {
  it('is asked for at another address where its request hangs, and is loaded once (start-23)', async () => {
    const made = create(name, hangs);
    const first = made.load();
    await made.clock.advance(FILE_ELSEWHERE_MS);
    expect(made.asked).toEqual([expect.stringMatching(/^\.\/[a-zA-Z]+\.js\?\d+$/)]);
    made.answer(comes);
    await made.clock.advance(2 * FILE_ELSEWHERE_MS);
    expect([await first, await made.load(), made.asked.length, made.clock.pending()]).toEqual([
      'the file',
      'the file',
      2,
      0,
    ]);
  });

  it.each([1, 2])('that fails is asked for at once at addresses that are new: %s times', async (times) => {
    const made = create(name, fails);
    made.answer(() => (made.asked.length < times ? fails() : comes()));
    expect([await made.load(), new Set(made.asked).size, made.clock.pending()]).toEqual([
      'the file',
      times,
      0,
    ]);
  });

  it('that fails three times rejects at once, and is asked for again by the next call', async () => {
    let load: () => Promise<unknown> = fails;
    const made = create(name, () => load());
    made.answer(fails);
    await expect(made.load()).rejects.toThrow('reset');
    await expect(made.load()).rejects.toThrow('reset');
    load = comes;
    expect([await made.load(), new Set(made.asked).size, made.clock.pending()]).toEqual(['the file', 4, 0]);
  });
});

it('A file that comes late at its own address is used, and none is asked for any more', async () => {
  let come = (_: unknown) => {};
  const made = create('history', () => new Promise((resolve) => (come = resolve)));
  const file = made.load();
  await made.clock.advance(FILE_ELSEWHERE_MS);
  come('late');
  await flush();
  await made.clock.advance(10 * FILE_ELSEWHERE_MS);
  expect([await file, made.asked.length, made.clock.pending()]).toEqual(['late', 1, 0]);
});
