import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createArrivals } from '../../../../src/delivery/receiving/arrivals';
import { markDelivered } from '../../../../src/delivery/receiving/markDelivered';
import { createAnnouncer } from '../../../../src/slices/announcer';
import { createLocale } from '../../../../src/slices/locale';
import { createMessages } from '../../../../src/slices/messages';
import { createPageEvents } from '../../../../src/slices/pageEvents';
import type { ActivityBody } from '../../../../src/wire/client';
import { createCatchUpSide } from '../../../support/catchUpSide';
import { createFakeClock, flush } from '../../../support/fakeClock';
import { createFakePage } from '../../../support/fakePage';
import { lost } from '../../../support/fakeService';
import { createFakeStore } from '../../../support/fakeStorage';
import { hostileStored } from '../../../support/hostileValues';
import { own, wire } from '../../../support/messages';
import { englishWords } from '../../../support/words';

const create = (store = createFakeStore()) => {
  const sendActivity = vi.fn(async (_id: string, _body: ActivityBody) => {});
  const author = { role: 'appUser' as const, appUserId: 'u' };
  const deps = { messaging: { sendActivity }, author: () => author, store, integrationId: 'int' };
  const told = () => sendActivity.mock.calls.map(([id, { activity }]) => `${id} ${activity.messageId}`);
  return { deps, store, author, sendActivity, told };
};

describe('reporting delivery', () => {
  it('names the newest message of the agent, once (msg-21)', async () => {
    const { deps, told } = create();
    await markDelivered(deps, 'c', [wire('m1', 1), wire('m3', 3), own('m4', 4)]);
    await markDelivered(deps, 'c', [wire('m1', 1), wire('m3', 3), wire('m5', 5)]);
    await markDelivered(deps, 'c', [wire('m3', 3)]);
    await markDelivered(deps, 'd', [wire('m6', 2), own('m7', 3)]);
    expect(told()).toEqual(['c m3', 'c m5', 'd m6']);
  });

  it('skips messages that the visitor has already read', async () => {
    const { deps, told } = create();
    await markDelivered(deps, 'c', [wire('m1', 1), wire('m2', 2)], 1);
    expect(told()).toEqual(['c m2']);
  });

  it('is not repeated by another tab or a later page', async () => {
    const first = create();
    await markDelivered(first.deps, 'c', [wire('m1', 1)]);
    const second = create(first.store);
    await markDelivered(second.deps, 'c', [wire('m1', 1), wire('m2', 2)]);
    expect(second.told()).toEqual(['c m2']);
  });

  it('continues after a refused report', async () => {
    const { deps, sendActivity, told } = create();
    sendActivity.mockRejectedValueOnce(lost());
    await markDelivered(deps, 'c', [wire('m1', 1)]);
    await markDelivered(deps, 'c', [wire('m2', 2)]);
    expect(told()).toEqual(['c m1', 'c m2']);
  });

  it('ignores invalid entries of the storage and replaces them', async () => {
    const many = fc
      .integer({ min: 101, max: 3000 })
      .map((n) => JSON.stringify(Object.fromEntries(Array.from({ length: n }, (_, i) => [`x${i}`, i]))));
    const stored = fc.oneof(many, hostileStored({ c: 4, d: 5 }));
    await fc.assert(
      fc.asyncProperty(stored, async (text) => {
        const { deps, told, store } = create(createFakeStore({ 'int.delivered': text }));
        await markDelivered(deps, 'c', [wire('m1', 253_402_300_799)]);
        expect(told()).toEqual(['c m1']);
        expect((store.get('int.delivered') ?? '').length).toBeLessThan(10_000);
      }),
    );
  });

  it('covers messages that a catch-up reads, except those already read (msg-21)', async () => {
    const side = createCatchUpSide();
    side.says(2);
    side.conversations.read('c', { lastRead: side.service.log('c')[0]?.received });
    await side.catchUp();
    await side.catchUp(2);
    await side.catchUp();
    await vi.dynamicImportSettled();
    await flush();
    const told = side.service.callsOf('sendActivity').map(([, body]) => (body as ActivityBody).activity);
    const ids = side.serverIds();
    expect(told.map((a) => [a.type, a.messageId])).toEqual([
      ['message:delivery', ids[1]],
      ['message:delivery', ids[3]],
    ]);
  });
});

describe('a new message', () => {
  const take = (visible: boolean) => {
    const side = create();
    const clock = createFakeClock();
    const announcer = createAnnouncer();
    const locale = createLocale();
    locale.set(englishWords());
    const page = createFakePage();
    page.setVisible(visible);
    const messages = createMessages();
    const message = wire('m1', 5);
    messages.merge('c', [message]);
    const more = { clock, page, announcer, locale, messages, pageEvents: createPageEvents(), title: 'Shop' };
    const arrivals = createArrivals({ ...side.deps, ...more });
    arrivals.take(message, 'c');
    return { ...side, ...arrivals, clock, announcer };
  };

  it('is reported at once by a visible page, and announced', () => {
    const { told, announcer } = take(true);
    expect(told()).toEqual(['c m1']);
    expect(announcer.current.value).toMatchObject([{ text: 'Shop says: text of m1' }]);
  });

  it('is reported later by a hidden page, so that a visible tab reports first', async () => {
    const { told, clock } = take(false);
    await clock.advance(999);
    expect(told()).toEqual([]);
    await clock.advance(2001);
    expect(told()).toEqual(['c m1']);
  });

  it('is reported together with all messages of the same second', async () => {
    const { told, clock, take: next } = take(true);
    const order = Array.from({ length: 200 }, (_, i) => (i * 7) % 200);
    for (const i of order) next(wire(`n${i}`, 6 + i), 'c');
    for (const i of order) next(wire(`d${i}`, 6 + i), 'd');
    expect(told()).toEqual(['c m1', 'd d0']);
    await clock.advance(1000);
    expect(told()).toEqual(['c m1', 'd d0', 'c n199', 'd d199']);
    await clock.advance(60_000);
    expect(told()).toHaveLength(4);
    next(wire('late', 900), 'c');
    expect(told().at(-1)).toBe('c late');
  });

  it('is not reported in the name of the next visitor', async () => {
    const { told, clock, author } = take(false);
    author.appUserId = 'v';
    await clock.advance(10_000);
    expect(told()).toEqual([]);
  });
});
