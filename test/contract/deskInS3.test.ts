import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { S3Place } from '../../examples/support-desk/server/uploads/s3Place';
import { type Desk, startDesk } from '../support/desk';
import {
  agent,
  beginFile,
  createVisitor,
  sendAgentFile,
  sendFile,
  type Visitor,
} from '../support/deskClient';
import { type FaultProxy, startFaultProxy } from '../support/faultProxy';
import { folderForThisTest } from '../support/folder';
import { forThisFile } from '../support/forThis';
import { openUploads } from '../support/openFiles';
import { png } from '../support/pictures';
import { startS3Server } from '../support/s3Server';
import { unzip } from '../support/unzip';

/** Longer than any test. */
const FOREVER = 3_600_000;

const s3 = await forThisFile(startS3Server());

describe('a desk whose files are in a bucket', () => {
  let folder: string;
  let place: S3Place;
  let way: FaultProxy;
  let desk: Desk;
  let visitor: Visitor;
  let time: number;
  beforeEach(async () => {
    folder = folderForThisTest();
    way = await startFaultProxy(Number(new URL(s3.origin).port));
    place = s3.newPlace();
    const uploads = await openUploads(folder, { ...place, endpoint: way.origin });
    time = Date.now();
    desk = await startDesk({ uploads, now: () => time });
    visitor = await createVisitor(desk);
  });
  afterEach(async () => {
    await desk.close();
    await way.close();
  });

  const unfinished = (): string[] => readdirSync(join(folder, 'unfinished'));
  const messages = async () =>
    (await visitor.call('GET', `/conversations/${visitor.conversationId}/messages`)).body.messages;
  const send = (name = 'notes.txt', content: BlobPart = '0123456789', referenceId = 'ref-1') =>
    sendFile(visitor, desk, { name, content }, { message: { role: 'appUser', referenceId } });
  const addressOf = async (): Promise<string> => String((await messages())[0]?.mediaUrl);
  const ready = async () => (await fetch(`${desk.origin}/ready`)).json();

  it('serves them itself, whole or in part, with the headers that keep them from running', async () => {
    expect((await send('page.html.svg', '<svg onload="alert(1)"/>')).status).toBe(201);
    const whole = await fetch(await addressOf());
    expect([whole.status, whole.redirected, await whole.text()]).toEqual([
      200,
      false,
      '<svg onload="alert(1)"/>',
    ]);
    expect(whole.headers.get('content-security-policy')).toMatch(/sandbox/);
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
    for (const [range, status, content] of [
      ['bytes=1-3', 206, 'svg'],
      ['bytes=-2', 206, '/>'],
      ['bytes=99-', 416, ''],
    ] as const) {
      const part = await fetch(await addressOf(), { headers: { range } });
      expect([part.status, await part.text()]).toEqual([status, content]);
    }
    const head = await fetch(await addressOf(), { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '24']);
  });

  it('measures pictures, and stores the files of agents, too', async () => {
    await send('a.png', png(40, 30));
    const { status } = await sendAgentFile(desk, visitor.conversationId, {
      name: 'b.png',
      content: png(3, 4),
    });
    expect(status).toBe(201);
    expect((await messages()).map((m) => [m.mediaWidth, m.mediaHeight])).toEqual([
      [40, 30],
      [3, 4],
    ]);
    expect(s3.objects(place)).toHaveLength(2);
    expect(unfinished()).toEqual([]);
  });

  it('answers 404 where the bucket has lost a file, and exports the rest', async () => {
    await send();
    for (const key of s3.objects(place)) await (await openUploads(folder, place)).remove(key.slice(3));
    expect((await fetch(await addressOf())).status).toBe(404);
    const zip = await fetch(`${desk.origin}/agent/api/users/${visitor.id}/export`, {
      headers: { authorization: `Bearer ${desk.agentToken}` },
    });
    const entries = unzip(Buffer.from(await zip.arrayBuffer()));
    const [, file] = [...entries].find(([name]) => name.endsWith('notes.txt')) ?? [];
    expect(file?.toString()).toMatch('missing from the storage');
  });

  it('removes the files of a visitor who is deleted, and those that no message uses', async () => {
    await send();
    const other = await createVisitor(desk);
    await sendFile(other, desk, { name: 'kept.txt', content: 'x' });
    await (await openUploads(folder, place)).receive('used-by-nobody', Readable.from(['x']), 9);
    expect(s3.objects(place)).toHaveLength(3);
    expect((await agent(desk)('DELETE', `/users/${visitor.id}`)).status).toBe(200);
    expect(s3.objects(place)).toHaveLength(2);
    time += 3 * 3_600_000;
    await desk.upkeep();
    expect(s3.objects(place)).toHaveLength(1);
  });

  it('keeps one file of repeats that race', async () => {
    const all = await Promise.all([1, 2, 3].map(() => send()));
    expect(new Set(all.map(({ body }) => body.messageId)).size).toBe(1);
    expect(await messages()).toHaveLength(1);
    expect(s3.objects(place)).toHaveLength(1);
  });

  it('says 503 while the store is away, and takes the repeat once it is back: one message, one file', async () => {
    await send('first.txt', 'first', 'ref-0');
    expect(await ready()).toMatchObject({ status: 'ready', uploads: 'ok' });
    const first = await addressOf();
    way.refuse(FOREVER);
    way.reset();
    const refused = await send();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(refused.body).toMatchObject({ error: { code: 'unavailable' } });
    expect((await fetch(first)).status).toBe(503);
    expect(await ready()).toMatchObject({ status: 'degraded', uploads: 'failing' });
    expect((await agent(desk)('GET', '/conversations')).status).toBe(200);
    expect([await messages(), unfinished()]).toMatchObject([[{ altText: 'first.txt' }], []]);

    way.heal();
    expect((await send()).status).toBe(201);
    expect((await fetch(first)).status).toBe(200);
    expect(await ready()).toMatchObject({ status: 'ready', uploads: 'ok' });
    expect(await messages()).toHaveLength(2);
    expect(s3.objects(place)).toHaveLength(2);
  });

  it('deletes a visitor also while the store is away, and their files later', async () => {
    await send();
    await sendFile(await createVisitor(desk), desk, { name: 'kept.txt', content: 'x' });
    way.refuse(FOREVER);
    way.reset();
    expect((await agent(desk)('DELETE', `/users/${visitor.id}`)).status).toBe(200);
    expect(s3.objects(place)).toHaveLength(2);
    way.heal();
    time += 3 * 3_600_000;
    await desk.upkeep();
    expect(s3.objects(place)).toHaveLength(1);
  });

  it('stores nothing of a sender who disconnects', async () => {
    const stream = beginFile(desk, visitor, 100);
    await expect.poll(() => readdirSync(folder).includes('unfinished') && unfinished().length).toBe(1);
    stream.resetAndDestroy();
    await expect.poll(unfinished).toEqual([]);
    expect([s3.objects(place), await messages()]).toEqual([[], []]);
    expect((await send()).status).toBe(201);
  });

  it('breaks a download off that the store breaks off, so that nobody takes a part for the whole', async () => {
    await send('large.zip', new Uint8Array(3_000_000));
    const address = await addressOf();
    way.cutAnswer(1_000_000);
    await expect(fetch(address).then((answer) => answer.arrayBuffer())).rejects.toThrow();
    expect((await (await fetch(address)).arrayBuffer()).byteLength).toBe(3_000_000);
  });
});
