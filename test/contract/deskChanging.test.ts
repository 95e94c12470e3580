import { describe, expect, it } from 'vitest';
import { createAgent } from '../support/agents';
import { startDesk } from '../support/desk';
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

type Shown = {
  _id: string;
  text: string;
  markdownText?: string;
  edited?: number;
  deleted?: true;
  grown?: number;
};

describe.each(ENGINES)('a message that its author changes, in %s', async (_, options) => {
  let now = 1_800_000_000_000;
  const tick = () => {
    now += 1000;
    return now;
  };
  const desk = await forThisFile(startDesk({ ...options, now: tick }));
  const [ada, ben] = [await createAgent(desk, 'Ada'), await createAgent(desk, 'Ben')];

  const begin = async (more: object = {}, body: Record<string, unknown> = {}) => {
    const visitor = await createVisitor(desk, body);
    await sendText(visitor, 'Where is my order?');
    const path = `/conversations/${visitor.conversationId}/messages`;
    const sent = { text: 'It left on Monday.', referenceId: 'r1', ...more };
    const [message] = (await ada.call('POST', path, sent)).body.messages as unknown as Shown[];
    return { visitor, path, sent, id: message?._id ?? '' };
  };
  const read = async (visitor: Visitor) =>
    (await visitor.call('GET', `/conversations/${visitor.conversationId}/messages`)).body
      .messages as unknown as Shown[];
  const last = async (visitor: Visitor) => (await read(visitor)).at(-1);
  const changesOf = async ({ conversationId }: Visitor) =>
    (await ada.call('GET', `/conversations/${conversationId}/changes`)).body.happenings as unknown as {
      what: string;
      text?: string;
      by: { name: string };
    }[];

  it('is read in its new form by both sides, with its former text for the team', async () => {
    const { visitor, path, id } = await begin({ markdownText: 'It left on **Monday**.' });
    const [page, inbox] = [await listenAsVisitor(desk, visitor), await listenAsAgent(desk)];
    const { status } = await ada.call('POST', `${path}/${id}/edit`, { text: 'It left on Tuesday.' });
    expect(status).toBe(200);
    expect(await last(visitor)).toMatchObject({ _id: id, text: 'It left on Tuesday.', grown: 1 });
    expect((await last(visitor))?.edited).toEqual(expect.any(Number));
    expect(await last(visitor)).not.toHaveProperty('markdownText');
    expect(await changesOf(visitor)).toMatchObject([
      { what: 'edited', text: 'It left on **Monday**.', by: { name: 'Ada' } },
      { what: 'assigned' },
    ]);
    expect(await page.until(1)).toMatchObject([{ type: 'message:changed', message: { _id: id } }]);
    expect(await inbox.until(1)).toMatchObject([{ type: 'message', change: { what: 'edited' } }]);
    page.stop();
    inbox.stop();
    const { conversation } = (await visitor.call('GET', `/conversations/${visitor.conversationId}`)).body;
    expect(conversation.participants[0]?.unreadCount).toBe(1);
    const [entry] = await desk.store.auditEntries({ limit: 1 });
    expect(entry).toMatchObject({ action: 'message-edited', actor: { id: ada.id } });
  });

  it('changes once: a repeat of the change, or of the message, changes nothing', async () => {
    const { visitor, path, id, sent } = await begin();
    const edit = () => ada.call('POST', `${path}/${id}/edit`, { text: 'It left on Tuesday.' });
    expect([(await edit()).status, (await edit()).status]).toEqual([200, 200]);
    expect((await ada.call('POST', path, sent)).status).toBe(200);
    const remove = () => ada.call('DELETE', `${path}/${id}`);
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 200]);
    expect((await ada.call('POST', path, sent)).status).toBe(200);
    expect((await edit()).status).toBe(409);
    expect((await changesOf(visitor)).map(({ what }) => what)).toEqual(['deleted', 'edited', 'assigned']);
    expect(await read(visitor)).toHaveLength(2);
  });

  it('is a message that it was deleted, in the language of the visitor', async () => {
    const { visitor, path, id } = await begin({}, { locale: 'de-DE' });
    await sendText(visitor, 'Thanks');
    await ada.call('DELETE', `${path}/${id}`);
    const [, gone] = await read(visitor);
    expect(gone).toMatchObject({ _id: id, text: 'Diese Nachricht wurde gelöscht.', deleted: true });
    expect(JSON.stringify(await read(visitor))).not.toContain('Monday');
    expect(await changesOf(visitor)).toMatchObject([
      { what: 'deleted', text: 'It left on Monday.' },
      { what: 'assigned' },
    ]);
    expect((await ada.call('GET', `/conversations?search=Monday`)).body.conversations).toEqual([]);
  });

  it('is gone from quotes, and its file with it', async () => {
    const visitor = await createVisitor(desk);
    const path = `/conversations/${visitor.conversationId}`;
    const form = new FormData();
    form.append('source', new Blob(['an invoice of somebody else']), 'invoice.txt');
    const { cookie = '', origin = '' } = ada.headers;
    const sent = await fetch(`${desk.origin}/agent/api${path}/files`, {
      method: 'POST',
      headers: { cookie, origin },
      body: form,
    });
    const [file] = ((await sent.json()) as { messages: (Shown & { mediaUrl: string })[] }).messages;
    const { _id = '', mediaUrl = '' } = file ?? {};
    expect((await fetch(mediaUrl)).status).toBe(200);
    await ada.call('POST', `${path}/messages`, { text: 'This one', quotedMessageId: _id });
    await ada.call('DELETE', `${path}/messages/${_id}`);
    expect((await fetch(mediaUrl)).status).toBe(404);
    expect(JSON.stringify(await read(visitor))).not.toContain('invoice');
    expect((await read(visitor))[0]).toMatchObject({ type: 'text', deleted: true });
  });

  it('leaves its visitor waiting again if it was the only answer, and not if there is another', async () => {
    const rowOf = async ({ conversationId }: Visitor) =>
      (await ada.call('GET', `/conversations/${conversationId}`)).body.conversation;
    const { visitor, path, id } = await begin();
    expect((await rowOf(visitor)).waitingSince).toBeUndefined();
    await ada.call('DELETE', `${path}/${id}`);
    const [asked] = (await ada.call('GET', path)).body.messages as unknown as { received: number }[];
    expect((await rowOf(visitor)).waitingSince).toBe(asked?.received);
    const other = await begin();
    await ben.call('POST', other.path, { text: 'Tomorrow it is there.' });
    await ada.call('DELETE', `${other.path}/${other.id}`);
    expect((await rowOf(other.visitor)).waitingSince).toBeUndefined();
    const ended = await begin();
    await ada.call('POST', `/conversations/${ended.visitor.conversationId}/close`, {});
    await ada.call('DELETE', `${ended.path}/${ended.id}`);
    expect(await rowOf(ended.visitor)).toMatchObject({ status: 'idle' });
    expect((await rowOf(ended.visitor)).waitingSince).toBeUndefined();
  });

  it('can be changed by nobody else', async () => {
    const { visitor, path, id } = await begin();
    const own = (await ada.call('GET', path)).body.messages[0]?._id;
    const [program] = (await agent(desk)('POST', path, { text: 'From a program' })).body.messages;
    const [growing] = (await agent(desk)('POST', path, { text: 'I th', growing: true })).body.messages;
    const change = async (by: typeof ada.call, of: unknown) => {
      const edited = await by('POST', `${path}/${of}/edit`, { text: 'Not so' });
      return [edited.status, (await by('DELETE', `${path}/${of}`)).status];
    };
    expect(await change(ben.call, id)).toEqual([403, 403]);
    expect(await change(agent(desk), id)).toEqual([403, 403]);
    expect(await change(ada.call, own)).toEqual([403, 403]);
    expect(await change(ada.call, program?._id)).toEqual([403, 403]);
    expect(await change(agent(desk), growing?._id)).toEqual([409, 409]);
    expect(await change(agent(desk), 'none')).toEqual([404, 404]);
    expect(await change(agent(desk), program?._id)).toEqual([200, 200]);
    expect((await read(visitor)).map(({ text }) => text)).toEqual([
      'Where is my order?',
      'It left on Monday.',
      'This message was deleted.',
      'I th',
    ]);
  });

  it('has no former text once a program deletes it for good', async () => {
    const { visitor, path, id } = await begin();
    await ada.call('POST', `${path}/${id}/edit`, { text: 'It left on Tuesday.' });
    await desk.store.transaction(async (tx) => tx.deleteMessages(visitor.conversationId, id));
    expect(JSON.stringify(await changesOf(visitor))).not.toContain('Monday');
  });
});
