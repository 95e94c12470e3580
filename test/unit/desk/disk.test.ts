import { describe, expect, it } from 'vitest';
import { createDisk } from '../../../examples/support-desk/server/uploads/disk';
import { UploadsAway } from '../../../examples/support-desk/server/uploads/uploads';
import { createFakeClock, flush } from '../../support/fakeClock';

const stand = () => {
  const clock = createFakeClock();
  const warned: number[] = [];
  const disk = createDisk(clock, () => warned.push(clock.now()));
  const begun: string[] = [];
  /** An operation that hangs until it is let go. */
  const hang = (name: string, undo?: (late: string) => void) => {
    let go = (): void => undefined;
    const operation = () => {
      begun.push(name);
      return new Promise<string>((resolve) => (go = () => resolve(name)));
    };
    const result = disk(operation, undo).catch((error: unknown) => error);
    return { result, go: () => go() };
  };
  return { clock, disk, hang, begun, warned };
};

describe('a folder of uploads that hangs', () => {
  it('holds two threads at most, and refuses all that wait after ten seconds', async () => {
    const { clock, hang, begun, warned } = stand();
    const all = ['a', 'b', 'c', 'd'].map((name) => hang(name));
    await clock.advance(9999);
    expect(begun).toEqual(['a', 'b']);
    expect(warned).toHaveLength(0);
    await clock.advance(1);
    for (const { result } of all) expect(await result).toBeInstanceOf(UploadsAway);
    expect(warned).toHaveLength(1);
    expect(await hang('e').result).toBeInstanceOf(UploadsAway);
    expect(begun).toEqual(['a', 'b']);
  });

  it('closes each file once it answers, on no more threads, and forgets none', async () => {
    const { clock, disk, hang } = stand();
    const hanging = [hang('a'), hang('b')];
    let closed = 0;
    const file = { close: async () => void closed++ };
    disk.close(file);
    await clock.advance(10_000);
    disk.close(file);
    await clock.advance(60_000);
    expect(closed).toBe(0);
    for (const { go } of hanging) go();
    await flush();
    expect(closed).toBe(2);
    expect(await disk(async () => 'read')).toBe('read');
  });

  it('refuses others while it is closing that hangs', async () => {
    const { clock, disk } = stand();
    for (let i = 0; i < 2; i++) disk.close({ close: () => new Promise(() => undefined) });
    const waiting = disk(async () => 'read').catch((error: unknown) => error);
    await clock.advance(10_000);
    expect(await waiting).toBeInstanceOf(UploadsAway);
  });

  it('keeps many waiting for long where each is answered, if slowly', async () => {
    const { clock, disk } = stand();
    const slow = () => new Promise<string>((resolve) => void clock.after(50, () => resolve('read')));
    const all = Array.from({ length: 1000 }, () => disk(slow));
    await clock.advance(26_000);
    expect(new Set(await Promise.all(all))).toEqual(new Set(['read']));
  });

  it('works again with the first that is answered, and closes what was opened too late', async () => {
    const { clock, hang, disk, warned } = stand();
    const undone: string[] = [];
    const hanging = [hang('a', (late) => undone.push(late)), hang('b')];
    await clock.advance(10_000);
    hanging[0]?.go();
    await flush();
    expect(undone).toEqual(['a']);
    expect(await disk(async () => 'read')).toBe('read');
    hanging[1]?.go();
    await flush();
    expect(await disk(async () => 'read')).toBe('read');
    expect(warned).toHaveLength(1);
  });

  it('goes on where one file hangs and others do not', async () => {
    const { clock, hang, disk } = stand();
    hang('a');
    for (let minute = 0; minute < 10; minute++) {
      expect(await disk(async () => minute)).toBe(minute);
      await clock.advance(60_000);
    }
    await expect(disk(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  });
});
