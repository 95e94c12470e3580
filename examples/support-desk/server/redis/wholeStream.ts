import { randomBytes } from 'node:crypto';
import type { Bus } from '../bus/bus';
import { createGrowingEvents } from '../bus/growingEvents';
import type { Clock } from '../process/clock';
import type { Log } from '../process/log';
import type { RedisConnection } from './connectRedis';
import { createEventSender } from './eventSender';
import { hearTopics } from './hearTopics';
import { createEntryTaker } from './takeEntries';

/** The bus of processes that add whole events to a stream, and read all of it. */
export const createWholeStream = (
  { client, health }: Pick<RedisConnection, 'client' | 'health'>,
  stream: string,
  clock: Clock,
  log: Pick<Log, 'warn'>,
): Pick<Bus, 'send' | 'hear'> => {
  const sender = createEventSender(client, stream, health);
  return {
    send: sender.send,
    hear(on, onGap, onMissed = () => undefined) {
      const taker = createEntryTaker({
        ...{ on, onMissed, log, growing: createGrowingEvents() },
        isHeard: () => true,
        onBad: onGap,
        after: clock.after,
      });
      const hearing = hearTopics({
        ...{ client, stream, clock, take: taker.take },
        mark: async () => {
          const id = randomBytes(6).toString('hex');
          return { id, ...(await sender.mark('', id)) };
        },
        onLive: () => undefined,
        onGap: (isLost) => isLost || onGap(),
        onFail: () => undefined,
      });
      return () => {
        hearing.stop();
        taker.stop();
      };
    },
  };
};
