import { describe, expect, test, vi } from 'vitest';
import { createIntegrations, type Integration } from '../../../../src/features/channelLinking/integrations';
import { createLinkFlow, type LinkCalls } from '../../../../src/features/channelLinking/linkFlow';
import { RequestError } from '../../../../src/services/requestError';
import { decodeRealtimeEvent, type LinkEvent } from '../../../../src/wire/realtime';
import { createFakeClock } from '../../../support/fakeClock';

const OFFERED = [
  { _id: 'wa', type: 'whatsapp' },
  { _id: 'fb', type: 'messenger', businessUsername: 'shop' },
  { _id: 'ig', type: 'instagram', businessUsername: 'the.shop' },
] as const;

const URL = 'https://wa.me/4930123456?text=code';

const event = (name: string, client: object = {}, more: object = {}) =>
  decodeRealtimeEvent({
    type: name,
    client: { id: 'k', integrationId: 'wa', platform: 'whatsapp', ...client },
    ...more,
  }) as LinkEvent;

/** The flow over the real state. Each call waits until the test answers it. */
const create = async () => {
  const answers: { resolve(value: unknown): void; reject(cause: unknown): void }[] = [];
  const call = () =>
    vi.fn(
      () => new Promise<never>((resolve, reject) => void answers.push({ resolve: resolve as never, reject })),
    );
  const calls = {
    channels: async () => OFFERED,
    clients: call(),
    linkRequest: call(),
    unlink: call(),
  } satisfies LinkCalls;
  const integrations = createIntegrations();
  const report = vi.fn();
  const clock = createFakeClock();
  const shown = { visible: true, told: new Set<(visible: boolean) => void>() };
  const show = (visible: boolean) => {
    shown.visible = visible;
    for (const run of shown.told) run(visible);
  };
  const page = {
    visible: () => shown.visible,
    onVisible: (run: (visible: boolean) => void) => {
      shown.told.add(run);
      return () => void shown.told.delete(run);
    },
  };
  const flow = createLinkFlow({ integrations, calls, appUserId: () => 'u', report, clock, page });
  await flow.load();
  const settle = async (how: 'resolve' | 'reject', value?: unknown) => {
    answers.shift()?.[how](value);
    for (let i = 0; i < 5; i++) await undefined;
  };
  return {
    ...{ flow, integrations, calls, report, clock, show, watchers: () => shown.told.size },
    of: (type: Integration['type'] = 'whatsapp') => integrations.find(type) as Integration,
    answer: (value?: unknown) => settle('resolve', value),
    fail: (cause: unknown) => settle('reject', cause),
    /** The visitor's page of WhatsApp gets its link. */
    fetched: () => {
      void flow.request('whatsapp');
      return settle('resolve', { integrationId: 'wa', url: URL });
    },
  };
};

const link = (it: Awaited<ReturnType<typeof create>>) => it.flow.take(event('link', { displayName: 'Ada' }));

const it = test.extend('at', () => create());

describe('a channel link', () => {
  it('is being fetched from the request of its link on, and then has it (link-2)', async ({ at }) => {
    void at.flow.request('whatsapp');
    expect(at.of()).toMatchObject({ isFetchingLinkRequest: true, hasFetchedLinkRequest: false });
    expect(at.calls.linkRequest).toHaveBeenCalledWith('u', 'wa');
    await at.answer({ integrationId: 'wa', url: URL });
    expect(at.of()).toMatchObject({
      isFetchingLinkRequest: false,
      hasFetchedLinkRequest: true,
      errorFetchingLinkRequest: false,
      linkRequest: { url: URL },
    });
  });

  it('is renewed every ten minutes while its page is open, and keeps the old link until then (link-13)', async () => {
    const at = await create();
    const stop = at.flow.keep('whatsapp');
    await at.fetched();
    await at.clock.advance(599_999);
    expect(at.calls.linkRequest).toHaveBeenCalledTimes(1);
    await at.clock.advance(1);
    expect(at.calls.linkRequest).toHaveBeenCalledTimes(2);
    expect(at.of()).toMatchObject({ isFetchingLinkRequest: false, linkRequest: { url: URL } });
    await at.answer({ url: `${URL}2` });
    expect(at.of().linkRequest).toEqual({ url: `${URL}2` });
    await at.clock.advance(600_000);
    expect(at.calls.linkRequest).toHaveBeenCalledTimes(3);
    stop();
    expect([at.clock.pending(), at.watchers()]).toEqual([0, 0]);
  });

  it('is renewed as soon as the visitor sees the page again, not while they do not (link-13)', async () => {
    const at = await create();
    at.flow.keep('whatsapp');
    await at.fetched();
    at.show(false);
    at.show(true);
    at.show(false);
    await at.clock.advance(3_600_000);
    expect(at.calls.linkRequest).toHaveBeenCalledTimes(1);
    at.show(true);
    expect(at.calls.linkRequest).toHaveBeenCalledTimes(2);
  });

  it('says so when it cannot be renewed, and is not asked for where there is none to renew (link-13)', async () => {
    const at = await create();
    at.flow.keep('whatsapp');
    await at.clock.advance(600_000);
    expect(at.calls.linkRequest).not.toHaveBeenCalled();
    await at.fetched();
    await at.clock.advance(600_000);
    await at.fail(new Error('down'));
    expect(at.of()).toMatchObject({ errorFetchingLinkRequest: true });
    expect(at.report).toHaveBeenCalledTimes(1);
    await at.fetched();
    link(at);
    await at.clock.advance(600_000);
    expect(at.calls.linkRequest).toHaveBeenCalledTimes(3);
  });

  it('has an error when its link cannot be fetched, until it is fetched again (link-2)', async ({ at }) => {
    void at.flow.request('whatsapp');
    await at.fail(new RequestError('http', 'Failed to fetch link request for integration wa', 500));
    expect(at.of()).toMatchObject({
      isFetchingLinkRequest: false,
      hasFetchedLinkRequest: false,
      errorFetchingLinkRequest: true,
    });
    expect(at.report).toHaveBeenCalledWith(
      'Failed to fetch link request for integration wa',
      expect.anything(),
    );
    void at.flow.request('whatsapp');
    expect(at.of()).toMatchObject({ isFetchingLinkRequest: true, errorFetchingLinkRequest: false });
  });

  it('is requested once at a time, and not where it is linked (link-2)', async ({ at }) => {
    void at.flow.request('whatsapp');
    void at.flow.request('whatsapp');
    expect(at.calls.linkRequest).toHaveBeenCalledTimes(1);
    await at.answer({ integrationId: 'wa', url: URL });
    link(at);
    await at.flow.request('whatsapp');
    expect(at.calls.linkRequest).toHaveBeenCalledTimes(1);
  });

  it('is no link where its address cannot be followed', async ({ at }) => {
    void at.flow.request('whatsapp');
    await at.answer({ integrationId: 'wa', url: 'javascript:alert(1)' });
    expect(at.of()).toMatchObject({ errorFetchingLinkRequest: true, hasFetchedLinkRequest: false });
    expect(at.of().linkRequest).toBeUndefined();
  });

  it('is pending once the visitor has started it, or the channel has got the code (link-5)', async () => {
    const at = await create();
    at.integrations.linkStarted('messenger');
    at.flow.take(event('link:matched'));
    expect([at.of('messenger').linkPending, at.of().linkPending]).toEqual([true, true]);
  });

  it('is linked with its client on success, and no longer pending, cancelled or failed (link-6)', async () => {
    const at = await create();
    for (const before of ['link:matched', 'link:cancelled', 'link:failed']) {
      at.flow.take(event(before));
      link(at);
      expect(at.of()).toMatchObject({
        linked: true,
        clientId: 'k',
        displayName: 'Ada',
        linkPending: false,
        linkCancelled: false,
        linkFailed: false,
      });
      at.integrations.unlinked('whatsapp');
    }
  });

  it('is cancelled, and its used code is forgotten (link-7)', async ({ at }) => {
    await at.fetched();
    at.flow.take(event('link:matched'));
    at.flow.take(event('link:cancelled', { status: 'pending' }));
    expect(at.of()).toMatchObject({ linkCancelled: true, linkPending: false, linked: false });
    expect(at.of().linkRequest).toBeUndefined();
  });

  it('fails, and its used code is forgotten (link-7)', async ({ at }) => {
    at.flow.take(event('link:matched'));
    at.flow.take(event('link:failed', {}, { err: { code: 'taken', description: 'Linked to another' } }));
    expect(at.of()).toMatchObject({ linkFailed: true, linkPending: false, linked: false });
  });

  it('is being unlinked, and when that has worked is as if it had never been linked (link-8)', async () => {
    const at = await create();
    const before = at.of();
    link(at);
    void at.flow.unlink('whatsapp');
    void at.flow.unlink('whatsapp');
    expect(at.of()).toMatchObject({ unlinkPending: true, linked: true });
    expect(at.calls.unlink.mock.calls).toEqual([['u', 'k']]);
    await at.answer();
    expect(at.of()).toEqual(before);
  });

  it('stays linked when unlinking fails, says so, and can be unlinked again (link-8)', async ({ at }) => {
    link(at);
    void at.flow.unlink('whatsapp');
    await at.fail(new RequestError('http', 'An error occurred removing the channel.', 500));
    expect(at.of()).toMatchObject({ unlinkFailed: true, unlinkPending: false, linked: true });
    expect(at.report).toHaveBeenCalledWith('An error occurred removing the channel.', expect.anything());
    void at.flow.unlink('whatsapp');
    expect(at.of()).toMatchObject({ unlinkFailed: false, unlinkPending: true });
  });

  it('loses what was told of the last try when the visitor leaves the channel’s page (link-9)', async () => {
    const at = await create();
    for (const told of ['link:matched', 'link:cancelled', 'link:failed']) {
      at.flow.take(event(told));
      at.integrations.left('whatsapp');
      expect(at.of()).toMatchObject({ linkPending: false, linkCancelled: false, linkFailed: false });
    }
    link(at);
    void at.flow.unlink('whatsapp');
    await at.fail(new Error('no'));
    at.integrations.left('whatsapp');
    expect(at.of()).toMatchObject({ linked: true, clientId: 'k', unlinkFailed: false });
    void at.flow.request('messenger');
    await at.fail(new Error('no'));
    at.integrations.left('messenger');
    expect(at.of('messenger').errorFetchingLinkRequest).toBe(false);
  });

  it('is marked linked with its id after a conversation has started, where the service lists it (link-10)', async () => {
    const at = await create();
    void at.flow.refresh();
    await at.answer([
      { id: 'k1', integrationId: 'wa', displayName: 'Ada', pending: false },
      { id: 'k2', integrationId: 'fb', pending: true },
      { id: 'k3', integrationId: 'elsewhere', pending: false },
    ]);
    expect(at.of()).toMatchObject({ linked: true, clientId: 'k1', displayName: 'Ada' });
    expect(at.of('messenger')).toMatchObject({ linked: false, linkPending: true });
    void at.flow.refresh();
    await at.answer([]);
    expect(at.of()).toMatchObject({ linked: false });
    expect(at.of().clientId).toBeUndefined();
  });

  it('of Instagram is the business’s profile, without a request (link-4)', async ({ at }) => {
    expect(at.of('instagram')).toMatchObject({
      ignoreLinkRequest: true,
      linkRequest: { url: 'https://www.instagram.com/the.shop/' },
    });
    await at.flow.request('instagram');
    expect(at.calls.linkRequest).not.toHaveBeenCalled();
    at.flow.take(event('link', { id: 'i', integrationId: 'ig', platform: 'instagram' }));
    at.integrations.unlinked('instagram');
    expect(at.of('instagram').linkRequest).toEqual({ url: 'https://www.instagram.com/the.shop/' });
  });

  it('ends where the channel, another tab or an agent ends it, but is not told of its own end', async () => {
    const at = await create();
    const ended = event('link:cancelled', { status: 'inactive' });
    link(at);
    at.flow.take(event('link:cancelled', { id: 'another', status: 'inactive' }));
    expect(at.of().linked).toBe(true);
    at.flow.take(ended);
    expect(at.of()).toMatchObject({ linked: false, linkCancelled: true });
    at.integrations.left('whatsapp');
    link(at);
    void at.flow.unlink('whatsapp');
    at.flow.take(ended);
    await at.answer();
    at.flow.take(ended);
    expect(at.of()).toMatchObject({ linked: false, linkCancelled: false });
  });

  it('belongs to its visitor alone', async ({ at }) => {
    const before = at.of();
    link(at);
    at.integrations.reset();
    expect(at.of()).toEqual(before);
    void at.flow.request('whatsapp');
    await at.fail(new RequestError('cancelled', 'The visitor has changed'));
    expect(at.report).not.toHaveBeenCalled();
  });

  it('is of one channel of each type, and keeps its state when the channels are read again', async () => {
    const at = await create();
    link(at);
    at.integrations.offer([...OFFERED, { _id: 'wa2', type: 'whatsapp' }]);
    expect(at.integrations.all.value.map((it) => [it.type, it._id, it.linked])).toEqual([
      ['whatsapp', 'wa', true],
      ['messenger', 'fb', false],
      ['instagram', 'ig', false],
    ]);
  });
});

it('a business on Instagram without a name is not offered, as nothing leads to it (link-4)', async () => {
  const at = await create();
  at.integrations.offer([{ _id: 'ig2', type: 'instagram' }, ...OFFERED]);
  expect(at.integrations.find('instagram')?._id).toBe('ig');
  at.integrations.offer([{ _id: 'ig2', type: 'instagram' }]);
  expect(at.integrations.all.value).toEqual([]);
});

describe('1,000 malformed and foreign events', () => {
  const ODD = [undefined, null, 0, -1, '', 'x', 'wa ', {}, [], true, 'fb2', '\ud800', 'a'.repeat(5000)];
  const odd = (n: number) => ODD[n % ODD.length];
  it('change nothing, before a link and after it', async ({ at }) => {
    const names = ['link', 'link:matched', 'link:cancelled', 'link:failed', 'link:other', 'linked', 'LINK'];
    let taken = 0;
    for (const linked of [false, true]) {
      if (linked) link(at);
      const before = at.integrations.all.value;
      for (let n = 0; n < 500; n++) {
        const type = names[n % names.length];
        // Of another channel, of none, of a channel that is of another type, or without a client.
        const client = [
          { id: odd(n), integrationId: odd(n >> 2), platform: odd(n >> 1) },
          { id: 'k', integrationId: 'wa', platform: 'messenger' },
          { id: 'k', integrationId: 'other', platform: 'whatsapp' },
          odd(n),
          linked ? { id: 'k', integrationId: 'wa', platform: odd(5 + (n % 2)), status: 'pending' } : odd(n),
        ][n % 5];
        const decoded = decodeRealtimeEvent({
          type,
          client,
          integrationId: n % 5 === 4 ? undefined : odd(n),
        });
        if (decoded) at.flow.take(decoded as LinkEvent);
        taken++;
      }
      expect(at.integrations.all.value).toBe(before);
    }
    expect(taken).toBe(1000);
  });
});
