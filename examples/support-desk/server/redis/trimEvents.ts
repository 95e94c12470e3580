import type { Redis } from 'ioredis';

/** How long events are kept, for processes that lost their connection; ms. */
const KEPT_MS = 120_000;
/** The events' share of Redis' `maxmemory`, and their limit without one; bytes. */
const SHARE = 0.25;
const MOST_BYTES = 67_108_864;
/** If others fill a Redis, events keep this share of the used memory: less would help nobody, and processes that read late would miss some. */
const LEAST = 0.05;

/**
 * Removes what is too old or too much, oldest first, and never the newest entry, which proves to readers that they have
 * missed nothing. It needs no memory, so that a full Redis does it too.
 */
const TRIM = `
local newest = redis.call('xrevrange', KEYS[1], '+', '-', 'COUNT', 1)[1]
if not newest then return 0 end
local old = redis.call('time')[1] * 1000 - ARGV[1]
local place = tonumber(string.match(newest[1], '^%d+'))
redis.call('xtrim', KEYS[1], 'MINID', string.format('%.0f', math.min(old, place)))
local memory = redis.call('info', 'memory')
local all = tonumber(string.match(memory, 'maxmemory:(%d+)') or 0)
local most = all > 0 and all * ARGV[2] or tonumber(ARGV[3])
local used = redis.call('memory', 'usage', KEYS[1], 'SAMPLES', 0)
if ARGV[4] == '1' then
  local least = tonumber(string.match(memory, 'used_memory:(%d+)') or 0) * ARGV[5]
  most = math.min(most, math.max(used / 2, least))
end
if used <= most then return used end
local kept = math.floor(redis.call('xlen', KEYS[1]) * most / used)
redis.call('xtrim', KEYS[1], 'MAXLEN', math.max(1, kept))
return used`;

/**
 * Removes old events, and those that take more than their share of Redis' memory.
 * @param isFull removes at least half of them, because Redis accepts nothing more
 */
export const trimEvents = async (client: Redis, stream: string, isFull = false): Promise<void> => {
  await client.eval(TRIM, 1, stream, KEPT_MS, SHARE, MOST_BYTES, isFull ? 1 : 0, LEAST);
};
