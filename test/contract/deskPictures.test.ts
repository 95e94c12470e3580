import { existsSync, readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAgent, type TestAgent } from '../support/agents';
import { type Desk, startDesk } from '../support/desk';
import { createVisitor, sendFile, sendText } from '../support/deskClient';
import { folderForThisTest } from '../support/folder';
import { jpegHead, png } from '../support/pictures';

const DAY = 86_400_000;

// biome-ignore lint/suspicious/noExplicitAny: the JSON of many calls
type Answer = any;

describe('a picture of the settings', () => {
  let folder: string;
  let desk: Desk;
  let ada: TestAgent;
  let time = 1_800_000_000_000;
  beforeEach(async () => {
    folder = folderForThisTest();
    desk = await startDesk({ uploadsFolder: folder, now: () => time });
    ada = await createAgent(desk, 'Ada', 'admin');
  });
  afterEach(async () => {
    time = 1_800_000_000_000;
    await desk.close();
  });

  const files = (): number =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
      : 0;
  const upload = async (content: BlobPart, headers: HeadersInit = ada.headers) => {
    const form = new FormData();
    form.append('source', new Blob([content]), 'logo.png');
    const response = await fetch(`${desk.origin}/agent/api/settings/pictures`, {
      method: 'POST',
      headers,
      body: form,
    });
    return { status: response.status, body: (await response.json()) as Answer };
  };
  const uploaded = async (content: BlobPart = png(64, 64)): Promise<string> =>
    (await upload(content)).body.avatarUrl ?? '';
  const save = async (value: object): Promise<number> => {
    const { version } = (await ada.call('GET', '/settings')).body as unknown as { version: number };
    return (await ada.call('POST', '/settings', { base: version, value })).status;
  };
  const statusOf = async (address: string) => (await fetch(address)).status;
  const configOf = async (headers: HeadersInit = {}) =>
    (await (await fetch(`${desk.origin}/embeddable/config`, { headers })).json()) as Answer;

  it('is in the configuration under the address of the desk, however it is stored', async () => {
    const [logo, face, team] = [await uploaded(), await uploaded(jpegHead(32, 32)), await uploaded()];
    expect([logo, face]).toEqual([
      expect.stringMatching(new RegExp(`^${desk.origin}/uploads/[\\w-]{20,}/picture\\.png$`)),
      expect.stringMatching(/\/picture\.jpg$/),
    ]);
    const people = { faces: true, team: [{ name: 'Ada', avatarUrl: team }] };
    expect(await save({ messenger: { avatarUrl: logo, people }, agent: { avatarUrl: face } })).toBe(200);
    const stored = JSON.stringify(await desk.store.settingsVersions({ limit: 1 }));
    expect(stored).not.toContain(desk.origin);
    const { messenger } = await configOf();
    expect(messenger).toMatchObject({ avatarUrl: logo, people: { team: [{ avatarUrl: team }] } });
    const { value } = (await ada.call('GET', '/settings')).body as unknown as { value: object };
    expect(value).toMatchObject({ messenger: { avatarUrl: logo }, agent: { avatarUrl: face } });
    const served = await fetch(logo, { headers: { origin: 'https://shop.example' } });
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
    // What is saved again as it was read makes no new version.
    const before = (await desk.store.settingsVersions({ limit: 1 }))[0]?.version;
    expect(await save(value)).toBe(200);
    expect((await desk.store.settingsVersions({ limit: 1 }))[0]?.version).toBe(before);
  });

  it('is in a draft’s configuration before it is saved', async () => {
    const logo = await uploaded();
    const { draft } = (
      await ada.call('POST', '/settings/drafts', { value: { messenger: { avatarUrl: logo } } })
    ).body as unknown as { draft: string };
    const answer = await fetch(`${desk.origin}/embeddable/preview/config?draft=${draft}`);
    expect(await answer.json()).toMatchObject({ messenger: { avatarUrl: logo } });
    expect(await statusOf(logo)).toBe(200);
  });

  it('can still have an address elsewhere, also one that looks like an upload', async () => {
    const elsewhere = 'https://shop.example/uploads/of-somebody-else/logo.png';
    expect(await save({ messenger: { avatarUrl: elsewhere } })).toBe(200);
    expect(await configOf()).toMatchObject({ messenger: { avatarUrl: elsewhere } });
    for (const wrong of ['javascript:alert(1)', '/etc/passwd', '/uploads/../x', 'logo.png'])
      expect(await save({ messenger: { avatarUrl: wrong } }), wrong).toBe(400);
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 400],
    ['a page', '<!doctype html><script>alert(1)</script>', 400],
    ['nothing', '', 400],
    ['too many pixels', png(1025, 8), 400],
    ['too many bytes', new Uint8Array(1_048_577), 413],
  ])('is refused in words and leaves nothing where it is %s', async (_what, content, status) => {
    const refused = await upload(content);
    expect([refused.status, refused.body]).toEqual([
      status,
      { error: expect.objectContaining({ description: expect.any(String) }) },
    ]);
    expect([files(), await desk.store.pictures()]).toEqual([0, []]);
  });

  it('is taken from admins, not from agents and other pages', async () => {
    const ben = await createAgent(desk, 'Ben');
    expect((await upload(png(8, 8), ben.headers)).status).toBe(403);
    expect((await upload(png(8, 8), { ...ada.headers, origin: 'https://evil.example' })).status).toBe(403);
    expect((await upload(png(8, 8), {})).status).toBe(401);
    expect(files()).toBe(0);
  });

  it('is uploaded for an item of a message by any agent, seen by the visitor, and deleted with the message', async () => {
    const ben = await createAgent(desk, 'Ben');
    const [visitor, other] = [await createVisitor(desk), await createVisitor(desk)];
    const picture = async (conversationId: string) => {
      const form = new FormData();
      form.append('source', new Blob([png(300, 200)]), 'boots.png');
      const path = `${desk.origin}/agent/api/conversations/${conversationId}/pictures`;
      const response = await fetch(path, { method: 'POST', headers: ben.headers, body: form });
      return { status: response.status, body: (await response.json()) as Answer };
    };
    expect((await picture('none')).status).toBe(404);
    const { status, body } = await picture(visitor.conversationId);
    const [own, theirs] = [
      String(body.mediaUrl),
      String((await picture(other.conversationId)).body.mediaUrl),
    ];
    expect([status, await statusOf(own), files()]).toEqual([201, 200, 2]);
    const items = [own, theirs, 'https://shop.example/a.png'].map((mediaUrl) => ({
      title: 'Boots',
      mediaUrl,
    }));
    const path = `/conversations/${visitor.conversationId}`;
    expect((await ben.call('POST', `${path}/messages`, { type: 'carousel', items })).status).toBe(201);
    const seen = (await visitor.call('GET', `${path}/messages`)).body.messages.at(-1);
    expect((seen as Answer).items.map((item: Answer) => item.mediaUrl)).toEqual(
      items.map(({ mediaUrl }) => mediaUrl),
    );
    const { messages } = await desk.store.messages(visitor.conversationId, { limit: 1 });
    const stored = (messages.at(0) as Answer).body.items.map((item: Answer) => String(item.mediaUrl));
    expect(stored[0]).toMatch(/^\/uploads\//);
    expect(stored.slice(1)).toEqual([theirs, 'https://shop.example/a.png']);
    const file = await desk.store.attachmentById(/uploads\/([\w-]+)/.exec(own)?.[1] ?? '');
    expect(file?.messageId).toBe(messages[0]?.id);
    await ada.call('DELETE', `/users/${visitor.id}`);
    expect([await statusOf(own), await statusOf(theirs), files()]).toEqual([404, 200, 1]);
  });

  it('stays while a version of the settings names it, and is removed two hours later otherwise', async () => {
    const visitor = await createVisitor(desk);
    await sendText(visitor, 'Hello');
    await sendFile(visitor, desk, { name: 'a.png', content: png(4, 4) });
    const [earlier, now, never] = [await uploaded(), await uploaded(), await uploaded()];
    await save({ messenger: { avatarUrl: earlier } });
    await save({ messenger: { avatarUrl: now } });
    await desk.upkeep();
    expect(await statusOf(never)).toBe(200);
    // The files' own times are earlier.
    time += 2 * DAY;
    await desk.upkeep();
    expect([await statusOf(earlier), await statusOf(now), await statusOf(never)]).toEqual([200, 200, 404]);
    expect(files()).toBe(3);
  });
});
