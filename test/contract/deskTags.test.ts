import { describe, expect, it } from 'vitest';
import type { AgentConversation } from '../../examples/support-desk/shared/answers/conversations';
import { startDesk } from '../support/desk';
import { agent, createVisitor, sendText, type Visitor } from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { forThisFile } from '../support/forThis';

const TAGS = 'zen:ticket:tags';
const FIELDS = [
  { id: 1, type: 'text', title: 'Colour' },
  { id: 2, type: 'integer', title: 'Order' },
  { id: 'vip', type: 'checkbox', editable_in_portal: false },
];

describe.each(ENGINES)('tags and ticket fields on %s', async (_name, engine) => {
  const desk = await forThisFile(startDesk({ ...engine, settings: { customTicketFields: FIELDS } }));

  const someone = async (metadata: Record<string, unknown> = {}): Promise<Visitor> => {
    const visitor = await createVisitor(desk, { conversation: { metadata } });
    await sendText(visitor, 'Hello');
    return visitor;
  };
  const say = (visitor: Visitor, metadata: Record<string, unknown>) =>
    visitor.call('PUT', `/conversations/${visitor.conversationId}`, { metadata });
  const seen = async ({ conversationId }: Visitor) =>
    (await agent(desk)('GET', `/conversations/${conversationId}`)).body
      .conversation as unknown as AgentConversation;
  const tag = ({ conversationId }: Visitor, change: unknown) =>
    agent(desk)('POST', `/conversations/${conversationId}/tags`, change);
  const tagsOf = async (visitor: Visitor) => (await seen(visitor)).tags;

  it('are what the page said when the conversation began, and later', async () => {
    const visitor = await someone({ [TAGS]: 'vip,big_order', 'zen:ticket_field:1': 'blue', other: 1 });
    expect(await seen(visitor)).toMatchObject({
      tags: ['vip', 'big_order'],
      fields: [{ id: '1', value: 'blue' }],
    });
    const answer = await say(visitor, { 'zen:ticket_field:2': '5', [TAGS]: 'vip,late' });
    expect(answer.status).toBe(200);
    expect(await seen(visitor)).toMatchObject({
      tags: ['vip', 'late'],
      fields: expect.arrayContaining([
        { id: '1', value: 'blue' },
        { id: '2', value: '5' },
      ]),
    });
  });

  it.each([
    [{ 'zen:ticket_field:2': 'five' }, /Expected a whole number value for a field of type Number/],
    [{ 'zen:ticket_field:vip': true }, /Expected a conversation field that customers can edit/],
    [{ 'zen:ticket_field:9': 'x' }, /Expected a conversation field that customers can edit/],
    [{ 'zen:ticket_field:': 'x' }, /Expected an id/],
    [{ [TAGS]: ['vip'] }, /Expected tags that are joined by commas/],
    [{ [TAGS]: 'a b' }, /Expected tags without spaces and capitals, each once/],
    [{ [TAGS]: 'A' }, /each once/],
    [{ [TAGS]: 'a,a' }, /each once/],
    [{ [TAGS]: 'a#' }, /Expected a tag of letters/],
    [{ [TAGS]: Array.from({ length: 21 }, (_, i) => `t${i}`).join() }, /Expected at most 20 tags/],
  ])('%j is refused, and changes nothing', async (metadata, words) => {
    const visitor = await someone({ [TAGS]: 'kept' });
    const { status, body } = await say(visitor, { ...metadata, other: 1 });
    expect([status, body.error.code]).toEqual([400, 'bad_request']);
    expect(body.error.description).toMatch(words);
    expect(await seen(visitor)).toMatchObject({ tags: ['kept'], fields: [] });
  });

  it('that agents add stay when the page says others; what they remove does not come back by itself', async () => {
    const visitor = await someone({ [TAGS]: 'page,wrong' });
    const added = await tag(visitor, { add: ' Refund Wanted ' });
    expect([added.status, added.body.conversation]).toEqual([
      200,
      expect.objectContaining({ tags: ['page', 'wrong', 'refund_wanted'] }),
    ]);
    await tag(visitor, { remove: 'wrong' });
    await say(visitor, { [TAGS]: 'page,wrong' });
    expect(await tagsOf(visitor)).toEqual(['page', 'refund_wanted']);
    await say(visitor, { [TAGS]: 'new' });
    expect(await tagsOf(visitor)).toEqual(['refund_wanted', 'new']);
  });

  it.each([[{}], [{ add: '' }], [{ add: '#' }], [{ add: 5 }], [{ add: 'x'.repeat(256) }]])(
    'an agent cannot set %j',
    async (change) => {
      const visitor = await someone();
      expect((await tag(visitor, change)).status).toBe(400);
      expect(await tagsOf(visitor)).toEqual([]);
    },
  );

  it('are at most 50, and one that is there is not added twice', async () => {
    const visitor = await someone();
    for (let i = 0; i < 50; i++) await tag(visitor, { add: `t${i}` });
    expect((await tag(visitor, { add: 't7' })).status).toBe(200);
    expect((await tag(visitor, { add: 'more' })).status).toBe(400);
    expect(await tagsOf(visitor)).toHaveLength(50);
  });

  it('of a conversation that is not there are not found', async () => {
    expect((await agent(desk)('POST', '/conversations/none/tags', { add: 'a' })).status).toBe(404);
  });

  it('choose the conversations of the list, with a view and a search', async () => {
    const own = `own${process.pid}${Date.now()}`;
    const first = await someone({ [TAGS]: own });
    const second = await someone();
    await tag(second, { add: own });
    await sendText(second, 'Refund');
    await someone({ [TAGS]: `${own}-other` });
    const list = async (query: string) =>
      (await agent(desk)('GET', `/conversations?${query}`)).body.conversations.map((c) => c._id);
    const ids = [second.conversationId, first.conversationId];
    expect((await list(`tag=${own}`)).sort()).toEqual(ids.sort());
    expect(await list(`tag=${own}&search=refund`)).toEqual([second.conversationId]);
    expect(await list(`tag=${own}&view=closed`)).toEqual([]);
    expect(await list(`tag=${encodeURIComponent('a"%')}`)).toEqual([]);
  });

  it('have their names for the inbox', async () => {
    const { body } = await agent(desk)('GET', '/ticket-fields');
    expect(body).toEqual({
      fields: [
        { id: '1', title: 'Colour' },
        { id: '2', title: 'Order' },
        { id: 'vip', title: '' },
      ],
    });
  });
});
