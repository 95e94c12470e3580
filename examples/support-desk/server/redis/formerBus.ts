import { createTimer } from '@porch/messenger/platform/timer';
import type { Bus, BusEvent } from '../bus/bus';
import type { Clock } from '../process/clock';
import type { Log } from '../process/log';
import type { RedisConnection } from './connectRedis';
import { FORMER_STREAM, hasEarlier, hasFormer } from './deskPrefix';
import type { RedisBus } from './redisBus';
import { createWholeStream } from './wholeStream';

/** How often to check whether processes of an earlier version run. */
const LOOK_MS = 1000;
/** A process of an earlier version gets what was sent in this time before the others noticed it. */
const UNKNOWN_MS = 5000;

type Hearer = { on: (event: BusEvent) => void; onGap: () => void; stop?: () => void };

type FormerDeps = {
  /** The ids of all processes of the desk. */
  processes: () => Promise<readonly string[]>;
  clock: Clock;
  log: Pick<Log, 'warn'>;
};

/**
 * Exchanges events with processes of earlier versions, while any use the database: during an upgrade or a downgrade.
 * Those of the last version only add to the desk's stream; older ones have a stream with another name, for all desks on
 * one Redis. A repeated event has the same id.
 */
export const withFormer = (
  own: RedisBus,
  redis: RedisConnection,
  { processes, clock, log }: FormerDeps,
): RedisBus => {
  const hearers = new Set<Hearer>();
  let made: Pick<Bus, 'send' | 'hear'> | undefined;
  let isUsed = false;
  let isClosed = false;
  const next = createTimer(clock);
  let recent: { at: number; event: BusEvent }[] = [];
  /** The stream's place when no process only added to it. */
  let since = own.place();

  const former = (): Pick<Bus, 'send' | 'hear'> => {
    made ??= createWholeStream({ ...redis, client: redis.bare() }, FORMER_STREAM, clock, log);
    return made;
  };
  const keep = (events: readonly BusEvent[]): void => {
    const at = clock.now();
    const first = recent.findIndex((one) => at - one.at < UNKNOWN_MS);
    recent = [...(first < 0 ? [] : recent.slice(first)), ...events.map((event) => ({ at, event }))];
  };
  const use = (): void => {
    isUsed = true;
    for (const hearer of hearers) hearer.stop ??= former().hear(hearer.on, hearer.onGap);
  };
  /** What such a process has not received. A repeated event has the same id. */
  const tell = async (): Promise<void> => {
    if (recent.length === 0) return;
    keep([]);
    const told = recent.map(({ event }) => event);
    // A connection that has just been made may accept nothing yet.
    await former()
      .send(told)
      .then(
        () => {
          recent = [];
        },
        () => undefined,
      );
  };
  const leave = (): void => {
    isUsed = false;
    for (const hearer of hearers) {
      hearer.stop?.();
      hearer.stop = undefined;
    }
  };
  const look = async (): Promise<void> => {
    const place = own.place();
    // While this is unknown, nothing changes.
    const ids = await processes().catch(() => undefined);
    if (isClosed) return;
    if (ids) {
      const isPolled = hasEarlier(ids);
      own.pollAll(isPolled, since);
      if (!isPolled) since = place;
      if (hasFormer(ids)) {
        use();
        await tell();
      } else if (isUsed) leave();
    }
    next.set(LOOK_MS, () => void look());
  };
  // Until it is known.
  own.pollAll(true);
  void look();
  return {
    ...own,
    async send(events) {
      await own.send(events);
      if (isUsed) await former().send(events);
      else keep(events);
    },
    hear(on, onGap, onMissed) {
      const hearer: Hearer = { on, onGap };
      hearers.add(hearer);
      const stopOwn = own.hear(on, onGap, onMissed);
      if (isUsed) use();
      return () => {
        stopOwn();
        hearer.stop?.();
        hearers.delete(hearer);
      };
    },
    async close() {
      isClosed = true;
      next.stop();
      leave();
      await own.close();
    },
  };
};
