import { describe, expect, it } from 'vitest';
import { createShared } from '../../../examples/support-desk/server/process/shared';
import { flush } from '../../support/fakeClock';

const create = () => {
  const clock: { value: number; fail?: Error; reads: string[] } = { value: 0, reads: [] };
  const ends: (() => void)[] = [];
  const read = (key: string) => {
    clock.reads.push(key);
    const { value, fail } = clock;
    return new Promise<number>((resolve, reject) => {
      ends.push(() => (fail ? reject(fail) : resolve(value)));
    });
  };
  return { clock, ask: createShared(read, async () => undefined), end: () => ends.shift()?.() };
};

describe('a read that is shared', () => {
  it('answers all who asked before it began, and is made once more for those who came later', async () => {
    const { clock, ask, end } = create();
    const first = [ask('open'), ask('open')];
    await flush();
    clock.value = 1;
    const later = [ask('open'), ask('open'), ask('open')];
    end();
    expect(await Promise.all(first)).toEqual([0, 0]);
    await expect.poll(() => clock.reads).toHaveLength(2);
    end();
    expect(await Promise.all(later)).toEqual([1, 1, 1]);
    expect(clock.reads).toHaveLength(2);
  });

  it('is one for each key, and fails for those who asked alone', async () => {
    const { clock, ask, end } = create();
    clock.fail = new Error('away');
    const failing = ask('a');
    await flush();
    clock.fail = undefined;
    const other = ask('b');
    await flush();
    expect(clock.reads).toEqual(['a', 'b']);
    end();
    end();
    await expect(failing).rejects.toThrow('away');
    expect(await other).toBe(0);
    const again = ask('a');
    await expect.poll(() => clock.reads).toHaveLength(3);
    end();
    expect(await again).toBe(0);
  });
});
