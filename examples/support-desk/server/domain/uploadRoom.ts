import { BLOCK_BYTES, type Store } from '../store/store';
import type { Uploads } from '../uploads/uploads';
import { DeskError } from './deskError';
import type { Settings } from './settings';

/** Limits the space of uploaded files, so that the database on the same disk can always write. */
export type UploadRoom = {
  /**
   * Reserves space for an incoming file, so that parallel uploads cannot use the same space twice.
   * @param bytes the most that the file can have
   * @param userId its visitor; left out for an agent's file, which counts only in the total
   * @returns a function to call once the file is stored (with its size in bytes) or dropped (with 0)
   * @throws storage_full
   */
  reserve(bytes: number, userId?: string): Promise<(kept: number) => void>;
  /** Whether uploads are accepted at the moment. */
  isOpen(): Promise<boolean>;
};

const MEGABYTE = 1_048_576;
/** How long the stored total is cached. This process adds its own files to it in the meantime. */
const SUM_MS = 60_000;

type RoomDeps = {
  store: Pick<Store, 'attachmentBytes'>;
  uploads: Pick<Uploads, 'freeBytes'>;
  settings: () => Settings;
  now: () => number;
};

export const createUploadRoom = ({ store, uploads, settings, now }: RoomDeps): UploadRoom => {
  const coming = new Map<string | undefined, number>();
  let comingInAll = 0;
  let sum: { bytes: number; until: number } | undefined;

  const count = (userId: string | undefined, bytes: number): void => {
    comingInAll += bytes;
    const own = (coming.get(userId) ?? 0) + bytes;
    if (own > 0) coming.set(userId, own);
    else coming.delete(userId);
  };

  const keptInAll = async (): Promise<number> => {
    if (!sum || now() >= sum.until) sum = { bytes: await store.attachmentBytes(), until: now() + SUM_MS };
    return sum.bytes;
  };

  /** Says why there is no space, counting reserved space as used; undefined when there is space. */
  const problemOf = async (userId: string | undefined): Promise<string | undefined> => {
    const { visitorMegabytes, totalMegabytes, freeMegabytes } = settings().uploads;
    if ((await uploads.freeBytes()) - comingInAll < freeMegabytes * MEGABYTE) {
      return 'The disk of this desk is nearly full: it takes no files at the moment';
    }
    if ((await keptInAll()) + comingInAll > totalMegabytes * MEGABYTE) {
      return 'This desk has as many files as it may keep: it takes none at the moment';
    }
    if (userId === undefined) return undefined;
    const own = (await store.attachmentBytes(userId)) + (coming.get(userId) ?? 0);
    return own > visitorMegabytes * MEGABYTE
      ? `The files of one visitor may have at most ${visitorMegabytes} MB in all`
      : undefined;
  };

  /** Reserves space and checks the limits. The caller releases the space when there is a problem. */
  const tryOut = async (bytes: number, userId?: string) => {
    const onDisk = Math.max(bytes, BLOCK_BYTES);
    count(userId, onDisk);
    const release = (kept: number): void => {
      count(userId, -onDisk);
      if (sum && kept > 0) sum.bytes += Math.max(kept, BLOCK_BYTES);
    };
    try {
      return { release, problem: await problemOf(userId) };
    } catch (error) {
      release(0);
      throw error;
    }
  };

  return {
    reserve: async (bytes, userId) => {
      const { release, problem } = await tryOut(bytes, userId);
      if (problem === undefined) return release;
      release(0);
      throw new DeskError('storage_full', problem);
    },
    isOpen: async () => {
      const { release, problem } = await tryOut(0);
      release(0);
      return problem === undefined;
    },
  };
};
