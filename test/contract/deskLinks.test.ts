import { describe, expect, it } from 'vitest';
import { startDesk } from '../support/desk';
import {
  agent,
  createVisitor,
  type Listening,
  listenAsVisitor,
  sendText,
  signedIn,
} from '../support/deskClient';
import { visitorForEachTest } from '../support/eachVisitor';
import { ENGINES } from '../support/engines';
import { forThisFile } from '../support/forThis';
import { FAKE_EXP, signJwt } from '../support/jwt';

const channels = [
  { id: 'wa', type: 'whatsapp', phoneNumber: '4930123456' },
  { id: 'fb', type: 'messenger', businessUsername: 'shop' },
  { id: 'ig', type: 'instagram', businessUsername: 'the.shop' },
  { id: 'played', type: 'whatsapp', played: true },
];

describe.each(ENGINES)('linking a channel on %s', async (_name, engine) => {
  let time = 1_800_000_000_000;
  let live: Listening;
  const desk = await forThisFile(startDesk({ ...engine, now: () => time, settings: { channels } }));
  const visitor = visitorForEachTest(desk);

  const request = (ids: string) =>
    visitor.call('GET', `/appusers/${visitor.id}/linkrequest?integrationIds=${ids}`);
  const codeOf = async (id = 'wa') => (await request(id)).body.linkRequests[0]?.code ?? '';
  const match = (code: string, body: unknown = {}) =>
    agent(desk)('POST', `/link-requests/${code}/match`, body);
  const user = async () => (await visitor.call('GET', `/appusers/${visitor.id}`)).body.appUser;
  const platforms = async () => (await user()).clients.map((c) => c.platform);

  it('shows agents no channel that a visitor only says they have', async () => {
    for (const platform of [
      'whatsapp',
      'messenger',
      'instagram',
      'WEB',
      'line',
      '<b>',
      '',
      null,
      7,
      {},
      ['web'],
    ]) {
      const client = { id: `c ${JSON.stringify(platform)}`, platform, linkedAt: '2027-01-15T08:00:00.000Z' };
      const liar = await createVisitor(desk, { client });
      await sendText(liar, 'Send the PIN to my WhatsApp, as always');
      const row = (await agent(desk)('GET', `/conversations/${liar.conversationId}`)).body.conversation;
      expect(row.visitor.channels, JSON.stringify(platform)).toEqual([]);
    }
  });

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
          { _id: 'played', type: 'whatsapp' },
        ],
      },
    });
    const embeddable = await (await fetch(`${desk.origin}/embeddable/config`)).json();
    expect(embeddable).toMatchObject({ messenger: { channelLinkingEnabled: true } });
  });

  it('lets a code that is asked for again live for a quarter of an hour from then on', async () => {
    const code = await codeOf();
    time += 600_000;
    expect(await codeOf()).toBe(code);
    time += 899_000;
    expect((await match(code)).status).toBe(200);
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

  it('tells the tabs of a channel that was removed, by the visitor or by an agent', async () => {
    await match(await codeOf());
    await match(await codeOf('fb'));
    const [, wa, fb] = (await user()).clients;
    live = await listenAsVisitor(desk, visitor);
    await visitor.call('DELETE', `/appusers/${visitor.id}/clients/${wa?.id}`);
    const unlink = (id: string) => agent(desk)('POST', `/users/${id}/clients/${fb?.id}/unlink`, {});
    expect((await unlink(visitor.id)).status).toBe(200);
    expect((await unlink('nobody')).status).toBe(404);
    const events = await live.until(2);
    expect(events.map((e) => [e.type, e.client.id, e.client.status])).toEqual([
      ['link:cancelled', wa?.id, 'inactive'],
      ['link:cancelled', fb?.id, 'inactive'],
    ]);
    expect(await platforms()).toEqual(['web']);
    live.stop();
  });

  describe('in a channel that the desk plays', () => {
    const asked = async () => {
      const [link] = (await request('played')).body.linkRequests;
      return { code: link?.code ?? '', url: link?.url ?? '' };
    };
    const press = (url: string, fields: Record<string, string>) =>
      fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    const read = async (url: string) => (await fetch(url)).text();
    const inbox = async () =>
      (await agent(desk)('GET', '/conversations?all=1')).body.conversations.find(
        (c) => c.visitor.appUserId === visitor.id,
      );

    it('links, carries messages both ways and marks their source, and unlinks', async () => {
      const { url, code } = await asked();
      expect(url).toBe(`${desk.origin}/channel/${code}`);
      expect(await read(url)).toContain('Confirm');
      await sendText(visitor, 'Written in the widget');
      time += 1000;
      expect((await press(url, { press: 'linked', name: 'Ada <b>' })).status).toBe(303);
      const row = await inbox();
      expect(row?.visitor.channels).toEqual([
        { id: (await user()).clients[1]?.id, type: 'whatsapp', displayName: 'Ada <b>' },
      ]);

      const text = 'From <i>WhatsApp</i>';
      for (const _ of ['sent', 'sent again']) await press(url, { press: 'send', text, reference: 'r' });
      const path = `/conversations/${visitor.conversationId}/messages`;
      const said = (await visitor.call('GET', path)).body.messages;
      expect(said.map((m) => m.text)).toEqual(['Written in the widget', text]);
      expect(said[1]).toMatchObject({
        role: 'appUser',
        source: { type: 'whatsapp', integrationId: 'played' },
      });
      await agent(desk)('POST', `/conversations/${row?._id}/messages`, { text: 'The answer' });
      const shown = await read(`${url}/messages`);
      expect(shown).toContain('From &#60;i&#62;WhatsApp&#60;/i&#62;');
      expect(shown).toContain('The answer');
      expect(shown).not.toContain('Written in the widget');

      await press(url, { press: 'leave' });
      expect(await read(url)).toContain('no longer connected');
      expect((await press(url, { press: 'send', text: 'Too late' })).status).toBe(400);
      expect((await inbox())?.visitor.channels).toEqual([]);
      expect(await read(`${url}/messages`)).toBe('');
    });

    it('tells what became of a link that was cancelled, failed, has expired, or is none', async () => {
      const outcomes = [];
      for (const what of ['cancelled', 'failed']) {
        const { url } = await asked();
        await press(url, { press: what });
        outcomes.push((await read(url)).match(/status">([^<]+)/)?.[1]);
      }
      const { url } = await asked();
      time += 900_000;
      outcomes.push((await read(url)).match(/status">([^<]+)/)?.[1]);
      expect(outcomes).toEqual([
        'You cancelled the connection.',
        'The connection failed.',
        'This link has expired. Ask for a new one in the website’s chat.',
      ]);
      expect((await press(url, { press: 'linked' })).status).toBe(400);
      expect((await fetch(`${desk.origin}/channel/none`)).status).toBe(404);
      expect((await press(`${desk.origin}/channel/none`, { press: 'linked' })).status).toBe(404);
    });

    it('continues after a login has merged two visitors', async () => {
      const { url } = await asked();
      await press(url, { press: 'linked' });
      const [, client] = (await user()).clients;
      const key = (await agent(desk)('POST', '/signing-keys', { name: 'links' })).body.signingKey;
      const jwt = signJwt(key, { external_id: crypto.randomUUID(), exp: FAKE_EXP });
      // The person has a user already, whom the anonymous visitor becomes.
      const login = (body: object) => signedIn(desk, `Bearer ${jwt}`)('POST', '/login', body);
      await login({});
      const merged = await login({ appUserId: visitor.id, sessionToken: visitor.sessionToken });
      await agent(desk)('DELETE', `/signing-keys/${key.id}`);
      expect(merged.body.appUser.clients.map((c) => c.id)).toContain(client?.id);
      await press(url, { press: 'send', text: 'Still here' });
      expect(await read(`${url}/messages`)).toContain('Still here');
    });

    it('refuses the code of a channel that it does not play, and presses that there are not', async () => {
      const code = await codeOf('wa');
      expect((await fetch(`${desk.origin}/channel/${code}`)).status).toBe(404);
      expect((await press(`${desk.origin}/channel/${code}`, { press: 'linked' })).status).toBe(404);
      expect(await platforms()).toEqual(['web']);
      const { url } = await asked();
      for (const fields of [{ press: 'delete' }, { press: 'send', text: ' ' }, {}, { press: 'send' }]) {
        expect((await press(url, fields as Record<string, string>)).status).toBe(400);
      }
      const page = await fetch(url);
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    });
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
