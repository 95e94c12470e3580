import type { Redis } from 'ioredis';
import { type CallStore, createListeners, WAITS } from '../domain/voice/callStore';
import type { Call } from '../model/callState';
import { DeskError } from '../model/deskError';
import { channelName } from './deskPrefix';
import { orUnavailable } from './orUnavailable';

/** The ids of calls by their start. */
const CALLS = 'calls';
/** How long the newest calls took to be answered, newest first. */
const TIMES = 'callWaits';
const DAY_MS = 86_400_000;
/** How often to try a change. Both ends request and send at once, and each attempt lets one other change pass. */
const TRIES = 20;

/** Writes a call unless another process has changed it since it was read, and announces it. */
const WRITE = `
if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[3])
redis.call('publish', ARGV[4], ARGV[5])
return 1`;

const keyOf = (id: string): string => `call:${id}`;

const reach = <T>(answer: Promise<T>): Promise<T> => orUnavailable(answer, 'Calls');

/**
 * Stores the calls in Redis, for all processes.
 * @param subscriber another connection, which receives changes
 */
export const createRedisCallStore = (
  client: Redis,
  subscriber: Redis,
  { now }: { now: () => number },
): CallStore => {
  const { listen, tell, tellAll } = createListeners();
  /** Where processes announce the ids of changed calls. */
  const changed = channelName(client, 'callChanged');
  const lifeOf = (until: number): number => Math.max(1, Math.ceil(until - now()));
  const subscribe = (): void => void subscriber.subscribe(changed).then(tellAll, () => undefined);
  subscriber.on('message', (_, id: string) => tell(id));
  // Announcements during a lost connection are not repeated.
  subscriber.on('ready', subscribe);
  if (subscriber.status === 'ready') subscribe();

  const add: CallStore['add'] = async (call, until) => {
    await client
      .multi()
      .set(keyOf(call.id), JSON.stringify(call), 'PX', lifeOf(until))
      .zadd(CALLS, call.startedAt, call.id)
      .pexpire(CALLS, DAY_MS)
      .exec();
  };
  const find = async (id: string): Promise<Call | undefined> => {
    const text = await client.get(keyOf(id));
    return text === null ? undefined : JSON.parse(text);
  };
  const change: CallStore['change'] = async (id, apply) => {
    for (let tries = 0; tries < TRIES; tries++) {
      const before = await reach(client.get(keyOf(id)));
      if (before === null) return undefined;
      const call: Call = JSON.parse(before);
      const { until, result } = apply(call);
      const args = [before, JSON.stringify(call), lifeOf(until), changed, id];
      if ((await reach(client.eval(WRITE, 1, keyOf(id), ...args))) === 1) return result;
    }
    throw new DeskError('unavailable', 'This call is busy. Try again in a moment');
  };
  const all = async (): Promise<Call[]> => {
    const ids = await client.zrange(CALLS, 0, '-1');
    if (ids.length === 0) return [];
    const texts = await client.mget(ids.map(keyOf));
    const gone = ids.filter((_, i) => texts[i] === null);
    if (gone.length > 0) await client.zrem(CALLS, ...gone);
    return texts.flatMap((text) => (text ? [JSON.parse(text)] : []));
  };
  return {
    add: (call, until) => reach(add(call, until)),
    find: (id) => reach(find(id)),
    change,
    all: () => reach(all()),
    onChange: listen,
    // These only tell visitors what to expect.
    addWait: async (seconds) => {
      const added = client
        .multi()
        .lpush(TIMES, seconds)
        .ltrim(TIMES, 0, WAITS - 1)
        .pexpire(TIMES, DAY_MS);
      await added.exec().catch(() => undefined);
    },
    waits: () =>
      client.lrange(TIMES, 0, -1).then(
        (all) => all.map(Number),
        () => [],
      ),
  };
};
