import { beforeAll, describe, expect, it } from 'vitest';
import type { AgentManyAnswer } from '../../examples/support-desk/shared/answers/conversations';
import { MOST_AT_ONCE } from '../../examples/support-desk/shared/lists';
import { createAgent, type TestAgent } from '../support/agents';
import { startDesk } from '../support/desk';
import { agent, createVisitor, sendText, type Visitor } from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { forThisFile } from '../support/forThis';

describe.each(ENGINES)('many conversations, changed by one call, on %s', async (_name, engine) => {
  const desk = await forThisFile(startDesk({ ...engine }));
  let ada: TestAgent;
  beforeAll(async () => {
    ada = await createAgent(desk, 'Ada');
  });

  const someone = async (): Promise<Visitor> => {
    const visitor = await createVisitor(desk);
    await sendText(visitor, 'Hello');
    return visitor;
  };
  const three = async () => [await someone(), await someone(), await someone()];
  const many = async (body: { act: string; [field: string]: unknown }, who = ada) => {
    const { status, body: answer } = await who.call('POST', '/conversations/many', body);
    return { status, results: (answer as unknown as AgentManyAnswer).results };
  };
  const named = (visitors: readonly Visitor[]) => visitors.map(({ conversationId: id }) => ({ id }));
  const rowOf = async ({ conversationId }: Visitor) =>
    (await ada.call('GET', `/conversations/${conversationId}`)).body.conversation;

  it('are assigned, tagged, closed and blocked, each with its new state, and again without harm', async () => {
    const visitors = await three();
    const ben = await createAgent(desk, 'Ben');
    const conversations = named(visitors);
    for (let i = 0; i < 2; i++) {
      const { status, results } = await many({ act: 'assign', agentId: ben.id, conversations });
      expect([status, results.map(({ id }) => id)]).toEqual([200, conversations.map(({ id }) => id)]);
      expect(results.every(({ conversation }) => conversation?.assigneeId === ben.id)).toBe(true);
      await many({ act: 'tag', tag: 'spam', conversations });
      await many({ act: 'close', conversations });
      await many({ act: 'block', conversations });
      for (const visitor of visitors)
        expect(await rowOf(visitor)).toMatchObject({
          status: 'idle',
          tags: ['spam'],
          assigneeId: ben.id,
          visitor: { blocked: true },
        });
    }
    const changes = await ada.call('GET', `/conversations/${conversations[0]?.id}/changes`);
    const by = { id: ada.id };
    expect(changes.body.happenings.filter(({ what }) => what === 'closed')).toMatchObject([{ by }, { by }]);
  });

  it.each<[string, string, string, object, string]>([
    ['is closed', 'assign', 'close', {}, 'It is closed. Reopen it first'],
    ['is taken', 'assign', 'assign', {}, 'Cleo has it in the meantime'],
    ['is taken', 'snooze', 'assign', {}, 'Cleo has it in the meantime'],
    ['is answered', 'close', 'messages', { text: 'I look it up' }, 'Cleo has answered in the meantime'],
  ])('are refused where a colleague was first: what %s, to %s', async (_, act, path, body, words) => {
    const cleo = await createAgent(desk, 'Cleo');
    const visitor = await someone();
    const { received = 0 } = (await rowOf(visitor)).lastMessage ?? {};
    const id = visitor.conversationId;
    await cleo.call('POST', `/conversations/${id}/${path}`, body);
    const before = await rowOf(visitor);
    const { results } = await many({ act, conversations: [{ id, seen: { received, assigneeId: null } }] });
    expect(results).toMatchObject([{ error: { code: 'conflict', description: words } }]);
    expect(await rowOf(visitor)).toEqual(before);
  });

  it('open again in the log, too, where somebody assigns a closed one', async () => {
    const visitor = await someone();
    const at = `/conversations/${visitor.conversationId}`;
    await ada.call('POST', `${at}/close`, {});
    await ada.call('POST', `${at}/assign`, {});
    const { happenings } = (await ada.call('GET', `${at}/changes`)).body;
    expect(happenings.map(({ what }) => what)).toEqual(['assigned', 'reopened', 'closed']);
  });

  it('are refused one by one: the others change all the same', async () => {
    const [first, second] = await three();
    if (!first || !second) throw new Error('There are three');
    const { received = 0 } = (await rowOf(first)).lastMessage ?? {};
    await sendText(first, 'One more thing');
    const { results } = await many({
      act: 'close',
      conversations: [
        { id: first.conversationId, seen: { received } },
        { id: 'nobodys' },
        { id: second.conversationId },
      ],
    });
    expect(results.map(({ error, conversation }) => error?.code ?? conversation?.status)).toEqual([
      'conflict',
      'not_found',
      'idle',
    ]);
    expect((await rowOf(first)).status).toBe('active');
    const gone = await many({ act: 'assign', agentId: 'nobody', conversations: named([first, second]) });
    expect(gone.results.map(({ error }) => error?.code)).toEqual(['not_found', 'not_found']);
  });

  it('are snoozed until a time, but for those that have changed since', async () => {
    const [first, second, third] = await three();
    if (!first || !second || !third) throw new Error('There are three');
    const { received = 0 } = (await rowOf(first)).lastMessage ?? {};
    await sendText(first, 'One more thing');
    await many({ act: 'close', conversations: named([second]) });
    const until = Math.floor(Date.now() / 1000) + 3600;
    const { results } = await many({
      act: 'snooze',
      until,
      conversations: [{ id: first.conversationId, seen: { received } }, ...named([second, third])],
    });
    expect(results.map(({ error, conversation }) => error?.code ?? conversation?.snoozed)).toEqual([
      'conflict',
      'conflict',
      { until },
    ]);
    expect((await many({ act: 'snooze', conversations: named([first]) })).results).toMatchObject([
      { conversation: { snoozed: {} } },
    ]);
    const over = await many({ act: 'snooze', until: 1, conversations: named([first]) });
    expect(over.results.map(({ error }) => error?.code)).toEqual(['bad_request']);
  });

  it('are at most a hundred, with the fields that the act needs', async () => {
    const conversations = named([await someone()]);
    const tooMany = Array.from({ length: MOST_AT_ONCE + 1 }, (_, i) => ({ id: `c${i}` }));
    for (const body of [
      { act: 'close', conversations: [] },
      { act: 'close', conversations: tooMany },
      { act: 'tag', conversations },
      { act: 'forget', conversations },
    ])
      expect((await many(body)).status).toBe(400);
  });

  it('are blocked by a key only if it may block visitors', async () => {
    const { body } = await (await createAgent(desk, 'Root', 'admin')).call('POST', '/api-keys', {
      name: 'Tidy',
      scopes: ['conversations'],
    });
    const { secret } = body as unknown as { secret: string };
    const conversations = named([await someone()]);
    const call = (act: string) =>
      agent({ ...desk, agentToken: secret })('POST', '/conversations/many', { act, conversations });
    expect([(await call('block')).status, (await call('close')).status]).toEqual([403, 200]);
  });
});
