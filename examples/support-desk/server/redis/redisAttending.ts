import type { Redis } from 'ioredis';
import {
  ATTENDS_MS,
  type Attendance,
  type Attending,
  agentsOf,
  createAttending,
  MOST_ATTENDING,
} from '../domain/conversations/attending';

const keyOf = (conversationId: string): string => `attending:${conversationId}`;

const attendanceIn = (text: string): Attendance[] => {
  try {
    return [JSON.parse(text) as Attendance];
  } catch {
    return [];
  }
};

/**
 * Who attends to which conversation, shared by all processes on one Redis: a hash for each conversation, by inbox. Each
 * process also stores its own reports, and answers with them while Redis is lost.
 */
export const createRedisAttending = (client: Redis, { now }: { now: () => number }): Attending => {
  const own = createAttending({ now });
  const read = async (key: string): Promise<Attendance[]> =>
    Object.values(await client.hgetall(key)).flatMap(attendanceIn);

  return {
    async take(conversationId, inbox, agent, state) {
      const known = await own.take(conversationId, inbox, agent, state);
      const key = keyOf(conversationId);
      try {
        const before = await read(key);
        const change = client.multi();
        if (state === 'gone' || before.length > MOST_ATTENDING) change.hdel(key, inbox);
        else {
          const said: Attendance = { ...agent, typing: state === 'typing', at: now() };
          change.hset(key, inbox, JSON.stringify(said));
        }
        await change.pexpire(key, ATTENDS_MS).exec();
        return { before: agentsOf(before, now()), after: agentsOf(await read(key), now()) };
      } catch {
        return known;
      }
    },
  };
};
