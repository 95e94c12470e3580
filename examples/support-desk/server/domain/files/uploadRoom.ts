import { DeskError } from '../../model/deskError';
import { BLOCK_BYTES, type Store } from '../../store/store';
import type { Uploads } from '../../uploads/uploads';
import type { Settings } from '../settings/settings';

/**
 * Limits the space of uploaded files, so that the database on the same disk can always write. Files stored by other
 * processes count for a visitor at once, and in the total within a minute; files that they are receiving do not count.
 */
export type UploadRoom = {
  /**
   * Reserves space for an incoming file, so that parallel uploads cannot use the same space twice.
   * @param bytes the file's maximum size
   * @param sender its visitor, and the address they send from; left out for an agent's file, which counts only in the
   * total
   * @returns a function to call once the file is stored (with its size in bytes) or dropped (with 0)
   * @throws storage_full
   */
  reserve(bytes: number, sender?: UploadSender): Promise<(kept: number) => void>;
  /**
   * Reserves space for a file as it arrives: many could claim much, and send nothing.
   * @param claimed the file's maximum size; there must be space for all of it now
   * @throws storage_full
   */
  begin(claimed: number, sender?: UploadSender): Promise<Coming>;
  /** Whether uploads by visitors are accepted at the moment. */
  isOpen(): Promise<boolean>;
  /** Files were deleted: the total is read again at the next upload. */
  recount(): void;
};

/** The space of an incoming file. */
export type Coming = {
  /** Reserves space for what has arrived and a little more. @param bytes so far @throws storage_full */
  came(bytes: number): Promise<void>;
  /** Ends it: stored, with its size in bytes, or dropped, with 0. */
  release(kept: number): void;
};

/** The sender whose space an upload takes. `address` is set for visitors without a login; it is a hash. */
export type UploadSender = { userId: string; address?: string };

const MEGABYTE = 1_048_576;
/** How long the stored total is cached. This process adds its own files to it until then. */
const SUM_MS = 60_000;
/** How much more than what has arrived to reserve: this, or a quarter of it. */
const LITTLE_BYTES = 262_144;
/** The part of the total that visitors leave to agents, and its maximum. */
const FOR_AGENTS = 0.05;
const MOST_FOR_AGENTS = 500;

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
  const problemOfSender = async (
    { userId, address }: UploadSender,
    more: number,
  ): Promise<string | undefined> => {
    const { visitorMegabytes, addressMegabytes } = settings().uploads;
    if ((await store.attachmentBytes(userId)) + byUser.of(userId) + more > visitorMegabytes * MEGABYTE) {
      return `The files of one visitor may have at most ${visitorMegabytes} MB in all`;
    }
    if (address === undefined) return undefined;
    return (await store.addressBytes(address)) + byAddress.of(address) + more > addressMegabytes * MEGABYTE
      ? `The files from one network address may have at most ${addressMegabytes} MB in all`
      : undefined;
  };

  /** Why there is no space for `more` bytes, counting reserved space as used; undefined if there is space. */
  const problemOf = async (
    sender: UploadSender | undefined,
    { more = 0, forAgents = sender === undefined } = {},
  ): Promise<string | undefined> => {
    const { totalMegabytes, freeMegabytes } = settings().uploads;
    const left = forAgents ? 0 : Math.min(FOR_AGENTS * totalMegabytes, MOST_FOR_AGENTS);
    if ((await uploads.freeBytes()) - comingInAll - more < (freeMegabytes + left) * MEGABYTE) {
      return 'The disk of this desk is nearly full: it takes no files at the moment';
    }
    if ((await keptInAll()) + comingInAll + more > (totalMegabytes - left) * MEGABYTE) {
      return 'This desk has as many files as it may keep: it takes none at the moment';
    }
    return sender && problemOfSender(sender, more);
  };

  const stored = (bytes: number): void => {
    if (sum && bytes > 0) sum.bytes += Math.max(bytes, BLOCK_BYTES);
  };

  /** Reserves space and checks the limits. The caller releases the space if there is a problem. */
  const tryOut = async (bytes: number, sender?: UploadSender) => {
    const onDisk = Math.max(bytes, BLOCK_BYTES);
    count(sender, onDisk);
    const release = (kept: number): void => {
      count(sender, -onDisk);
      stored(kept);
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
    begin: async (claimed, sender) => {
      const most = Math.max(claimed, BLOCK_BYTES);
      let held = 0;
      const hold = (bytes: number): void => {
        count(sender, bytes - held);
        held = bytes;
      };
      const check = async (more: number): Promise<void> => {
        const problem = await problemOf(sender, { more });
        if (problem !== undefined) throw new DeskError('storage_full', problem);
      };
      hold(Math.min(most, LITTLE_BYTES));
      await check(most - held).catch((error: unknown) => {
        hold(0);
        throw error;
      });
      return {
        came: async (bytes) => {
          if (held >= Math.min(most, bytes + LITTLE_BYTES / 2)) return;
          hold(Math.min(most, Math.max(bytes * 1.25, bytes + LITTLE_BYTES)));
          await check(0);
        },
        release: (kept) => {
          hold(0);
          stored(kept);
        },
      };
    },
    isOpen: async () => (await problemOf(undefined, { forAgents: false })) === undefined,
    recount: () => {
      sum = undefined;
    },
  };
};
