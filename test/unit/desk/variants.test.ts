import { expect, it, vi } from 'vitest';
import { createVariants } from '../../../examples/support-desk/server/http/variants';

const bytesOf = (length: number) => vi.fn(async () => new Uint8Array(length));

it('what several ask for at once, and again, is compressed once', async () => {
  const variants = createVariants(100);
  const make = bytesOf(10);
  const [one, other] = await Promise.all([variants('a', make), variants('a', make)]);
  expect(other).toBe(one);
  expect(await variants('a', make)).toBe(one);
  expect(make).toHaveBeenCalledTimes(1);
});

it('no more bytes are kept than the limit, and those that were asked for last', async () => {
  const variants = createVariants(100);
  const [a, b, c, huge] = [bytesOf(40), bytesOf(40), bytesOf(40), bytesOf(101)];
  for (const [key, make] of [
    ['a', a],
    ['b', b],
    ['a', a],
    ['c', c],
    ['huge', huge],
    ['huge', huge],
    ['a', a],
    ['c', c],
    ['b', b],
  ] as const)
    await variants(key, make);
  expect([a, b, c, huge].map((make) => make.mock.calls.length)).toEqual([1, 2, 1, 2]);
});

it('what could not be compressed is tried again', async () => {
  const variants = createVariants(100);
  await expect(variants('a', () => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory');
  expect(await variants('a', bytesOf(3))).toHaveLength(3);
});
