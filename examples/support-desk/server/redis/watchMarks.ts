import { randomBytes } from 'node:crypto';
import type { Clock } from '../process/clock';
import type { EventSender } from './eventSender';
import type { Cursor } from './readEntries';
import type { RedisHealth } from './redisHealth';

/** How often old events are removed, and a mark is sent; while something fails, and while nothing does. */
const TRY_MS = 1000;
const KEEP_MS = 5000;
/** After how many turns of the own loop a mark that was sent must have come back. */
const TURN_MS = 250;
const TURNS = 8;
/** How long the state says that entries were lost. */
const GONE_MS = 5000;

type MarkDeps = {
  clock: Clock;
  sender: EventSender;
  health: RedisHealth;
  /** The channel on which this process hears its marks. */
  channel: string;
  /** Called where a mark was sent, and does not come back. */
  onSilent(): void;
  /** Called at each look. */
  onTurn(): void;
};

/**
 * Sends marks, also where nothing happens: so it is known whether Redis takes something, and whether what is published
 * comes back.
 */
export const watchMarks = ({ clock, sender, health, channel, onSilent, onTurn }: MarkDeps) => {
  const { now, after } = clock;
  const own = randomBytes(6).toString('hex');
  let count = 0;
  let heard = 0;
  let sentAt = Number.NEGATIVE_INFINITY;
  let goneAt = Number.NEGATIVE_INFINITY;
  let isKnown = false;
  let isStopped = false;
  const cancels = new Set<() => void>();

  const later = (ms: number, then: () => void): void => {
    const cancel = after(ms, () => {
      cancels.delete(cancel);
      then();
    });
    cancels.add(cancel);
  };
  const gone = (): void => {
    goneAt = now();
    health.fails('entries', 'GONE');
  };
  /** Looks in turns, so that a pause of the process is not taken for a silence of Redis. */
  const expect = (mark: number, turns = TURNS): void => {
    if (heard >= mark || isStopped) return;
    if (turns > 0) later(TURN_MS, () => expect(mark, turns - 1));
    else {
      health.fails('reading', 'SILENT');
      onSilent();
    }
  };
  const send = async (): Promise<Cursor> => {
    const mark = ++count;
    const id = `${own} ${mark}`;
    const { place, entries } = await sender.mark(channel, id);
    // There was no stream any more.
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
  const go = (): void => {
    void round();
    later(TRY_MS, go);
  };
  return {
    begin: (): void => later(TRY_MS, go),
    /** @returns the entry of the mark */
    send,
    /** A mark of this process has come back. */
    heard(name: string): void {
      heard = Math.max(heard, Number(name.split(' ')[1]));
      health.worked('reading');
    },
    /** What was sent until now may have come while nothing was heard. */
    skip(): void {
      heard = count;
    },
    gone,
    stop(): void {
      isStopped = true;
      for (const cancel of cancels) cancel();
    },
  };
};
