import { beforeEach, describe, expect, it } from 'vitest';
import { type Desk, startDesk } from '../support/desk';
import {
  agent,
  createVisitor,
  listenAsAgent,
  listenAsVisitor,
  sendText,
  type Visitor,
} from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { forThisFile } from '../support/forThis';

const pathOf = ({ conversationId }: Visitor) => `/conversations/${conversationId}`;
const end = (by: Visitor, path = pathOf(by)) =>
  by.call('POST', `${path}/activity`, { activity: { type: 'conversation:end' } });

describe.each(ENGINES)('what becomes of a conversation on %s', async (_name, engine) => {
  let visitor: Visitor;
  let time = 1_800_000_000_000;
  const desk = await forThisFile(
    startDesk({ ...engine, now: () => time, settings: { app: { endSessionEnabled: true } } }),
  );
  beforeEach(async () => {
    time += 60_000;
    visitor = await createVisitor(desk);
  });

  const route = (to: 'queue' | 'assign' | 'close' | 'reopen', body: unknown = {}) => {
    time += 1000;
    return agent(desk)('POST', `${pathOf(visitor)}/${to}`, body);
  };
  /** The changes, oldest first. */
  const changes = async () =>
    (await agent(desk)('GET', `${pathOf(visitor)}/changes`)).body.happenings.reverse();
  const told = async () =>
    (await changes()).map(({ what, assignee }) => (assignee ? [what, assignee] : what));
  const standing = async () => {
    const { body } = await agent(desk)('GET', pathOf(visitor));
    const { status, routingStatus, assignee } = body.conversation;
    return [status, routingStatus, assignee];
  };

  it('is kept with its time, and with whom it was assigned to', async () => {
    const begun = time / 1000;
    await route('queue');
    await route('assign', { name: 'Ada' });
    await route('assign', { name: 'Grace' });
    await route('close');
    await route('reopen');
    expect(await told()).toEqual([
      'queued',
      ['assigned', 'Ada'],
      ['assigned', 'Grace'],
      'closed',
      'reopened',
    ]);
    expect((await changes()).map((change) => change.createdAt - begun)).toEqual([1, 2, 3, 4, 5]);
  });

  it('is not announced again when nothing changed', async () => {
    await route('reopen');
    for (const to of ['queue', 'queue', 'close', 'close'] as const) await route(to);
    await route('assign', { name: 'Ada' });
    await route('assign', { name: 'Ada' });
    expect(await told()).toEqual(['queued', 'closed', 'reopened', ['assigned', 'Ada']]);
  });

  it('reaches the agents live, as an event with the new state', async () => {
    const desks = await listenAsAgent(desk);
    await route('assign', { name: 'Ada' });
    await route('assign', { name: 'Ada' });
    await route('close');
    const events = await desks.until(3);
    expect(events.map((e) => [e.type, e.change?.what, e.conversation.status])).toEqual([
      ['conversation:updated', 'assigned', 'active'],
      ['conversation:updated', undefined, 'active'],
      ['conversation:updated', 'closed', 'idle'],
    ]);
    expect((await changes()).map((change) => change._id)).toEqual([
      events[0]?.change?._id,
      events[2]?.change?._id,
    ]);
    desks.stop();
  });

  it('says that a message reopened it, right before that message', async () => {
    await sendText(visitor, 'hello');
    await route('close');
    const desks = await listenAsAgent(desk);
    time += 5000;
    await sendText(visitor, 'one more thing');
    await sendText(visitor, 'and another');
    const [first, second] = await desks.until(2);
    expect([first?.message.text, first?.change?.what, second?.change]).toEqual([
      'one more thing',
      'reopened',
      undefined,
    ]);
    const [, reopened] = await changes();
    expect(reopened?.what).toBe('reopened');
    expect((first?.message.received ?? 0) - (reopened?.createdAt ?? 0)).toBeCloseTo(0.001, 4);
    desks.stop();
  });

  it('is not closed where the visitor has written since what its agent or program had seen', async () => {
    await sendText(visitor, 'May I bring it back?');
    const path = `${pathOf(visitor)}/messages`;
    const newest = async () =>
      Number((await agent(desk)('GET', path)).body.messages.findLast((m) => m.role === 'appUser')?.received);
    const seen = { received: await newest() };
    await agent(desk)('POST', path, { text: 'Yes' });
    time += 1000;
    await sendText(visitor, 'Or not?');
    await agent(desk)('POST', path, { text: 'Goodbye' });
    const { status, body } = await route('close', { seen });
    expect([status, body.error?.code, body.error?.description, await standing()]).toEqual([
      409,
      'conflict',
      'The visitor has written in the meantime',
      ['active', undefined, undefined],
    ]);
    expect(await told()).toEqual([]);
    expect((await route('close', { seen: { received: await newest() } })).status).toBe(200);
    expect((await route('close', { seen })).status).toBe(200);
    await sendText(visitor, 'Hello?');
    expect((await route('close')).status).toBe(200);
    expect((await route('close', { seen: { received: 'x' } })).status).toBe(400);
  });

  describe('that its visitor ends', () => {
    it('is closed as an agent closes it, and both sides hear of it', async () => {
      await sendText(visitor, 'thank you');
      await route('assign', { name: 'Ada' });
      const [tab, desks] = await Promise.all([listenAsVisitor(desk, visitor), listenAsAgent(desk)]);
      time += 1000;
      const { status, body } = await end(visitor);
      expect([status, body]).toEqual([200, {}]);
      expect(await standing()).toEqual(['idle', undefined, undefined]);
      const [cleared] = await tab.until(1);
      expect([cleared?.activity.type, cleared?.conversation.status]).toEqual(['cleared', 'idle']);
      const [updated] = await desks.until(1);
      expect([updated?.type, updated?.change?.what, updated?.conversation.status]).toEqual([
        'conversation:updated',
        'ended',
        'idle',
      ]);
      expect(await told()).toEqual([['assigned', 'Ada'], 'ended']);
      tab.stop();
      desks.stop();
    });

    it('is ended once, however often that is asked for', async () => {
      await Promise.all([end(visitor), end(visitor)]);
      await end(visitor);
      expect(await told()).toEqual(['ended']);
    });

    it('opens again with what they write next', async () => {
      await end(visitor);
      time += 1000;
      await sendText(visitor, 'one more thing');
      expect(await standing()).toEqual(['active', undefined, undefined]);
      expect(await told()).toEqual(['ended', 'reopened']);
    });

    it('cannot be ended by another visitor', async () => {
      const other = await createVisitor(desk);
      expect([(await end(other, pathOf(visitor))).status, (await standing())[0]]).toEqual([403, 'active']);
      expect((await end(visitor, '/conversations/none')).status).toBe(404);
      const nobody = await fetch(`${desk.origin}/sc/sdk/v2/apps/porch${pathOf(visitor)}/activity`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ activity: { type: 'conversation:end' } }),
      });
      expect([nobody.status, (await standing())[0]]).toEqual([401, 'active']);
    });
  });
});

describe('the setting endSessionEnabled', () => {
  const servedBy = async (desk: Desk) => {
    const get = async (path: string) => (await fetch(desk.origin + path)).json();
    const { messenger } = await get('/embeddable/config');
    const { app } = await get('/sc/sdk/v2/integrations/web/config');
    return [messenger.endSessionEnabled, app.settings.endSessionEnabled];
  };

  it('is off by default, costs the configuration nothing, and leaves the end to the agents', async () => {
    const desk = await startDesk();
    const visitor = await createVisitor(desk);
    expect(await servedBy(desk)).toEqual([undefined, false]);
    const { status, body } = await end(visitor);
    expect([status, body.error.code]).toEqual([403, 'forbidden']);
    const { body: row } = await agent(desk)('GET', pathOf(visitor));
    expect(row.conversation.status).toBe('active');
    await desk.close();
  });

  it('is in both configurations', async () => {
    const desk = await startDesk({ settings: { app: { endSessionEnabled: true } } });
    expect(await servedBy(desk)).toEqual([true, true]);
    await desk.close();
  });
});
