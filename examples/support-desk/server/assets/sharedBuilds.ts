import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../process/clock';
import { codeOf } from '../process/errorCode';
import type { Log } from '../process/log';
import { resolvesWithin } from '../process/waits';
import type { Shelf, Shelved } from '../uploads/shelf';
import { currentBuild, isShared } from './builtFiles';
import { createPaced } from './paced';
import { packBuild, type Unpacked, unpackBuild } from './packedBuild';

const DAY_MS = 86_400_000;
/** How long open pages may request the files of a build that no process has any longer. As in `scripts/keepBuilds.mjs`. */
const KEPT_DAYS = 7;
const KEPT_BUILDS = 50;
/** How often each process reports that it still has its build: once a day. */
const REFRESH_MS = DAY_MS;
const KEPT_MS = KEPT_DAYS * DAY_MS + REFRESH_MS;
/** Far more than the size of any build. */
const MAX_BYTES = 32e6;
/** How long a page waits for a file of another process, and the desk's start for the shelf. */
const FIND_MS = 4000;
const START_MS = 5000;
/** The shortest time between two listings of the shelf. */
const LIST_MS = 1000;
/** When to try again after a failure. */
const RETRY_MS = 60_000;

type BuildsDeps = {
  shelf: Shelf;
  /** A secret of the database. */
  key: string;
  /** The folder with the built files. */
  repository: string;
  clock: Clock;
  log: Log;
};

export type SharedBuilds = {
  /** The compressed file of another process' build; undefined if there is none, or the shelf does not answer. */
  find(path: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Puts this process' build on the shelf, before any page learns its file names. Waits at most five seconds, and never rejects. */
  start(): Promise<void>;
  /** Puts it there again when the build has changed, and once a day. */
  round(): Promise<void>;
};

/** The builds that are too old or too many. The shelf's own times are compared, so that a wrong clock removes nothing. */
const outdated = (stored: readonly Shelved[]): Shelved[] => {
  const newestFirst = [...stored].sort((a, b) => b.at - a.at);
  const newest = newestFirst[0]?.at ?? 0;
  return newestFirst.filter(({ at }, index) => at < newest - KEPT_MS || index >= KEPT_BUILDS);
};

/**
 * Lets every process serve the files of all builds that processes of this desk had in the last seven days. Each puts
 * its own on a shared shelf, and reads missing ones there.
 */
export const createSharedBuilds = ({ shelf, key, repository, clock, log }: BuildsDeps): SharedBuilds => {
  const builds = new Map<string, Unpacked>();
  let own: { id: string; at: number; record: number } | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let isFailing = false;

  const settled = (error?: unknown): void => {
    if (error !== undefined && !isFailing)
      log.warn({ code: codeOf(error) || undefined }, 'files of other builds cannot be shared');
    isFailing = error !== undefined;
  };

  const read = async ({ name, size }: Shelved): Promise<void> => {
    const build = size > MAX_BYTES ? undefined : unpackBuild(await shelf.read(name), key);
    if (!build) log.warn({ build: name }, 'a shared build is not whole, or not of this desk');
    // Not read again while it is there.
    builds.set(name, build ?? new Map());
  };

  const readNew = async (): Promise<void> => {
    const stored = await shelf.list();
    const dropped = new Set(outdated(stored).map(({ name }) => name));
    const wanted = stored.filter(({ name }) => !dropped.has(name));
    for (const name of builds.keys()) if (!wanted.some((one) => one.name === name)) builds.delete(name);
    for (const one of wanted) if (one.name !== own?.id && !builds.has(one.name)) await read(one);
  };
  const look = createPaced(() => readNew().then(() => settled(), settled), LIST_MS, clock);

  const held = (path: string): Uint8Array<ArrayBuffer> | undefined => {
    for (const build of builds.values()) {
      const found = build.get(path);
      if (found) return found;
    }
    return undefined;
  };

  /** Changes with each build. */
  const recordTime = async (): Promise<number> =>
    (await stat(join(repository, 'dist/.builds.json')).catch(() => undefined))?.mtimeMs ?? 0;

  const share = async (record: number): Promise<void> => {
    const { id, files } = await currentBuild(repository);
    const stored = await shelf.list();
    const there = stored.find(({ name }) => name === id);
    if (files.length > 0 && !(there && there.at > clock.now() - REFRESH_MS))
      await shelf.put(id, await packBuild(files, key));
    own = { id, record, at: clock.now() };
    for (const { name } of outdated(stored)) if (name !== id) await shelf.remove(name);
  };

  const round = async (): Promise<void> => {
    const now = clock.now();
    const record = await recordTime();
    const isDue = own?.record !== record || own.at < now - REFRESH_MS;
    if (!isDue || triedAt > now - RETRY_MS) return;
    triedAt = now;
    await share(record).then(() => {
      triedAt = Number.NEGATIVE_INFINITY;
      settled();
    }, settled);
  };

  return {
    find: async (path) => {
      if (!isShared(path)) return undefined;
      const found = held(path);
      if (found) return found;
      await resolvesWithin(look(), FIND_MS, clock.after);
      return held(path);
    },
    start: async () => {
      await resolvesWithin(round(), START_MS, clock.after);
    },
    round,
  };
};
