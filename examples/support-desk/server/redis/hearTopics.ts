import { createTimer } from '@porch/messenger/platform/timer';
import type { Redis } from 'ioredis';
import type { Clock } from '../process/clock';
import type { Followed } from './createFollowed';
import { type Cursor, cursorOf, isBehind, readEntries } from './readEntries';
import { type Entry, isMark } from './takeEntries';

const RETRY_MS = 250;
/** How often to read the stream while a process runs that only adds to it. */
const LOOK_MS = 50;

type HearDeps = {
  client: Redis;
  /** The connection for subscriptions, and its topics; without it, the whole stream is read. */
  live?: { subscriber: Redis; followed: Followed };
  stream: string;
  clock: Pick<Clock, 'after'>;
  /** Adds an entry. @returns the entry */
  mark(): Promise<Cursor>;
  /** Delivers an entry, if it is followed. */
  take(entry: Entry): void;
  /** Called once all followed topics are received. */
  onLive(): void;
  /** Called if entries may have been missed; `isLost`: unread ones are gone. */
  onGap(isLost: boolean): void;
  onFail(error: unknown): void;
  /** Whether to read everything at first. */
  pollsAll?: boolean;
};

/**
 * `away`: there is no connection. `reading`: missed entries are being read, while new ones wait. `polling`: everything
 * is read, repeatedly. `live`: followed topics arrive over the subscriptions.
 */
type Mode = 'away' | 'reading' | 'polling' | 'live';

/** A wait that can be ended early. */
const createPause = (clock: Pick<Clock, 'after'>) => {
  const timer = createTimer(clock);
  let wake = (): void => undefined;
  return {
    wait: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        wake = resolve;
        timer.set(ms, resolve);
      }),
    end(): void {
      timer.stop();
      wake();
    },
  };
};

/** Receives the followed topics. */
export type Hearing = ReturnType<typeof hearTopics>;

/**
 * Receives topics over a connection for subscriptions. After each loss of it, it subscribes first and then reads the
 * stream from its last entry on, so that nothing is missed in between. If that entry is gone, some may be.
 */
export const hearTopics = (deps: HearDeps) => {
  const { client, live, stream, clock, take } = deps;
  /** The newest entry up to which no followed one is missing. */
  let cursor: Cursor | undefined;
  let mode: Mode = 'away';
  let { pollsAll = live === undefined } = deps;
  let waiting: Entry[] = [];
  /** Counts the connections, and other reasons to discard a reading. */
  let turn = 0;
  const pause = createPause(clock);
  const deliver = (entry: Entry): void => {
    const found = cursorOf(entry);
    // A copy that arrived over another channel. After the stream was emptied, another entry may have the same place.
    if (found.place === cursor?.place && found.id === cursor.id) return;
    // If the stream is another one, with smaller places, a mark shows it.
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
  /** Nothing was received before. From now on everything is, and clients read the rest. */
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
    // What arrived while it polled did not wait.
    mode = pollsAll ? 'polling' : 'reading';
    waiting = [];
    if (pollsAll) await pause.wait(LOOK_MS);
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
   * Reads until it is live, despite failures.
   * @param isNew whether the connection is new, and has no subscriptions
   */
  const start = async (isNew: boolean): Promise<void> => {
    const mine = ++turn;
    pause.end();
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
        await pause.wait(RETRY_MS);
      }
    }
  };
  const stop = (): void => {
    turn++;
    pause.end();
    mode = 'away';
    waiting = [];
  };
  live?.subscriber.on('ready', () => void start(true));
  live?.subscriber.on('close', () => {
    live.followed.lost();
    stop();
  });
  if (!live || live.subscriber.status === 'ready') void start(true);

  return {
    /** An entry has arrived. */
    come(entry: Entry): void {
      if (mode === 'live') deliver(entry);
      else if (mode === 'reading') waiting.push(entry);
    },
    /** Its place, to read everything from there later. */
    place: (): Cursor | undefined => cursor,
    /**
     * Reads the whole stream, including entries that are published nowhere, while that is needed.
     * @param from the place to begin at
     */
    pollAll(isNeeded: boolean, from = cursor): void {
      if (isNeeded === pollsAll) return;
      pollsAll = isNeeded;
      if (!isNeeded || mode === 'away') return;
      cursor = from;
      void start(false);
    },
    /** Ends the connection, which then reconnects. */
    reconnect(): void {
      if (live?.subscriber.status === 'ready') live.subscriber.disconnect(true);
    },
    stop,
  };
};
