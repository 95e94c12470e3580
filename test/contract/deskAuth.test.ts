import { describe, expect, it } from 'vitest';
import { startDesk } from '../support/desk';
import { anonymous, basic, createVisitor, sendText, type Visitor } from '../support/deskClient';
import { forThisFile } from '../support/forThis';

describe('who may do what at the desk', async () => {
  const channels = [{ id: 'wa', type: 'whatsapp', phoneNumber: '4930123456' }];
  const desk = await forThisFile(startDesk({ settings: { channels } }));
  const ann = await createVisitor(desk);
  const bob = await createVisitor(desk);
  await sendText(bob, 'private');

  /** Every call that needs credentials, on this visitor's data. */
  const calls = (of: Visitor): [string, string, unknown?][] => [
    ['GET', `/appusers/${of.id}`],
    ['PUT', `/appusers/${of.id}`, { locale: 'de' }],
    ['GET', `/appusers/${of.id}/conversations`],
    ['POST', `/appusers/${of.id}/conversations`, { type: 'personal' }],
    ['POST', `/appusers/${of.id}/websocket/token`, {}],
    ['GET', `/conversations/${of.conversationId}`],
    ['PUT', `/conversations/${of.conversationId}`, { metadata: {} }],
    ['GET', `/conversations/${of.conversationId}/messages`],
    ['POST', `/conversations/${of.conversationId}/messages`, { message: { text: 'x' } }],
    ['POST', `/conversations/${of.conversationId}/activity`, { activity: { type: 'typing:start' } }],
    ['POST', `/conversations/${of.conversationId}/referral`, { signedCampaignData: 'x' }],
    ['GET', `/appusers/${of.id}/linkrequest?integrationIds=wa`],
    ['DELETE', `/appusers/${of.id}/clients/none`],
  ];

  const bad: [string, () => Record<string, string>][] = [
    ['no credentials', () => ({})],
    ['a wrong token', () => ({ authorization: basic(bob.id, 'wrong') })],
    ["another visitor's token", () => ({ authorization: basic(bob.id, ann.sessionToken) })],
    ['an unknown user', () => ({ authorization: basic('nobody', bob.sessionToken) })],
    ['no colon in the credentials', () => ({ authorization: `Basic ${btoa('nothing')}` })],
    ['credentials that are no base64', () => ({ authorization: 'Basic %%%' })],
    ['an empty token', () => ({ authorization: basic(bob.id, '') })],
    ['a bearer token', () => ({ authorization: `Bearer ${bob.sessionToken}` })],
    ["the agents' token", () => ({ authorization: `Bearer ${desk.agentToken}` })],
  ];

  it.each(bad)('answers 401 invalid_auth to every call with %s', async (_name, headers) => {
    for (const [method, path, body] of calls(bob)) {
      const answer = await anonymous(desk)(method, path, body, headers());
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 401, 'invalid_auth']);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  it("answers 403 to every call on someone else's things", async () => {
    for (const [method, path, body] of calls(bob)) {
      const answer = await ann.call(method, path, body);
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 403, 'forbidden']);
    }
  });

  it("answers every call on the visitor's own things", async () => {
    for (const [method, path, body] of calls(bob)) {
      const { status } = await bob.call(method, path, body);
      expect([path, status < 300]).toEqual([path, true]);
    }
  });

  it('refuses logouts, postbacks and messages from anyone not signed in', async () => {
    const paths = [
      `/appusers/${bob.id}/logout`,
      `/conversations/${bob.conversationId}/postback`,
      `/conversations/${bob.conversationId}/files`,
    ];
    for (const path of paths) {
      expect([path, (await anonymous(desk)('POST', path, {})).status]).toEqual([path, 401]);
      const body = { postback: { actionId: 'x' } };
      expect([path, (await ann.call('POST', path, body)).status]).toEqual([path, 403]);
    }
    expect((await bob.call('GET', `/appusers/${bob.id}`)).status).toBe(200);
  });

  it('answers 403 when the author of a message is someone else', async () => {
    const { status } = await ann.call('POST', `/conversations/${ann.conversationId}/messages`, {
      author: { role: 'appUser', appUserId: bob.id },
      message: { text: 'I am Bob' },
    });
    expect(status).toBe(403);
  });

  it('does not let a visitor write as the business', async () => {
    const { status } = await ann.call('POST', `/conversations/${ann.conversationId}/messages`, {
      author: { role: 'appMaker', appUserId: ann.id },
      message: { role: 'appMaker', text: 'I am Support' },
    });
    expect(status).toBe(400);
  });

  it('answers 404 for an unknown app, an unknown conversation and an unknown call', async () => {
    const elsewhere = await fetch(`${desk.origin}/sc/sdk/v2/apps/other/appusers`, { method: 'POST' });
    expect(elsewhere.status).toBe(404);
    expect((await ann.call('GET', '/conversations/none')).body.error.code).toBe('not_found');
    expect((await anonymous(desk)('GET', '/nothing')).status).toBe(404);
  });

  it('accepts a websocket token only for subscriptions', async () => {
    const { body } = await ann.call('POST', `/appusers/${ann.id}/websocket/token`, {});
    const answer = await anonymous(desk)('GET', `/appusers/${ann.id}`, undefined, {
      authorization: basic(ann.id, body.token),
    });
    expect(answer.status).toBe(401);
  });

  it('never logs message texts or tokens', async () => {
    const lines: string[] = [];
    const logged = await startDesk({ onLog: (line) => lines.push(line) });
    const visitor = await createVisitor(logged);
    await sendText(visitor, 'a very private matter');
    await visitor.call(
      'POST',
      `/conversations/${visitor.conversationId}/messages`,
      '{"message": a very private matter',
    );
    await logged.close();
    const log = lines.join('');
    expect(log).toContain('"answered"');
    for (const secret of ['private matter', visitor.sessionToken, logged.agentToken]) {
      expect(log).not.toContain(secret);
    }
  });
});
