import { beforeEach, expect, it } from 'vitest';
import { inMemory } from '../../examples/support-desk/server/bus/liveState';
import { createClockLimiter } from '../support/clockLimiter';
import { type Desk, startDesk } from '../support/desk';
import { agent, anonymous, createVisitor, sendText, type Visitor } from '../support/deskClient';
import { forThisFile } from '../support/forThis';
import { mailSettings, startMailServer } from '../support/mailServer';

const HOUR = 3_600_000;
const VICTIM = 'victim@example.com';
const TEAM = 'team@shop.example';

let time = 1_800_000_000_000;
const lines: string[] = [];
const start = (store: Desk['store'] | 'memory' = 'memory') =>
  startDesk({
    store,
    now: () => time,
    publicUrl: 'https://desk.example',
    onLog: (line) => lines.push(line),
    liveState: { ...inMemory, createLimiter: createClockLimiter(() => time) },
    settings: {
      email: { ...mailSettings(mail.url), offerAfter: 60, sendAfter: 60, team: TEAM, unansweredAfter: 600 },
      limits: {
        receiverMails: { points: 3 },
        allAnswers: { points: 9 },
        teamMails: { points: 4 },
        addressEmails: { points: 20 },
      },
    },
  });
const mail = await forThisFile(startMailServer());
const desk = await forThisFile(start());
beforeEach(async () => {
  time += 100 * HOUR;
  mail.refuse = false;
  await desk.mailRound();
  time += 100 * HOUR;
  mail.received.length = 0;
  lines.length = 0;
});

const pass = async (ms: number) => {
  time += ms;
  await desk.mailRound();
  return mail.received.splice(0);
};
const act = ({ conversationId }: Visitor, path: string, body: object = {}) =>
  agent(desk)('POST', `/conversations/${conversationId}/${path}`, body);
const automatic = async ({ conversationId }: Visitor) =>
  (await agent(desk)('GET', `/conversations/${conversationId}/changes`)).body.happenings.map(
    ({ what }) => what,
  );
const warnings = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);

/** Visitors who wait and were asked for an address. */
const asked = async (count: number): Promise<Visitor[]> => {
  const all: Visitor[] = [];
  for (let i = 0; i < count; i++) {
    const visitor = await createVisitor(desk, { properties: { name: `Visitor ${i}` } });
    await sendText(visitor, `Question ${i}`);
    all.push(visitor);
  }
  return all;
};
const leave = async (
  visitor: Visitor,
  email: string,
  from?: string,
  referenceId?: string,
): Promise<number> => {
  const path = `/conversations/${visitor.conversationId}/messages`;
  const form = (await visitor.call('GET', path)).body.messages.find(({ type }) => type === 'form');
  const field = { type: 'email', name: 'email', email };
  const message = { type: 'formResponse', quotedMessageId: form?._id, fields: [field], referenceId };
  const author = { role: 'appUser', appUserId: visitor.id, client: { id: 'client-1' } };
  if (from === undefined) return (await visitor.call('POST', path, { author, message })).status;
  const answer = await fetch(`${desk.origin}/sc/sdk/v2/apps/${desk.appId}${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': from,
      Authorization: `Basic ${btoa(`${visitor.id}:${visitor.sessionToken}`)}`,
    },
    body: JSON.stringify({ author, message }),
  });
  return answer.status;
};

it('answers reach an address that somebody has typed a few times a day, and the others wait, unlost', async () => {
  const visitors = await asked(5);
  await pass(60_000);
  for (const [i, visitor] of visitors.entries()) {
    await leave(visitor, i % 2 === 0 ? VICTIM : 'Victim+you@Example.COM');
    await act(visitor, 'messages', { text: `Answer ${i}` });
  }
  expect((await pass(60_000)).map(({ to }) => to.join())).toHaveLength(3);
  const [first, late] = [visitors[0] as Visitor, visitors[4] as Visitor];
  expect(await automatic(late)).toEqual(['answersHeld']);
  expect(await pass(3 * HOUR)).toEqual([]);
  await pass(3 * HOUR);
  expect(await automatic(late)).toEqual(['answersHeld']);
  expect(warnings().filter(({ limit }) => limit === 'receiverMails').length).toBeLessThan(4);
  expect(JSON.stringify(lines)).not.toMatch(/victim/i);
  await act(first, 'messages', { text: 'One more' });
  time += 18 * HOUR;
  const sent = [...(await pass(0)), ...(await pass(2 * HOUR))];
  expect(sent.map(({ text }) => /Answer \d|One more/.exec(text)?.[0]).sort()).toEqual([
    'Answer 3',
    'Answer 4',
    'One more',
  ]);
});

it('answers are not limited once somebody has opened the link of one, or the page has proven the address', async () => {
  const [visitor] = (await asked(1)) as [Visitor];
  await pass(60_000);
  await leave(visitor, 'ada@visitor.example');
  const next = async () => {
    await act(visitor, 'messages', { text: 'An answer' });
    return pass(60_000);
  };
  const [first] = await next();
  const token = /#\/\?porch-open=([\w.-]+)/.exec(first?.text ?? '')?.[1] ?? '';
  await next();
  await next();
  expect(await next()).toEqual([]);
  expect((await anonymous(desk)('POST', '/emaillinks', { token })).status).toBe(200);
  expect(await pass(2 * HOUR)).toEqual([]);
  expect((await anonymous(desk)('POST', '/emaillinks', { token, agreed: true })).status).toBe(200);
  expect(await pass(2 * HOUR)).toHaveLength(1);
  for (let i = 0; i < 4; i++) expect(await next()).toHaveLength(1);
  await desk.store.transaction(async (tx) => {
    const user = await tx.lockUser(visitor.id);
    await tx.updateUser(visitor.id, { profile: { ...user?.profile, email: VICTIM, emailVerified: false } });
  });
  for (const mails of [1, 1, 1, 0]) expect(await next()).toHaveLength(mails);
});

it('answers that a mail server does not take count for nobody', async () => {
  const [visitor] = (await asked(1)) as [Visitor];
  await pass(60_000);
  await leave(visitor, VICTIM);
  await act(visitor, 'messages', { text: 'An answer' });
  mail.refuse = true;
  for (let i = 0; i < 5; i++) await pass(HOUR);
  mail.refuse = false;
  expect(await pass(HOUR)).toHaveLength(1);
});

it('few addresses are left from one network address, whoever leaves them', async () => {
  const visitors = await asked(22);
  await pass(60_000);
  const statuses = [];
  for (const [i, visitor] of visitors.entries())
    statuses.push(await leave(visitor, `nobody${i}@example.com`, '198.51.100.7'));
  expect(statuses).toEqual([...Array(20).fill(201), 429, 429]);
  expect(await leave(visitors[20] as Visitor, 'ada@visitor.example', '198.51.100.8')).toBe(201);
});

it('a flood of visitors is one email to the team, which tells of all who wait', async () => {
  await asked(30);
  const sent = await pass(600_000);
  expect(sent.slice(0, 4).every(({ headers }) => /Subject: Visitor \d waits/.test(headers))).toBe(true);
  expect(sent).toHaveLength(5);
  const digest = sent[4];
  expect(digest?.headers).toContain('Subject: 26 visitors wait for an answer');
  expect(digest?.text).toMatch(/Visitor 4: Question 4\nhttps:\/\/desk\.example\/agent#conversation=/);
  expect(digest?.text).toContain('And 6 more.');
  expect(digest?.html).toContain('Visitor 4: Question 4</a>');
  expect(warnings()).toContainEqual(expect.objectContaining({ limit: 'teamMails' }));

  const [answered] = await asked(3);
  await act(answered as Visitor, 'messages', { text: 'Here' });
  expect(await pass(500_000)).toEqual([]);
  const [next, ...more] = await pass(100_000);
  expect([next?.headers.match(/Subject: (.*)/)?.[1], more]).toEqual(['2 visitors wait for an answer', []]);
  const [alone] = await asked(1);
  const told = await pass(600_000);
  expect(told.map(({ headers }) => /Subject: (.*)/.exec(headers)?.[1])).toEqual([
    'Visitor 0 waits for an answer',
  ]);
  expect(await automatic(alone as Visitor)).toContain('teamMailed');
  expect(await pass(600_000)).toEqual([]);
});

it('an email of the flood that a server does not take is sent again with the next, to those who got none', async () => {
  await asked(6);
  mail.refuse = true;
  await pass(600_000);
  mail.refuse = false;
  expect((await pass(61_000)).map(({ to }) => to)).toEqual(Array(5).fill([TEAM]));
});

it('forms and transcripts that are refused use up nothing that others at the address may do', async () => {
  const [stranger, other] = (await asked(2)) as [Visitor, Visitor];
  await pass(60_000);
  const from = '203.0.113.9';
  await sendText(stranger, 'One more', 'taken');
  for (let i = 0; i < 30; i++) {
    time += 2000;
    expect(await leave(stranger, VICTIM, from, 'taken')).toBe(409);
  }
  expect(await leave(other, 'ada@visitor.example', from)).toBe(201);
});

it('transcripts that no mail server has taken stop nothing to their address', async () => {
  const [stranger, other] = (await asked(2)) as [Visitor, Visitor];
  for (const visitor of [stranger, other]) await act(visitor, 'messages', { text: 'Here' });
  const ask = async ({ call, conversationId }: Visitor, email: string, referenceId: string) =>
    (await call('POST', `/conversations/${conversationId}/transcript`, { email, referenceId })).status;
  mail.refuse = true;
  for (let i = 0; i < 12; i++) {
    time += 20_000;
    expect(await ask(stranger, `victim+${i}@example.com`, `request-${i}-again`)).toBe(502);
  }
  mail.refuse = false;
  expect(await ask(other, VICTIM, 'the-own-request')).toBe(200);
});

it('answers to visitors go out before emails to the team', async () => {
  const visitors = await asked(3);
  await pass(60_000);
  const [first] = visitors as [Visitor];
  await leave(first, 'ada@visitor.example');
  time += 540_000;
  await act(first, 'messages', { text: 'An answer' });
  time += 60_000;
  const sent = await pass(0);
  expect(sent.map(({ to }) => to[0])).toEqual(['ada@visitor.example', TEAM, TEAM]);
});

it('a transcript that two processes are asked for at once is sent by one', async () => {
  const [visitor] = (await asked(1)) as [Visitor];
  await act(visitor, 'messages', { text: 'Here' });
  const other = await start(desk.store);
  const path = `/sc/sdk/v2/apps/${desk.appId}/conversations/${visitor.conversationId}/transcript`;
  const ask = async ({ origin }: Desk) => {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Basic ${btoa(`${visitor.id}:${visitor.sessionToken}`)}`,
      },
      body: JSON.stringify({ email: 'ada@visitor.example', referenceId: 'the-same-request' }),
    });
    return answer.status;
  };
  expect((await Promise.all([ask(desk), ask(other)])).sort()).toEqual([200, 409]);
  expect(mail.received).toHaveLength(1);
  expect([await ask(desk), await ask(other)]).toEqual([200, 200]);
  expect(mail.received).toHaveLength(1);
});
