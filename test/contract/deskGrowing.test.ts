import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { startDesk } from '../support/desk';
import { agent, createVisitor, listenAsAgent, sendText, type Visitor } from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { forThisFile } from '../support/forThis';
import { hostileString } from '../support/hostileValues';
import { signInAgent } from '../support/signInAgent';

type Version = { _id: string; text: string; grown: number; grownAt: number; growing?: true; stopped?: true };

describe.each(ENGINES)('an answer that grows, in %s', async (_, options) => {
  let visitor: Visitor;
  let now = 1_800_000_000_000;
  const desk = await forThisFile(startDesk({ ...options, now: () => now++ }));
  beforeEach(async () => {
    visitor = await createVisitor(desk);
    await sendText(visitor, 'How long?');
  });

  const path = () => `/conversations/${visitor.conversationId}/messages`;
  const begin = async (body: object = {}) => {
    const answer = await agent(desk)('POST', path(), { text: 'Within', growing: true, ...body });
    expect(answer.status).toBe(201);
    return answer.body.messages[0] as unknown as Version;
  };
  const grow = (id: string, body: unknown) => agent(desk)('PATCH', `${path()}/${id}`, body);
  const stop = (id: string, by = visitor) => by.call('POST', `${path()}/${id}/stop`, {});
  const read = async () => (await visitor.call('GET', path())).body.messages.at(-1) as unknown as Version;

  it('is one message, whose newest version every side reads', async () => {
    const { _id } = await begin();
    await grow(_id, { text: 'Within 30' });
    const references = [{ uri: 'https://shop.example/returns', title: 'Returns' }];
    await grow(_id, { text: 'Within 30 days.', references, growing: false });
    const last = await read();
    expect(last).toMatchObject({
      _id,
      text: 'Within 30 days.',
      grown: 2,
      references,
      authorSubtypes: ['AI'],
    });
    expect(last).not.toHaveProperty('growing');
    expect((await visitor.call('GET', path())).body.messages).toHaveLength(2);
    const { body } = await agent(desk)('GET', path());
    expect(body.messages.at(-1)).toEqual(last);
  });

  it('counts once as unread, and each version reaches the inbox in order', async () => {
    const inbox = await listenAsAgent(desk);
    const { _id } = await begin();
    await grow(_id, { text: 'Within 30' });
    await grow(_id, { growing: false });
    const events = (await inbox.until(3)) as unknown as { type: string; message: Version }[];
    expect(events.map(({ type, message }) => [type, message._id, message.text, message.grown])).toEqual([
      ['message', _id, 'Within', 0],
      ['message', _id, 'Within 30', 1],
      ['message', _id, 'Within 30', 2],
    ]);
    inbox.stop();
    const { body } = await visitor.call('GET', `/conversations/${visitor.conversationId}`);
    expect(body.conversation.participants[0]?.unreadCount).toBe(1);
  });

  it('ends where the visitor stops it, and its program is refused from then on', async () => {
    const { _id } = await begin();
    const { status, body } = await stop(_id);
    expect([status, body.messages[0]]).toEqual([
      200,
      expect.objectContaining({ _id, text: 'Within', stopped: true }),
    ]);
    expect((await grow(_id, { text: 'Within 30 days' })).status).toBe(409);
    expect((await stop(_id)).status).toBe(409);
    expect(await read()).toMatchObject({ text: 'Within', stopped: true });
  });

  it('is stopped by nobody but its visitor', async () => {
    const { _id } = await begin();
    const stranger = await createVisitor(desk);
    expect((await stop(_id, stranger)).status).toBe(403);
    expect((await stop('no-such-message')).status).toBe(404);
    expect(await read()).toMatchObject({ growing: true });
  });

  it('grows no more after its end, and a message that was sent whole never does', async () => {
    const { _id } = await begin();
    await grow(_id, { growing: false });
    expect((await grow(_id, { text: 'More' })).status).toBe(409);
    const { body } = await agent(desk)('POST', path(), { text: 'Whole' });
    expect((await grow(body.messages[0]?._id as string, { text: 'More' })).status).toBe(409);
    const own = (await visitor.call('GET', path())).body.messages[0] as unknown as Version;
    expect((await grow(own._id, { text: 'Forged' })).status).toBe(409);
  });

  it('takes no other values, and keeps what it had', async () => {
    const { _id } = await begin();
    const before = await read();
    for (const text of ['', ' ', null, 0, {}, ['x'], 'x'.repeat(4097)])
      expect([text, (await grow(_id, { text })).status]).toEqual([text, 400]);
    for (const growing of [null, 1, 'true', {}, []])
      expect([growing, (await grow(_id, { growing })).status]).toEqual([growing, 400]);
    for (const references of [null, {}, [{ uri: 'javascript:alert(1)' }], [1]])
      expect([references, (await grow(_id, { references })).status]).toEqual([references, 400]);
    // A long one is too long for an address.
    for (const id of fc.sample(hostileString, { seed: 1, numRuns: 30 }))
      expect([id, [400, 404, 431]]).toEqual([
        id,
        expect.arrayContaining([
          (await grow(encodeURIComponent(id.replace(/\p{Surrogate}/gu, '')) || 'x', { text: 'a' })).status,
        ]),
      ]);
    expect(await read()).toEqual(before);
  });

  it('grows in order while many versions are sent at once', async () => {
    const { _id } = await begin();
    const texts = Array.from({ length: 20 }, (_, i) => `Within ${'x'.repeat(i)}`);
    await Promise.all(texts.map((text) => grow(_id, { text })));
    const last = await read();
    expect(last.grown).toBe(20);
    expect(texts).toContain(last.text);
  });
});

it('people send what they have written: only API keys can send an answer that grows', async () => {
  const desk = await startDesk();
  try {
    const { conversationId } = await createVisitor(desk);
    const ada = await signInAgent(desk);
    const answer = await ada.ask('POST', `/conversations/${conversationId}/messages`, {
      text: 'I am',
      growing: true,
    });
    expect(answer.status).toBe(403);
  } finally {
    await desk.close();
  }
});
