import { beforeEach, describe, expect, it } from 'vitest';
import { startDesk } from '../support/desk';
import { agent, createVisitor, sendText, type Visitor } from '../support/deskClient';
import { forThisFile } from '../support/forThis';
import { mailSettings, startMailServer } from '../support/mailServer';

type Config = { messenger: { campaigns: { jwt: string }[] } };

const lines: string[] = [];
const NASTY = '<img src=x onerror=alert(1)> "quoted" & {{title}}\nnext line';

describe('transcripts by email', async () => {
  let visitor: Visitor;
  const mail = await forThisFile(startMailServer());
  const email = {
    ...mailSettings(mail.url),
    from: 'Shop <desk@shop.example>',
    page: 'https://shop.example/',
  };
  const limits = {
    transcripts: { points: 100, seconds: 60 },
    addressTranscripts: { points: 1000, seconds: 60 },
    receiverTranscripts: { points: 8, seconds: 60 },
    allTranscripts: { points: 30, seconds: 3600 },
  };
  const desk = await forThisFile(
    startDesk({
      onLog: (line) => lines.push(line),
      settings: {
        email,
        limits,
        messenger: { title: 'Shoe <shop>', campaigns: [{ id: 'boots', text: 'Need help?' }] },
      },
    }),
  );
  beforeEach(async () => {
    visitor = await createVisitor(desk);
    mail.received.length = 0;
    mail.refuse = false;
  });

  const answer = (text = 'hi') =>
    agent(desk)('POST', `/conversations/${visitor.conversationId}/messages`, { text, name: 'Ada' });
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
    await answer();
    const all = await Promise.all([1, 2, 3].map(() => ask('ana@customer.example', 'the-same-request')));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(mail.received).toHaveLength(1);
  });

  it('can be asked for again after the mail server has refused', async () => {
    await sendText(visitor, 'hello');
    await answer();
    mail.refuse = true;
    expect((await ask('ana@customer.example', 'a-request-again')).status).toBe(502);
    mail.refuse = false;
    expect((await ask('ana@customer.example', 'a-request-again')).status).toBe(200);
    expect(mail.received).toHaveLength(1);
  });

  it('are sent at most five times, and not of an empty conversation, an unanswered one, or somebody else’s', async () => {
    expect((await ask('ben@customer.example')).status).toBe(409);
    await sendText(visitor, 'hello');
    const { status, body } = await ask('ben@customer.example');
    expect([status, body.error.description]).toEqual([
      409,
      expect.stringContaining('Nobody has answered yet'),
    ]);
    const config = (await (await fetch(`${desk.origin}/embeddable/config`)).json()) as Config;
    const signedCampaignData = config.messenger.campaigns[0]?.jwt;
    const invited = await createVisitor(desk, {
      intent: 'proactiveMessaging',
      signedCampaignData,
      conversation: { type: 'personal' },
    });
    await sendText(invited, 'hello');
    const wanted = { email: 'ben@customer.example', referenceId: 'a-campaign-is-no-answer' };
    const asked = await invited.call('POST', `/conversations/${invited.conversationId}/transcript`, wanted);
    expect(asked.status).toBe(409);
    await answer();
    const stranger = await createVisitor(desk);
    expect((await ask('x@customer.example', 'a-stranger-asks', stranger)).status).toBe(403);
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push((await ask('ben@customer.example')).status);
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
    await answer();
    expect((await ask(email)).status).toBe(400);
    expect(mail.received).toEqual([]);
  });

  const answered = async (): Promise<void> => {
    visitor = await createVisitor(desk);
    await sendText(visitor, 'hello');
    await answer();
  };

  it('reach one mailbox only so often, whoever asks, and however it is spelled', async () => {
    const spellings = [
      'cleo@shop.example',
      'CLEO@Shop.Example',
      'cleo+1@shop.example',
      'Cleo+a+b@shop.EXAMPLE',
    ];
    const found: number[] = [];
    for (let i = 0; i < 10; i++) {
      if (i % 5 === 0) await answered();
      found.push((await ask(spellings[i % spellings.length])).status);
    }
    expect(found).toEqual([...Array(8).fill(200), 409, 409]);
    const statusOf = async (email: string) => (await ask(email)).status;
    expect([await statusOf('c.leo@shop.example'), await statusOf('cleo@sub.shop.example')]).toEqual([
      200, 200,
    ]);
    await answered();
    for (let i = 0; i < 4; i++) await ask(`d${'.'.repeat(i > 0 ? 1 : 0)}an+${i}@gmail.com`);
    await answered();
    for (let i = 0; i < 4; i++) await ask('dan@GoogleMail.com');
    await answered();
    for (let i = 0; i < 4; i++) await ask('D.a.n@gmail.com');
    expect((await ask('dan@gmail.com')).status).toBe(409);
  });

  it('are not endlessly many in all, and the log warns then', async () => {
    const found: number[] = [];
    for (let i = 0; i < 35; i++) {
      if (i % 5 === 0) await answered();
      found.push((await ask(`stranger${i}@a.example`)).status);
    }
    expect(found.slice(-5)).toEqual(Array(5).fill(409));
    const warned = lines.filter((line) => line.includes('allTranscripts'));
    expect(warned).toHaveLength(1);
    expect(JSON.parse(warned[0] ?? '')).toMatchObject({ level: 40, limit: 'allTranscripts' });
    expect(lines.join()).not.toContain('stranger0@');
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
