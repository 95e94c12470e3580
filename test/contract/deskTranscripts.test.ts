import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Desk, startDesk } from '../support/desk';
import { agent, createVisitor, sendText, type Visitor } from '../support/deskClient';
import { startMailServer } from '../support/mailServer';

const NASTY = '<img src=x onerror=alert(1)> "quoted" & {{title}}\nnext line';

describe('transcripts by email', () => {
  let desk: Desk;
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  let visitor: Visitor;
  beforeAll(async () => {
    mail = await startMailServer();
    const email = {
      enabled: true,
      smtpUrl: mail.url,
      from: 'Shop <desk@shop.example>',
      page: 'https://shop.example/',
    };
    const limits = {
      transcripts: { points: 100, seconds: 60 },
      addressTranscripts: { points: 1000, seconds: 60 },
    };
    desk = await startDesk({ settings: { email, limits, messenger: { title: 'Shoe <shop>' } } });
  });
  afterAll(async () => {
    await desk.close();
    await mail.close();
  });
  beforeEach(async () => {
    visitor = await createVisitor(desk);
    mail.received.length = 0;
    mail.refuse = false;
  });

  let keys = 0;
  const ask = (email: unknown, referenceId: unknown = `reference-${++keys}`, by = visitor) =>
    by.call('POST', `/conversations/${visitor.conversationId}/transcript`, { email, referenceId });

  it('have what both sides said, escaped, as text and as HTML', async () => {
    await sendText(visitor, NASTY);
    await agent(desk)('POST', `/conversations/${visitor.conversationId}/messages`, {
      text: 'hi',
      name: 'Ada',
      actions: [{ type: 'link', text: 'Open it', uri: 'https://pay.example/7' }],
    });
    expect((await ask('ana@customer.example')).status).toBe(200);
    const [received] = mail.received;
    expect(received?.to).toEqual(['ana@customer.example']);
    expect(received?.text).toContain('Your conversation with Shoe <shop>');
    expect(received?.text).toMatch(/You · .* UTC\n<img src=x/);
    expect(received?.text).toMatch(/Ada · .* UTC\nhi\nOpen it: https:\/\/pay\.example\/7$/);
    expect(received?.html).toContain('&#60;img src=x onerror=alert(1)&#62;');
    expect(received?.html).toContain('&#38; {{title}}<br>next line');
    expect(received?.html).not.toContain('<img');
  });

  it('are sent once for each request, however often it is repeated', async () => {
    await sendText(visitor, 'hello');
    const all = await Promise.all([1, 2, 3].map(() => ask('ana@customer.example', 'the-same-request')));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(mail.received).toHaveLength(1);
  });

  it('can be asked for again after the mail server has refused', async () => {
    await sendText(visitor, 'hello');
    mail.refuse = true;
    expect((await ask('ana@customer.example', 'a-request-again')).status).toBe(502);
    mail.refuse = false;
    expect((await ask('ana@customer.example', 'a-request-again')).status).toBe(200);
    expect(mail.received).toHaveLength(1);
  });

  it('are sent at most five times, and not of an empty conversation or of somebody else’s', async () => {
    expect((await ask('ana@customer.example')).status).toBe(409);
    await sendText(visitor, 'hello');
    const stranger = await createVisitor(desk);
    expect((await ask('x@customer.example', 'a-stranger-asks', stranger)).status).toBe(403);
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push((await ask('ana@customer.example')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 409]);
    expect(mail.received).toHaveLength(5);
  });

  it.each([
    null,
    5,
    {},
    ['a@b.example'],
    '',
    'nobody',
    'a@b',
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example, c@d.example',
    'A <a@b.example>',
    `${'x'.repeat(250)}@b.example`,
  ])('go to no such address: %j', async (email) => {
    await sendText(visitor, 'hello');
    expect((await ask(email)).status).toBe(400);
    expect(mail.received).toEqual([]);
  });
});

it('a desk that sends no email offers none', async () => {
  const desk = await startDesk();
  try {
    const visitor = await createVisitor(desk);
    await sendText(visitor, 'hello');
    const path = `/conversations/${visitor.conversationId}/transcript`;
    const { status } = await visitor.call('POST', path, { email: 'a@b.example', referenceId: 'reference' });
    expect(status).toBe(403);
    expect(await (await fetch(`${desk.origin}/embeddable/config`)).text()).not.toContain('transcript');
  } finally {
    await desk.close();
  }
});
