import { describe, expect, it } from 'vitest';
import { startDesk } from '../support/desk';
import {
  type Answer,
  agent,
  anonymous,
  createVisitor,
  listenAsAgent,
  listenAsVisitor,
  type Visitor,
} from '../support/deskClient';
import { visitorForEachTest } from '../support/eachVisitor';
import { ENGINES } from '../support/engines';
import { forThisFile } from '../support/forThis';

const pressable = {
  text: 'Which size?',
  actions: [
    { type: 'postback', text: 'Small', payload: 'S', metadata: { a: 1 } },
    { type: 'reply', text: 'Large', payload: 'L' },
  ],
};

describe.each(ENGINES)('what visitors press and fill in, on %s', async (_name, engine) => {
  const desk = await forThisFile(startDesk(engine));
  const visitor = visitorForEachTest(desk);

  const path = () => `/conversations/${visitor.conversationId}`;
  const ask = async (message: unknown) =>
    (await agent(desk)('POST', `${path()}/messages`, message)).body.messages[0];
  const idsOf = (message: unknown) =>
    (message as { actions: { _id: string }[] }).actions.map((action) => action._id);
  const press = (
    actionId: string | undefined,
    referenceId?: string,
    by: Visitor = visitor,
  ): Promise<Answer> =>
    by.call('POST', `${path()}/postback`, {
      author: { role: 'appUser', appUserId: by.id },
      postback: { actionId, referenceId },
    });
  const postbacks = async () => (await agent(desk)('GET', `${path()}/postbacks`)).body.happenings;
  const messages = async () => (await visitor.call('GET', `${path()}/messages`)).body.messages;

  describe('a postback', () => {
    it('reaches the agents once, also when repeats race', async () => {
      const message = await ask(pressable);
      const [small] = idsOf(message);
      const desks = await listenAsAgent(desk);
      const all = await Promise.all(Array.from({ length: 5 }, () => press(small, 'p-1')));
      expect(all.map((a) => a.status)).toEqual([200, 200, 200, 200, 200]);
      const expected = {
        actionId: small,
        messageId: message?._id,
        text: 'Small',
        payload: 'S',
        metadata: { a: 1 },
      };
      expect(await postbacks()).toMatchObject([expected]);
      await press(small, 'p-2');
      const events = (await desks.until(2)).filter((e) => e.type === 'postback');
      expect(events).toHaveLength(2);
      expect(events[0]).toMatchObject({ conversation: { _id: visitor.conversationId }, postback: expected });
      expect(await messages()).toHaveLength(1);
      desks.stop();
    });

    it('finds a button of an item too', async () => {
      const item = { title: 'Shoes', actions: [{ type: 'postback', text: 'More', payload: 'M' }] };
      const message = await ask({ type: 'carousel', items: [item] });
      const [first] = (message as unknown as { items: { actions: { _id: string }[] }[] }).items;
      expect((await press(first?.actions[0]?._id)).status).toBe(200);
      expect(await postbacks()).toMatchObject([{ text: 'More', payload: 'M' }]);
    });

    it('is refused for an unknown button, one of another conversation, or another visitor’s', async () => {
      const [small, large] = idsOf(await ask(pressable));
      const stranger = await createVisitor(desk);
      expect((await press('none')).status).toBe(404);
      expect((await press(large)).status).toBe(400);
      expect((await press(undefined)).status).toBe(400);
      expect((await press(small, 'x', stranger)).status).toBe(403);
      Object.assign(visitor, stranger);
      expect((await press(small)).status).toBe(404);
    });
  });

  describe('a referral', () => {
    const refer = (signedCampaignData: unknown) =>
      visitor.call('POST', `${path()}/referral`, {
        author: { role: 'appUser', appUserId: visitor.id },
        intent: 'proactiveMessaging',
        signedCampaignData,
      });
    const referrals = async () => (await agent(desk)('GET', `${path()}/referrals`)).body.happenings;

    it('is kept and told to the agents once for each campaign', async () => {
      const desks = await listenAsAgent(desk);
      await Promise.all([refer('campaign-1'), refer('campaign-1'), refer('campaign-1')]);
      expect((await refer('campaign-2')).body).toEqual({});
      const kept = (await referrals()).map((r) => r.signedCampaignData);
      expect(kept.sort()).toEqual(['campaign-1', 'campaign-2']);
      expect((await desks.until(2)).map((e) => e.type)).toEqual(['referral', 'referral']);
      expect((await refer(7)).status).toBe(400);
      desks.stop();
    });

    it('is kept with the conversation it began', async () => {
      const { body } = await visitor.call('POST', `/appusers/${visitor.id}/conversations`, {
        intent: 'proactiveMessaging',
        signedCampaignData: 'c-1',
      });
      visitor.conversationId = body.conversation._id;
      expect(await referrals()).toMatchObject([{ signedCampaignData: 'c-1' }]);
      const created = await anonymous(desk)('POST', '/appusers', {
        intent: 'conversation:start',
        signedCampaignData: 'c-2',
      });
      visitor.conversationId = created.body.conversations[0]?._id ?? '';
      expect(await referrals()).toMatchObject([{ signedCampaignData: 'c-2' }]);
    });
  });

  describe('a form', () => {
    const form = {
      type: 'form',
      fields: [
        { type: 'text', name: 'name', label: 'Your name', minSize: 2, maxSize: 10 },
        { type: 'email', name: 'email', label: 'Email' },
        { type: 'text', name: 'age', label: 'Age', format: 'integer' },
        {
          type: 'select',
          name: 'size',
          label: 'Size',
          options: [
            { name: 's', label: 'Small' },
            { name: 'l', label: 'Large' },
          ],
          selectSize: 1,
        },
      ],
    };
    const good = [
      { type: 'text', name: 'name', label: 'forged', text: '  Ada ' },
      { type: 'email', name: 'email', label: '', email: ' ada@shop.example ' },
      { type: 'text', name: 'age', label: '', text: '36' },
      { type: 'select', name: 'size', label: '', select: [{ name: 's', label: 'forged' }] },
    ];
    const answer = (quotedMessageId: string | undefined, fields: unknown, referenceId = 'f-1') =>
      visitor.call('POST', `${path()}/messages`, {
        author: { role: 'appUser', appUserId: visitor.id, client: { platform: 'web', id: 'c' } },
        message: { role: 'appUser', type: 'formResponse', fields, quotedMessageId, referenceId },
      });

    it('is answered with trimmed values under its own labels, and is submitted from then on', async () => {
      const asked = await ask(form);
      const live = await listenAsVisitor(desk, visitor);
      const { status, body } = await answer(asked?._id, good);
      expect(status).toBe(201);
      const expected = {
        type: 'formResponse',
        role: 'appUser',
        quotedMessageId: asked?._id,
        referenceId: 'f-1',
        fields: [
          { type: 'text', name: 'name', label: 'Your name', text: 'Ada' },
          { type: 'email', name: 'email', label: 'Email', email: 'ada@shop.example' },
          { type: 'text', name: 'age', label: 'Age', text: '36' },
          { type: 'select', name: 'size', label: 'Size', select: [{ name: 's', label: 'Small' }] },
        ],
        textFallback: 'Your name: Ada\nEmail: ada@shop.example\nAge: 36\nSize: Small',
        source: { id: 'c' },
      };
      expect(body.messages).toMatchObject([expected]);
      expect(await live.until(1)).toMatchObject([{ type: 'message', message: expected }]);
      expect((await messages()).map((m) => [m.type, m.submitted])).toEqual([
        ['form', true],
        ['formResponse', undefined],
      ]);
      live.stop();
    });

    it('is answered once: a repeat gets the same message, another answer is refused', async () => {
      const asked = await ask(form);
      const all = await Promise.all(Array.from({ length: 4 }, () => answer(asked?._id, good)));
      expect(all.map((a) => a.status).sort()).toEqual([200, 200, 200, 201]);
      expect(new Set(all.map((a) => a.body.messages[0]?._id)).size).toBe(1);
      const other = await answer(asked?._id, good, 'f-2');
      expect([other.status, other.body.error.description]).toEqual([400, 'This form was submitted already']);
      expect(await messages()).toHaveLength(2);
    });

    const without = (name: string) => good.filter((f) => f.name !== name);
    const withField = (name: string, fields: object) =>
      good.map((f) => (f.name === name ? { ...f, ...fields } : f));
    it.each([
      ['a missing field', without('name'), '"name" is missing'],
      [
        'a field too many',
        [...good, { type: 'text', name: 'x', text: 'x' }],
        'a field that the form does not have',
      ],
      ['a field twice', [...without('age'), ...without('age').slice(0, 1)], 'is missing'],
      [
        'another type',
        withField('name', { type: 'email', email: 'a@b.example' }),
        '"name" must be of type text',
      ],
      ['a text too short', withField('name', { text: ' A ' }), 'at least 2 characters'],
      ['a text too long', withField('name', { text: 'x'.repeat(11) }), 'at most 10 characters'],
      ['a number as text', withField('name', { text: 5 }), '"name" must be text'],
      ['words as an integer', withField('age', { text: 'old' }), '"age" must be of format integer'],
      ['no email', withField('email', { email: 'ada@shop' }), '"email" must be an email address'],
      ['no choice', withField('size', { select: [] }), '"size" must have a choice'],
      ['an unknown choice', withField('size', { select: [{ name: 'xl' }] }), 'a choice it does not offer'],
      [
        'too many choices',
        withField('size', { select: [{ name: 's' }, { name: 'l' }] }),
        'at most 1 choices',
      ],
      ['a choice that is none', withField('size', { select: [null] }), 'a choice it does not offer'],
      ['nothing', [], 'message.fields'],
    ])('refuses %s and stays open', async (_name, fields, reason) => {
      const asked = await ask(form);
      const { status, body } = await answer(asked?._id, fields);
      expect([status, body.error.code]).toEqual([400, 'bad_request']);
      expect(body.error.description).toContain(reason);
      expect((await answer(asked?._id, good)).status).toBe(201);
    });

    it('is refused when it answers no form of this conversation', async () => {
      const text = await ask({ text: 'no form' });
      expect((await answer(text?._id, good)).status).toBe(404);
      expect((await answer('none', good)).status).toBe(404);
      expect((await answer(undefined, good)).status).toBe(400);
      const asked = await ask(form);
      Object.assign(visitor, await createVisitor(desk));
      expect((await answer(asked?._id, good)).status).toBe(404);
    });
  });
});

it('a desk that echoes postbacks brings the pressed text back as a message of the visitor’s, once', async () => {
  const desk = await startDesk({ settings: { app: { echoPostback: true } } });
  const visitor = await createVisitor(desk);
  const path = `/conversations/${visitor.conversationId}`;
  const asked = (await agent(desk)('POST', `${path}/messages`, pressable)).body.messages[0];
  const actionId = (asked?.actions as { _id: string }[] | undefined)?.[0]?._id;
  const live = await listenAsVisitor(desk, visitor);
  const press = () => visitor.call('POST', `${path}/postback`, { postback: { actionId, referenceId: 'p' } });
  await Promise.all([press(), press(), press()]);
  const echo = { type: 'text', role: 'appUser', text: 'Small', payload: 'S', referenceId: 'p' };
  expect(await live.until(1)).toMatchObject([{ type: 'message', message: echo }]);
  expect((await visitor.call('GET', `${path}/messages`)).body.messages).toMatchObject([{}, echo]);
  live.stop();
  await desk.close();
});
