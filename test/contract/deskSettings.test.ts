import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type {
  AgentSettingsAnswer,
  AgentSettingsHistoryAnswer,
} from '../../examples/support-desk/shared/answers/settings';
import { type Json, obj } from '../../src/wire/decode';
import { type Desk, startDesk } from '../support/desk';
import { listenAsAgent } from '../support/deskClient';
import { forThisFile } from '../support/forThis';
import { createMemoryStore } from '../support/memory/memoryStore';

type Refusal = { error: { code: string; description: string; issues?: { path: string[]; words: string }[] } };

/** Calls the settings' part of the agent API. */
const settingsOf = (desk: Desk) => {
  const call = async (method: string, path: string, body?: unknown, token = desk.agentToken) => {
    const response = await fetch(`${desk.origin}/agent/api/settings${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  return {
    call,
    read: async () => (await call('GET', '')).body as AgentSettingsAnswer,
    save: (base: number, value: object, name?: string) => call('POST', '', { base, value, name }),
    restore: (base: number, version: number) => call('POST', '/restore', { base, version, name: 'Bo' }),
    history: async (query = '') => (await call('GET', `/history${query}`)).body as AgentSettingsHistoryAnswer,
    draft: (value: object, draft?: string) => call('POST', '/drafts', { value, draft }),
  };
};

const messengerAt = async (desk: Desk, path = 'config'): Promise<Json> =>
  obj(
    ((await (await fetch(`${desk.origin}/embeddable/${path}`)).json()) as { messenger: unknown }).messenger,
  );

describe('settings that an agent saves', async () => {
  const store = createMemoryStore(randomUUID());
  /** A Wednesday, 12:00 in Berlin. */
  let now = Date.UTC(2026, 0, 14, 11);
  const desk = await forThisFile(
    startDesk({
      store,
      now: () => now,
      settings: { messenger: { attachmentsEnabled: false }, app: { name: 'Operator' } },
    }),
  );

  it('are in the configuration at once, with who, when and what changed in the history', async () => {
    const { read, save, history } = settingsOf(desk);
    expect(await read()).toMatchObject({
      version: 0,
      value: {},
      fixed: { app: { name: 'Operator' }, messenger: { attachmentsEnabled: false } },
      defaults: { messenger: { title: 'Support' } },
    });
    const value = { messenger: { title: 'Shop', color: { primary: '#0b6e4f' } } };
    const saved = await save(0, value, 'Ada');
    expect(saved).toMatchObject({
      status: 200,
      body: { version: 1, author: 'Ada', savedAt: now / 1000, value },
    });
    expect(await messengerAt(desk)).toMatchObject(value.messenger);
    expect(await history()).toEqual({
      versions: [
        {
          version: 1,
          author: 'Ada',
          savedAt: now / 1000,
          changes: [
            { path: 'messenger/color/primary', after: '#0b6e4f' },
            { path: 'messenger/title', after: 'Shop' },
          ],
        },
      ],
      hasMore: false,
    });
    expect(await save(1, value), 'nothing has changed').toMatchObject({ body: { version: 1 } });
  });

  it('are told to the other agents', async () => {
    const live = await listenAsAgent(desk);
    await settingsOf(desk).save(1, { messenger: { title: 'Store' } }, 'Ada');
    const saved = { type: 'settings:saved', version: 2, author: 'Ada', savedAt: now / 1000 };
    expect(await live.until(1)).toEqual([saved]);
    live.stop();
  });

  it('never overwrite what another agent has saved since', async () => {
    const { read, save, restore } = settingsOf(desk);
    const refused = await save(1, { messenger: { title: 'Mine' } });
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', description: 'Ada has saved other settings in the meantime' } },
    });
    expect((await restore(1, 0)).status).toBe(409);
    const both = await Promise.all(['a', 'b'].map((title) => save(2, { messenger: { title } })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await read()).version).toBe(3);
  });

  it('come back from the history as a new version, and so does having none', async () => {
    const { read, restore, history } = settingsOf(desk);
    expect(await restore(3, 1)).toMatchObject({ status: 200, body: { version: 4, author: 'Bo' } });
    expect(await messengerAt(desk)).toMatchObject({ title: 'Shop' });
    expect((await history('?before=5')).versions[0]).toMatchObject({ version: 4, restored: 1 });
    expect((await history('?before=3')).versions.map(({ version }) => version)).toEqual([2, 1]);
    await restore(4, 0);
    expect((await read()).value).toEqual({});
    expect(await messengerAt(desk)).not.toHaveProperty('color');
    expect((await restore(5, 99)).status).toBe(404);
  });

  it('never win over settings.json', async () => {
    const { save, read } = settingsOf(desk);
    await save(5, { messenger: { attachmentsEnabled: true } });
    expect(await messengerAt(desk)).toMatchObject({ attachmentsEnabled: false });
    expect((await read()).fixed).toMatchObject({ messenger: { attachmentsEnabled: false } });
  });

  it('are refused with the problem and its place', async () => {
    const { save, read } = settingsOf(desk);
    const { version } = await read();
    const span = { from: '17:00', to: '09:00' };
    const issueOf = async (value: object) => {
      const { status, body } = await save(version, value);
      const { issues = [] } = (body as Refusal).error;
      return [status, issues.map(({ path, words }) => `${path.join('/')}: ${words}`).join('; ')];
    };
    const cases: [object, RegExp][] = [
      [
        { messenger: { color: { primary: 'red' } } },
        /^messenger\/color\/primary: .*must be a CSS hex or rgb/,
      ],
      [{ messenger: { titel: 'x' } }, /^messenger\/titel: .*there is no such setting/],
      [{ messenger: { privacyNoticeEnabled: true } }, /^messenger\/privacyNoticeUrl: .*must be given/],
      [{ hours: { days: { mon: [span] } } }, /^hours\/days\/mon\/0: .*must end after it begins/],
      [
        {
          messenger: {
            campaigns: [{ id: 'a', text: 'Hi', from: '2027-02-02T00:00Z', to: '2027-02-01T00:00Z' }],
          },
        },
        /^messenger\/campaigns\/0\/to: .*must end after it begins/,
      ],
      [{ hours: { timeZone: 'Mars' } }, /^hours\/timeZone: .*must be the name of a time zone/],
      [{ locales: { offered: ['de'] } }, /^locales\/fallback: .*must be one of the offered locales/],
      [{ locales: { offered: ['tlh'] } }, /^locales\/offered\/0: .*must be one of the locales/],
      [{ messenger: { integrationId: 'mine' } }, /^messenger\/integrationId: .*only settings\.json/],
      [{ auth: {} }, /^auth: .*only settings\.json/],
      [{ email: { smtpUrl: 'smtp://mail.example' } }, /^email\/smtpUrl: .*only settings\.json/],
      [{ email: { linksSince: '2026-11-25T09:00:00Z' } }, /^email\/linksSince: .*only settings\.json/],
      [{ voice: { turnSecret: 'x' } }, /^voice\/turnSecret: .*only settings\.json/],
    ];
    for (const [value, words] of cases)
      expect(await issueOf(value)).toEqual([400, expect.stringMatching(words)]);
    expect((await read()).version).toBe(version);
  });

  it('tell visitors outside of the opening hours so, in the team’s time zone', async () => {
    const { save, read } = settingsOf(desk);
    const hours = {
      enabled: true,
      timeZone: 'Europe/Berlin',
      days: {
        wed: [
          { from: '09:00', to: '12:30' },
          { from: '14:00', to: '24:00' },
        ],
      },
      awayText: 'Back soon',
    };
    await save((await read()).version, { hours, messenger: { description: 'We are here' } });
    const at = async (hour: number, minute: number) => {
      now = Date.UTC(2026, 0, 14, hour, minute);
      return (await messengerAt(desk)).description;
    };
    expect(await at(7, 59)).toBe('Back soon');
    expect(await at(8, 0)).toBe('We are here');
    expect(await at(11, 30)).toBe('Back soon');
    expect(await at(22, 59)).toBe('We are here');
    expect(await at(23, 0)).toBe('Back soon');
  });

  it('decide which languages visitors get', async () => {
    const { save, read } = settingsOf(desk);
    await save((await read()).version, { locales: { offered: ['de', 'fr'], fallback: 'de' } });
    const localeFor = async (language: string) => {
      const headers = { 'accept-language': language };
      const answer = await fetch(`${desk.origin}/embeddable/config`, { headers });
      return ((await answer.json()) as { messenger: Json }).messenger.locale;
    };
    expect(await localeFor('fr-CA, en')).toBe('fr');
    expect(await localeFor('en, fr;q=0.5')).toBe('fr');
    expect(await localeFor('es')).toBe('de');
    expect(await localeFor('en')).toBe('de');
  });

  it('are only for agents', async () => {
    const { call } = settingsOf(desk);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['POST', '/restore'],
      ['POST', '/drafts'],
      ['GET', '/history'],
    ] as const) {
      expect((await call(method, path, method === 'POST' ? {} : undefined, 'wrong')).status).toBe(401);
    }
  });

  it('are still there after the desk has started again, unless they no longer fit', async () => {
    const { version, value } = await settingsOf(desk).read();
    const again = await startDesk({ store });
    expect(await settingsOf(again).read()).toMatchObject({ version, value });
    // As a desk of another version would have stored it.
    await store.transaction((tx) =>
      tx.insertSettingsVersion({
        version: version + 1,
        author: 'Ada',
        savedAt: 1,
        value: { messenger: { gone: 1 } },
        changes: [],
        restored: null,
      }),
    );
    const later = await startDesk({ store });
    expect(await messengerAt(later)).toMatchObject({ appId: 'porch' });
    expect(await settingsOf(later).read()).toMatchObject({
      savedProblem: 'messenger.gone: there is no such setting',
    });
    expect((await settingsOf(later).restore(version + 1, version)).status).toBe(200);
    for (const each of [again, later]) await each.close();
  });
});

describe('a draft of the settings', async () => {
  let now = 1_800_000_000_000;
  const desk = await forThisFile(
    startDesk({ now: () => now, settings: { messenger: { position: 'left' } } }),
  );

  it('is in the preview’s configuration alone, for an hour, and keeps its id', async () => {
    const { draft, read } = settingsOf(desk);
    const made = await draft({ messenger: { title: 'Soon', position: 'right' } });
    const { draft: id } = made.body as { draft: string };
    const preview = `preview/config?draft=${id}`;
    expect(await messengerAt(desk, preview)).toMatchObject({ title: 'Soon', position: 'left' });
    // A preview forgets its visitor with its tab.
    expect(await messengerAt(desk, preview)).not.toMatchObject({ conversationHistory: 'remember' });
    expect(await messengerAt(desk)).not.toMatchObject({ title: 'Soon' });
    // Nor is what agents do in it counted or reported.
    await draft({ messenger: { title: 'Soon', analytics: true, errorReports: true } }, id);
    const { analytics, errorReports } = await messengerAt(desk, preview);
    expect([analytics, errorReports]).toEqual([false, false]);
    expect((await read()).version).toBe(0);
    expect(await draft({ messenger: { title: 'Later' } }, id)).toEqual({ status: 200, body: { draft: id } });
    expect(await messengerAt(desk, preview)).toMatchObject({ title: 'Later' });
    now += 3_600_000;
    expect((await fetch(`${desk.origin}/embeddable/${preview}`)).status).toBe(404);
  });

  it('that cannot be used is refused, and an unknown one is not found', async () => {
    const { draft } = settingsOf(desk);
    expect(await draft({ messenger: { zIndex: 'high' } })).toMatchObject({ status: 400 });
    expect((await fetch(`${desk.origin}/embeddable/preview/config?draft=x`)).status).toBe(404);
    expect((await fetch(`${desk.origin}/embeddable/preview/config`)).status).toBe(200);
  });

  it('is shown by a page that only the desk itself may frame', async () => {
    const page = await fetch(`${desk.origin}/agent/preview/`);
    // Without a build of the inbox there is no such page.
    if (page.status === 404) return;
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("frame-ancestors 'self'");
    const { host } = new URL(desk.origin);
    expect(policy).toContain(`connect-src 'self' http://${host} ws://${host};`);
  });
});

describe('the sample settings of a demo desk', () => {
  const team = [{ name: 'Mara' }, { name: 'Idris' }];
  const sampleSettings = { messenger: { people: { faces: true, greeting: 'Hello!', team } } };

  it('count where agents have set nothing, and a save of something else stores none of them', async () => {
    const desk = await startDesk({ sampleSettings });
    const { read, save, history } = settingsOf(desk);
    expect(await read()).toMatchObject({ version: 0, value: {}, defaults: sampleSettings });
    expect((await messengerAt(desk)).people).toEqual(sampleSettings.messenger.people);
    const value = { messenger: { title: 'Our shop' } };
    await save(0, value, 'Ada');
    expect(await read()).toMatchObject({ version: 1, value });
    expect((await messengerAt(desk)).people).toEqual(sampleSettings.messenger.people);
    expect(await history()).toMatchObject({ versions: [{ changes: [{ path: 'messenger/title' }] }] });
    await desk.close();
  });

  it('lie under what agents set, none included, and under the file', async () => {
    const desk = await startDesk({
      sampleSettings,
      settings: { messenger: { people: { greeting: 'Good day!' } } },
    });
    const { save } = settingsOf(desk);
    expect((await messengerAt(desk)).people).toMatchObject({ greeting: 'Good day!', team });
    await save(0, { messenger: { people: { team: [], faces: false } } }, 'Ada');
    expect((await messengerAt(desk)).people).toEqual({ greeting: 'Good day!' });
    await desk.close();
  });
});
