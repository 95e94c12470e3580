import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OwnAccount } from '../../examples/support-desk/shared/answers/accounts';
import { createAgent, type TestAgent } from '../support/agents';
import { type Desk, startDesk } from '../support/desk';
import { agent, createVisitor, sendFile, sendText } from '../support/deskClient';
import { filesIn } from '../support/filesIn';
import { folderForThisTest } from '../support/folder';
import { forThisFile } from '../support/forThis';
import { openUploads } from '../support/openFiles';
import { jpegHead, png } from '../support/pictures';
import { startS3Server } from '../support/s3Server';

const DAY = 86_400_000;
const MEGABYTE = 1_048_576;

type Face = { status: number; agent?: OwnAccount; code?: string; words?: string };

/** Uploads a picture as the account page does. */
const setFace = async (
  desk: Desk,
  who: TestAgent,
  content: BlobPart,
  { name = 'face.webp', headers = {} as Record<string, string> } = {},
): Promise<Face> => {
  const form = new FormData();
  form.append('source', new Blob([content]), name);
  const response = await fetch(`${desk.origin}/agent/api/me/face`, {
    method: 'POST',
    headers: { ...who.headers, ...headers },
    body: form,
  });
  const body = (await response.json()) as { agent?: OwnAccount; error?: Record<string, string> };
  return {
    status: response.status,
    agent: body.agent,
    code: body.error?.code,
    words: body.error?.description,
  };
};

describe('an agent’s face', () => {
  let folder: string;
  let desk: Desk;
  let ada: TestAgent;
  let time = 1_800_000_000_000;
  beforeEach(async () => {
    folder = folderForThisTest();
    desk = await startDesk({ uploadsFolder: folder, now: () => time });
    ada = await createAgent(desk, 'Ada', 'admin');
  });
  afterEach(() => desk.close());

  const faceOf = async (who = ada, content: BlobPart = png(256, 256)): Promise<string> => {
    const { status, agent: own, words } = await setFace(desk, who, content);
    expect(status, words).toBe(200);
    return own?.avatarUrl ?? '';
  };
  /** What a visitor gets of a message that the agent sends now. */
  const seenBy = async (visitor: Awaited<ReturnType<typeof createVisitor>>) => {
    const { body } = await visitor.call('GET', `/conversations/${visitor.conversationId}/messages`);
    return body.messages.at(-1)?.avatarUrl;
  };
  const statusOf = async (address: string) => (await fetch(address, { redirect: 'manual' })).status;

  it('is seen by colleagues and visitors, with the headers of a harmless picture', async () => {
    const address = await faceOf();
    expect(address).toMatch(new RegExp(`^${desk.origin}/uploads/[\\w-]{20,}/${ada.id}\\.png$`));
    const served = await fetch(address, { headers: { origin: 'https://shop.example' } });
    expect(served.status).toBe(200);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'cache-control': expect.stringContaining('immutable'),
    });
    expect(Buffer.from(await served.arrayBuffer())).toEqual(Buffer.from(png(256, 256)));
    const etag = served.headers.get('etag') ?? '';
    expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(200);

    const team = (await ada.call('GET', '/agents')).body as unknown as { agents: OwnAccount[] };
    expect(team.agents.find(({ id }) => id === ada.id)?.avatarUrl).toBe(address);
    const visitor = await createVisitor(desk);
    await ada.call('POST', `/conversations/${visitor.conversationId}/messages`, { text: 'Hello' });
    expect(await seenBy(visitor)).toBe(address);
  });

  it.each([
    ['a PNG that calls itself a JPEG', png(8, 8), 'a.jpg', 'image/png'],
    ['a JPEG that calls itself a PNG', jpegHead(8, 8), 'a.png', 'image/jpeg'],
  ])('is what its content says: %s', async (_what, content, name, type) => {
    const { agent: own } = await setFace(desk, ada, content, { name });
    expect((await fetch(own?.avatarUrl ?? '')).headers.get('content-type')).toBe(type);
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'a.svg', 400],
    ['an SVG that calls itself a PNG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.png', 400],
    ['a page that calls itself a PNG', '<!doctype html><script>alert(1)</script>', 'a.png', 400],
    ['a GIF', 'GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000', 'a.png', 400],
    ['a text', 'hello', 'a.webp', 400],
    ['nothing', '', 'a.png', 400],
    ['a program', png(8, 8), 'a.exe', 400],
    ['a picture with too many pixels', png(1025, 8), 'a.png', 400],
    ['too many bytes', new Uint8Array(MEGABYTE + 1), 'a.png', 413],
  ])('is refused and leaves nothing where it is %s', async (_what, content, name, status) => {
    const refused = await setFace(desk, ada, content, { name });
    expect([refused.status, refused.words?.length]).toEqual([status, expect.any(Number)]);
    expect(filesIn(folder)).toEqual([]);
    expect((await desk.store.agentById(ada.id))?.avatarUrl).toBeNull();
  });

  it('is refused in words when it has too many bytes, with the one before it kept', async () => {
    const address = await faceOf();
    const refused = await setFace(desk, ada, new Uint8Array(3 * MEGABYTE), { name: 'a.png' });
    expect(refused).toMatchObject({ status: 413, code: 'fileSize', words: 'A file may have at most 1 MB' });
    expect([await statusOf(address), filesIn(folder).length]).toEqual([200, 1]);
  });

  it('is taken from no other page and from no key', async () => {
    const foreign = await setFace(desk, ada, png(8, 8), { headers: { origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
    const form = new FormData();
    form.append('source', new Blob([png(8, 8)]), 'a.png');
    const headers = { authorization: `Bearer ${desk.agentToken}` };
    const keyed = await fetch(`${desk.origin}/agent/api/me/face`, { method: 'POST', headers, body: form });
    expect(keyed.status).toBe(403);
    expect((await ada.call('POST', '/me/face', {})).status).toBe(403);
    expect(filesIn(folder)).toEqual([]);
  });

  it('takes the place of the one before: its file is freed, and its address in messages leads to the new one', async () => {
    const before = await faceOf();
    const visitor = await createVisitor(desk);
    await ada.call('POST', `/conversations/${visitor.conversationId}/messages`, { text: 'Hello' });
    const after = await faceOf(ada, jpegHead(64, 64));
    expect(after).not.toBe(before);
    expect(filesIn(folder)).toHaveLength(1);
    expect(await seenBy(visitor)).toBe(before);
    const moved = await fetch(before, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('cross-origin-resource-policy')]).toEqual([302, 'cross-origin']);
    expect((await fetch(before)).url).toBe(after);
    const value = { messenger: { people: { agentNames: false } } };
    await agent(desk)('POST', '/settings', { base: 0, value });
    expect([await statusOf(before), await statusOf(after)]).toEqual([404, 200]);
  });

  it('is removed by the agent, with its file', async () => {
    const address = await faceOf();
    const { body } = await ada.call('PATCH', '/me', { avatarUrl: null });
    expect(body).toMatchObject({ agent: { id: ada.id } });
    expect(JSON.stringify(body)).not.toContain('avatarUrl');
    expect([await statusOf(address), filesIn(folder)]).toEqual([404, []]);
  });

  it('stays when its full address is sent back, and goes for a picture elsewhere', async () => {
    const address = await faceOf();
    expect((await ada.call('PATCH', '/me', { name: 'Ada L.', avatarUrl: address })).body).toMatchObject({
      agent: { name: 'Ada L.', avatarUrl: address },
    });
    expect([await statusOf(address), filesIn(folder).length]).toEqual([200, 1]);
    const elsewhere = 'https://shop.example/ada.png';
    expect((await ada.call('PATCH', '/me', { avatarUrl: elsewhere })).body).toMatchObject({
      agent: { avatarUrl: elsewhere },
    });
    expect([await statusOf(address), filesIn(folder)]).toEqual([404, []]);
  });

  it('goes with a colleague who is removed, and no other goes', async () => {
    const ben = await createAgent(desk, 'Ben');
    const [adas, bens] = [await faceOf(), await faceOf(ben)];
    expect((await ada.call('DELETE', `/agents/${ben.id}`)).status).toBe(200);
    expect([await statusOf(adas), await statusOf(bens), filesIn(folder).length]).toEqual([200, 404, 1]);
  });

  it('outlives the upkeep, which removes files that nobody uses', async () => {
    const visitor = await createVisitor(desk);
    await sendText(visitor, 'Hello');
    await sendFile(visitor, desk, { name: 'a.png', content: png(4, 4) });
    const address = await faceOf();
    const unused = await faceOf(await createAgent(desk, 'Ben'));
    await desk.store.transaction(async (tx) => {
      const ben = (await tx.agents()).find(({ name }) => name === 'Ben');
      // As the end of a demo does, which has no storage.
      await tx.updateAgent(ben?.id ?? '', { removedAt: time, avatarUrl: null });
    });
    // The files are of now, whatever the desk's clock shows.
    time = Date.now() + 2 * DAY;
    await desk.upkeep();
    expect([await statusOf(address), await statusOf(unused), filesIn(folder).length]).toEqual([200, 404, 2]);
    time = 1_800_000_000_000;
  });

  it('is in the audit log', async () => {
    await faceOf();
    const audit = (await ada.call('GET', '/audit')).body as unknown as { entries: Record<string, unknown>[] };
    expect(audit.entries[0]).toMatchObject({ action: 'agent-changed', detail: 'picture' });
  });
});

describe('an agent’s face in a bucket', async () => {
  const s3 = await forThisFile(startS3Server());

  it('is stored, served, replaced and removed', async () => {
    const folder = folderForThisTest();
    const uploads = await openUploads(folder, s3.newPlace());
    const desk = await startDesk({ uploads });
    const ada = await createAgent(desk, 'Ada');
    const stored = async () => {
      const ids: string[] = [];
      for await (const id of uploads.storedBefore(Number.POSITIVE_INFINITY)) ids.push(id);
      return ids.length;
    };
    const first = (await setFace(desk, ada, png(256, 256))).agent?.avatarUrl ?? '';
    expect(Buffer.from(await (await fetch(first)).arrayBuffer())).toEqual(Buffer.from(png(256, 256)));
    const second = (await setFace(desk, ada, png(128, 128))).agent?.avatarUrl ?? '';
    expect([(await fetch(first)).url, await stored()]).toEqual([second, 1]);
    expect((await setFace(desk, ada, 'no picture')).status).toBe(400);
    await ada.call('PATCH', '/me', { avatarUrl: null });
    expect([(await fetch(second)).status, await stored()]).toEqual([404, 0]);
    await desk.close();
  });
});
