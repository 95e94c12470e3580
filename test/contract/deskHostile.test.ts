import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseEncoding } from '../../examples/support-desk/server/http/accept';
import { judge } from '../../examples/support-desk/server/realtime/channelRules';
import { parseMessages } from '../../examples/support-desk/server/realtime/parseMessages';
import { createSubscribers } from '../../examples/support-desk/server/realtime/subscribers';
import type { Store } from '../../examples/support-desk/server/store/store';
import { createLocaleWords } from '../../examples/support-desk/server/words/localeWords';
import { startDesk } from '../support/desk';
import {
  agent,
  basic,
  createVisitor,
  listenAsAgent,
  listenAsVisitor,
  sendFile,
  sendText,
  type Visitor,
} from '../support/deskClient';
import { visitorForEachTest } from '../support/eachVisitor';
import { createFakeClock } from '../support/fakeClock';
import { filesIn } from '../support/filesIn';
import { folderForThisFile, folderForThisTest } from '../support/folder';
import { forThisFile } from '../support/forThis';

type Raw = { status: number; body: string };

/** Sends a request with any Host header; fetch does not allow setting it. */
const raw = (url: string, headers: Record<string, string>, method = 'GET', body = ''): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const call = request(url, { method, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
    });
    call.on('error', reject).end(body);
  });

describe('a file sent under another name of the desk', async () => {
  const desk = await forThisFile(startDesk());
  const visitor = visitorForEachTest(desk);

  const sendAs = async (host: string): Promise<number> => {
    const body = [
      '--b\r\nContent-Disposition: form-data; name="message"\r\n\r\n{"referenceId":"r"}\r\n',
      '--b\r\nContent-Disposition: form-data; name="source"; filename="a b.png"\r\n\r\nbytes\r\n--b--\r\n',
    ].join('');
    const path = `/sc/sdk/v2/apps/${desk.appId}/conversations/${visitor.conversationId}/files`;
    const headers = {
      host,
      authorization: basic(visitor.id, visitor.sessionToken),
      'content-type': 'multipart/form-data; boundary=b',
    };
    return (await raw(desk.origin + path, headers, 'POST', body)).status;
  };

  it('is at the reader’s own name for everybody who reads it, live and later, and in a quote of it', async () => {
    const [live, agents] = await Promise.all([listenAsVisitor(desk, visitor), listenAsAgent(desk)]);
    expect(await sendAs('evil.example')).toBe(201);
    const [event] = await live.until(1);
    const address = `${desk.origin}/uploads/`;
    expect(event?.message.mediaUrl).toMatch(new RegExp(`^${address}[^/]+/a%20b\\.png$`));
    const heard = (await agents.until(2)).map(
      (one) => one.message?.mediaUrl ?? one.conversation.lastMessage?.mediaUrl,
    );
    expect(heard).toEqual([event?.message.mediaUrl, event?.message.mediaUrl]);
    expect(await (await fetch(String(event?.message.mediaUrl))).text()).toBe('bytes');

    const quoted = await agent(desk)('POST', `/conversations/${visitor.conversationId}/messages`, {
      text: 'This?',
      quotedMessageId: event?.message._id,
    });
    const answers = await Promise.all([
      visitor.call('GET', `/conversations/${visitor.conversationId}`),
      visitor.call('GET', `/appusers/${visitor.id}/conversations`),
      agent(desk)('GET', `/conversations/${visitor.conversationId}/messages`),
      agent(desk)('GET', '/conversations'),
    ]);
    for (const { body } of [quoted, ...answers]) {
      expect(JSON.stringify(body)).not.toContain('evil.example');
      expect(JSON.stringify(body)).not.toMatch(/"mediaUrl":"\//);
    }
    expect(JSON.stringify(quoted.body)).toContain(`"mediaUrl":"${event?.message.mediaUrl}"`);
    const content = `/attachments/contentUrl?mediaUrl=${encodeURIComponent(
      String(event?.message.mediaUrl).replace(desk.origin, 'http://evil.example'),
    )}`;
    expect((await visitor.call('GET', content)).body.contentUrl).toBe(event?.message.mediaUrl);
    live.stop();
    agents.stop();
  });
});

describe('files without room', () => {
  const folder = folderForThisFile();

  it('are refused with a reason once read, and messages still work, so the desk stays ready', async () => {
    const uploads = { totalMegabytes: 0, freeMegabytes: 0 };
    const desk = await startDesk({ uploadsFolder: folder, settings: { uploads } });
    const visitor = await createVisitor(desk);
    const live = await listenAsVisitor(desk, visitor);
    const content = new Uint8Array(3_000_000);
    const { status, body } = await sendFile(
      visitor,
      desk,
      { name: 'a.zip', content },
      { message: { referenceId: 'r' } },
    );
    expect([status, body.error.code]).toEqual([507, 'storage_full']);
    expect(await live.until(1)).toMatchObject([
      { type: 'upload:failed', err: { status: 507 }, data: { messageId: 'r' } },
    ]);
    expect(filesIn(folder)).toEqual([]);
    expect((await sendText(visitor, 'Hello')).status).toBe(201);
    expect((await fetch(`${desk.origin}/ready`)).status).toBe(200);
    live.stop();
    await desk.close();
  });

  it('are taken up to the limit of a visitor, each small one as a block of the disk', async () => {
    const desk = await startDesk({
      uploadsFolder: folder,
      settings: { uploads: { visitorMegabytes: 0.02, freeMegabytes: 0 } },
    });
    const [ada, bob] = [await createVisitor(desk), await createVisitor(desk)];
    const send = async (visitor: Visitor) =>
      (await sendFile(visitor, desk, { name: 'a.txt', content: 'x' })).status;
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) statuses.push(await send(ada));
    expect(statuses).toEqual([201, 201, 201, 201, 201, 507, 507]);
    expect(await send(bob)).toBe(201);
    await desk.close();
  });
});

describe('a file whose message was committed while the answer was lost', () => {
  it('stays, and the repeat finds the message; one that was rolled back goes', async () => {
    const folder = folderForThisTest();
    const desk = await startDesk({ uploadsFolder: folder, settings: { uploads: { freeMegabytes: 0 } } });
    const visitor = await createVisitor(desk);
    const { store } = desk as { store: { transaction: Store['transaction'] } };
    const { transaction } = store;
    const once = (lose: Store['transaction']) => {
      store.transaction = (work) => {
        store.transaction = transaction;
        return lose(work);
      };
    };
    const send = () =>
      sendFile(visitor, desk, { name: 'a.png', content: 'bytes' }, { message: { referenceId: 'r' } });
    once(() => Promise.reject(new Error('never began')));
    expect([(await send()).status, filesIn(folder)]).toEqual([500, []]);
    once(async (work) => {
      await transaction(work);
      throw new Error('the connection was lost');
    });
    expect((await send()).status).toBe(500);
    expect(filesIn(folder)).toHaveLength(1);
    expect((await send()).status).toBe(200);
    expect(filesIn(folder)).toHaveLength(1);
    const { body } = await visitor.call('GET', `/conversations/${visitor.conversationId}/messages`);
    expect(await (await fetch(String(body.messages[0]?.mediaUrl))).text()).toBe('bytes');
    await desk.close();
  });
});

describe('an upload that is not as it should be', () => {
  it('is answered also when its parts are too many and large, and when its file breaks off', async () => {
    const desk = await startDesk();
    const visitor = await createVisitor(desk);
    const path = `/sc/sdk/v2/apps/${desk.appId}/conversations/${visitor.conversationId}/files`;
    const send = (body: string) => {
      const headers = {
        authorization: basic(visitor.id, visitor.sessionToken),
        'content-type': 'multipart/form-data; boundary=b',
      };
      return fetch(desk.origin + path, { method: 'POST', headers, body });
    };
    const part = `--b\r\nContent-Disposition: form-data; name="author"\r\n\r\n"${'x'.repeat(20_000)}"\r\n`;
    const file = '--b\r\nContent-Disposition: form-data; name="source"; filename="a.png"\r\n\r\nby';
    expect((await send(`${part.repeat(12)}${file}tes\r\n--b--\r\n`)).status).toBe(400);
    expect((await send(file)).status).toBe(400);
    await desk.close();
  });
});

describe('the live endpoint', () => {
  it('refuses ids that are nested, long or not text, over both transports, and keeps working', async () => {
    const desk = await startDesk();
    const post = (id: string) => {
      const body = `[{"channel":"/meta/handshake","version":"1.0","supportedConnectionTypes":["websocket"],"id":${id}}]`;
      return raw(`${desk.origin}/faye`, { 'content-type': 'application/json' }, 'POST', body);
    };
    for (const id of ['['.repeat(8000) + ']'.repeat(8000), `"${'x'.repeat(5000)}"`, '{"a":1}', '1']) {
      expect((await post(id)).status).toBe(400);
    }
    expect((await post('"1"')).status).toBe(200);
    await desk.close();
  });

  it('looks up each channel of a message once, and accepts ten at most', async () => {
    let asked = 0;
    const ext = { appId: 'porch', appUserId: 'u', sessionToken: 't' };
    const subscribe = (subscription: string[]) =>
      parseMessages(JSON.stringify([{ channel: '/meta/subscribe', clientId: 'c', subscription, ext }]));
    const channel = '/sdk/apps/porch/appusers/u';
    const [message] = subscribe(Array.from({ length: 10 }, () => channel)) ?? [];
    const verdict = await judge(message ?? {}, {
      waitFor: async () => 0,
      appId: () => 'porch',
      visitor: async () => {
        asked++;
        return { appUserId: 'u', grant: { expiresAt: null, tags: ['t'] } };
      },
      redeem: async () => undefined,
      agent: async () => undefined,
      countFor: () => undefined,
    });
    expect([asked, verdict]).toEqual([1, { grants: [{ expiresAt: null, tags: ['t'] }] }]);
    expect(subscribe(Array.from({ length: 1200 }, () => channel))).toBeUndefined();
  });

  it('counts a grant that a client has already once, and keeps eight for it', () => {
    const clock = createFakeClock();
    const subscribers = createSubscribers(clock, () => undefined);
    const add = (tag: string) => subscribers.add('c', { expiresAt: clock.now() + 1000, tags: [tag] });
    for (let i = 0; i < 100; i++) expect(add('same')).toBe(true);
    expect(clock.pending()).toBe(1);
    expect(Array.from({ length: 8 }, (_, i) => add(`t${i}`))).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    subscribers.close();
    expect(clock.pending()).toBe(0);
  });
});

describe('a header of many spaces', () => {
  const RUNS = 5;
  const FEW = 1_500;
  const MANY = 15_000;
  /** Quadratic work grows a hundredfold from few spaces to many, linear work tenfold. */
  const MOST_GROWTH = 30;

  /**
   * The processor time of the shortest of several runs, in µs. It does not count the work of other programs,
   * and what this process does besides can only make a run longer.
   */
  const computed = async (work: () => unknown): Promise<number> => {
    let least = Number.POSITIVE_INFINITY;
    for (let run = 0; run < RUNS; run++) {
      const before = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(before);
      least = Math.min(least, user + system);
    }
    return least;
  };
  const expectLinear = async (work: (spaces: string) => unknown): Promise<void> => {
    const few = await computed(() => work(' '.repeat(FEW)));
    expect(await computed(() => work(' '.repeat(MANY)))).toBeLessThan(MOST_GROWTH * few);
  };

  it('chooses a language in time proportional to the header’s length', async () => {
    const words = createLocaleWords(join(import.meta.dirname, '../../locales'));
    const usual = words({ header: 'de' });
    expect(words({ header: `de${' '.repeat(15_000)};q=1` })).toEqual(usual);
    // A single choice is too short to be measured.
    await expectLinear((spaces) => {
      for (let i = 0; i < 200; i++) words({ header: `a${spaces}b` });
    });
  });

  it('chooses an encoding in time proportional to the header’s length', async () => {
    await expectLinear((spaces) => {
      for (let i = 0; i < 200; i++) chooseEncoding(`br${spaces};${spaces}q=${spaces}1`);
    });
  });

  it('compares a file’s tag in time proportional to the header’s length', async () => {
    const desk = await startDesk();
    const ask = (header: string) => raw(`${desk.origin}/`, { 'if-none-match': header });
    const page = await fetch(`${desk.origin}/`, { headers: { 'accept-encoding': 'identity' } });
    const etag = page.headers.get('etag') ?? '';
    await expectLinear((spaces) => ask(`"a"${spaces}b`));
    const known = await raw(`${desk.origin}/`, { 'if-none-match': `"x" , ${etag}` });
    expect(known.status).toBe(304);
    await desk.close();
  });
});
