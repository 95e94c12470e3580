import { describe, expect, it } from 'vitest';
import { repeatEnded } from '../../../examples/support-desk/server/store/sql/cancelling';

const errorOf = (code: string) =>
  new Error('Failed query', { cause: Object.assign(new Error('canceling statement'), { code }) });

/** A read that fails so many times with this code, and takes `ms` each time. */
const createRead = (failures: number, code = '57014', ms = 5) => {
  const clock = { now: 0, reads: 0 };
  const read = async () => {
    clock.now += ms;
    if (clock.reads++ < failures) throw errorOf(code);
    return 'rows';
  };
  return { clock, run: (signal?: AbortSignal) => repeatEnded(read, signal, () => clock.now) };
};

describe('a read of agents', () => {
  it('is repeated when another’s cancellation has ended it', async () => {
    const { clock, run } = createRead(4);
    expect([await run(), clock.reads]).toEqual(['rows', 5]);
  });

  it('fails after five times', async () => {
    const { clock, run } = createRead(99);
    await expect(run()).rejects.toThrow('Failed query');
    expect(clock.reads).toBe(5);
  });

  it.each([
    ['that its own signal has ended', '57014', 5, AbortSignal.abort()],
    ['that met the time limit of statements', '57014', 1001, undefined],
    ['that failed for another reason', '40001', 5, undefined],
  ])('is not repeated when it is one %s', async (_, code, ms, signal) => {
    const { clock, run } = createRead(1, code, ms);
    await expect(run(signal)).rejects.toThrow('Failed query');
    expect(clock.reads).toBe(1);
  });
});
