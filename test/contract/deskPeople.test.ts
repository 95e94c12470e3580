import { describe, expect, it } from 'vitest';
import { readSettings } from '../../examples/support-desk/server/domain/settings/settings';
import { decodePeople, decodeTeamStatus } from '../../src/wire/people';
import { type Desk, startDesk } from '../support/desk';
import { agent, createVisitor, listenAsAgent, sendText } from '../support/deskClient';
import { forThisFile } from '../support/forThis';

const MINUTE = 60_000;
const OPEN = { from: '08:00', to: '18:00' };
const PEOPLE = {
  faces: true,
  presence: true,
  greeting: 'Hello!',
  starters: ['Where is my order?'],
};

const configOf = async (desk: Desk) => {
  const answer = await fetch(`${desk.origin}/embeddable/config`);
  return ((await answer.json()) as { messenger: Record<string, unknown> }).messenger;
};

describe('the people in the configuration', () => {
  it('are what the widget reads, with the agents’ own face where the settings name none', async () => {
    const desk = await startDesk({ settings: { messenger: { people: PEOPLE }, agent: { name: 'Mara' } } });
    const messenger = await configOf(desk);
    expect(decodePeople(messenger)).toEqual({ ...PEOPLE, team: [{ name: 'Mara', avatarUrl: undefined }] });
    await desk.close();
  });

  it.each([
    {},
    { people: {} },
    { people: { faces: false, greeting: '', starters: [], team: [{ name: 'A' }] } },
  ])('are not there where nothing of them is shown: %j', async (messenger) => {
    const desk = await startDesk({ settings: { messenger } });
    expect(await configOf(desk)).not.toHaveProperty('people');
    await desk.close();
  });

  it.each([
    [{ starters: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'messenger.people.starters: must have at most 5 entries'],
    [{ starters: ['a', 'a'] }, 'messenger.people.starters: must differ from each other'],
    [{ starters: [' '] }, 'messenger.people.starters.0: must not be empty'],
    [{ greeting: 'x'.repeat(1001) }, 'messenger.people.greeting: must have at most 1000 characters'],
    [
      { team: [{ name: 'A', avatarUrl: 'javascript:x' }] },
      'messenger.people.team.0.avatarUrl: must be an http or https address',
    ],
    [{ face: true }, 'messenger.people.face: there is no such setting; did you mean faces?'],
  ])('are refused in words where they cannot be: %j', (people, problem) => {
    expect(readSettings({ messenger: { people } })).toMatchObject({ problem });
  });
});

describe('whether the team is there', async () => {
  // A Wednesday, noon.
  let time = Date.UTC(2030, 0, 2, 12);
  const days = { wed: [OPEN], thu: [OPEN] };
  const desk = await forThisFile(
    startDesk({
      now: () => time,
      settings: { messenger: { people: PEOPLE }, hours: { enabled: true, days } },
    }),
  );

  const team = async () => {
    const answer = await fetch(`${desk.origin}/sc/sdk/v2/integrations/web/team`, {
      headers: { origin: 'https://shop.example' },
    });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const body: unknown = await answer.json();
    return decodeTeamStatus(body);
  };
  const tell = async (inbox: string, away = false) => {
    expect((await agent(desk)('POST', '/presence', { inbox, away })).status).toBe(200);
  };
  /** A visitor's first question, and its first answer after some seconds. */
  const answerAfter = async (seconds: number) => {
    const visitor = await createVisitor(desk);
    await sendText(visitor, 'Hello');
    time += seconds * 1000;
    await agent(desk)('POST', `/conversations/${visitor.conversationId}/messages`, { text: 'Hi' });
  };

  it('counts inboxes that are open, connected and not away', async () => {
    await tell('one');
    expect((await team()).agentsOnline).toBe(0);
    const live = await listenAsAgent(desk);
    await tell('two');
    expect((await team()).agentsOnline).toBe(2);
    await tell('two', true);
    expect((await team()).agentsOnline).toBe(1);
    time += 3 * MINUTE;
    expect((await team()).agentsOnline).toBe(0);
    await tell('one');
    expect((await team()).agentsOnline).toBe(1);
    await live.stop();
    await expect.poll(async () => (await team()).agentsOnline).toBe(0);
  });

  it('tells the usual time of first answers once there are three, and reads them once a minute', async () => {
    await answerAfter(60);
    await answerAfter(300);
    time += MINUTE;
    expect((await team()).replyTime).toBeUndefined();
    await answerAfter(120);
    expect((await team()).replyTime).toBe(120);
    await answerAfter(10);
    await answerAfter(10);
    expect((await team()).replyTime).toBe(120);
    time += MINUTE;
    expect((await team()).replyTime).toBe(60);
  });

  it('tells nothing outside of the opening hours', async () => {
    const live = await listenAsAgent(desk);
    const now = time;
    await tell('one');
    expect((await team()).agentsOnline).toBe(1);
    time = now - (now % 86_400_000) + 20 * 3_600_000;
    await tell('one');
    expect(await team()).toEqual({ agentsOnline: 0, replyTime: undefined });
    time = now;
    await live.stop();
  });

  it('refuses an inbox without an id, and one that is not signed in', async () => {
    for (const body of [
      {},
      { inbox: '' },
      { inbox: 'a b' },
      { inbox: 'x'.repeat(101) },
      { inbox: 'a', away: 1 },
    ])
      expect((await agent(desk)('POST', '/presence', body)).status, JSON.stringify(body)).toBe(400);
    const stranger = await fetch(`${desk.origin}/agent/api/presence`, {
      method: 'POST',
      body: '{"inbox":"a"}',
    });
    expect(stranger.status).toBe(401);
    expect((await fetch(`${desk.origin}/sc/sdk/v2/integrations/other/team`)).status).toBe(404);
  });
});

it('a desk that does not show presence does not tell whether the team is online', async () => {
  const desk = await startDesk({ settings: { messenger: { people: { faces: true } } } });
  const live = await listenAsAgent(desk);
  await agent(desk)('POST', '/presence', { inbox: 'one' });
  const answer = await fetch(`${desk.origin}/sc/sdk/v2/integrations/web/team`);
  expect(await answer.json()).toEqual({ team: { agentsOnline: 0, replyTime: null } });
  await live.stop();
  await desk.close();
});
