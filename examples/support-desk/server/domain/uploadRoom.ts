import { BLOCK_BYTES, type Store } from '../store/store';
import type { Uploads } from '../uploads/uploads';
import { DeskError } from './deskError';
import type { Settings } from './settings';

/** Room for the files of visitors and agents: never so much that the database beside them cannot write. */
export type UploadRoom = {
  /**
   * Sets room aside for a file on its way, so that many at once do not take it twice.
   * @param bytes as many as it may have
   * @param userId whose it is; an agent's files count in the total alone
   * @returns to be called when the file is kept (with its size) or gone (0)
   * @throws storage_full
   */
  reserve(bytes: number, userId?: string): Promise<(kept: number) => void>;
  /** Whether files are taken at all at the moment. */
  isOpen(): Promise<boolean>;
};

const MEGABYTE = 1_048_576;
/** How long the sum over all files is not asked for again; this process's own are added to it meanwhile. */
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

  /** Why there is no room with all that is coming counted in. */
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

  /** Counts a file in and says why there is no room for it, where there is none. */
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
