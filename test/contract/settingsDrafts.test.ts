import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createSettingsDrafts,
  DRAFT_MS,
  type DraftDeps,
  MAX_DRAFTS,
  type SettingsDrafts,
} from '../../examples/support-desk/server/domain/settings/settingsDrafts';
import { createRedisDrafts } from '../../examples/support-desk/server/redis/redisDrafts';
import { hostileString } from '../support/hostileValues';
import { REDIS } from '../support/redis';
import { withRedis } from '../support/redisSuite';

type Engine = { create(deps: DraftDeps): SettingsDrafts; pass(ms: number): Promise<void> };

/** The time of the drafts, which tests set, and tokens that do not repeat. */
const createDraftDeps = () => {
  const desk = { time: 1_800_000_000_000, made: 0 };
  return { desk, now: () => ++desk.time, newToken: () => `token${++desk.made}` };
};

const draftsSuite = (engineOf: () => Engine): void => {
  const setUp = () => {
    const { desk, ...deps } = createDraftDeps();
    const pass = (ms: number) => {
      desk.time += ms;
      return engineOf().pass(ms);
    };
    return { pass, ...engineOf().create(deps) };
  };

  it('keeps a draft for an hour after its last change', async () => {
    const { keep, find, pass } = setUp();
    const id = await keep({ messenger: { title: 'One' } });
    expect(await find(id)).toEqual({ messenger: { title: 'One' } });
    await pass(DRAFT_MS / 2);
    expect(await keep({ messenger: { title: 'Two' } }, id)).toBe(id);
    await pass(DRAFT_MS - 60_000);
    expect(await find(id)).toEqual({ messenger: { title: 'Two' } });
    await pass(60_000);
    expect(await find(id)).toBeUndefined();
  });

  it('gives an id of its own choice to what has an unknown one', async () => {
    const { keep, find } = setUp();
    const id = await keep({ a: 1 }, 'chosen');
    expect(id).not.toBe('chosen');
    expect([await find('chosen'), await find(id)]).toEqual([undefined, { a: 1 }]);
  });

  it('keeps fifty, and drops the one that has been unused for longest', async () => {
    const { keep, find } = setUp();
    const first = await keep({ n: 0 });
    const second = await keep({ n: 1 });
    for (let n = 2; n < MAX_DRAFTS; n++) await keep({ n });
    await keep({ n: 'again' }, first);
    const last = await keep({ n: MAX_DRAFTS });
    expect(await find(second)).toBeUndefined();
    expect([await find(first), await find(last)]).toEqual([{ n: 'again' }, { n: MAX_DRAFTS }]);
  });

  it('finds nothing by any other text, and returns any JSON as it was', async () => {
    const { keep, find } = setUp();
    const value = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true });
    await fc.assert(
      fc.asyncProperty(hostileString, value, async (text, draft) => {
        const kept = JSON.parse(JSON.stringify(draft));
        expect(await find(text)).toBeUndefined();
        expect(await find(await keep(kept, text))).toEqual(kept);
      }),
    );
  });
};

describe('drafts of settings in memory', () => {
  draftsSuite(() => ({ create: createSettingsDrafts, pass: async () => undefined }));
});

describe.skipIf(!REDIS)('drafts of settings in Redis', { timeout: 60_000 }, () => {
  const { server, open } = withRedis();
  let create: (deps: DraftDeps) => SettingsDrafts;
  beforeEach(async () => {
    const { client } = await open();
    create = (deps) => createRedisDrafts(client, deps);
  });
  draftsSuite(() => ({ create: (deps) => create(deps), pass: (ms) => server().age(ms) }));

  it('are found and changed by each process', async () => {
    const { now, newToken } = createDraftDeps();
    const deps = { now, newToken };
    const [one, two] = [create(deps), createRedisDrafts((await open()).client, deps)];
    const id = await one.keep({ n: 1 });
    expect(await two.find(id)).toEqual({ n: 1 });
    expect(await two.keep({ n: 2 }, id)).toBe(id);
    expect(await one.find(id)).toEqual({ n: 2 });
  });

  it('are unavailable at once while Redis is away', async () => {
    const { keep, find } = create(createDraftDeps());
    const id = await keep({ n: 1 });
    await server().stop();
    await expect(keep({ n: 2 })).rejects.toMatchObject({ code: 'unavailable' });
    await expect(find(id)).rejects.toMatchObject({ code: 'unavailable' });
    await server().start();
    await expect.poll(() => find(id).catch(() => 'away')).toBeUndefined();
  });

  it('leave only keys that expire, none of which has an id, and none of a draft that was dropped', async () => {
    const { client } = await open();
    const { keep } = createRedisDrafts(client, createDraftDeps());
    for (let n = 0; n < MAX_DRAFTS + 5; n++) await keep({ n });
    const keys = await client.keys('*');
    expect(keys).toHaveLength(MAX_DRAFTS + 1);
    for (const key of keys) {
      expect(key).not.toContain('token');
      expect(await client.pttl(key.replace('porch:desk:', ''))).toBeGreaterThan(0);
    }
    expect(await client.zcard('drafts')).toBe(MAX_DRAFTS);
  });
});
