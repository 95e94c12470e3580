import { describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES } from '../../examples/support-desk/server/uploads/uploads';
import { ALLOWED_EXTENSIONS } from '../support/allowedExtensions';
import { startDesk } from '../support/desk';
import {
  agent,
  basic,
  beginFile,
  createVisitor,
  listenAsAgent,
  listenAsVisitor,
  sendAgentFile,
  sendFile,
  sendText,
} from '../support/deskClient';
import { visitorForEachTest } from '../support/eachVisitor';
import { ENGINES } from '../support/engines';
import { filesIn } from '../support/filesIn';
import { folderForThisFile } from '../support/folder';
import { forThisFile } from '../support/forThis';
import { jpegHead, png } from '../support/pictures';

describe.each(ENGINES)('sending files on %s', async (_name, engine) => {
  const folder = folderForThisFile();
  const desk = await forThisFile(startDesk({ ...engine, uploadsFolder: folder }));
  const visitor = visitorForEachTest(desk);

  const messages = async () =>
    (await visitor.call('GET', `/conversations/${visitor.conversationId}/messages`)).body.messages;

  it('answers the message’s id, and the message arrives live with the client it came from', async () => {
    const [live, desks] = await Promise.all([listenAsVisitor(desk, visitor), listenAsAgent(desk)]);
    const { status, body } = await sendFile(
      visitor,
      desk,
      { name: 'Foto é.PNG', content: 'png bytes' },
      { message: { role: 'appUser', referenceId: 'r-1', text: 'Look', metadata: { a: 1 } } },
    );
    expect([status, Object.keys(body)]).toEqual([201, ['messageId']]);
    const [event] = await live.until(1);
    expect(event?.message).toMatchObject({
      _id: body.messageId,
      type: 'image',
      role: 'appUser',
      referenceId: 'r-1',
      text: 'Look',
      metadata: { a: 1 },
      mediaType: 'image/png',
      mediaSize: 9,
      altText: 'Foto é.PNG',
      authorId: visitor.id,
      source: { type: 'web', id: 'client-1' },
    });
    expect((await desks.until(2))[1]).toMatchObject({ type: 'message', message: { type: 'image' } });
    const file = await fetch(String(event?.message.mediaUrl));
    expect([file.status, await file.text()]).toEqual([200, 'png bytes']);
    expect(await messages()).toMatchObject([{ _id: body.messageId, mediaUrl: event?.message.mediaUrl }]);
    live.stop();
    desks.stop();
  });

  it('returns the size of a picture, and none for a file that is not one', async () => {
    await sendFile(visitor, desk, { name: 'a.png', content: png(40, 30) });
    await sendFile(visitor, desk, {
      name: 'b.jpg',
      content: jpegHead(40, 30, { orientation: 6, before: 90_000 }),
    });
    await sendFile(visitor, desk, { name: 'c.gif', content: 'no picture' });
    await sendFile(visitor, desk, { name: 'd.pdf', content: png(40, 30) });
    expect((await messages()).map((m) => [m.type, m.mediaWidth, m.mediaHeight])).toEqual([
      ['image', 40, 30],
      ['image', 30, 40],
      ['image', undefined, undefined],
      ['file', undefined, undefined],
    ]);
  });

  it('are taken from agents too, with all that a message may carry', async () => {
    const live = await listenAsVisitor(desk, visitor);
    const asked = (await sendText(visitor, 'How does it look?')).body.messages[0];
    const message = {
      text: 'Like this',
      altText: 'The boots',
      name: 'Ada',
      referenceId: 'a-1',
      quotedMessageId: asked?._id,
      actions: [{ type: 'link', text: 'Shop', uri: 'https://shop.example' }],
    };
    const picture = { name: 'boots.png', content: png(40, 30) };
    const { status, body } = await sendAgentFile(desk, visitor.conversationId, picture, message);
    expect(status).toBe(201);
    const expected = {
      ...message,
      type: 'image',
      role: 'appMaker',
      mediaType: 'image/png',
      mediaSize: picture.content.length,
      mediaWidth: 40,
      mediaHeight: 30,
      quotedMessage: { type: 'message', content: { text: 'How does it look?' } },
    };
    expect(body.messages).toMatchObject([expected]);
    expect((await live.until(2))[1]?.message).toEqual(body.messages[0]);
    expect((await messages())[1]).toEqual(body.messages[0]);
    const mediaUrl = String(body.messages[0]?.mediaUrl);
    expect(Buffer.from(await (await fetch(mediaUrl)).arrayBuffer())).toEqual(Buffer.from(picture.content));
    const path = `/attachments/contentUrl?mediaUrl=${encodeURIComponent(mediaUrl)}`;
    expect((await visitor.call('GET', path)).body).toEqual({
      previewContentUrl: mediaUrl,
      contentUrl: mediaUrl,
    });

    const before = filesIn(folder).length;
    const again = await sendAgentFile(desk, visitor.conversationId, picture, message);
    expect([again.status, again.body.messages]).toEqual([200, body.messages]);
    expect(filesIn(folder)).toHaveLength(before);
    live.stop();
  });

  it('are refused from agents by the same rules, and nothing of them is kept', async () => {
    const before = filesIn(folder).length;
    const send = async (name: string, message?: unknown, id = visitor.conversationId) => {
      const { status, body } = await sendAgentFile(desk, id, { name, content: 'x' }, message);
      return [status, body.error.code];
    };
    const words = async (name: string) =>
      (await sendAgentFile(desk, visitor.conversationId, { name, content: 'x' })).body.error.description;
    expect(await send('a.exe')).toEqual([400, 'fileType']);
    expect(await words('a.exe')).toBe('Files of the type .exe are not allowed');
    expect(await words('README')).toBe('A file needs an extension, such as .pdf');
    expect(await send('a.txt', { quotedMessageId: 'none' })).toEqual([400, 'bad_request']);
    expect(await send('a.txt', { avatarUrl: 'javascript:alert(1)' })).toEqual([400, 'bad_request']);
    expect(await send('a.txt', {}, 'none')).toEqual([404, 'not_found']);
    const large = new Uint8Array(MAX_FILE_BYTES + 1);
    const answer = await sendAgentFile(desk, visitor.conversationId, { name: 'a.zip', content: large });
    expect([answer.status, answer.body.error.code]).toEqual([413, 'fileSize']);
    expect(answer.body.error.description).toBe('A file may have at most 50 MB');
    const stranger = await sendAgentFile({ ...desk, agentToken: 'wrong' }, visitor.conversationId, {
      name: 'a.txt',
      content: 'x',
    });
    expect(stranger.status).toBe(401);
    expect(filesIn(folder)).toHaveLength(before);
    expect(await messages()).toEqual([]);
  });

  it('makes one message and keeps one file of repeats that race', async () => {
    const before = filesIn(folder).length;
    const message = { referenceId: 'same' };
    const all = await Promise.all(
      Array.from({ length: 6 }, () =>
        sendFile(visitor, desk, { name: 'a.pdf', content: 'pdf' }, { message }),
      ),
    );
    expect(all.map((a) => a.status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    expect(new Set(all.map((a) => a.body.messageId)).size).toBe(1);
    expect(await messages()).toHaveLength(1);
    expect(filesIn(folder)).toHaveLength(before + 1);
  });

  it('refuses a forbidden file, names the upload to the tabs and stores nothing', async () => {
    const before = filesIn(folder).length;
    const live = await listenAsVisitor(desk, visitor);
    const message = { referenceId: 'r-2' };
    const { status, body } = await sendFile(visitor, desk, { name: 'run.exe', content: 'MZ' }, { message });
    expect([status, body.error.code]).toEqual([400, 'fileType']);
    expect(await live.until(1)).toMatchObject([
      {
        type: 'upload:failed',
        conversation: { _id: visitor.conversationId },
        err: { status: 400, code: 'fileType' },
        data: { messageId: 'r-2' },
      },
    ]);
    expect(await messages()).toEqual([]);
    expect(filesIn(folder)).toHaveLength(before);
    live.stop();
  });
});

describe('a file', async () => {
  const folder = folderForThisFile();
  const desk = await forThisFile(startDesk({ uploadsFolder: folder }));
  const visitor = await createVisitor(desk);

  const send = (name: string, content: BlobPart = 'x', parts = {}) =>
    sendFile(visitor, desk, { name, content }, parts);
  const addressOf = async (name: string, content: BlobPart = '0123456789'): Promise<string> => {
    const { body } = await send(name, content);
    const path = `/conversations/${visitor.conversationId}/messages`;
    const list = (await visitor.call('GET', path)).body.messages;
    return String(list.find((m) => m._id === body.messageId)?.mediaUrl);
  };
  const get = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });

  it('52,428,800 bytes pass, one byte more is refused with fileSize', async () => {
    expect(MAX_FILE_BYTES).toBe(52_428_800);
    expect((await send('most.zip', new Uint8Array(52_428_800))).status).toBe(201);
    const before = filesIn(folder).length;
    const { status, body } = await send('more.zip', new Uint8Array(52_428_801));
    expect([status, body.error.code]).toEqual([413, 'fileSize']);
    expect(filesIn(folder)).toHaveLength(before);
  });

  it('each allowed extension passes', async () => {
    const refused: string[] = [];
    for (const extension of ALLOWED_EXTENSIONS) {
      const answers = [await send(`a.${extension}`), await send(`a.exe.${extension.toUpperCase()}`)];
      if (answers.some((a) => a.status !== 201)) refused.push(extension);
    }
    expect(refused).toEqual([]);
  });

  it.each(['постер.jpeg', '.zip', 'a b.mp3'])('may be called %s', async (name) => {
    expect((await send(name)).status).toBe(201);
  });

  it.each([
    'a.html',
    'a.js',
    'a',
    'pdf',
    'a.pdf.exe',
    'a.',
    'a.constructor',
    'a.pdfx',
    'a.__proto__',
    'a.svgz',
  ])('others fail fileType: %s', async (name) => {
    const { status, body } = await send(name);
    expect([status, body.error.code]).toEqual([400, 'fileType']);
  });

  it('keeps its name without folders, and never leaves its folder', async () => {
    const url = await addressOf('../../../etc/passwd.txt');
    expect(new URL(url).pathname).toMatch(/^\/uploads\/[\w-]{43}\/passwd\.txt$/);
    expect((await get(`${desk.origin}/uploads/..%2f..%2fetc/passwd`)).status).toBe(404);
    expect((await get(`${desk.origin}/uploads/${'a'.repeat(43)}/x.txt`)).status).toBe(404);
  });

  it.each([
    ['picture.png', 'image/png', 'inline'],
    ['sound.mp3', 'audio/mpeg', 'inline'],
    ['film.webm', 'video/webm', 'inline'],
    ['drawing.svg', 'application/octet-stream', 'attachment'],
    ['data.xml', 'application/octet-stream', 'attachment'],
    ['notes.txt', 'application/octet-stream', 'attachment'],
    ['paper.pdf', 'application/octet-stream', 'attachment'],
  ])('%s is served as %s, %s, and can run nothing', async (name, type, disposition) => {
    const answer = await get(await addressOf(name));
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('content-disposition')).toMatch(
      new RegExp(`^${disposition}; filename="${name}"`),
    );
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    await answer.body?.cancel();
  });

  it('is an image message when browsers can draw it safely, else a file', async () => {
    await addressOf('p.webp');
    await addressOf('p.svg');
    const { body } = await visitor.call('GET', `/conversations/${visitor.conversationId}/messages`);
    expect(body.messages.slice(-2).map((m) => [m.type, m.mediaType])).toEqual([
      ['image', 'image/webp'],
      ['file', 'image/svg+xml'],
    ]);
  });

  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=5-2', 200, '0123456789', null],
    ['bytes=0-1,3-4', 200, '0123456789', null],
    ['items=0-3', 200, '0123456789', null],
  ])('answers the range %s with %i', async (range, status, text, contentRange) => {
    const answer = await get(await addressOf('r.mp4'), { range });
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
      status,
      text,
      contentRange,
    ]);
  });

  it.each([
    [20_000, 20_000, 'file'],
    [70_000, 1000, 'file'],
    [8000, 5001, 'file'],
    [8000, 5000, 'image'],
  ])('with a picture of %i × %i pixels is a %s on all sides', async (width, height, type) => {
    const content = png(8, 8);
    const head = new DataView(content.buffer, content.byteOffset);
    head.setUint32(16, width);
    head.setUint32(20, height);
    await sendFile(visitor, desk, { name: 'large.png', content });
    const { body } = await visitor.call('GET', `/conversations/${visitor.conversationId}/messages`);
    const shown = body.messages.at(-1);
    expect([shown?.type, shown?.mediaWidth]).toEqual([type, type === 'image' ? width : undefined]);
  });

  it('is not sent again to who has it, and not in part when it is another', async () => {
    const url = await addressOf('e.png');
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    const etag = head.headers.get('etag') ?? '';
    expect((await get(url, { 'if-none-match': etag })).status).toBe(304);
    expect((await get(url, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    expect((await get(url, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
  });

  it('gives its content address only to its visitor', async () => {
    const url = await addressOf('c.pdf');
    const path = (mediaUrl: string) => `/attachments/contentUrl?mediaUrl=${encodeURIComponent(mediaUrl)}`;
    const own = await visitor.call('GET', path(url));
    expect(own.body).toEqual({ previewContentUrl: url, contentUrl: url });
    const stranger = await createVisitor(desk);
    expect((await stranger.call('GET', path(url))).body.error.code).toBe('not_found');
    const elsewhere = 'https://cdn.example/a.png';
    expect((await visitor.call('GET', path(elsewhere))).body.contentUrl).toBe(elsewhere);
    for (const odd of ['', 'javascript:alert(1)', 'file:///etc/passwd']) {
      expect((await visitor.call('GET', path(odd))).body.error.code).toBe('bad_request');
    }
  });

  it('is accepted only from the conversation’s own visitor', async () => {
    const stranger = await createVisitor(desk);
    const authorization = basic(stranger.id, stranger.sessionToken);
    expect((await send('a.txt', 'x', { authorization })).status).toBe(403);
    expect((await send('a.txt', 'x', { authorization: 'Basic bm86bm8=' })).status).toBe(401);
    expect((await send('a.txt', 'x', { author: { appUserId: stranger.id } })).status).toBe(403);
    expect((await send('a.txt', 'x', { message: { role: 'appMaker' } })).status).toBe(400);
  });

  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${desk.origin}/sc/sdk/v2/apps/${desk.appId}/conversations/${visitor.conversationId}/files`, {
      method: 'POST',
      headers: { authorization: basic(visitor.id, visitor.sessionToken), ...headers },
      body,
    });
  const formOf = (...parts: [string, string | Blob, string?][]): FormData => {
    const form = new FormData();
    for (const [name, value, fileName] of parts) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, value, fileName);
    }
    return form;
  };
  const blob = new Blob(['x']);

  it.each([
    ['JSON', () => post('{}', { 'content-type': 'application/json' })],
    ['no boundary', () => post('x', { 'content-type': 'multipart/form-data' })],
    ['no file', () => post(formOf(['author', '{}']))],
    ['a message that is no JSON', () => post(formOf(['message', '{'], ['source', blob, 'a.txt']))],
    ['an author that is no JSON', () => post(formOf(['author', 'x'], ['source', blob, 'a.txt']))],
    ['two files', () => post(formOf(['source', blob, 'a.txt'], ['source', blob, 'b.txt']))],
    [
      'too many parts',
      () => post(formOf(...Array.from({ length: 12 }, (_, i): [string, string] => [`f${i}`, 'x']))),
    ],
    ['a part too long', () => post(formOf(['message', 'x'.repeat(70_000)], ['source', blob, 'a.txt']))],
    [
      'a body that breaks off',
      () =>
        post('--b\r\nContent-Disposition: form-data; name="source"; filename="a.txt"\r\n\r\nhalf', {
          'content-type': 'multipart/form-data; boundary=b',
        }),
    ],
  ])('is refused as %s with 400, and nothing of it is kept', async (_name, request) => {
    const before = filesIn(folder).length;
    const answer = await request();
    expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
      400,
      'bad_request',
    ]);
    expect(filesIn(folder)).toHaveLength(before);
  });

  it('may have its parts in any order, and its other parts may be blobs', async () => {
    const json = (value: unknown) => new Blob([JSON.stringify(value)], { type: 'application/json' });
    const form = formOf(
      ['source', blob, 'a.txt'],
      ['message', json({ referenceId: 'order' })],
      ['author', json({})],
    );
    expect((await post(form)).status).toBe(201);
    const { body } = await visitor.call('GET', `/conversations/${visitor.conversationId}/messages`);
    expect(body.messages.at(-1)).toMatchObject({ referenceId: 'order', altText: 'a.txt' });
  });

  it('leaves nothing behind when its sender disconnects, and the desk keeps working', async () => {
    const before = filesIn(folder);
    const stream = beginFile(desk, visitor, 16);
    await expect.poll(() => filesIn(folder).length).toBe(before.length + 1);
    stream.resetAndDestroy();
    await expect.poll(() => filesIn(folder)).toEqual(before);
    expect((await send('after.txt')).status).toBe(201);
  });

  it('is refused where the settings say so', async () => {
    const closed = await startDesk({ settings: { messenger: { attachmentsEnabled: false } } });
    const someone = await createVisitor(closed);
    expect((await sendFile(someone, closed, { name: 'a.txt', content: 'x' })).status).toBe(403);
    expect((await agent(closed)('GET', '/conversations')).status).toBe(200);
    await closed.close();
  });
});
