import type { Redis } from 'ioredis';
import type { BusEvent } from '../bus/bus';
import type { GrowingEvents } from '../bus/growingEvents';
import type { Clock } from '../clock';
import { failureCode } from './failureCode';
import type { RedisHealth } from './redisHealth';
import { trimEvents } from './trimEvents';

/** How much one call carries at most, and after how much is looked at how much there is; bytes. */
const CALL_BYTES = 262_144;
const LOOK_BYTES = 1_048_576;

type Fields = string[];

const bytesOf = (fields: Fields): number => fields.reduce((sum, { length }) => sum + length, 0);

/** The first of them that one call carries. */
const takeSome = (left: Fields[]): Fields[] => {
  let bytes = 0;
  const count = left.findIndex((fields, i) => {
    bytes += bytesOf(fields);
    return i > 0 && bytes > CALL_BYTES;
  });
  return left.splice(0, count === -1 ? left.length : count);
};

export type EventSender = {
  /** Rejects when Redis may not have all of them. */
  send(events: readonly BusEvent[]): Promise<void>;
  /** Adds an entry that carries nothing. */
  mark(): Promise<void>;
  /** Removes old events. */
  trim(): Promise<void>;
  /** When something was added last. */
  sentAt(): number;
  /** The place of the newest entry that was added. */
  newest(): string | undefined;
};

/** Adds events to a stream of Redis, keeps it within its share of the memory, and says how that goes. */
export const createEventSender = (
  client: Redis,
  stream: string,
  { now }: Pick<Clock, 'now'>,
  health: RedisHealth,
  growing?: GrowingEvents,
): EventSender => {
  let sentAt = Number.NEGATIVE_INFINITY;
  let newest: string | undefined;
  let added = 0;

  const addOnce = async (entries: Fields[]): Promise<void> => {
    const sending = client.pipeline();
    for (const fields of entries) sending.xadd(stream, '*', ...fields);
    const answers = (await sending.exec()) ?? [];
    const failed = answers.find(([error]) => error)?.[0];
    if (failed || answers.length < entries.length)
      throw failed ?? new Error('Redis has not taken all events');
    newest = String(answers.at(-1)?.[1]);
  };
  const trim = async (isFull = false): Promise<void> => {
    added = 0;
    await trimEvents(client, stream, isFull);
  };
  const add = async (entries: Fields[]): Promise<void> => {
    try {
      await addOnce(entries).catch(async (error: unknown) => {
        if (failureCode(error) !== 'OOM') throw error;
        await trim(true);
        await addOnce(entries);
      });
    } catch (error) {
      health.failed('sending', error);
      throw error;
    }
    sentAt = now();
    health.worked('sending');
    added += entries.reduce((sum, fields) => sum + bytesOf(fields), 0);
    if (added > LOOK_BYTES) await trim().catch(() => undefined);
  };
  return {
    async send(events) {
      const left = events.map((event) => {
        const { id, publication } = growing?.shorten(event) ?? event;
        growing?.sent(event);
        return ['id', id, 'publication', JSON.stringify(publication)];
      });
      try {
        while (left.length > 0) await add(takeSome(left));
      } catch (error) {
        for (const event of events) growing?.unsure(event);
        throw error;
      }
    },
    mark: () => add([['mark', '']]),
    trim: () => trim(),
    sentAt: () => sentAt,
    newest: () => newest,
  };
};
