import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgent, type TestAgent } from '../support/agents';
import { type Desk, startDesk } from '../support/desk';
import { agent, createVisitor, listenAsVisitor, sendText, type Visitor } from '../support/deskClient';
import { ENGINES } from '../support/engines';

const HOUR_MS = 3_600_000;
const OFFICE = [{ from: '09:00', to: '17:00' }];
const MESSAGE = {
  enabled: true,
  text: 'Thanks, {{name}}. Back: {{opens}}',
  texts: { de: 'Hallo {{name}}, wir sind ab {{opens}} da.', 'pt-br': 'Voltamos: {{opens}}', fr: ' ' },
};
/** A Friday evening, in Berlin 19:30. */
const EVENING = Date.UTC(2027, 0, 15, 18, 30);

describe.each(ENGINES)('a team that is away on %s', (_name, engine) => {
  let desk: Desk;
  let ada: TestAgent;
  let time = EVENING;
  beforeAll(async () => {
    const hours = {
      enabled: true,
      timeZone: 'Europe/Berlin',
      days: { mon: OFFICE, fri: OFFICE },
      message: MESSAGE,
    };
    const settings = {
      hours,
      app: { endSessionEnabled: true },
      email: {
        ...{ enabled: true, smtpUrl: 'smtp://127.0.0.1:1', from: 'a@shop.example' },
        ...{ page: 'https://shop.example', unansweredAfter: 600 },
      },
    };
    desk = await startDesk({ ...engine, settings, now: () => time });
    ada = await createAgent(desk, 'Ada');
  });
  afterAll(() => desk.close());

  const someone = (body: Record<string, unknown> = {}) => {
    time = EVENING;
    return createVisitor(desk, body);
  };
  const write = async (visitor: Visitor, text = 'Hello?') => {
    time += 1000;
    expect((await sendText(visitor, text)).status).toBe(201);
  };
  const act = (path: string, { conversationId }: Visitor, body: object = {}) => {
    time += 1000;
    return ada.call('POST', `/conversations/${conversationId}/${path}`, body);
  };
  const rowOf = async ({ conversationId }: Visitor) =>
    (await agent(desk)('GET', `/conversations/${conversationId}`)).body.conversation;
  const away = async ({ conversationId }: Visitor): Promise<unknown[]> => {
    const { body } = await agent(desk)('GET', `/conversations/${conversationId}/messages`);
    return body.messages
      .filter((m) => m.automatic === true)
      .map((m) => String(m.text).replace(/\u202f/g, ' '));
  };

  it('tells a visitor once, who still waits, in a row that stays as it was', async () => {
    const visitor = await someone();
    const live = await listenAsVisitor(desk, visitor);
    await write(visitor, 'Where is my canoe?');
    expect(await away(visitor)).toEqual(['Thanks. Back: Monday, 9:00 AM GMT+1']);
    await expect.poll(() => JSON.stringify(live.events)).toContain('Back: Monday');
    await live.stop();
    await write(visitor, 'And my paddle?');
    expect(await away(visitor)).toHaveLength(1);
    const row = await rowOf(visitor);
    expect(row).toMatchObject({ unreadCount: 2, lastMessage: { text: 'And my paddle?' } });
    expect(row.waitingSince).toBe((EVENING + 1000) / 1000);
    expect(row.lastUpdatedAt).toBe((EVENING + 2000) / 1000);
    expect((await desk.store.conversationById(visitor.conversationId))?.firstAnsweredAt).toBeNull();
    // The email to the team is due as without it.
    expect(await desk.store.waitOf(visitor.conversationId)).toMatchObject({ alertAt: EVENING + 601_000 });
  });

  it.each([
    ['de-at', { name: 'Vera' }, 'Hallo Vera, wir sind ab Montag, 09:00 MEZ da.'],
    ['de', {}, 'Hallo, wir sind ab Montag, 09:00 MEZ da.'],
    ['pt-br', {}, 'Voltamos: segunda-feira, 09:00 GMT+1'],
    ['fr', { name: 'Vera' }, 'Thanks, Vera. Back: Monday, 9:00 AM GMT+1'],
    ['xx-y', {}, 'Thanks. Back: Monday, 9:00 AM GMT+1'],
  ])('is told in %s, with their name and the time', async (locale, properties, text) => {
    const visitor = await someone({ locale, properties });
    await write(visitor);
    expect(await away(visitor)).toEqual([text]);
  });

  it('tells nobody while it is open', async () => {
    const visitor = await someone();
    time = EVENING - 8 * HOUR_MS;
    await write(visitor);
    expect(await away(visitor)).toEqual([]);
  });

  it('tells nobody whom a program or a person answers, or who is blocked', async () => {
    const answered = await someone();
    time = EVENING - 4 * HOUR_MS;
    await write(answered);
    time = EVENING;
    await act('messages', answered, { text: 'We are still here' });
    await write(answered);
    expect(await away(answered)).toEqual([]);

    const blocked = await someone();
    await agent(desk)('POST', `/users/${blocked.id}/block`);
    await write(blocked);
    expect(await away(blocked)).toEqual([]);
  });

  it('tells a visitor again once somebody has closed, and the team has been open since', async () => {
    const visitor = await someone();
    await write(visitor);
    await act('close', visitor);
    await write(visitor);
    expect(await away(visitor)).toHaveLength(1);
    time = EVENING + 72 * HOUR_MS;
    await write(visitor);
    expect(await away(visitor)).toHaveLength(2);
    time = EVENING + 7 * 24 * HOUR_MS;
    await write(visitor);
    expect(await away(visitor)).toHaveLength(2);
  });
});
