import type { Redis } from 'ioredis';
import type { BusEvent } from '../bus/bus';
import type { GrowingEvents } from '../bus/growingEvents';
import { topicsOf } from '../bus/topics';
import { channelName } from './deskPrefix';
import { failureCode } from './failureCode';
import type { RedisHealth } from './redisHealth';
import { trimEvents } from './trimEvents';

/** The most bytes of one call, and how many bytes to send between two checks of the stream's size. */
const CALL_BYTES = 262_144;
const LOOK_BYTES = 1_048_576;

/**
 * Adds events to the stream, and publishes each on its channels, with its place in the stream: what arrives over one
 * connection is in the stream's order. The arguments for each are its id, its text, the number of its channels, and
 * these.
 */
export const SEND = `
local i = 1
while i <= #ARGV do
  local place = redis.call('xadd', KEYS[1], '*', 'id', ARGV[i], 'publication', ARGV[i + 1])
  local said = place .. '\\n' .. ARGV[i] .. '\\n' .. ARGV[i + 1]
  local last = i + 2 + ARGV[i + 2]
  for channel = i + 3, last do redis.call('publish', ARGV[channel], said) end
  i = last + 1
end
return 1`;

/** Adds an empty entry, and publishes it on one channel. @returns its place, and the number of entries */
export const MARK = `
local place = redis.call('xadd', KEYS[1], '*', 'mark', ARGV[2])
redis.call('publish', ARGV[1], place .. '\\n' .. ARGV[2])
return {place, redis.call('xlen', KEYS[1])}`;

/** The arguments of `SEND` for one event. */
type Args = string[];

const bytesOf = (args: Args): number => args.reduce((sum, { length }) => sum + length, 0);

/** The first of them that fit into one call. */
const takeSome = (left: Args[]): Args[] => {
  let bytes = 0;
  const count = left.findIndex((args, i) => {
    bytes += bytesOf(args);
    return i > 0 && bytes > CALL_BYTES;
  });
  return left.splice(0, count === -1 ? left.length : count);
};

export type EventSender = {
  /** Rejects if Redis may not have all of them. */
  send(events: readonly BusEvent[]): Promise<void>;
  /**
   * Adds an empty entry, and publishes it on a channel.
   * @returns its place, and the number of entries with it
   */
  mark(channel: string, name: string): Promise<{ place: string; entries: number }>;
  /** Removes old events. */
  trim(): Promise<void>;
};

/**
 * Adds events to a stream of Redis, keeps it within its share of the memory, and reports success and failure.
 * @param growing without it, events are only added, whole, for processes that read everything
 */
export const createEventSender = (
  client: Redis,
  stream: string,
  health: RedisHealth,
  growing?: GrowingEvents,
): EventSender => {
  let added = 0;

  const trim = async (isFull = false): Promise<void> => {
    added = 0;
    await trimEvents(client, stream, isFull);
  };
  /** If Redis is full, old events make room. */
  const add = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      const answer = await call().catch(async (error: unknown) => {
        if (failureCode(error) !== 'OOM') throw error;
        await trim(true);
        return call();
      });
      health.worked('sending');
      return answer;
    } catch (error) {
      health.failed('sending', error);
      throw error;
    }
  };
  const argsOf = (event: BusEvent): Args => {
    const { id, publication } = growing?.shorten(event) ?? event;
    growing?.sent(event);
    const channels = growing ? topicsOf(publication).map((topic) => channelName(client, topic)) : [];
    return [id, JSON.stringify(publication), String(channels.length), ...channels];
  };
  return {
    async send(events) {
      const left = events.map(argsOf);
      try {
        while (left.length > 0) {
          const some = takeSome(left);
          await add(() => client.eval(SEND, 1, stream, ...some.flat()));
          added += some.reduce((sum, args) => sum + bytesOf(args), 0);
          if (added > LOOK_BYTES) await trim().catch(() => undefined);
        }
      } catch (error) {
        for (const event of events) growing?.unsure(event);
        throw error;
      }
    },
    async mark(channel, name) {
      const answer = await add(() => client.eval(MARK, 1, stream, channel, name));
      const [place, entries] = answer as [string, number];
      return { place, entries };
    },
    trim: () => trim(),
  };
};
