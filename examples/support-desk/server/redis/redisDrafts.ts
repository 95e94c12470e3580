import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { DRAFT_MS, type DraftDeps, MAX_DRAFTS, type SettingsDrafts } from '../domain/settings/settingsDrafts';
import { orUnavailable } from './orUnavailable';

/** The keys of drafts by their last use. */
const USED = 'drafts';

/** Anyone with the id can read the draft, so Redis gets its hash. */
const keyOf = (id: string): string => `draft:${createHash('sha256').update(id).digest('base64url')}`;

/** Stores drafts in Redis, for all processes. */
export const createRedisDrafts = (client: Redis, { now, newToken }: DraftDeps): SettingsDrafts => {
  const dropOldest = async (): Promise<void> => {
    const oldest = await client.zrange(USED, 0, `${-MAX_DRAFTS - 1}`);
    if (oldest.length > 0)
      await client
        .multi()
        .del(oldest)
        .zrem(USED, ...oldest)
        .exec();
  };
  const keep: SettingsDrafts['keep'] = async (value, id) => {
    const isKnown = id !== undefined && (await client.exists(keyOf(id))) > 0;
    const kept = isKnown ? id : newToken();
    const key = keyOf(kept);
    await client
      .multi()
      .set(key, JSON.stringify(value), 'PX', DRAFT_MS)
      .zadd(USED, now(), key)
      .pexpire(USED, DRAFT_MS)
      .exec();
    await dropOldest();
    return kept;
  };
  const find = async (id: string) => {
    const text = await client.get(keyOf(id));
    return text === null ? undefined : JSON.parse(text);
  };
  return {
    keep: (value, id) => orUnavailable(keep(value, id), 'Previews'),
    find: (id) => orUnavailable(find(id), 'Previews'),
  };
};
