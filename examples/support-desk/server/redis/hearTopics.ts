import type { Redis } from 'ioredis';
import type { Clock } from '../process/clock';
import type { Followed } from './createFollowed';
import { type Cursor, cursorOf, isBehind, readEntries } from './readEntries';
import { type Entry, isMark } from './takeEntries';

const RETRY_MS = 250;
/** How often the stream is read while a process runs that only adds to it. */
const LOOK_MS = 50;

type HearDeps = {
  client: Redis;
  /** The connection for subscriptions, with what is heard over it; without it, all of the stream is read. */
  live?: { subscriber: Redis; followed: Followed };
  stream: string;
  clock: Pick<Clock, 'after'>;
  /** Adds an entry. @returns it */
  mark(): Promise<Cursor>;
  /** Delivers an entry, if it is followed. */
  take(entry: Entry): void;
  /** Called once everything is heard that is followed. */
  onLive(): void;
  /** Called where entries may have been missed; `isLost`: those that it had not read are gone. */
  onGap(isLost: boolean): void;
  onFail(error: unknown): void;
  /** Whether all is read at first. */
  pollsAll?: boolean;
};

/**
 * `away`: there is no connection. `reading`: what was missed is being read, while what comes waits. `polling`: all is read,
 * again and again. `live`: what is followed arrives over the subscriptions.
 */
type Mode = 'away' | 'reading' | 'polling' | 'live';

/** What hears of the topics that are followed. */
export type Hearing = ReturnType<typeof hearTopics>;

/**
 * Hears of topics over a connection for subscriptions. After each loss of it, it subscribes first, and then reads the stream
 * from the entry on that it had last, so that nothing is missed between the two. Where that entry is gone, some may be.
 */
export const hearTopics = (deps: HearDeps) => {
  const { client, live, stream, clock, take } = deps;
  /** The newest entry up to which nothing that is followed is missing. */
  let cursor: Cursor | undefined;
  let mode: Mode = 'away';
  let { pollsAll = live === undefined } = deps;
  let waiting: Entry[] = [];
  /** Counts the connections, and what else makes a reading useless. */
  let turn = 0;
  let wake = (): void => undefined;
  let cancel = (): void => undefined;

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      cancel = clock.after(ms, resolve);
    });
  const deliver = (entry: Entry): void => {
    const found = cursorOf(entry);
    // A copy that came over another channel. After the stream was emptied, another entry may have the same place.
    if (found.place === cursor?.place && found.id === cursor.id) return;
    // Where the stream is another one, with smaller places, a mark says so.
    if (!cursor || isMark(entry) || !isBehind(cursor.place, found.place)) cursor = found;
    take(entry);
  };
  const goLive = (): void => {
    mode = 'live';
    const due = waiting.filter(([place]) => !cursor || !isBehind(cursor.place, place));
    waiting = [];
    for (const entry of due) deliver(entry);
    deps.onLive();
  };
  /** Nothing was heard before. What comes from now on is heard, and clients read the rest. */
  const begin = async (): Promise<void> => {
    if (pollsAll) cursor = await deps.mark();
    deps.onGap(false);
  };
  /** @returns whether it has read everything, and may stop */
  const readSome = async (mine: number, from: Cursor): Promise<boolean> => {
    const found = await readEntries(client, stream, from);
    if (mine !== turn) return true;
    if (!found) {
      cursor = undefined;
      deps.onGap(true);
      return false;
    }
    for (const entry of found.entries) deliver(entry);
    if (!found.isAll) return false;
    if (!pollsAll && mode === 'reading') return true;
    // What has come while it polled did not wait.
    mode = pollsAll ? 'polling' : 'reading';
    waiting = [];
    if (pollsAll) await pause(LOOK_MS);
    return false;
  };
  const readUp = async (mine: number): Promise<void> => {
    for (;;) {
      if (mine !== turn) return;
      if (!cursor) {
        await begin();
        if (!pollsAll) break;
      } else if (await readSome(mine, cursor)) break;
    }
    if (mine === turn) goLive();
  };
  /**
   * Reads until it is live, whatever fails.
   * @param isNew whether the connection is new, and subscribes to nothing
   */
  const start = async (isNew: boolean): Promise<void> => {
    const mine = ++turn;
    wake();
    mode = 'reading';
    waiting = [];
    let isJoined = !isNew;
    while (mine === turn) {
      try {
        if (!isJoined) await live?.followed.joinAll();
        isJoined = true;
        await readUp(mine);
        return;
      } catch (error) {
        if (mine !== turn) return;
        deps.onFail(error);
        await pause(RETRY_MS);
      }
    }
  };
  const stop = (): void => {
    turn++;
    cancel();
    wake();
    mode = 'away';
    waiting = [];
  };
  const lost = (): void => {
    live?.followed.lost();
    stop();
  };
  live?.subscriber.on('ready', () => void start(true));
  live?.subscriber.on('close', lost);
  if (!live || live.subscriber.status === 'ready') void start(true);

  return {
    /** An entry has come. */
    come(entry: Entry): void {
      if (mode === 'live') deliver(entry);
      else if (mode === 'reading') waiting.push(entry);
    },
    /** Where it is, to read all from there later. */
    place: (): Cursor | undefined => cursor,
    /**
     * Reads all of the stream, also what is published nowhere, as long as that is needed.
     * @param from where to begin
     */
    pollAll(isNeeded: boolean, from = cursor): void {
      if (isNeeded === pollsAll) return;
      pollsAll = isNeeded;
      if (!isNeeded || mode === 'away') return;
      cursor = from;
      void start(false);
    },
    /** Ends the connection, which then connects again. */
    reconnect(): void {
      if (live?.subscriber.status === 'ready') live.subscriber.disconnect(true);
    },
    stop,
  };
};
