import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentCountsAnswer } from '../../examples/support-desk/shared/answers/conversations';
import { conversationChannel } from '../../examples/support-desk/shared/channels';
import { createAgent, type TestAgent } from '../support/agents';
import { type Desk, startDesk } from '../support/desk';
import {
  agent,
  createVisitor,
  listen,
  listenAsAgent,
  listenAsVisitor,
  sendText,
  signedIn,
  type Visitor,
} from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { hostileString, hostileValue, toText } from '../support/hostileValues';
import { signJwt } from '../support/jwt';
import { mailSettings, startMailServer } from '../support/mailServer';
import { agentExt } from '../support/tickets';
import { unzip } from '../support/unzip';

const KEY = { id: 'shop', secret: 'a secret that has at least 32 characters' };
const MINUTE = 60_000;
/** Is in each note, and nowhere else. */
const SECRET = 'among-ourselves';

describe.each(ENGINES)('notes of agents on %s', (_name, engine) => {
  let desk: Desk;
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  let ben: TestAgent;
  let cy: TestAgent;
  let time = 1_800_000_000_000;
  beforeAll(async () => {
    mail = await startMailServer();
    const email = { ...mailSettings(mail.url), sendAfter: 60 };
    desk = await startDesk({
      ...engine,
      now: () => time,
      settings: { email, auth: { signingKeys: [KEY] } },
    });
    ben = await createAgent(desk, 'Ben');
    cy = await createAgent(desk, 'Cy');
  });
  afterAll(async () => {
    await desk.close();
    await mail.close();
  });

  const someone = async (): Promise<Visitor> => {
    const visitor = await createVisitor(desk);
    await sendText(visitor, 'Where is my order?');
    return visitor;
  };
  const write = ({ conversationId }: Visitor, body: object | string) =>
    agent(desk)('POST', `/conversations/${conversationId}/notes`, body);
  const notesOf = async ({ conversationId }: Visitor) =>
    (await agent(desk)('GET', `/conversations/${conversationId}/notes`)).body.notes;
  const rowOf = async ({ conversationId }: Visitor) =>
    (await agent(desk)('GET', `/conversations/${conversationId}`)).body.conversation;

  it('are kept with their author and time, newest first, and change neither order nor unread count', async () => {
    const visitor = await someone();
    const before = await rowOf(visitor);
    time += 5000;
    const first = await write(visitor, { text: 'Paid twice, see the invoice', name: 'Ada' });
    expect([first.status, first.body.note]).toEqual([
      201,
      expect.objectContaining({
        text: 'Paid twice, see the invoice',
        author: { name: 'Ada' },
        mentions: [],
        createdAt: time / 1000,
      }),
    ]);
    time += 1000;
    await write(visitor, { text: 'Second', mentions: [ben.id, cy.id] });
    expect((await notesOf(visitor)).map((note) => note.text)).toEqual([
      'Second',
      'Paid twice, see the invoice',
    ]);
    const { mentioned, mentions, ...after } = await rowOf(visitor);
    expect(after).toEqual({ ...before, mentioned: undefined, mentions: undefined });
    expect([mentioned, mentions]).toEqual([
      [ben.id, cy.id],
      [ben.id, cy.id],
    ]);
  });

  it('have the agent who wrote them, and mark a conversation for whom they mention until they read it', async () => {
    const ada = await createAgent(desk, 'Ada');
    const visitor = await someone();
    const path = `/conversations/${visitor.conversationId}`;
    const body = { text: '@Ben please', mentions: [ben.id, ada.id], name: 'Somebody else' };
    const { note } = (await ada.call('POST', `${path}/notes`, body)).body;
    expect(note.author).toEqual({ id: ada.id, name: 'Ada' });
    expect((await rowOf(visitor)).mentioned).toEqual([ben.id]);
    await ada.call('POST', `${path}/activity`, { type: 'conversation:read' });
    expect((await rowOf(visitor)).mentioned).toEqual([ben.id]);
    await ben.call('POST', `${path}/activity`, { type: 'conversation:read' });
    expect((await rowOf(visitor)).mentioned).toEqual([]);
  });

  it('list all conversations that mention an agent, open or closed, and count those that they have not read', async () => {
    const dee = await createAgent(desk, 'Dee');
    const open = await someone();
    time += 1000;
    const [closed, other] = [await someone(), await someone()];
    for (const one of [open, closed]) await write(one, { text: '@Dee', mentions: [dee.id] });
    await write(other, { text: '@Cy', mentions: [cy.id] });
    await agent(desk)('POST', `/conversations/${closed.conversationId}/close`, {});
    const seen = async () => ({
      listed: (await dee.call('GET', '/conversations?view=mentions')).body.conversations.map((c) => c._id),
      unread: ((await dee.call('GET', '/conversation-counts')).body as unknown as AgentCountsAnswer).mentions,
    });
    const listed = [closed.conversationId, open.conversationId];
    expect(await seen()).toEqual({ listed, unread: 2 });
    for (const id of listed)
      await dee.call('POST', `/conversations/${id}/activity`, { type: 'conversation:read' });
    expect(await seen()).toEqual({ listed, unread: 0 });
    expect((await agent(desk)('GET', '/conversations?view=mentions')).status).toBe(400);
  });

  it('that are sent twice under one referenceId are stored once', async () => {
    const visitor = await someone();
    const one = await write(visitor, { text: 'Once', referenceId: 'r1' });
    const two = await write(visitor, { text: 'Once', referenceId: 'r1' });
    expect(two.body.note).toEqual(one.body.note);
    expect((await write(visitor, { text: 'Other', referenceId: 'r1' })).status).toBe(409);
    expect(await notesOf(visitor)).toHaveLength(1);
  });

  it.each([
    [{}],
    [{ text: '' }],
    [{ text: ' \n' }],
    [{ text: 'x'.repeat(4097) }],
    [{ text: 'a', mentions: 'ben' }],
    [{ text: 'a', mentions: ['no id!'] }],
    [{ text: 'a', mentions: Array.from({ length: 21 }, (_, i) => `a${i}`) }],
  ])('cannot be %j', async (body) => {
    const visitor = await someone();
    expect((await write(visitor, body)).status).toBe(400);
    expect(await notesOf(visitor)).toEqual([]);
  });

  const leave = async ({ id }: TestAgent) => {
    const ada = await createAgent(desk, 'Ada', 'admin');
    expect((await ada.call('DELETE', `/agents/${id}`)).status).toBe(200);
  };

  it('mention only who is on the team: any other id is refused with the note, and changes nothing', async () => {
    const visitor = await someone();
    const gone = await createAgent(desk, 'Dan');
    await leave(gone);
    const before = await rowOf(visitor);
    const near = [
      gone.id,
      visitor.id,
      visitor.conversationId,
      'AGENT_TOKEN',
      ben.id.toUpperCase(),
      `${ben.id}-`,
    ];
    const odd = fc.oneof(fc.constantFrom(...near), hostileString, hostileValue);
    const lists = fc.tuple(
      fc.array(fc.constant(ben.id), { maxLength: 2 }),
      odd,
      fc.array(odd, { maxLength: 2 }),
    );
    for (const [right, wrong, more] of fc.sample(lists, { numRuns: 120, seed: 34 })) {
      const mentions = [...right, wrong, ...more];
      const { status, body } = await write(visitor, toText({ text: 'Look', mentions, referenceId: 'odd' }));
      expect([400, 413], toText(mentions).slice(0, 200)).toContain(status);
      expect(body.error.description).toBeTruthy();
    }
    expect([await notesOf(visitor), await rowOf(visitor)]).toEqual([[], before]);
    // The refused ones have not used their referenceId up.
    await write(visitor, { text: 'Look', mentions: [ben.id], referenceId: 'odd' });
    expect((await notesOf(visitor)).map(({ mentions }) => mentions)).toEqual([[ben.id]]);
  });

  it('mention a colleague once, however often the id is given', async () => {
    const visitor = await someone();
    const { note } = (await write(visitor, { text: 'Look', mentions: [ben.id, cy.id, ben.id] })).body;
    expect(note.mentions).toEqual([ben.id, cy.id]);
    expect((await rowOf(visitor)).mentioned).toEqual([ben.id, cy.id]);
  });

  it('that are stored are answered again after a colleague whom they mention has left', async () => {
    const visitor = await someone();
    const eve = await createAgent(desk, 'Eve');
    const body = { text: 'Look', mentions: [eve.id], referenceId: 'again' };
    const one = await write(visitor, body);
    await leave(eve);
    expect((await write(visitor, body)).body.note).toEqual(one.body.note);
    expect(await notesOf(visitor)).toHaveLength(1);
  });

  it('of a conversation that is not there are not found', async () => {
    expect((await agent(desk)('POST', '/conversations/none/notes', { text: 'a' })).status).toBe(404);
    expect((await agent(desk)('GET', '/conversations/none/notes')).status).toBe(404);
  });

  it('are heard by all agents at once', async () => {
    const visitor = await someone();
    const open = await listen(desk, conversationChannel(visitor.conversationId), agentExt(desk));
    const programs = await listenAsAgent(desk);
    await write(visitor, { text: 'Look', mentions: [ben.id] });
    for (const heard of [open, programs])
      expect((await heard.until(1)).at(-1)).toMatchObject({
        type: 'note',
        note: { text: 'Look', mentions: [ben.id] },
        conversation: { mentioned: [ben.id] },
      });
    open.stop();
    programs.stop();
  });

  it('reach no visitor by any event, whatever they say and whatever happens next', async () => {
    const visitor = await someone();
    const heard = await listenAsVisitor(desk, visitor);
    const text = fc.oneof(hostileString, fc.string({ unit: 'binary', maxLength: 60 }));
    for (const odd of fc.sample(text, { numRuns: 25, seed: 34 }))
      await write(visitor, { text: `${SECRET} ${odd}`.slice(0, 4000), mentions: [ben.id] });
    const stored = (await notesOf(visitor)).length;
    expect(stored).toBeGreaterThan(20);
    const act = (path: string, body: object = {}) =>
      agent(desk)('POST', `/conversations/${visitor.conversationId}/${path}`, body);
    await act('assign', { name: 'Ada' });
    await act('tags', { add: 'paid' });
    await act('messages', { text: 'The last word' });
    await act('close');
    await sendText(visitor, 'Thank you');
    await act('messages', { text: 'Now the last word' });
    await expect
      .poll(() => heard.events.some(({ message }) => message?.text === 'Now the last word'))
      .toBe(true);
    expect(JSON.stringify(heard.events)).not.toContain(SECRET);
    heard.stop();
  });

  it('are in no email to the visitor', async () => {
    const claims = { external_id: 'ann', email: 'ann@visitor.example', exp: time / 1000 + 900 };
    const call = signedIn(desk, `Bearer ${signJwt(KEY, claims)}`);
    const { body } = await call('POST', '/login', {});
    const begun = await call('POST', `/appusers/${body.appUser._id}/conversations`, { type: 'personal' });
    const path = `/conversations/${begun.body.conversation._id}`;
    await agent(desk)('POST', `${path}/notes`, { text: SECRET });
    await agent(desk)('POST', `${path}/messages`, { text: 'It is on its way' });
    await agent(desk)('POST', `${path}/notes`, { text: SECRET });
    time += 2 * MINUTE;
    await desk.mailRound();
    const sent = JSON.stringify(mail.received);
    expect(sent).toContain('It is on its way');
    expect(sent).not.toContain(SECRET);
  });

  it('are not in what is exported for the visitor, and are deleted with them', async () => {
    const visitor = await someone();
    await write(visitor, { text: SECRET, mentions: [ben.id] });
    const path = `/agent/api/users/${visitor.id}`;
    const headers = { authorization: `Bearer ${desk.agentToken}` };
    const archive = await fetch(`${desk.origin}${path}/export`, { headers });
    const files = unzip(Buffer.from(await archive.arrayBuffer()));
    expect(files.size).toBeGreaterThan(2);
    for (const [name, content] of files) {
      expect(content.toString(), name).not.toContain(SECRET);
      expect(content.toString(), name).not.toContain('mentioned');
    }
    await agent(desk)('DELETE', `/users/${visitor.id}`);
    expect((await desk.store.happenings(visitor.conversationId, 'note', 10)).length).toBe(0);
  });
});
