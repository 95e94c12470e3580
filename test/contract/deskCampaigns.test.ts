import { describe, expect, it } from 'vitest';
import { readSettings } from '../../examples/support-desk/server/domain/settings/settings';
import { obj } from '../../src/wire/decode';
import { startDesk } from '../support/desk';
import {
  agent,
  anonymous,
  basic,
  createVisitor,
  listenAsAgent,
  listenAsVisitor,
  sendText,
  signedIn,
  type Visitor,
} from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { forThisFile } from '../support/forThis';

const DAY = 86_400_000;
const NOW = 1_800_000_000_000;
const at = (ms: number) => new Date(ms).toISOString();
const rules = [
  { on: 'page', how: 'contains', value: '/boots' },
  { on: 'time', value: 5 },
];
const CAMPAIGNS = [
  { id: 'boots', text: 'Need help with boots?', rules, any: true, from: at(NOW - DAY), to: at(NOW + DAY) },
  { id: 'plain', text: 'Hello', name: 'Ada' },
  { id: 'off', text: 'Off', enabled: false },
  { id: 'over', text: 'Over', to: at(NOW) },
  { id: 'soon', text: 'Soon', from: at(NOW + DAY / 2) },
  { id: 'late', text: 'Late', from: at(NOW + 2 * DAY) },
];

type Served = { id: string; jwt: string } & Record<string, unknown>;

describe.each(ENGINES)('campaigns on %s', async (_name, engine) => {
  let time = NOW;
  const desk = await forThisFile(
    startDesk({
      ...engine,
      now: () => time,
      settings: { agent: { name: 'Team' }, messenger: { campaigns: CAMPAIGNS } },
    }),
  );

  const configOf = async (query = '') => {
    const answer: unknown = await (await fetch(`${desk.origin}/embeddable/config${query}`)).json();
    return obj(obj(answer).messenger);
  };
  const served = async (): Promise<Served[]> => (await configOf()).campaigns as Served[];
  const jwtOf = async (id: string) => (await served()).find((c) => c.id === id)?.jwt ?? '';
  const figures = async (id: string) => {
    const { body } = await agent(desk)('GET', '/campaigns');
    const all = (body as unknown as { campaigns: Record<string, unknown>[] }).campaigns;
    const found = all.find((c) => c._id === id);
    const of = (name: string) => Number(found?.[name] ?? 0);
    return {
      seen: of('seen'),
      opened: of('opened'),
      answered: of('answered'),
      dismissed: of('dismissed'),
    };
  };
  const tell = (...events: object[]) =>
    fetch(`${desk.origin}/frontendevents/dl?client=porch`, {
      method: 'POST',
      body: JSON.stringify({ events }),
    });

  it('come with the configuration, signed, without those that are off or over, and with their words', async () => {
    const all = await served();
    expect(all.map(({ id }) => id)).toEqual(['boots', 'plain', 'soon']);
    expect(all[0]).toMatchObject({
      text: 'Need help with boots?',
      name: 'Team',
      rules,
      any: true,
      from: NOW - DAY,
      to: NOW + DAY,
    });
    expect(all[1]).toEqual({
      id: 'plain',
      text: 'Hello',
      name: 'Ada',
      jwt: expect.stringMatching(/^\S+\.\S+\.\S+$/),
    });
    // The same until something changes, so that browsers keep the answer.
    expect(await served()).toEqual(all);
    const { words } = obj((await configOf('?locale=de')).launcher);
    expect(words).toMatchObject({ campaign: 'Nachricht von uns', dismiss: 'Nachricht schließen' });
  });

  it('begin a visitor’s conversation with their message, and are opened and answered once', async () => {
    const desks = await listenAsAgent(desk);
    const { body } = await anonymous(desk)('POST', '/appusers', {
      intent: 'proactiveMessaging',
      signedCampaignData: await jwtOf('plain'),
      conversation: { type: 'personal' },
    });
    const [conversation] = body.conversations;
    expect(conversation?.messages).toMatchObject([{ text: 'Hello', name: 'Ada', role: 'appMaker' }]);
    expect(conversation?.participants[0]).toMatchObject({ unreadCount: 0 });
    expect(await figures('plain')).toMatchObject({ opened: 1, answered: 0 });
    // Agents are told once the visitor writes.
    const { body: inbox } = await agent(desk)('GET', '/conversations');
    expect(inbox.conversations.some((c) => c._id === conversation?._id)).toBe(false);
    const me: Visitor = {
      id: body.appUser._id,
      sessionToken: body.sessionToken,
      conversationId: conversation?._id ?? '',
      call: signedIn(desk, basic(body.appUser._id, body.sessionToken)),
    };
    await sendText(me, 'Yes, please');
    await sendText(me, 'Thanks');
    expect(await figures('plain')).toMatchObject({ opened: 1, answered: 1 });
    const texts = (await me.call('GET', `/conversations/${me.conversationId}/messages`)).body.messages;
    expect(texts.map((m) => m.text)).toEqual(['Hello', 'Yes, please', 'Thanks']);
    expect((await desks.until(1))[0]).toMatchObject({ type: 'conversation:added' });
    desks.stop();
  });

  it('that lead to a conversation put their message into it, once, and leave its state alone', async () => {
    const visitor = await createVisitor(desk);
    await sendText(visitor, 'Hi');
    const tabs = await listenAsVisitor(desk, visitor);
    const refer = async (signedCampaignData: string) =>
      visitor.call('POST', `/conversations/${visitor.conversationId}/referral`, {
        author: { role: 'appUser', appUserId: visitor.id },
        intent: 'proactiveMessaging',
        signedCampaignData,
      });
    const before = (await figures('boots')).opened;
    const jwt = await jwtOf('boots');
    await Promise.all([refer(jwt), refer(jwt)]);
    expect((await tabs.until(1))[0]).toMatchObject({
      message: { text: 'Need help with boots?', name: 'Team' },
    });
    tabs.stop();
    const { body } = await visitor.call('GET', `/conversations/${visitor.conversationId}`);
    expect(body.messages.map((m) => m.text)).toEqual(['Hi', 'Need help with boots?']);
    const { body: inbox } = await agent(desk)('GET', `/conversations/${visitor.conversationId}`);
    // It answers nothing: the visitor's question is as unread as before.
    expect(inbox.conversation.unreadCount).toBe(1);
    await sendText(visitor, 'Which size?');
    const { opened, answered } = await figures('boots');
    expect([opened - before, answered >= 1]).toEqual([1, true]);
  });

  it('that are unsigned are kept as a referral, and are not counted', async () => {
    const visitor = await createVisitor(desk);
    const jwt = await jwtOf('plain');
    const [head, , signature] = jwt.split('.');
    const forged = Buffer.from('{"campaign":"boots"}').toString('base64url');
    const before = [await figures('plain'), await figures('boots')];
    for (const signedCampaignData of ['x', 'a.b.c', `${head}.${forged}.${signature}`, `${jwt}x`, 'preview']) {
      const { status } = await visitor.call('POST', `/appusers/${visitor.id}/conversations`, {
        intent: 'proactiveMessaging',
        signedCampaignData,
      });
      expect(status).toBe(201);
    }
    expect([await figures('plain'), await figures('boots')]).toEqual(before);
  });

  it('count how often they were seen and dismissed, of campaigns that exist alone', async () => {
    const before = await figures('boots');
    const event = { url: 'https://shop.example/', kind: 'campaignSeen', campaign: 'boots' };
    expect((await tell(event, { ...event, kind: 'campaignDismissed' }, event)).status).toBe(204);
    expect((await tell({ ...event, campaign: 'nobody' })).status).toBe(204);
    for (const wrong of [
      { ...event, campaign: 5 },
      { ...event, campaign: undefined },
      { ...event, kind: 'x' },
    ])
      expect((await tell(wrong)).status).toBe(400);
    expect(await figures('boots')).toEqual({
      ...before,
      seen: before.seen + 2,
      dismissed: before.dismissed + 1,
    });
    expect(await figures('nobody')).toEqual({ seen: 0, opened: 0, answered: 0, dismissed: 0 });
  });

  it('in a preview are those of the draft, and count nothing', async () => {
    const value = { messenger: { title: 'Draft' } };
    const { body } = await agent(desk)('POST', '/settings/drafts', { value });
    const { draft } = body as unknown as { draft: string };
    const answer: unknown = await (
      await fetch(`${desk.origin}/embeddable/preview/config?draft=${draft}`)
    ).json();
    const previewed = obj(obj(answer).messenger).campaigns as Served[];
    expect(previewed.map(({ id, jwt }) => `${id} ${jwt}`)).toContain('preview-plain preview');
  });

  it('end on time', async () => {
    time = NOW + DAY;
    expect((await served()).map(({ id }) => id)).toEqual(['plain', 'soon', 'late']);
    time = NOW;
  });
});

describe('the settings of campaigns', () => {
  const problem = (...campaigns: object[]) => {
    const read = readSettings({ messenger: { campaigns } });
    return 'problem' in read ? read.problem : undefined;
  };
  const good = { id: 'a', text: 'Hello' };

  it.each([
    ['no text', { ...good, text: ' ' }, /must not be empty/],
    ['a long text', { ...good, text: 'x'.repeat(501) }, /500/],
    ['an id with spaces', { ...good, id: 'a b' }, /letters, digits/],
    ['an end before its beginning', { ...good, from: at(NOW), to: at(NOW - 1) }, /end after it begins/],
    ['a date that is none', { ...good, from: 'tomorrow' }, /a date and a time/],
    ['a rule of an unknown kind', { ...good, rules: [{ on: 'weather' }] }, /rules/],
    ['a share of the page over 100', { ...good, rules: [{ on: 'scroll', value: 101 }] }, /at most 100/],
  ])('with %s are refused in words', (_name, campaign, words) => {
    expect(problem(campaign)).toMatch(words);
  });

  it('with an id twice, or more than twenty, are refused', () => {
    expect(problem(good, good)).toMatch(/an id of their own/);
    expect(problem(...Array.from({ length: 21 }, (_, i) => ({ ...good, id: `c${i}` })))).toMatch(
      /at most 20 entries/,
    );
    expect(problem(good, { ...good, id: 'b' })).toBeUndefined();
  });

  it('that are none add nothing to the configuration', async () => {
    const desk = await startDesk();
    const text = await (await fetch(`${desk.origin}/embeddable/config?locale=de`)).text();
    expect(text).not.toMatch(/campaign|Nachricht schließen|dismiss/);
    await desk.close();
  });
});
