import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Desk, startDesk } from '../support/desk';
import { agent, createVisitor, type Listening, listenAsVisitor, type Visitor } from '../support/deskClient';
import { ENGINES } from '../support/engines';

const channels = [
  { id: 'wa', type: 'whatsapp', phoneNumber: '4930123456' },
  { id: 'fb', type: 'messenger', businessUsername: 'shop' },
  { id: 'ig', type: 'instagram', businessUsername: 'the.shop' },
];

describe.each(ENGINES)('linking a channel on %s', (_name, engine) => {
  let desk: Desk;
  let time = 1_800_000_000_000;
  let visitor: Visitor;
  let live: Listening;
  beforeAll(async () => {
    desk = await startDesk({ ...engine, now: () => time, settings: { channels } });
  });
  afterAll(() => desk.close());
  beforeEach(async () => {
    visitor = await createVisitor(desk);
  });

  const request = (ids: string) =>
    visitor.call('GET', `/appusers/${visitor.id}/linkrequest?integrationIds=${ids}`);
  const codeOf = async (id = 'wa') => (await request(id)).body.linkRequests[0]?.code ?? '';
  const match = (code: string, body: unknown = {}) =>
    agent(desk)('POST', `/link-requests/${code}/match`, body);
  const user = async () => (await visitor.call('GET', `/appusers/${visitor.id}`)).body.appUser;
  const platforms = async () => (await user()).clients.map((c) => c.platform);

  it('gives a code and an address for each kind of channel', async () => {
    const { body } = await request('wa,fb,ig');
    const [wa, fb, ig] = body.linkRequests;
    expect(wa).toEqual({
      integrationId: 'wa',
      type: 'whatsapp',
      code: wa?.code,
      url: `https://wa.me/4930123456?text=${wa?.code}`,
    });
    expect([fb?.url, ig?.url]).toEqual([
      `https://m.me/shop?ref=${fb?.code}`,
      'https://www.instagram.com/the.shop/',
    ]);
    const config = await (await fetch(`${desk.origin}/sc/sdk/v2/integrations/web/config`)).json();
    expect(config).toMatchObject({
      config: {
        integrations: [
          { _id: 'wa', type: 'whatsapp' },
          { _id: 'fb', type: 'messenger', businessUsername: 'shop' },
          { _id: 'ig', type: 'instagram', businessUsername: 'the.shop' },
        ],
      },
    });
    const embeddable = await (await fetch(`${desk.origin}/embeddable/config`)).json();
    expect(embeddable).toMatchObject({ messenger: { channelLinkingEnabled: true } });
  });

  it('gives the same code to repeats, also when they race, and another one after a quarter of an hour', async () => {
    const codes = await Promise.all([codeOf(), codeOf(), codeOf()]);
    expect(new Set(codes).size).toBe(1);
    time += 900_000;
    expect(await codeOf()).not.toBe(codes[0]);
    expect((await match(codes[0] ?? '')).body.error.description).toBe('This link request has expired');
  });

  it('links the channel and tells the tabs, once', async () => {
    live = await listenAsVisitor(desk, visitor);
    const code = await codeOf();
    const all = await Promise.all([1, 2, 3].map(() => match(code, { displayName: 'Ada' })));
    expect(all.map((a) => a.status)).toEqual([200, 200, 200]);
    expect(await platforms()).toEqual(['web', 'whatsapp']);
    const [, client] = (await user()).clients;
    expect(client).toMatchObject({ integrationId: 'wa', displayName: 'Ada', status: 'active' });
    await match(await codeOf('fb'));
    const events = await live.until(4);
    expect(events.map((e) => [e.type, e.client.integrationId])).toEqual([
      ['link:matched', 'wa'],
      ['link', 'wa'],
      ['link:matched', 'fb'],
      ['link', 'fb'],
    ]);
    expect(events[1]?.client).toMatchObject({ id: client?.id, platform: 'whatsapp', displayName: 'Ada' });
    live.stop();
  });

  it('waits for the visitor’s yes when the code was only matched', async () => {
    live = await listenAsVisitor(desk, visitor);
    const code = await codeOf();
    await match(code, { outcome: 'matched' });
    expect([(await user()).pendingClients, await platforms()]).toMatchObject([
      [{ integrationId: 'wa', platform: 'whatsapp', status: 'pending' }],
      ['web'],
    ]);
    await match(code, { outcome: 'linked' });
    expect([(await user()).pendingClients, await platforms()]).toEqual([[], ['web', 'whatsapp']]);
    const events = await live.until(2);
    expect(events.map((e) => e.type)).toEqual(['link:matched', 'link']);
    expect(events[0]?.client.id).toBe(events[1]?.client.id);
    live.stop();
  });

  it('reports a link that was cancelled or failed, once', async () => {
    live = await listenAsVisitor(desk, visitor);
    const [cancelled, failed] = [await codeOf('wa'), await codeOf('fb')];
    await match(cancelled, { outcome: 'matched' });
    await match(cancelled, { outcome: 'cancelled' });
    await match(failed, { outcome: 'failed', error: { code: 'taken', description: 'Linked to another' } });
    const events = await live.until(3);
    expect(events.map((e) => [e.type, e.err?.code])).toEqual([
      ['link:matched', undefined],
      ['link:cancelled', undefined],
      ['link:failed', 'taken'],
    ]);
    expect([(await user()).pendingClients, await platforms()]).toEqual([[], ['web']]);
    expect((await match(cancelled)).status).toBe(400);
    expect(await codeOf('wa')).not.toBe(cancelled);
    live.stop();
  });

  it('removes a channel, also when asked again', async () => {
    await match(await codeOf());
    const [browser, channel] = (await user()).clients;
    const remove = (id: string | undefined, by = visitor) =>
      by.call('DELETE', `/appusers/${visitor.id}/clients/${id}`);
    const stranger = await createVisitor(desk);
    expect((await remove(channel?.id, stranger)).status).toBe(403);
    expect((await remove(channel?.id)).body.appUser.clients.map((c) => c.platform)).toEqual(['web']);
    expect((await remove(channel?.id)).status).toBe(200);
    expect((await remove(browser?.id)).status).toBe(400);
    expect(await platforms()).toEqual(['web']);
  });

  it('never forgets a linked channel, however many browsers there are', async () => {
    await match(await codeOf());
    for (let i = 0; i < 12; i++) {
      await visitor.call('PUT', `/appusers/${visitor.id}`, { client: { platform: 'web', id: `b${i}` } });
    }
    const all = await platforms();
    expect([all.length, all.filter((p) => p === 'whatsapp').length]).toEqual([11, 1]);
  });

  it('is refused for channels there are not', async () => {
    expect((await request('none')).status).toBe(404);
    expect((await request('')).status).toBe(400);
    expect((await match('none')).status).toBe(404);
    expect((await match(await codeOf(), { outcome: 'maybe' })).status).toBe(400);
  });
});
