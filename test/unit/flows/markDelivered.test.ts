import { describe, expect, it, vi } from 'vitest';
import { createArrivals } from '../../../src/flows/arrivals';
import { markDelivered } from '../../../src/flows/markDelivered';
import { createAnnouncer } from '../../../src/slices/announcer';
import { createLocale } from '../../../src/slices/locale';
import type { ActivityBody } from '../../../src/wire/client';
import { createCatchUpSide } from '../../support/catchUpSide';
import { createFakeClock, flush } from '../../support/fakeClock';
import { createFakePage } from '../../support/fakePage';
import { hold, lost } from '../../support/fakeService';
import { createFakeStore } from '../../support/fakeStorage';
import { own, wire } from '../../support/messages';
import { englishWords } from '../../support/words';

const create = (store = createFakeStore()) => {
  const sendActivity = vi.fn(async (_id: string, _body: ActivityBody) => {});
  const author = { role: 'appUser' as const, appUserId: 'u' };
  const deps = { messaging: { sendActivity }, author: () => author, store, integrationId: 'int' };
  const told = () => sendActivity.mock.calls.map(([id, { activity }]) => `${id} ${activity.messageId}`);
  return { deps, store, author, sendActivity, told };
};

describe('what arrived', () => {
  it('is told once each and oldest first, of the agent’s alone', async () => {
    const { deps, told } = create();
    await markDelivered(deps, 'c', [wire('m1', 1), own('m2', 2), wire('m3', 3)]);
    await markDelivered(deps, 'c', [wire('m1', 1), wire('m3', 3), wire('m4', 4)]);
    await markDelivered(deps, 'd', [wire('m5', 2)]);
    expect(told()).toEqual(['c m1', 'c m3', 'c m4', 'd m5']);
  });

  it('before what was read is known to the agent', async () => {
    const { deps, told } = create();
    await markDelivered(deps, 'c', [wire('m1', 1), wire('m2', 2)], 1);
    expect(told()).toEqual(['c m2']);
  });

  it('is not told again by another tab or a later page', async () => {
    const first = create();
    await markDelivered(first.deps, 'c', [wire('m1', 1)]);
    const second = create(first.store);
    await markDelivered(second.deps, 'c', [wire('m1', 1), wire('m2', 2)]);
    expect(second.told()).toEqual(['c m2']);
  });

  it('goes on after one that is refused, one at a time', async () => {
    const { deps, sendActivity, told } = create();
    const { until, release } = hold();
    sendActivity.mockRejectedValueOnce(lost()).mockReturnValueOnce(until);
    const done = markDelivered(deps, 'c', [wire('m1', 1), wire('m2', 2), wire('m3', 3)]);
    await flush();
    expect(told()).toEqual(['c m1', 'c m2']);
    release();
    await done;
    expect(told()).toEqual(['c m1', 'c m2', 'c m3']);
  });

  it('is not told in the name of whoever comes next', async () => {
    const { deps, author, told } = create();
    const done = markDelivered(deps, 'c', [wire('m1', 1), wire('m2', 2)]);
    author.appUserId = 'v';
    await done;
    expect(told()).toEqual(['c m1']);
  });

  it('is told of the newest fifty of very many, and whatever stands in storage', async () => {
    const { deps, told } = create(createFakeStore({ 'int.delivered': '[{' }));
    await markDelivered(
      deps,
      'c',
      Array.from({ length: 200 }, (_, i) => wire(`m${i}`, i + 1)),
    );
    expect([told().length, told()[0], told().at(-1)]).toEqual([50, 'c m150', 'c m199']);
  });

  it('is told of what a catch-up reads back, but for what was read before', async () => {
    const side = createCatchUpSide();
    side.says(2);
    side.conversations.patch('c', { lastRead: side.service.log('c')[0]?.received });
    await side.catchUp();
    side.says(2);
    await side.catchUp();
    await side.catchUp();
    await vi.dynamicImportSettled();
    await flush();
    const told = side.service.callsOf('sendActivity').map(([, body]) => (body as ActivityBody).activity);
    expect(told.map((a) => [a.type, a.messageId])).toEqual(
      side
        .serverIds()
        .slice(1)
        .map((id) => ['message:delivery', id]),
    );
  });
});

describe('a new message', () => {
  const take = (visible: boolean) => {
    const side = create();
    const clock = createFakeClock();
    const announcer = createAnnouncer({ createId: () => 'id', clock });
    const locale = createLocale();
    locale.set(englishWords());
    const page = createFakePage();
    page.setVisible(visible);
    const arrivals = createArrivals({ ...side.deps, clock, page, announcer, locale, title: 'Shop' });
    arrivals.take(wire('m1', 5), 'c');
    return { ...side, ...arrivals, clock, announcer };
  };

  it('is told to the service at once by a page that shows, and read out', () => {
    const { told, announcer } = take(true);
    expect(told()).toEqual(['c m1']);
    expect(announcer.current.value).toMatchObject([{ text: 'Shop says: text of m1' }]);
  });

  it('is told a little later where nobody looks, so that a tab that shows comes first', async () => {
    const { told, clock } = take(false);
    await clock.advance(999);
    expect(told()).toEqual([]);
    await clock.advance(2001);
    expect(told()).toEqual(['c m1']);
  });

  it('leaves no timer behind', () => {
    const { clock, announcer, dispose } = take(false);
    dispose();
    announcer.dispose();
    expect(clock.pending()).toBe(0);
  });
});
