import { describe, expect, it } from 'vitest';
import { createUploadRoom } from '../../../examples/support-desk/server/domain/files/uploadRoom';
import { readSettings } from '../../../examples/support-desk/server/domain/settings/settings';

const MB = 1_048_576;

/**
 * An upload room on a disk with `free` MB free, where `kept` MB of files are already stored for each user, and
 * `keptFrom` MB from each address.
 */
const standing = (free = 1000, kept: Record<string, number> = {}, keptFrom: Record<string, number> = {}) => {
  const read = readSettings({
    uploads: { visitorMegabytes: 10, addressMegabytes: 20, totalMegabytes: 50, freeMegabytes: 100 },
  });
  if ('problem' in read) throw new Error(read.problem);
  let now = 0;
  let asked = 0;
  const room = createUploadRoom({
    settings: () => read.settings,
    now: () => now,
    uploads: { freeBytes: async () => free * MB },
    store: {
      addressBytes: async (address) => (keptFrom[address] ?? 0) * MB,
      attachmentBytes: async (userId) => {
        if (userId !== undefined) return (kept[userId] ?? 0) * MB;
        asked++;
        return Object.values(kept).reduce((sum, mb) => sum + mb, 0) * MB;
      },
    },
  });
  return {
    room,
    take: (mb: number, userId?: string, address?: string) =>
      room
        .reserve(mb * MB, userId === undefined ? undefined : { userId, address })
        .catch((error: { code: string; message: string }) => {
          expect(error.code).toBe('storage_full');
          return error.message;
        }),
    wait: (ms: number) => {
      now += ms;
    },
    asked: () => asked,
  };
};

describe('room for files', () => {
  it('is refused to a visitor over their limit, and kept for others and agents', async () => {
    const { take } = standing(1000, { ada: 8 });
    expect(await take(3, 'ada')).toMatch('at most 10 MB in all');
    expect(await take(2, 'ada')).toBeTypeOf('function');
    expect(await take(3, 'bob')).toBeTypeOf('function');
    expect(await take(30)).toBeTypeOf('function');
  });

  it('is refused to the visitors of one address over its limit, and kept for others', async () => {
    const { take } = standing(1000, {}, { home: 12 });
    const release = await take(5, 'ada', 'home');
    expect(release).toBeTypeOf('function');
    expect(await take(4, 'bob', 'home')).toMatch('from one network address may have at most 20 MB in all');
    expect(await take(4, 'bob', 'elsewhere')).toBeTypeOf('function');
    expect(await take(4, 'cleo')).toBeTypeOf('function');
    (release as (kept: number) => void)(0);
    expect(await take(4, 'bob', 'home')).toBeTypeOf('function');
  });

  it('is free again at once where files were deleted', async () => {
    const kept = { ada: 50 };
    const { room } = standing(1000, kept);
    expect(await room.isOpen()).toBe(false);
    kept.ada = 0;
    expect(await room.isOpen()).toBe(false);
    room.recount();
    expect(await room.isOpen()).toBe(true);
  });

  it('ends for all at the total, which includes uploads under way', async () => {
    const { take, room } = standing(1000, { ada: 30 });
    const release = await take(15);
    expect(await take(6, 'bob')).toMatch('as many files as it may keep');
    expect(await room.isOpen()).toBe(true);
    (release as (kept: number) => void)(0);
    expect(await take(6, 'bob')).toBeTypeOf('function');
  });

  it('is counted from finished uploads until the sum is read again', async () => {
    const { take, room, asked, wait } = standing(1000, { ada: 30 });
    ((await take(20)) as (kept: number) => void)(20.5 * MB);
    expect(await room.isOpen()).toBe(false);
    expect(asked()).toBe(1);
    wait(60_000);
    expect(await room.isOpen()).toBe(true);
    expect(asked()).toBe(2);
  });

  it('is taken by what has come, not by what is claimed', async () => {
    const { room, take } = standing(1000, {}, {});
    const claims = await Promise.all(
      Array.from({ length: 40 }, (_, i) => room.begin(9 * MB, { userId: `stranger${i}` })),
    );
    expect(await take(5, 'ada')).toBeTypeOf('function');
    expect(await take(10)).toBeTypeOf('function');
    for (const one of claims) one.release(0);
  });

  it('grows with what comes, up to what was claimed, and is free again at its end', async () => {
    const { room, take } = standing(1000);
    const ada = await room.begin(9 * MB, { userId: 'ada', address: 'home' });
    await ada.came(4 * MB);
    expect(await take(6, 'ada')).toMatch('at most 10 MB in all');
    expect(await take(3, 'ada')).toBeTypeOf('function');
    for (const mb of [5, 5.2, 5.5]) await ada.came(mb * MB);
    await expect(ada.came(8 * MB)).rejects.toMatchObject({ code: 'storage_full' });
    ada.release(0);
    expect(await take(6, 'ada')).toBeTypeOf('function');
  });

  it.each([
    [9, 'ada', true],
    [10.5, 'ada', false],
    [48, undefined, true],
    [51, undefined, false],
  ])('must be there for all of a file of %s MB at its beginning, of %s: %s', async (mb, userId, isThere) => {
    const beginning = standing(1000).room.begin(mb * MB, userId ? { userId } : undefined);
    if (isThere) await beginning;
    else await expect(beginning).rejects.toMatchObject({ code: 'storage_full' });
  });

  it('is left to agents in part', async () => {
    const { take, room } = standing(1000, { ada: 9, bob: 9, cleo: 9, dan: 9, eve: 9 });
    expect(await take(3, 'finn')).toMatch('as many files as it may keep');
    expect(await take(3)).toBeTypeOf('function');
    expect(await room.isOpen()).toBe(false);
    const disk = standing(104);
    expect(await disk.take(3, 'ada')).toMatch('nearly full');
    expect(await disk.take(3)).toBeTypeOf('function');
  });

  it('keeps free space on the disk', async () => {
    const { take, room } = standing(109);
    const release = await take(5);
    expect(await take(5)).toMatch('nearly full');
    (release as (kept: number) => void)(0);
    expect(await take(5)).toBeTypeOf('function');
    expect(await standing(99).room.isOpen()).toBe(false);
    expect(await room.isOpen()).toBe(true);
  });
});
