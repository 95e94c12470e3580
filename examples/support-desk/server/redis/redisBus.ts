import { randomBytes } from 'node:crypto';
import type { Bus } from '../bus/bus';
import { createGrowingEvents } from '../bus/growingEvents';
import { EVERYBODY, topicsOf } from '../bus/topics';
import type { RedisState } from '../nodes/readiness';
import type { Clock } from '../process/clock';
import type { Log } from '../process/log';
import type { RedisConnection } from './connectRedis';
import { createFollowed } from './createFollowed';
import { channelName } from './deskPrefix';
import { createEventSender } from './eventSender';
import { type Hearing, hearTopics } from './hearTopics';
import type { Cursor } from './readEntries';
import { createEntryTaker, entryIn, isMark } from './takeEntries';
import { watchMarks } from './watchMarks';

const STREAM = 'events';

export type RedisBus = Required<Bus> & {
  /** Sends a test entry. @returns whether Redis accepts events and returns them */
  check(): Promise<RedisState>;
  /** Its place in the stream. */
  place(): Cursor | undefined;
  /**
   * Reads the whole stream while processes run that only add to it.
   * @param from the place to begin at
   */
  pollAll(isNeeded: boolean, from?: Cursor): void;
};

/**
 * A bus on Redis or Valkey. Events are added to a stream, which keeps them for a while, and published on the channels
 * of their followers. A process receives what its clients follow, and reads missed entries from the stream.
 */
export const createRedisBus = (
  redis: Pick<RedisConnection, 'client' | 'forSubscribing' | 'health' | 'state'>,
  clock: Clock,
  log: Pick<Log, 'warn'>,
): RedisBus => {
  const { client, health } = redis;
  const growing = createGrowingEvents();
  const sender = createEventSender(client, STREAM, health, growing);
  const subscriber = redis.forSubscribing();
  const followed = createFollowed(subscriber, clock);
  const own = `process ${randomBytes(9).toString('base64url')}`;
  const ownChannel = channelName(client, own);
  let hearing: Hearing | undefined;
  let pollsAll = false;
  let stop = (): void => undefined;

  for (const topic of [EVERYBODY, own]) void followed.follow(topic, () => true);
  const marks = watchMarks({
    ...{ clock, sender, health, channel: ownChannel },
    onSilent: () => hearing?.reconnect(),
    onTurn: followed.leave,
  });
  return {
    send: sender.send,
    hear(on, onGap, onMissed = () => undefined) {
      const isHeard: Parameters<typeof createEntryTaker>[0]['isHeard'] = (publication) =>
        followed.hasAny(topicsOf(publication));
      const taker = createEntryTaker({
        ...{ isHeard, on, onMissed, growing, log },
        onBad: onGap,
        after: clock.after,
      });
      const made = hearTopics({
        ...{ client, live: { subscriber, followed }, stream: STREAM, clock, pollsAll },
        mark: marks.send,
        take: taker.take,
        onLive() {
          marks.skip();
          marks.send().catch(() => undefined);
        },
        onGap(isLost) {
          if (isLost) marks.gone();
          else onGap();
        },
        onFail: (error) => health.failed('reading', error),
      });
      subscriber.on('message', (channel: string, said: string) => {
        const entry = entryIn(said);
        if (!entry || isMark(entry) !== (channel === ownChannel)) return;
        if (isMark(entry)) marks.heard(String(entry[1][1]));
        made.come(entry);
      });
      hearing = made;
      marks.begin();
      stop = () => {
        made.stop();
        marks.stop();
        taker.stop();
        subscriber.disconnect();
      };
      return stop;
    },
    follow: followed.follow,
    state: redis.state,
    check: async () => {
      await marks.send().catch(() => undefined);
      return health.state();
    },
    place: () => hearing?.place(),
    pollAll(isNeeded, from) {
      pollsAll = isNeeded;
      hearing?.pollAll(isNeeded, from);
    },
    close: async () => stop(),
  };
};
