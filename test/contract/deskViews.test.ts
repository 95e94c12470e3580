import { describe, expect, it } from 'vitest';
import type { AgentCountsAnswer } from '../../examples/support-desk/shared/answers/conversations';
import type { AgentSavedView } from '../../examples/support-desk/shared/answers/work';
import type { AgentViewBody, ListFilter } from '../../examples/support-desk/shared/bodies/views';
import { createAgent, type TestAgent } from '../support/agents';
import { startDesk } from '../support/desk';
import { agent, createVisitor, listenAsAgent, sendText, type Visitor } from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { forThisFile } from '../support/forThis';

describe.each(ENGINES)('saved views on %s', async (_name, engine) => {
  let time = 1_760_000_000_000;
  const desk = await forThisFile(startDesk({ ...engine, now: () => time }));
  const root = await createAgent(desk, 'Root', 'admin');
  let run = 0;
  /** Two agents of the test's own. */
  const pair = async (): Promise<[TestAgent, TestAgent]> => {
    run += 1;
    return [await createAgent(desk, `Ada${run}`), await createAgent(desk, `Ben${run}`)];
  };

  const post = async (who: TestAgent, path: string, body: unknown = {}) => {
    const { status, body: answer } = await who.call('POST', `/views${path}`, body);
    const { view, error } = answer as unknown as { view: AgentSavedView; error?: { description: string } };
    return { status, view, words: error?.description };
  };
  const save = async (who: TestAgent, body: AgentViewBody) => (await post(who, '', body)).view;
  const all = async (who: TestAgent) =>
    ((await who.call('GET', '/views')).body as unknown as { views: AgentSavedView[] }).views;
  const names = async (who: TestAgent) => (await all(who)).map(({ name }) => name);
  const mine = (name: string, filter: ListFilter = { view: 'open' }) => ({ name, filter, shared: false });
  const teams = (name: string, filter: ListFilter = { view: 'open' }) => ({ name, filter, shared: true });
  const someone = async (tag: string): Promise<Visitor> => {
    time += 1000;
    const visitor = await createVisitor(desk, { conversation: { metadata: { 'zen:ticket:tags': tag } } });
    await sendText(visitor, 'Hello');
    return visitor;
  };
  const clear = async () => {
    for (const { _id } of await all(root)) await post(root, `/${_id}/delete`);
  };

  it('are an agent’s own or the team’s, whom all may change, and the audit log has who did', async () => {
    await clear();
    const [ada, ben] = await pair();
    const filter: ListFilter = { view: 'open', tag: 'vip', waits: 3600, search: 'Mara', sort: 'waiting' };
    const own = await save(ada, mine('Mine alone', filter));
    expect(own).toEqual({
      _id: expect.any(String),
      name: 'Mine alone',
      shared: false,
      filter,
      author: ada.name,
      savedAt: time / 1000,
    });
    const team = await save(ada, teams('VIPs', { view: 'open', tag: 'vip' }));
    expect([await names(ada), await names(ben)]).toEqual([['Mine alone', 'VIPs'], ['VIPs']]);
    for (const path of [`/${own._id}`, `/${own._id}/delete`]) await post(ben, path, mine('Taken'));
    expect(await names(ada)).toEqual(['Mine alone', 'VIPs']);
    time += 1000;
    const changed = await post(ben, `/${team._id}`, teams('VIPs who wait', { ...filter, agentId: ada.id }));
    expect(changed.view).toMatchObject({ author: ben.name, savedAt: time / 1000 });
    // A view of the team stays the team's.
    await post(ben, `/${team._id}`, mine('VIPs who wait', { view: 'mine' }));
    expect((await all(ada)).map(({ shared }) => shared)).toEqual([false, true]);
    const shared = await post(ada, `/${own._id}`, { ...teams('Ours', filter), savedAt: own.savedAt });
    expect([shared.status, await names(ben)]).toEqual([200, ['Ours', 'VIPs who wait']]);
    await post(ben, `/${team._id}/delete`);
    const { body } = await root.call('GET', '/audit?limit=6');
    const entries = (body as unknown as { entries: Record<string, unknown>[] }).entries
      .filter(({ action }) => String(action).startsWith('view-'))
      .map(({ action, actor, target, changes }) => ({ action, actor, target, changes }));
    const target = { kind: 'view', id: team._id };
    expect(entries.slice(0, 4)).toMatchObject([
      { action: 'view-removed', actor: { id: ben.id }, target: { ...target, name: 'VIPs who wait' } },
      { action: 'view-made', actor: { id: ada.id }, target: { kind: 'view', id: own._id, name: 'Ours' } },
      { action: 'view-changed', actor: { id: ben.id } },
      {
        action: 'view-changed',
        actor: { id: ben.id },
        target,
        changes: [
          { what: 'name', from: 'VIPs', to: 'VIPs who wait' },
          { what: 'assignee', to: ada.name },
          { what: 'waits', to: 3600 },
          { what: 'search', to: 'a text' },
          { what: 'sort', to: 'waiting' },
        ],
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain('Mara');
  });

  it('have each name once, a repeat changes nothing, and a change that was not read is refused', async () => {
    await clear();
    const [ada, ben] = await pair();
    const [one, two] = await Promise.all([
      post(ada, '', teams('Twice', { view: 'open' })),
      post(ben, '', teams('twice', { view: 'mine' })),
    ]);
    expect([one.status, two.status].sort()).toEqual([201, 409]);
    const first = await save(ada, mine('Twice'));
    expect((await save(ada, mine('Twice')))._id).toBe(first._id);
    time += 1000;
    const sent = { ...teams('Both', { view: 'closed' }), savedAt: 1 };
    const { view } = await post(ada, '', sent);
    time += 1000;
    await post(ben, `/${view._id}`, { ...teams('Both of us', { view: 'closed' }), savedAt: view.savedAt });
    const late = await post(ada, `/${view._id}`, { ...teams('Other'), savedAt: view.savedAt });
    expect([late.status, late.words]).toEqual([409, `${ben.name} has changed this view in the meantime`]);
    expect((await post(ada, '/gone', mine('Gone'))).status).toBe(404);
  });

  it('are at most fifty, with filters that the list has', async () => {
    const [ada] = await pair();
    for (let i = 0; i < 50; i++) await save(ada, mine(`View ${i}`));
    expect((await post(ada, '', mine('One more'))).status).toBe(400);
    for (const filter of [{}, { view: 'assigned' }, { view: 'open', waits: 0 }, { view: 'open', tag: ' ' }])
      expect((await post(ada, '', { name: 'x', shared: false, filter })).status).toBe(400);
    expect((await post(ada, '', { ...mine(' '), filter: { view: 'open' } })).status).toBe(400);
  });

  it('go with the account of their agent; the team keeps its own, also those that name who is gone', async () => {
    await clear();
    const [ada, ben] = await pair();
    await save(ada, mine('Alone'));
    const team = await save(ada, teams('Ada’s', { view: 'open', agentId: ada.id }));
    const { status } = await root.call('DELETE', `/agents/${ada.id}`);
    expect(status).toBe(200);
    expect(await all(ben)).toEqual([team]);
    expect(await desk.store.savedViews(ada.id)).toHaveLength(1);
  });

  it('are counted for the agent who asks, but for a search and what is closed', async () => {
    await clear();
    const [ada, ben] = await pair();
    const tag = `t-${run}`;
    const [first, second, closed] = [await someone(tag), await someone(tag), await someone(tag)];
    const act = (who: TestAgent, visitor: Visitor, path: string, body = {}) =>
      who.call('POST', `/conversations/${visitor.conversationId}/${path}`, body);
    await act(ada, first, 'assign');
    await act(ada, closed, 'close');
    await act(ada, second, 'notes', { text: '@you', mentions: [ben.id] });
    time += 3_600_000;
    await someone(tag);
    const views: [string, Omit<ListFilter, 'tag'>, of: number | undefined, ofBen: number | undefined][] = [
      ['Mine', { view: 'mine' }, 1, 0],
      ['Mentions', { view: 'mentions' }, 0, 1],
      ['Open', { view: 'open' }, 3, 3],
      ['Ada’s', { view: 'open', agentId: ada.id }, 1, 1],
      ['Waiting', { view: 'open', waits: 3600 }, 2, 2],
      ['Unassigned that wait', { view: 'unassigned', waits: 60 }, 1, 1],
      ['Snoozed', { view: 'snoozed' }, 0, 0],
      ['Closed', { view: 'closed' }, undefined, undefined],
      ['Text', { view: 'open', search: 'Hello' }, undefined, undefined],
    ];
    const ids = new Map<string, string>();
    for (const [name, filter] of views) ids.set(name, (await save(ada, teams(name, { ...filter, tag })))._id);
    const countsOf = async (who: TestAgent) =>
      ((await who.call('GET', '/conversation-counts')).body as unknown as AgentCountsAnswer).views;
    const [ofAda, ofBen] = [await countsOf(ada), await countsOf(ben)];
    for (const [name, , mine, bens] of views)
      expect([name, ofAda[ids.get(name) ?? ''], ofBen[ids.get(name) ?? '']]).toEqual([name, mine, bens]);
    const list = async (query: string) =>
      (await ada.call('GET', `/conversations?tag=${tag}&${query}`)).body.conversations.map(({ _id }) => _id);
    expect(await list('view=open&waits=3600&sort=waiting')).toEqual([
      first.conversationId,
      second.conversationId,
    ]);
    expect(await list(`view=open&assigneeId=${ada.id}`)).toEqual([first.conversationId]);
    expect(await list(`view=closed&assigneeId=${ada.id}`)).toEqual([]);
    expect(await list('view=closed&waits=1')).toEqual([]);
  });

  it('tell all inboxes when one is saved or removed', async () => {
    const [ada] = await pair();
    const heard = await listenAsAgent(desk);
    const view = await save(ada, teams('Live'));
    await post(ada, `/${view._id}/delete`);
    await post(ada, `/${view._id}/delete`);
    await save(ada, mine('Live'));
    expect(await heard.until(3)).toEqual([{ type: 'views' }, { type: 'views' }, { type: 'views' }]);
    heard.stop();
  });

  it('of a key are the team’s', async () => {
    const { body } = await root.call('POST', '/api-keys', { name: 'Tidy', scopes: ['conversations'] });
    const key = agent({ ...desk, agentToken: (body as unknown as { secret: string }).secret });
    expect((await key('POST', '/views', mine('Alone'))).status).toBe(400);
    expect((await key('POST', '/views', teams('By a key', { view: 'mine' }))).status).toBe(201);
    expect((await key('GET', '/conversation-counts')).status).toBe(200);
  });
});
