import { randomBytes } from 'node:crypto';
import { every } from '@porch/messenger/platform/timer';
import { type Clock, endTogether } from '../process/clock';
import type { EventSender } from './eventSender';
import type { Cursor } from './readEntries';
import type { RedisHealth } from './redisHealth';

/** How often to remove old events and send a mark, while something fails and otherwise. */
const TRY_MS = 1000;
const KEEP_MS = 5000;
/** After how many turns of the event loop a sent mark must have returned. */
const TURN_MS = 250;
const TURNS = 8;
/** How long the state reports that entries were lost. */
const GONE_MS = 5000;

type MarkDeps = {
  clock: Clock;
  sender: EventSender;
  health: RedisHealth;
  /** The channel on which this process receives its marks. */
  channel: string;
  /** Called if a sent mark does not return. */
  onSilent(): void;
  /** Called at each check. */
  onTurn(): void;
};

/** Sends marks, even if nothing happens, to find out whether Redis accepts entries and whether published ones return. */
export const watchMarks = ({ clock, sender, health, channel, onSilent, onTurn }: MarkDeps) => {
  const { now } = clock;
  const { after, stop } = endTogether(clock.after);
  const own = randomBytes(6).toString('hex');
  let count = 0;
  let heard = 0;
  let sentAt = Number.NEGATIVE_INFINITY;
  let goneAt = Number.NEGATIVE_INFINITY;
  let isKnown = false;

  const gone = (): void => {
    goneAt = now();
    health.fails('entries', 'GONE');
  };
  /** Checks in turns of the event loop, so that a pause of the process is not mistaken for silence of Redis. */
  const expect = (mark: number, turns = TURNS): void => {
    if (heard >= mark) return;
    if (turns > 0) after(TURN_MS, () => expect(mark, turns - 1));
    else {
      health.fails('reading', 'SILENT');
      onSilent();
    }
  };
  const send = async (): Promise<Cursor> => {
    const mark = ++count;
    const id = `${own} ${mark}`;
    const { place, entries } = await sender.mark(channel, id);
    // The stream no longer existed.
    if (entries === 1 && isKnown) gone();
    isKnown = true;
    expect(mark);
    return { place, id };
  };
  const round = async (): Promise<void> => {
    onTurn();
    if (now() - goneAt >= GONE_MS) health.worked('entries');
    if (now() - sentAt < (health.state() === 'ok' ? KEEP_MS : TRY_MS)) return;
    sentAt = now();
    await sender.trim().catch(() => undefined);
    await send().catch(() => undefined);
  };
  return {
    begin: (): void => void every(after, TRY_MS, () => void round()),
    /** @returns the entry of the mark */
    send,
    /** A mark of this process has returned. */
    heard(name: string): void {
      heard = Math.max(heard, Number(name.split(' ')[1]));
      health.worked('reading');
    },
    /** Entries sent until now may have arrived while nothing was received. */
    skip(): void {
      heard = count;
    },
    gone,
    stop,
  };
};
