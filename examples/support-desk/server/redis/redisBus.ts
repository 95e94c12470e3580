import type { Bus } from '../bus/bus';
import { createGrowingEvents } from '../bus/growingEvents';
import type { Clock } from '../clock';
import type { Log } from '../log';
import type { RedisConnection } from './connectRedis';
import { createEventSender } from './eventSender';
import { BLOCK_MS, readStream } from './readStream';
import type { RedisState } from './redisHealth';
import { createEntryTaker } from './takeEntries';

const STREAM = 'events';

export type RedisBus = Bus & {
  /** Sends a test entry. @returns whether Redis takes events and gives them back */
  check(): Promise<RedisState>;
};

/** A bus on a stream of Redis or Valkey. Every process reads all of it. */
export const createRedisBus = (
  redis: Pick<RedisConnection, 'client' | 'forBlocking' | 'health' | 'state'>,
  clock: Clock,
  log: Pick<Log, 'warn'>,
  stream = STREAM,
): RedisBus => {
  const { health } = redis;
  const growing = createGrowingEvents();
  const stops: (() => void)[] = [];
  const sender = createEventSender(
    redis.client,
    stream,
    clock,
    health,
    // Earlier versions know whole events only.
    stream === STREAM ? growing : undefined,
  );
  return {
    send: sender.send,
    hear: (on, onGap, onMissed = () => undefined) => {
      const taker = createEntryTaker({ on, onMissed, growing, onBad: onGap, after: clock.after, log });
      const stopReading = readStream({
        client: redis.forBlocking(BLOCK_MS),
        ...{ stream, clock, sender, health, onGap },
        take: taker.take,
      });
      const stop = (): void => {
        stopReading();
        taker.stop();
      };
      stops.push(stop);
      return stop;
    },
    state: redis.state,
    check: async () => {
      await sender.mark().catch(() => undefined);
      return health.state();
    },
    close: async () => {
      for (const stop of stops) stop();
    },
  };
};
