import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../examples/support-desk/server/domain/settings/settings';
import { decodeRetryPolicy, retryDelay } from '../../src/model/retryPolicy';
import { decodeConfig } from '../../src/wire/config';
import { decodeIntegration } from '../../src/wire/integration';
import { decodeLauncherConfig } from '../../src/wire/launcherConfig';
import { decodeUserAnswer } from '../../src/wire/user';
import { startDesk } from '../support/desk';
import { agent, anonymous, createVisitor } from '../support/deskClient';
import { folderForThisFile } from '../support/folder';
import { forThisFile } from '../support/forThis';

type Raw = { status: number; headers: Record<string, unknown>; bytes: Buffer };

/** Gets a raw answer. fetch does not allow setting the Host header and hides content encodings. */
const rawGet = (url: string, headers: Record<string, string>): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const call = request(url, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    call.on('error', reject).end();
  });

describe('the configuration answer', async () => {
  const repository = folderForThisFile();
  const words = (open: string) =>
    JSON.stringify({
      launcher_open: open,
      launcher_close: `${open}!`,
      frame_home: `${open}?`,
      initial_conversation_request_failed: `No ${open}`,
      retry: 'R',
      composer_label: 'W',
      composer_send: 'S',
      'launcher.hide_label': 'H',
      other: 'x',
    });
  mkdirSync(join(repository, 'locales'));
  const locales = { 'en-us': 'Open', de: 'Öffnen', 'pt-br': 'Abrir', 'zh-tw': '開啟' };
  for (const [code, open] of Object.entries(locales)) {
    writeFileSync(join(repository, 'locales', `${code}.json`), words(open));
  }
  writeFileSync(join(repository, 'locales/de-at.json'), '{"launcher_open":"Aufmachen"}');
  writeFileSync(
    join(repository, 'locales/codes.json'),
    JSON.stringify({
      ...Object.fromEntries([...Object.keys(locales), 'fr', 'eo'].map((code) => [code, {}])),
      'de-at': { inherits: 'de' },
    }),
  );
  writeFileSync(join(repository, 'locales/fr.json'), 'not json');
  const desk = await forThisFile(
    startDesk({
      repository,
      settings: { messenger: { title: 'Shop', launcher: { shape: 'square' }, zIndex: 999999 } },
    }),
  );

  const configOf = async (query: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${desk.origin}/embeddable/config${query}`, { headers });
    const answer: unknown = await response.json();
    const { messenger } = answer as { messenger: object };
    return { ...messenger, ...decodeLauncherConfig(answer), ...decodeConfig(answer).messenger };
  };

  it('is what the widget reads', async () => {
    expect(await configOf('')).toMatchObject({
      appId: 'porch',
      integrationId: 'web',
      baseUrl: `${desk.origin}/sc/sdk`,
      title: 'Shop',
      conversationHistory: 'remember',
      canUserSeeConversationList: true,
      launcher: { shape: 'square' },
    });
  });

  it('leaves out what the widget fills in by itself', async () => {
    const response = await fetch(`${desk.origin}/embeddable/config`, {
      headers: { 'accept-language': 'en' },
    });
    const body = (await response.json()) as { messenger: object; features: object };
    expect(body.features).toEqual({});
    for (const name of ['zIndex', 'position', 'borderRadius', 'attachmentsEnabled', 'color', 'locale']) {
      expect(body.messenger).not.toHaveProperty(name);
    }
  });

  it.each([
    ['?locale=de', 'en', 'de', 'Öffnen'],
    ['?locale=de-CH', '', 'de', 'Öffnen'],
    ['?locale=eo', '', 'en-us', 'Open'],
    ['?locale=pt_BR', '', 'pt-br', 'Abrir'],
    ['?locale=zh-Hant-HK', '', 'zh-tw', '開啟'],
    ['', 'fi, xx;q=0.9, de;q=0.5, en;q=0.1', 'de', 'Öffnen'],
    ['', 'de;q=0.1, pt-BR;q=0.9', 'pt-br', 'Abrir'],
    ['', 'en-GB, de;q=0.9', 'en-us', 'Open'],
    ['', 'de;q=0, fi', 'en-us', 'Open'],
    ['?locale=../../secret', 'de', 'de', 'Öffnen'],
    ['?locale=tlh', '', 'en-us', 'Open'],
    ['?locale=codes', '', 'en-us', 'Open'],
    ['?locale=fr', '', 'en-us', 'Open'],
    ['', '*', 'en-us', 'Open'],
    ['', ';;;q=x,,', 'en-us', 'Open'],
  ])('speaks the language of %s with Accept-Language %s', async (query, header, locale, open) => {
    const messenger = await configOf(query, { 'accept-language': header });
    expect([messenger.locale, messenger.launcher.words]).toEqual([
      locale,
      {
        open,
        close: `${open}!`,
        window: `${open}?`,
        failed: `No ${open}`,
        retry: 'R',
        write: 'W',
        send: 'S',
        hide: 'H',
      },
    ]);
  });

  it('has the words of a regional language, and of its base language where those are missing', async () => {
    const { locale, launcher } = await configOf('?locale=de-AT');
    expect([locale, launcher.words?.open, launcher.words?.close]).toEqual(['de-at', 'Aufmachen', 'Öffnen!']);
  });

  it('carries the settings of the queue banner, the privacy notice and the list', async () => {
    const messenger = {
      waitTimeEnabled: true,
      queuePositionEnabled: true,
      queuePollingInterval: 30,
      onlyDecreasingQueue: true,
      privacyNoticeEnabled: true,
      privacyNoticeUrl: 'https://shop.example/privacy',
      showZendeskLogo: true,
      attachmentsEnabled: false,
      canUserSeeConversationList: true,
    };
    const app = { canUserCreateMoreConversations: false };
    const set = await startDesk({ settings: { app, messenger } });
    const answer = await (await fetch(`${set.origin}/embeddable/config`)).json();
    expect(answer).toMatchObject({ messenger });
    const integration = await (await fetch(`${set.origin}/sc/sdk/v2/integrations/web/config`)).json();
    expect(integration).toMatchObject({
      app: { settings: { multiConvoEnabled: true } },
      integration: {
        canUserCreateMoreConversations: false,
        canUserSeeConversationList: true,
        attachmentsEnabled: false,
      },
    });
    await set.close();
  });

  it('offers neither a list nor more conversations where only one is allowed', async () => {
    const set = await startDesk({ settings: { app: { multiConvoEnabled: false } } });
    const { messenger } = decodeConfig(await (await fetch(`${set.origin}/embeddable/config`)).json());
    expect(messenger.canUserSeeConversationList).toBe(false);
    const integration = await (await fetch(`${set.origin}/sc/sdk/v2/integrations/web/config`)).json();
    expect(decodeIntegration(integration)).toMatchObject({
      multiConvoEnabled: false,
      canUserSeeConversationList: false,
      canUserCreateMoreConversations: false,
    });
    await set.close();
  });

  it.each([
    ['messenger.privacyNoticeUrl', { privacyNoticeUrl: 'javascript:alert(1)' }],
    ['messenger.privacyNoticeEnabled', { privacyNoticeEnabled: 'yes' }],
    ['messenger.showZendeskLogo', { showZendeskLogo: 1 }],
    ['messenger.queuePollingInterval', { queuePollingInterval: 0 }],
    ['messenger.onlyDecreasingQueue', { onlyDecreasingQueue: 'no' }],
    ['messenger.attachmentsEnabled', { attachmentsEnabled: null }],
  ])('has no settings with a wrong %s', (where, messenger) => {
    const problem = expect.stringContaining(`${where}: `);
    const issue = { path: where.split('.'), words: problem };
    expect(readSettings({ messenger })).toEqual({ problem, issues: [issue] });
  });

  it('may be kept but must be asked for again, and answers 304 to who has it', async () => {
    const url = `${desk.origin}/embeddable/config`;
    const first = await rawGet(url, {});
    expect(first.headers['cache-control']).toBe('no-cache');
    expect(first.headers.vary).toMatch(/accept-language/i);
    const etag = String(first.headers.etag);
    expect((await rawGet(url, { 'if-none-match': etag })).status).toBe(304);
    expect((await rawGet(url, { 'if-none-match': etag, 'accept-language': 'de' })).status).toBe(200);
  });

  it('is compressed for those who accept it, at most 210 bytes with the words of the text box', async () => {
    const url = `${desk.origin}/embeddable/config`;
    const small = await rawGet(url, { 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect(small.headers['content-encoding']).toBe('br');
    expect(small.bytes.length).toBeLessThanOrEqual(210);
    const plain = await rawGet(url, { 'accept-encoding': 'gzip;q=0, br;q=0' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(brotliDecompressSync(small.bytes).toString())).toEqual(
      JSON.parse(plain.bytes.toString()),
    );
  });

  it('gives every address under the name it was reached by', async () => {
    const ask = async (path: string, headers: Record<string, string>) =>
      (await rawGet(desk.origin + path, headers)).bytes.toString();
    const host = 'support.example:8443';
    expect(await ask('/embeddable/config', { host })).toContain(`"http://${host}/sc/sdk"`);
    expect(await ask('/embeddable/config', { host, 'x-forwarded-proto': 'https' })).toContain(
      `"https://${host}/`,
    );
    expect(await ask('/embeddable/config', { host: 'evil"><script>' })).not.toContain('script');
    const authorization = `Bearer ${desk.agentToken}`;
    expect(await ask('/agent/api/session', { host, authorization })).toContain(`"http://${host}/faye"`);
    expect(await ask('/sc/sdk/v2/integrations/web/config', { host })).toContain(`"http://${host}/sc/sdk"`);
  });

  it('gives PUBLIC_URL instead, where there is one', async () => {
    const behind = await startDesk({ publicUrl: 'https://help.example' });
    const config = await fetch(`${behind.origin}/embeddable/config`);
    expect(decodeConfig(await config.json()).messenger.baseUrl).toBe('https://help.example/sc/sdk');
    const { body } = await anonymous(behind)('POST', '/appusers', {});
    expect(body.settings.realtime.baseUrl).toBe('https://help.example/faye');
    expect((await agent(behind)('GET', '/session')).body.realtime.baseUrl).toBe('https://help.example/faye');
    await behind.close();
  });

  it('tells the integration both wrapped and bare', async () => {
    const response = await fetch(`${desk.origin}/sc/sdk/v2/integrations/web/config`);
    const { config, ...bare } = (await response.json()) as { config: object };
    expect(config).toMatchObject(bare);
    expect(bare).toMatchObject({
      integration: { canUserCreateMoreConversations: true, canUserSeeConversationList: true },
      app: { _id: 'porch', settings: { multiConvoEnabled: true } },
    });
    expect((await fetch(`${desk.origin}/sc/sdk/v2/integrations/other/config`)).status).toBe(404);
  });

  it('carries the retry policy of failed messages, in numbers that the widget accepts', async () => {
    const response = await fetch(`${desk.origin}/sc/sdk/v2/integrations/web/config`);
    const { restRetryPolicy } = (await response.json()) as { restRetryPolicy: unknown };
    const policy = decodeRetryPolicy(restRetryPolicy);
    const { regular, aggressive, ...rest } = policy;
    expect(restRetryPolicy).toEqual({ intervals: { regular, aggressive }, ...rest });
    const waits = [1, 2, 3, 4, 5, 6].map((failures) => retryDelay(policy, failures));
    expect(waits).toEqual([15, 30, 60, 120, 240, 60]);
  });

  it('gives its own retry policy, delay of the live connection and word on typing, if it has them', async () => {
    const restRetryPolicy = {
      intervals: { regular: 90, aggressive: 20 },
      backoffMultiplier: 3,
      maxRetries: 4,
    };
    const own = await startDesk({
      settings: { restRetryPolicy, realtime: { connectionDelay: 7 }, typing: { enabled: false } },
    });
    const integration = await fetch(`${own.origin}/sc/sdk/v2/integrations/web/config`);
    expect(await integration.json()).toMatchObject({ restRetryPolicy });
    const created = await fetch(`${own.origin}/sc/sdk/v2/apps/porch/appusers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(decodeUserAnswer(await created.json()).realtime).toMatchObject({
      connectionDelay: 7,
      typing: false,
    });
    await own.close();
  });
});

describe('pages of other origins', async () => {
  const desk = await forThisFile(startDesk());

  it.each([
    '/embeddable/config',
    '/sc/sdk/v2/apps/porch/appusers',
    '/sc/sdk/v2/apps/porch/conversations/x/messages',
  ])('may ask for %s, and the browser need not ask twice', async (path) => {
    const response = await fetch(desk.origin + path, {
      method: 'OPTIONS',
      headers: { origin: 'https://publisher.example', 'access-control-request-method': 'POST' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    expect(Number(response.headers.get('access-control-max-age'))).toBeGreaterThan(3600);
    const allowed = response.headers.get('access-control-allow-headers') ?? '';
    for (const name of [
      'authorization',
      'content-type',
      'x-smooch-appid',
      'x-smooch-clientid',
      'x-smooch-sdk',
    ]) {
      expect(allowed).toContain(name);
    }
    expect(response.headers.get('access-control-allow-methods')).toMatch(/PUT/);
  });

  it('may read answers, errors too, and no cache keeps them', async () => {
    const answers = [
      await anonymous(desk)('POST', '/appusers', {}),
      await anonymous(desk)('GET', '/appusers/x'),
      await anonymous(desk)('POST', '/appusers', 'x'.repeat(100_001)),
    ];
    expect(answers.map((a) => a.status)).toEqual([201, 401, 413]);
    for (const { headers } of answers) {
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('may not read the agent API', async () => {
    await createVisitor(desk);
    const { headers } = await agent(desk)('GET', '/conversations');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});
