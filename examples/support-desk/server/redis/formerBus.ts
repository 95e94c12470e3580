import type { BusEvent } from '../bus/bus';
import type { Clock } from '../clock';
import type { Log } from '../log';
import type { RedisConnection } from './connectRedis';
import { FORMER_STREAM, hasFormer } from './deskPrefix';
import { createRedisBus, type RedisBus } from './redisBus';

/** How often is looked whether processes of an earlier version run. */
const LOOK_MS = 1000;

type Hearer = { on: (event: BusEvent) => void; onGap: () => void; stop?: () => void };

type FormerDeps = {
  /** The ids of all processes of the desk. */
  processes: () => Promise<readonly string[]>;
  clock: Clock;
  log: Pick<Log, 'warn'>;
};

/**
 * Uses the events' former name beside the desk's own, as long as processes of an earlier version use the database: during an
 * upgrade, and on the way back. An event that comes twice has the same id. Until then, desks on one Redis are not kept apart.
 */
export const withFormer = (
  own: RedisBus,
  redis: RedisConnection,
  { processes, clock, log }: FormerDeps,
): RedisBus => {
  const hearers = new Set<Hearer>();
  let made: RedisBus | undefined;
  let isUsed = false;
  let isClosed = false;
  let cancel = (): void => undefined;

  const former = (): RedisBus => {
    made ??= createRedisBus({ ...redis, ...redis.bare() }, clock, log, FORMER_STREAM);
    return made;
  };
  const use = (): void => {
    isUsed = true;
    for (const hearer of hearers) hearer.stop ??= former().hear(hearer.on, hearer.onGap);
  };
  const leave = (): void => {
    isUsed = false;
    for (const hearer of hearers) {
      hearer.stop?.();
      hearer.stop = undefined;
    }
  };
  const look = async (): Promise<void> => {
    // While nobody knows, it stays as it is.
    const isThere = await processes().then(hasFormer, () => isUsed);
    if (isClosed) return;
    if (isThere) use();
    else if (isUsed) leave();
    cancel = clock.after(LOOK_MS, () => void look());
  };
  void look();
  return {
    ...own,
    async send(events) {
      await own.send(events);
      if (isUsed) await former().send(events);
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
      cancel();
      await Promise.all([own.close(), made?.close()]);
    },
  };
};
