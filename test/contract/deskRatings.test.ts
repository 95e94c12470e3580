import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AgentRating } from '../../examples/support-desk/shared/answers/conversations';
import type { AgentInsightsAnswer } from '../../examples/support-desk/shared/answers/insights';
import { startDesk } from '../support/desk';
import { agent, createVisitor, listenAsAgent, sendText, type Visitor } from '../support/deskClient';
import { forThisFile } from '../support/forThis';
import { hostileString } from '../support/hostileValues';

describe.each(['memory', 'pglite'] as const)('ratings in %s', async (store) => {
  let visitor: Visitor;
  let now = 1_800_000_000_000;
  const desk = await forThisFile(
    startDesk({ store, now: () => now++, settings: { rating: { enabled: true } } }),
  );
  beforeEach(async () => {
    visitor = await createVisitor(desk);
    await sendText(visitor, 'hello');
  });

  const path = () => `/conversations/${visitor.conversationId}/rating`;
  const close = () => agent(desk)('POST', `/conversations/${visitor.conversationId}/close`, {});
  const rate = (body: unknown) => visitor.call('POST', path(), body);
  const read = async () => (await visitor.call('GET', path())).body as unknown as { rating: unknown };
  const shown = async () => {
    const { body } = await agent(desk)('GET', `/conversations?search=${visitor.id}`);
    const all = body.conversations as unknown as { _id: string; rating?: AgentRating }[];
    return (
      all.find(({ _id }) => _id === visitor.conversationId) ??
      ((await agent(desk)('GET', '/conversations')).body.conversations as typeof all).find(
        ({ _id }) => _id === visitor.conversationId,
      )
    )?.rating;
  };

  it('are refused while the conversation is open', async () => {
    expect((await rate({ score: 'good' })).status).toBe(409);
    expect(await read()).toEqual({ rating: null });
  });

  it('are stored once, changed until it is opened again, and then asked for anew', async () => {
    await close();
    expect((await rate({ score: 'bad' })).status).toBe(200);
    expect((await rate({ score: 'good', comment: ' Quick! ' })).body).toEqual({
      rating: { score: 'good', comment: 'Quick!' },
    });
    expect(await read()).toEqual({ rating: { score: 'good', comment: 'Quick!' } });
    await sendText(visitor, 'one more thing');
    expect(await read()).toEqual({ rating: null });
    expect((await rate({ score: 'bad' })).status).toBe(409);
    await close();
    expect(await read()).toEqual({ rating: null });
    expect(await shown()).toMatchObject({ score: 'good', comment: 'Quick!' });
  });

  it('reach agents live, with one line in the conversation however often they change', async () => {
    const desks = await listenAsAgent(desk);
    await close();
    await rate({ score: 'bad' });
    await rate({ score: 'good', comment: 'After all' });
    await rate({ score: 'good', comment: 'After all' });
    const events = (await desks.until(3)).slice(1) as unknown as {
      conversation: { rating?: AgentRating };
      change?: { what: string };
    }[];
    expect(events.map((e) => [e.conversation.rating?.score, e.change?.what])).toEqual([
      ['bad', 'rated'],
      ['good', undefined],
    ]);
    expect(desks.events).toHaveLength(3);
    desks.stop();
  });

  it('are counted by their newest score, of the days that are asked for', async () => {
    const figures = async () =>
      ((await agent(desk)('GET', '/insights?days=7')).body as unknown as AgentInsightsAnswer).ratings;
    const before = await figures();
    await close();
    await rate({ score: 'bad' });
    await rate({ score: 'good' });
    expect(await figures()).toEqual({ ...before, good: before.good + 1 });
  });

  it('are of the visitor whose conversation it is', async () => {
    await close();
    const stranger = await createVisitor(desk);
    for (const method of ['GET', 'POST'])
      expect(
        (await stranger.call(method, path(), method === 'POST' ? { score: 'good' } : undefined)).status,
      ).toBe(403);
    expect(await read()).toEqual({ rating: null });
  });

  it('end with their visitor', async () => {
    await close();
    await rate({ score: 'bad', comment: 'secret' });
    const before = (await desk.store.ratings(0, Number.MAX_SAFE_INTEGER)).bad;
    expect((await agent(desk)('DELETE', `/users/${visitor.id}`)).status).toBe(200);
    expect((await desk.store.ratings(0, Number.MAX_SAFE_INTEGER)).bad).toBe(before - 1);
  });

  it('take no other value, whatever it is', async () => {
    await close();
    const odd: unknown[] = [
      null,
      undefined,
      0,
      1,
      true,
      {},
      [],
      ['good'],
      { toString: 1 },
      'GOOD',
      'good ',
      '__proto__',
      '',
    ];
    for (const score of [...odd, ...fc.sample(hostileString, { seed: 1, numRuns: 30 })])
      expect([score, [400, 413]]).toEqual([score, expect.arrayContaining([(await rate({ score })).status])]);
    for (const comment of [null, 0, true, {}, [], ['x'], 'x'.repeat(1001)])
      expect([comment, (await rate({ score: 'good', comment })).status]).toEqual([comment, 400]);
    expect(await read()).toEqual({ rating: null });
  });
});

it('a desk that has ratings off says nothing of them, and takes none', async () => {
  const desk = await startDesk();
  try {
    const visitor = await createVisitor(desk);
    await agent(desk)('POST', `/conversations/${visitor.conversationId}/close`, {});
    const path = `/conversations/${visitor.conversationId}/rating`;
    expect((await visitor.call('POST', path, { score: 'good' })).status).toBe(403);
    expect(await (await fetch(`${desk.origin}/embeddable/config`)).text()).not.toContain('rating');
  } finally {
    await desk.close();
  }
});
