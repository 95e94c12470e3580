import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentFollowUpAnswer, AgentSavedFile } from '../../examples/support-desk/shared/answers/acts';
import type { ReplyAct } from '../../examples/support-desk/shared/bodies/acts';
import { createAgent, type TestAgent } from '../support/agents';
import { type Desk, startDesk } from '../support/desk';
import { agent, createVisitor, sendText, type Visitor } from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { png } from '../support/pictures';

const DAY = 86_400_000;

describe.each(ENGINES)('what follows a reply on %s', (_name, engine) => {
  let desk: Desk;
  let ada: TestAgent;
  let ben: TestAgent;
  let cleo: TestAgent;
  let time = 1_800_000_000_000;
  beforeAll(async () => {
    desk = await startDesk({ ...engine, now: () => time });
    ada = await createAgent(desk, 'Ada', 'admin');
    ben = await createAgent(desk, 'Ben');
    cleo = await createAgent(desk, 'Cleo');
  });
  afterAll(() => desk.close());

  const someone = async (): Promise<Visitor> => {
    time += 1000;
    const visitor = await createVisitor(desk, { conversation: {} });
    await sendText(visitor, 'Hello');
    return visitor;
  };
  const rowOf = async ({ conversationId }: Visitor) =>
    (await agent(desk)('GET', `/conversations/${conversationId}`)).body.conversation;
  const seenOf = async (visitor: Visitor) => {
    const { lastMessage, assigneeId = null } = await rowOf(visitor);
    return { received: lastMessage?.received ?? 0, assigneeId };
  };
  let replies = 0;
  type Seen = Awaited<ReturnType<typeof seenOf>>;
  const send = async (visitor: Visitor, acts: readonly ReplyAct[], seen?: Seen, referenceId?: string) => {
    time += 10;
    replies += 1;
    const answer = await ada.call('POST', `/conversations/${visitor.conversationId}/messages`, {
      text: 'Here it is.',
      referenceId: referenceId ?? `reply ${replies}`,
      followUp: { acts, seen: seen ?? (await seenOf(visitor)) },
    });
    const { messages, followUp } = answer.body as unknown as {
      messages: { _id: string }[];
      followUp: AgentFollowUpAnswer;
    };
    return { status: answer.status, id: messages?.[0]?._id ?? '', followUp };
  };
  const upload = async (content: BlobPart, name: string, who = ada) => {
    const form = new FormData();
    form.append('source', new Blob([content]), name);
    const response = await fetch(`${desk.origin}/agent/api/saved-reply-files`, {
      method: 'POST',
      headers: who.headers,
      body: form,
    });
    return { status: response.status, file: ((await response.json()) as { file: AgentSavedFile }).file };
  };
  const texts = async (visitor: Visitor) =>
    (await agent(desk)('GET', `/conversations/${visitor.conversationId}/messages`)).body.messages.map(
      ({ type, text, altText }) => text ?? `${type} ${altText}`,
    );

  it('is done in order, once, however often the reply is sent', async () => {
    const ana = await someone();
    const seen = await seenOf(ana);
    const acts: ReplyAct[] = [
      { act: 'tag', tag: 'billing' },
      { act: 'assign', agentId: ben.id },
      { act: 'close' },
    ];
    const first = await send(ana, acts, seen, 'same');
    expect([first.status, first.followUp]).toMatchObject([
      201,
      { refused: [], conversation: { status: 'idle', tags: ['billing'], assigneeId: ben.id } },
    ]);
    // A colleague undoes it all, and the answer was lost.
    await ada.call('POST', `/conversations/${ana.conversationId}/tags`, { remove: 'billing' });
    await ada.call('POST', `/conversations/${ana.conversationId}/reopen`);
    const again = await send(ana, acts, seen, 'same');
    expect([again.status, again.id, again.followUp]).toMatchObject([
      200,
      first.id,
      { refused: [], conversation: { status: 'active', tags: [] } },
    ]);
    expect(await texts(ana)).toEqual(['Hello', 'Here it is.']);
  });

  it('leaves the reply when it is refused, says why, and can be tried again', async () => {
    const ana = await someone();
    const seen = await seenOf(ana);
    await ben.call('POST', `/conversations/${ana.conversationId}/assign`);
    const { id, followUp } = await send(ana, [{ act: 'tag', tag: 'late' }, { act: 'close' }], seen);
    expect(followUp.refused).toEqual([
      { index: 1, code: 'conflict', description: 'Ben has the conversation now' },
    ]);
    expect(await rowOf(ana)).toMatchObject({ status: 'active', assigneeId: ben.id });
    const path = `/conversations/${ana.conversationId}/messages/${id}/follow-up`;
    const again = await ada.call('POST', path, { acts: [{ act: 'close' }], seen: await seenOf(ana) });
    expect(again.body).toMatchObject({ refused: [], conversation: { status: 'idle' } });
  });

  it.each<[string, ReplyAct, (visitor: Visitor) => Promise<unknown>, string]>([
    [
      'the visitor has written',
      { act: 'close' },
      (visitor) => sendText(visitor, 'One more thing'),
      'The visitor has written in the meantime',
    ],
    [
      'the agent was removed',
      { act: 'assign', agentId: 'nobody' },
      async () => undefined,
      'This colleague is no longer there',
    ],
    [
      'the file was deleted',
      { act: 'file', fileId: 'no-such-file' },
      async () => undefined,
      'The file is no longer there',
    ],
    ['the time is over', { act: 'snooze', until: 1 }, async () => undefined, 'until must be a time'],
  ])('is refused where %s', async (_what, act, meantime, words) => {
    const ana = await someone();
    const seen = await seenOf(ana);
    time += 10;
    await meantime(ana);
    const { followUp } = await send(ana, [act], seen);
    expect(followUp.refused).toMatchObject([{ index: 0, description: expect.stringContaining(words) }]);
    expect(await texts(ana)).toContain('Here it is.');
  });

  it('snoozes until the time that it names', async () => {
    const ana = await someone();
    const until = time / 1000 + 3600;
    const { followUp } = await send(ana, [{ act: 'snooze', until }]);
    expect(followUp).toMatchObject({ refused: [], conversation: { snoozed: { until } } });
  });

  it('takes no list that closes and snoozes, nor the message of a visitor', async () => {
    const ana = await someone();
    expect((await send(ana, [{ act: 'close' }, { act: 'snooze' }])).status).toBe(400);
    const { body } = await agent(desk)('GET', `/conversations/${ana.conversationId}/messages`);
    const path = `/conversations/${ana.conversationId}/messages/${body.messages[0]?._id}/follow-up`;
    expect((await ada.call('POST', path, { acts: [{ act: 'close' }] })).status).toBe(404);
  });

  it('sends the files of a saved reply, which outlive it and are stored once', async () => {
    const picture = (await upload(png(30, 20), 'map.png')).file;
    const list = (await upload('%PDF', 'prices.pdf')).file;
    const refused = await upload('MZ', 'tool.exe');
    expect([picture, refused.status]).toMatchObject([
      { fileName: 'map.png', mediaType: 'image/png', mediaUrl: expect.stringContaining('/map.png') },
      400,
    ]);
    const files = [picture.id, list.id];
    const saved = { shortcut: 'way', text: 'Here it is.', folder: ' Shop ', acts: [{ act: 'close' }] };
    const { reply } = (await ada.call('POST', '/saved-replies', { ...saved, files })).body;
    expect(reply).toMatchObject({ folder: 'Shop', acts: saved.acts, files: [picture, list] });
    const unknown = await ada.call('POST', '/saved-replies', { ...saved, shortcut: 'x', files: ['none'] });
    expect(unknown.status).toBe(400);

    // A program that knows only texts keeps the rest.
    const text = await ada.call('POST', `/saved-replies/${reply._id}`, { shortcut: 'way', text: 'There.' });
    expect(text.body.reply).toMatchObject({ folder: 'Shop', text: 'There.', files: [picture, list] });

    const bytes = await desk.store.attachmentBytes();
    const ana = await someone();
    const acts = files.map((fileId): ReplyAct => ({ act: 'file', fileId }));
    const { followUp } = await send(ana, acts, undefined, 'with files');
    await send(ana, acts, undefined, 'with files');
    expect(followUp.messages).toMatchObject([
      { type: 'image', mediaWidth: 30, mediaHeight: 20, altText: 'map.png', name: 'Ada' },
      { type: 'file', altText: 'prices.pdf' },
    ]);
    expect(await texts(ana)).toEqual(['Hello', 'Here it is.', 'image map.png', 'file prices.pdf']);
    expect(await desk.store.attachmentBytes()).toBe(bytes);

    time += DAY * 2;
    await desk.upkeep();
    expect((await fetch(picture.mediaUrl ?? '')).status).toBe(200);
    await ada.call('POST', `/saved-replies/${reply._id}/delete`);
    for (let day = 0; day < 3; day += 1) {
      time += DAY * 2;
      await desk.upkeep();
    }
    // The visitor has it; nobody else can name it.
    const sent = followUp.messages.map(({ mediaUrl }) => String(mediaUrl));
    expect(await (await fetch(sent[1] ?? '')).text()).toBe('%PDF');
    expect((await fetch(picture.mediaUrl ?? '')).status).toBe(404);
    expect(await desk.store.pictures()).toEqual([]);
  });

  it('names the tags that no conversation has', async () => {
    const ana = await someone();
    await ada.call('POST', `/conversations/${ana.conversationId}/tags`, { add: 'used' });
    const acts = ['used', 'gone'].map((tag) => ({ act: 'tag', tag }));
    await ada.call('POST', '/saved-replies', { shortcut: 'tags', text: 'A', acts });
    const { body } = await cleo.call('GET', '/saved-replies');
    expect(body).toMatchObject({ unusedTags: ['gone'] });
  });
});
