import { BLOCK_BYTES, type Store } from '../store/store';
import type { Uploads } from '../uploads/uploads';
import { DeskError } from './deskError';
import type { Settings } from './settings';

/**
 * Limits the space of uploaded files, so that the database on the same disk can always write. What other processes store
 * counts for a visitor at once, and in the total within a minute; what they are receiving does not count.
 */
export type UploadRoom = {
  /**
   * Reserves space for an incoming file, so that parallel uploads cannot use the same space twice.
   * @param bytes the most that the file can have
   * @param sender its visitor, and the address they send from; left out for an agent's file, which counts only in the
   * total
   * @returns a function to call once the file is stored (with its size in bytes) or dropped (with 0)
   * @throws storage_full
   */
  reserve(bytes: number, sender?: UploadSender): Promise<(kept: number) => void>;
  /** Whether uploads are accepted at the moment. */
  isOpen(): Promise<boolean>;
  /** Files were deleted: the total is read again at the next upload. */
  recount(): void;
};

/** Whose space an upload takes. `address` is set for visitors without a login; it is a hash. */
export type UploadSender = { userId: string; address?: string };

const MEGABYTE = 1_048_576;
/** How long the stored total is cached. This process adds its own files to it in the meantime. */
const SUM_MS = 60_000;

type RoomDeps = {
  store: Pick<Store, 'attachmentBytes' | 'addressBytes'>;
  uploads: Pick<Uploads, 'freeBytes'>;
  settings: () => Settings;
  now: () => number;
};

/** Counts the reserved bytes of each key. */
const createCounts = () => {
  const counts = new Map<string, number>();
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    add: (key: string | undefined, bytes: number): void => {
      if (key === undefined) return;
      const sum = (counts.get(key) ?? 0) + bytes;
      if (sum > 0) counts.set(key, sum);
      else counts.delete(key);
    },
  };
};

export const createUploadRoom = ({ store, uploads, settings, now }: RoomDeps): UploadRoom => {
  const byUser = createCounts();
  const byAddress = createCounts();
  let comingInAll = 0;
  let sum: { bytes: number; until: number } | undefined;

  const count = (sender: UploadSender | undefined, bytes: number): void => {
    comingInAll += bytes;
    byUser.add(sender?.userId, bytes);
    byAddress.add(sender?.address, bytes);
  };

  const keptInAll = async (): Promise<number> => {
    if (!sum || now() >= sum.until) sum = { bytes: await store.attachmentBytes(), until: now() + SUM_MS };
    return sum.bytes;
  };

  /** Why there is no space for this visitor, or for anyone at their address. */
  const problemOfSender = async ({ userId, address }: UploadSender): Promise<string | undefined> => {
    const { visitorMegabytes, addressMegabytes } = settings().uploads;
    if ((await store.attachmentBytes(userId)) + byUser.of(userId) > visitorMegabytes * MEGABYTE) {
      return `The files of one visitor may have at most ${visitorMegabytes} MB in all`;
    }
    if (address === undefined) return undefined;
    return (await store.addressBytes(address)) + byAddress.of(address) > addressMegabytes * MEGABYTE
      ? `The files from one network address may have at most ${addressMegabytes} MB in all`
      : undefined;
  };

  /** Says why there is no space, counting reserved space as used; undefined when there is space. */
  const problemOf = async (sender: UploadSender | undefined): Promise<string | undefined> => {
    const { totalMegabytes, freeMegabytes } = settings().uploads;
    if ((await uploads.freeBytes()) - comingInAll < freeMegabytes * MEGABYTE) {
      return 'The disk of this desk is nearly full: it takes no files at the moment';
    }
    if ((await keptInAll()) + comingInAll > totalMegabytes * MEGABYTE) {
      return 'This desk has as many files as it may keep: it takes none at the moment';
    }
    return sender && problemOfSender(sender);
  };

  /** Reserves space and checks the limits. The caller releases the space when there is a problem. */
  const tryOut = async (bytes: number, sender?: UploadSender) => {
    const onDisk = Math.max(bytes, BLOCK_BYTES);
    count(sender, onDisk);
    const release = (kept: number): void => {
      count(sender, -onDisk);
      if (sum && kept > 0) sum.bytes += Math.max(kept, BLOCK_BYTES);
    };
    try {
      return { release, problem: await problemOf(sender) };
    } catch (error) {
      release(0);
      throw error;
    }
  };

  return {
    reserve: async (bytes, sender) => {
      const { release, problem } = await tryOut(bytes, sender);
      if (problem === undefined) return release;
      release(0);
      throw new DeskError('storage_full', problem);
    },
    isOpen: async () => {
      const { release, problem } = await tryOut(0);
      release(0);
      return problem === undefined;
    },
    recount: () => {
      sum = undefined;
    },
  };
};
