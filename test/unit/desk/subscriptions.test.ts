import { describe, expect, it, onTestFinished } from 'vitest';
import { createSubscribers } from '../../../examples/support-desk/server/realtime/subscribers';
import { createFakeClock, flush } from '../../support/fakeClock';
import { FAKE_EXP, signJwt } from '../../support/jwt';
import { createMemoryDesk } from '../../support/memoryDesk';
import { callMemoryDesk, createMemoryVisitor, subscribeInMemory } from '../../support/memoryVisitor';

const key = { id: 'k', secret: 'a-secret-of-more-than-thirty-two-characters' };

const standing = () => {
  const clock = createFakeClock();
  const settings = { auth: { signingKeys: [key], websocketTokenSeconds: 600 } };
  const desk = createMemoryDesk({ now: clock.now, after: clock.after, settings });
  onTestFinished(() => desk.close());
  const seconds = () => clock.now() / 1000;
  const login = async (claims: object) => {
    const jwt = signJwt(key, { external_id: 'ada', exp: FAKE_EXP, ...claims });
    const { body } = await callMemoryDesk(desk, 'POST', '/login', {}, `Bearer ${jwt}`);
    const id = (body as { appUser: { _id: string } }).appUser._id;
    const token = async () => {
      const answer = await callMemoryDesk(
        desk,
        'POST',
        `/appusers/${id}/websocket/token`,
        {},
        `Bearer ${jwt}`,
      );
      return (answer.body as { token: string }).token;
    };
    return { id, jwt, ext: { appId: desk.appId, appUserId: id, jwt }, token };
  };
  return { clock, desk, login, seconds };
};

describe('a subscription', () => {
  it('is dropped when its JWT expires, with the advice to subscribe again, which the old one cannot', async () => {
    const { clock, desk, login, seconds } = standing();
    const { id, ext } = await login({ exp: seconds() + 30 });
    const live = await subscribeInMemory(desk, id, ext);
    expect(live.subscribed?.successful).toBe(true);
    for (let connects = 0; connects < 16; connects++) {
      await clock.advance(5000);
      await live.connect();
    }
    await clock.advance(7000);
    await live.connect();
    const before = live.replies.length;
    // The token expires after 30 s; the desk allows 60 s more.
    await clock.advance(2999);
    expect(live.replies.length).toBe(before);
    await clock.advance(1);
    await flush();
    expect(live.replies.slice(before)).toMatchObject([{ channel: '/meta/connect', successful: true }]);
    expect(live.isClosed()).toBe(false);
    expect(await live.connect()).toMatchObject({ successful: false, advice: { reconnect: 'handshake' } });
    expect((await subscribeInMemory(desk, id, ext)).subscribed?.error).toBe('401::invalid_auth');
    const { ext: fresh } = await login({ exp: seconds() + 30 });
    expect((await subscribeInMemory(desk, id, fresh)).subscribed?.successful).toBe(true);
    desk.close();
    expect(clock.pending()).toBe(0);
  });

  it('made with a websocket token ends with it, at the set time or with the JWT it came of', async () => {
    const { clock, desk, login, seconds } = standing();
    const lasting = await login({});
    const live = await subscribeInMemory(desk, lasting.id, {
      appId: desk.appId,
      appUserId: lasting.id,
      websocketToken: await lasting.token(),
    });
    for (let left = 600; left > 0; left -= 20) {
      await live.connect();
      await clock.advance(20_000);
    }
    expect(await live.connect()).toMatchObject({ successful: false });
    const short = await login({ exp: seconds() + 10 });
    const token = await short.token();
    await clock.advance(70_000);
    const late = await subscribeInMemory(desk, short.id, {
      appId: desk.appId,
      appUserId: short.id,
      websocketToken: token,
    });
    expect(late.subscribed?.error).toBe('401::invalid_auth');
  });

  it('is refused with 403 for an unknown user’s valid JWT, and on another user’s channel', async () => {
    const { desk, login } = standing();
    const { id } = await login({});
    const stranger = {
      appId: desk.appId,
      appUserId: id,
      jwt: signJwt(key, { external_id: 'nobody', exp: FAKE_EXP }),
    };
    expect((await subscribeInMemory(desk, id, stranger)).subscribed?.error).toBe('403::App user not found');
    const visitor = await createMemoryVisitor(desk);
    const { ext } = await login({});
    const refused = await subscribeInMemory(desk, visitor.id, ext);
    expect(refused.subscribed?.error).toMatch(/^403:.*:Forbidden channel$/);
  });

  it('ends with the signing key of its JWT and on logout', async () => {
    const { desk, login } = standing();
    const made = (await desk.agent.call('POST', '/signing-keys', {})) as { signingKey: typeof key };
    const jwt = signJwt(made.signingKey, { external_id: 'eve', exp: FAKE_EXP });
    const { body } = await callMemoryDesk(desk, 'POST', '/login', {}, `Bearer ${jwt}`);
    const eve = (body as { appUser: { _id: string } }).appUser._id;
    const live = await subscribeInMemory(desk, eve, { appId: desk.appId, appUserId: eve, jwt });
    const ada = await login({});
    const other = await subscribeInMemory(desk, ada.id, ada.ext);
    await desk.agent.call('DELETE', `/signing-keys/${made.signingKey.id}`);
    expect(await live.connect()).toMatchObject({ successful: false });
    expect((await other.connect())?.successful).not.toBe(false);
    await callMemoryDesk(desk, 'POST', `/appusers/${ada.id}/logout`, {}, `Bearer ${ada.jwt}`);
    expect(await other.connect()).toMatchObject({ successful: false });
  });

  it('by a session that a login ended hears nothing more', async () => {
    const { desk, login } = standing();
    const visitor = await createMemoryVisitor(desk);
    const live = await subscribeInMemory(desk, visitor.id, visitor.ext);
    const { id, jwt } = await login({});
    const former = { appUserId: visitor.id, sessionToken: visitor.ext.sessionToken };
    await callMemoryDesk(desk, 'POST', '/login', former, `Bearer ${jwt}`);
    await desk.agent.send(visitor.conversationId, { text: 'for the user alone' });
    await flush();
    expect(live.texts()).toEqual([]);
    expect(await live.connect()).toMatchObject({ successful: false });
    expect(id).not.toBe(visitor.id);
  });

  it('does not stand when its credential ends while it is being checked', async () => {
    const { desk } = standing();
    const visitor = await createMemoryVisitor(desk);
    const [live] = await Promise.all([
      subscribeInMemory(desk, visitor.id, visitor.ext),
      desk.agent.call('POST', `/users/${visitor.id}/expire-sessions`, {}),
    ]);
    await desk.agent.send(visitor.conversationId, { text: 'secret' });
    await flush();
    expect(live.texts()).toEqual([]);
  });
});

it('watching credentials waits as long as it takes, longer than one timer can', async () => {
  const clock = createFakeClock(0);
  const gone: string[] = [];
  const subscribers = createSubscribers(clock, (id) => gone.push(id));
  const year = 365 * 86_400_000;
  subscribers.add('client', { expiresAt: year, tags: [] });
  await clock.advance(year - 1);
  expect(gone).toEqual([]);
  await clock.advance(1);
  expect(gone).toEqual(['client']);
  subscribers.close();
  expect(clock.pending()).toBe(0);
});

describe('making every client subscribe again', () => {
  const stand = (clients: number) => {
    const clock = createFakeClock(0);
    const gone: string[] = [];
    const subscribers = createSubscribers(clock, (id) => gone.push(id));
    for (let i = 0; i < clients; i++) subscribers.add(`client ${i}`, { expiresAt: null, tags: [] });
    return { clock, gone, subscribers };
  };

  it.each([
    [1, 1, 0],
    [36, 1, 360],
    [36, 3, 360],
    [3000, 1, 3000],
    [20_000, 1, 4000],
    [6667, 3, 4000],
    [5000, 10, 10_000],
  ])('lets %d clients of each of %d processes go evenly in %d ms', async (clients, processes, ms) => {
    const { clock, gone, subscribers } = stand(clients);
    subscribers.renew(processes);
    for (const part of [0.25, 0.5, 0.75]) {
      await clock.advance(ms / 4);
      expect(Math.abs(gone.length - clients * part)).toBeLessThanOrEqual(clients * (20 / (ms || 1)) + 1);
    }
    await clock.advance(ms / 4 + 1);
    expect(new Set(gone).size).toBe(clients);
    subscribers.close();
    expect(clock.pending()).toBe(0);
  });

  it('needs few timers, and lets the more go at once the later they are', async () => {
    const { clock, gone, subscribers } = stand(20_000);
    let timers = 0;
    const late = {
      ...clock,
      after: (_: number, task: () => void) => {
        timers++;
        return clock.after(500, task);
      },
    };
    const slow = createSubscribers(late, (id) => gone.push(id));
    for (let i = 0; i < 20_000; i++) slow.add(`client ${i}`, { expiresAt: null, tags: [] });
    slow.renew();
    await clock.advance(4000);
    expect([gone.length, timers]).toEqual([20_000, 8]);
    subscribers.close();
  });

  it('begins anew with those that are there when it is asked again', async () => {
    const { clock, gone, subscribers } = stand(3000);
    subscribers.renew();
    await clock.advance(1500);
    subscribers.renew();
    await clock.advance(3001);
    expect(gone.length).toBeGreaterThan(3000);
    expect(new Set(gone).size).toBe(3000);
    subscribers.close();
    expect(clock.pending()).toBe(0);
  });
});
