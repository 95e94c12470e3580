import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  AcceptedEmailAnswer,
  AgentEmailAnswer,
  RefusedEmailsAnswer,
} from '../../examples/support-desk/shared/answers/emails';
import { createAgent, type TestAgent } from '../support/agents';
import { ADDRESS, type Answerable, answerTo, mailDeskForTheseTests } from '../support/answeredMail';
import { agent, basic } from '../support/deskClient';
import { DOVECOT } from '../support/dovecot';
import type { MailBody } from '../support/mails/compose';
import { png } from '../support/pictures';
import { addKey } from '../support/sunshineClient';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HELLO: MailBody = { plain: 'Hello' };
const BY_A_PROGRAM = ['Auto-Submitted: auto-replied'];
const STRANGER = { from: 'Eve <eve@other.example>' };
/** How dovecot writes the keyword of refused mails, and the flag of read ones, into the name of a file. */
const [REFUSED, ACCEPTED] = ['a', 'Sa'];

describe.skipIf(!DOVECOT)('emails', () => {
  const at = mailDeskForTheseTests(20);
  let admin: TestAgent;

  beforeAll(async () => {
    admin = await createAgent(at.desk, 'Ada', 'admin');
  });
  beforeEach(async () => {
    // What earlier tests have left due, and listed.
    at.time += 31 * DAY;
    await at.desk.mailRound();
    await at.desk.upkeep();
    at.dovecot.empty();
  });

  const ask = async <T>(method: string, path: string, by = admin.call) => {
    const { status, body } = await by(method, path, method === 'GET' ? undefined : {});
    return { status, body: body as unknown as T };
  };
  const listed = async () => (await ask<RefusedEmailsAnswer>('GET', '/refused-emails')).body.emails;
  const accept = async (id: string, by = admin.call) =>
    ask<AcceptedEmailAnswer>('POST', `/refused-emails/${id}/accept`, by);
  const counted = async () =>
    (await ask<{ refusedEmails: object }>('GET', '/conversation-counts')).body.refusedEmails;
  /** The archive of all that the desk has of a visitor. */
  const exported = async ({ visitor }: Answerable): Promise<string> => {
    const response = await fetch(`${at.desk.origin}/agent/api/users/${visitor.id}/export`, {
      headers: admin.headers,
    });
    return Buffer.from(await response.arrayBuffer()).toString('latin1');
  };
  const audited = async (action: string) =>
    (await at.desk.store.auditEntries({ limit: 500 })).filter((entry) => entry.action === action);

  describe('that became messages', () => {
    const QUOTE = 'On Mon, 1 Jan 2026 at 10:00, Shop <help@shop.example> wrote:\n> We have it in blue.';

    it('are kept whole, for agents and programs, apart from the lists of messages', async () => {
      const answered = await at.toVisitor();
      const { visitor } = answered;
      await at.receive(answerTo(answered, { plain: `Then two of them.\n\n${QUOTE}` }));
      const [message] = await at.mailed(answered);
      expect(message).toMatchObject({ text: 'Then two of them.', email: { isFolded: true } });
      expect(JSON.stringify(message)).not.toContain('in blue');
      const path = `/conversations/${visitor.conversationId}/messages/${message?._id}/email`;
      const { body } = await ask<AgentEmailAnswer>('GET', path);
      expect(body.email.isCut).toBe(false);
      expect(body.email.text).toContain('Then two of them.');
      expect(body.email.text).toContain('> We have it in blue.');
      const key = await addKey(at.desk.store);
      const sunshine = async (rest: string) => {
        const url = `${at.desk.origin}/sc/v2/apps/${at.desk.appId}/conversations/${visitor.conversationId}/messages${rest}`;
        return (await fetch(url, { headers: { authorization: basic(key.id, key.secret) } })).json();
      };
      expect(await sunshine(`/${message?._id}/email`)).toEqual(body);
      const list = await sunshine('');
      expect(list.messages.at(-1).email).toEqual({ isFolded: true });
      expect(JSON.stringify(list.messages.at(-1))).not.toContain('in blue');
      const own = (await visitor.call('GET', `/conversations/${visitor.conversationId}/messages`)).body;
      expect(own.messages.at(-1)).not.toHaveProperty('email');
    });

    it('have the words of their subject, alone or in the whole', async () => {
      const subject = 'Cancel my order 17';
      const answered = await at.toVisitor();
      await at.receive(answerTo(answered, { plain: '' }, { subject }));
      const mine = answered.mail.text.replace(/^/gm, '> ');
      await at.receive(
        answerTo(answered, { plain: `Please.\n\n${mine}` }, { subject: `Re: [ext] ${subject}` }),
      );
      const [alone, below] = await at.mailed(answered);
      expect([alone?.text, below?.text]).toEqual([subject, 'Please.']);
      const path = `/conversations/${answered.visitor.conversationId}/messages/${below?._id}/email`;
      const { email } = (await agent(at.desk)('GET', path)).body as unknown as { email: { text: string } };
      expect(email.text.startsWith(`Re: [ext] ${subject}\n\nPlease.`)).toBe(true);
    });

    it('have nothing more where the message says all of it', async () => {
      const answered = await at.toVisitor();
      await at.receive(answerTo(answered, { plain: 'Two  of\nthem. ' }));
      const [message] = await at.mailed(answered);
      expect(message).not.toHaveProperty('email');
      const path = `/conversations/${answered.visitor.conversationId}/messages/${message?._id}/email`;
      expect((await ask('GET', path)).status).toBe(404);
    });

    it('are kept up to a bound, which is said, where they are longer than messages', async () => {
      const answered = await at.toVisitor();
      await at.receive(answerTo(answered, { plain: 'word '.repeat(60_000) }));
      const messages = await at.mailed(answered);
      const last = messages.at(-1);
      expect(messages.map(({ email }) => email)).toEqual([
        ...messages.slice(1).map(() => undefined),
        { isFolded: true, isCut: true },
      ]);
      const path = `/conversations/${answered.visitor.conversationId}/messages/${last?._id}/email`;
      const { email } = (await ask<AgentEmailAnswer>('GET', path)).body;
      expect([email.text.length, email.isCut]).toEqual([200_000, true]);
    });

    it('are exported with the visitor, but not what is in an agent’s', async () => {
      const answered = await at.toVisitor();
      const team = await at.toTeam();
      await at.receive(
        answerTo(answered, { plain: `Mine.\n\n${QUOTE}` }),
        answerTo(team, { plain: `Ours.\n\n${QUOTE}` }, { from: `Ben <${team.email}>` }),
      );
      expect(await exported(answered)).toContain('> We have it in blue.');
      const others = await exported(team);
      expect(others).toContain('Ours.');
      expect(others).not.toContain('> We have it in blue.');
    });

    it('that are nothing but a file that is not taken name it', async () => {
      const answered = await at.toVisitor();
      await at.receive(
        answerTo(answered, { plain: '', files: [{ type: 'application/x-sh', name: 'a.sh', content: 'ls' }] }),
      );
      expect(await at.mailed(answered)).toMatchObject([
        { type: 'text', role: 'appUser', text: 'a.sh' },
        {
          type: 'text',
          role: 'appMaker',
          automatic: true,
          text: 'Files that could not be received: a.sh (2 bytes)',
          saysLeftOut: true,
          leftOut: [{ name: 'a.sh', reason: 'type', size: 2 }],
        },
      ]);
      const { conversation } = (
        await agent(at.desk)('GET', `/conversations/${answered.visitor.conversationId}`)
      ).body as unknown as { conversation: { lastMessage: { text: string } } };
      expect(conversation.lastMessage.text).toBe('a.sh');
    });

    it('have small pictures that were pasted into them, once', async () => {
      const answered = await at.toVisitor();
      const picture = Buffer.concat([png(40, 30), Buffer.alloc(200, 1)]);
      const files = [{ type: 'image/png', name: 'error.png', content: picture, inline: 'x@y' }];
      const body = { html: '<p>See</p><img src="cid:x@y">', files };
      await at.receive(answerTo(answered, body), answerTo(answered, body));
      expect((await at.mailed(answered)).map(({ type, leftOut }) => [type, leftOut])).toEqual([
        ['text', undefined],
        ['image', undefined],
        ['text', [expect.objectContaining({ name: 'error.png', reason: 'repeated' })]],
      ]);
    });
  });

  describe('that were not taken', () => {
    it('are listed once with the reason, the sender and what they say', async () => {
      const answered = await at.toVisitor();
      const mail = answerTo(answered, { plain: 'Another  one\nasks.' }, { ...STRANGER, subject: 'Re: Blue' });
      expect(await at.receive(mail, mail)).toEqual([REFUSED, REFUSED]);
      expect(await listed()).toEqual([
        {
          id: expect.any(String),
          reason: 'stranger',
          canAccept: true,
          conversationId: answered.visitor.conversationId,
          sender: 'eve@other.example',
          subject: 'Re: Blue',
          preview: 'Another one asks.',
          refusedAt: at.time / 1000,
        },
      ]);
      expect(await counted()).toEqual({ all: 1, acceptable: 1 });
    });

    it('name the conversation whose mail did not arrive, where they quote it as the desk has signed it', async () => {
      const answered = await at.toVisitor();
      const { messageId } = answered;
      const report = (id: string, quoted: string) =>
        [
          'From: MAILER-DAEMON@mx.shop.example',
          'To: help@shop.example',
          `Message-ID: <${id}@mx.example>`,
          'Content-Type: multipart/report; report-type=delivery-status; boundary="B"',
          '',
          '--B',
          'Content-Type: message/rfc822-headers',
          '',
          `Message-ID: ${quoted}`,
          '',
          '--B--',
          '',
        ].join('\r\n');
      // Another signature: nobody has got this mail.
      const forged = messageId.replace(/.(?=\.)/, (last) => (last === 'a' ? 'b' : 'a'));
      await at.receive(report('1', messageId), report('2', forged));
      expect((await listed()).map(({ reason, conversationId }) => [reason, conversationId])).toEqual([
        ['bounce', undefined],
        ['bounce', answered.visitor.conversationId],
      ]);
    });

    it('become the message that they would have been, once, when two admins accept one', async () => {
      const answered = await at.toVisitor();
      const files = [{ type: 'text/plain', name: 'a.txt', content: 'a' }];
      await at.receive(answerTo(answered, { ...HELLO, files }, STRANGER));
      const [mail] = await listed();
      const before = await audited('email-accepted');
      const ben = await createAgent(at.desk, 'Ben', 'admin');
      const answers = await Promise.all([admin, ben].map(({ call }) => accept(mail?.id ?? '', call)));
      for (const { status, body } of answers) {
        expect([200, 404]).toContain(status);
        if (status === 200) expect(body).toEqual({ conversationId: answered.visitor.conversationId });
      }
      expect(answers.map(({ status }) => status)).toContain(200);
      const [text, file, ...more] = await at.mailed(answered);
      expect(more).toEqual([]);
      expect(text).toMatchObject({
        role: 'appUser',
        text: 'Hello',
        email: { from: 'eve@other.example', acceptedBy: expect.stringMatching(/^(Ada|Ben)$/) },
      });
      expect(file).toMatchObject({ type: 'file', altText: 'a.txt' });
      expect([await listed(), at.dovecot.flags()]).toEqual([[], [ACCEPTED]]);
      expect((await audited('email-accepted')).length).toBe(before.length + 1);
      expect((await accept(mail?.id ?? '')).status).toBe(404);
    });

    it.each([
      ['automatic', { headers: BY_A_PROGRAM }],
      ['unauthentic', { headers: ['Authentication-Results: mx; dmarc=fail header.from=visitor.example'] }],
      ['stranger', { from: `${ADDRESS}, eve@other.example` }],
    ])('can be accepted: %s, %j', async (reason, more) => {
      const answered = await at.toVisitor();
      await at.receive(answerTo(answered, HELLO, more));
      const [mail] = await listed();
      expect(mail).toMatchObject({ reason, canAccept: true });
      expect((await accept(mail?.id ?? '')).status).toBe(200);
      expect((await at.mailed(answered)).map(({ text }) => text)).toEqual(['Hello']);
    });

    it('are none of those that have nothing but a picture of the web, in a reply or alone', async () => {
      const answered = await at.toVisitor();
      const quote = `<blockquote>${answered.mail.text.replaceAll('\n', '<br>')}</blockquote>`;
      const picture = (size: string) => `<img src="https://x.example/1.gif"${size}>`;
      await at.receive(answerTo(answered, { html: picture('') }));
      await at.receive(answerTo(answered, { html: `${picture(' width=32')}${quote}` }));
      expect(await listed()).toEqual([]);
      expect((await at.mailed(answered)).map(({ text }) => text)).toEqual([
        '[image: https://x.example/1.gif]',
        '[small image: https://x.example/1.gif]',
      ]);
      await at.receive(answerTo(answered, { html: picture(' width=1') }));
      expect(await listed()).toMatchObject([{ reason: 'empty' }]);
    });

    it('cannot be accepted where they are empty, and can where they quote', async () => {
      const answered = await at.toVisitor();
      await at.receive(answerTo(answered, { plain: ' \u200b' }));
      await at.receive(answerTo(answered, { plain: answered.mail.text.replace(/^/gm, '> ') }));
      const [quote, nothing] = await listed();
      expect([quote, nothing]).toMatchObject([
        { reason: 'empty', canAccept: true },
        { reason: 'empty', canAccept: false, preview: '' },
      ]);
      expect((await accept(nothing?.id ?? '')).status).toBe(409);
      expect((await accept(quote?.id ?? '')).status).toBe(200);
      expect((await at.mailed(answered)).map(({ text }) => text)).toEqual([
        expect.stringContaining('in blue'),
      ]);
    });

    it('can be accepted although there were too many', async () => {
      const answered = await at.toVisitor();
      await at.receive(...Array.from({ length: 21 }, (_, n) => answerTo(answered, { plain: `${n}` })));
      const [mail] = await listed();
      expect(mail).toMatchObject({ reason: 'too-many', canAccept: true, preview: '20' });
      await accept(mail?.id ?? '');
      expect((await at.mailed(answered)).at(-1)?.text).toBe('20');
    });

    it('cannot be accepted where no person wrote them, or nobody knows whose they are', async () => {
      const answered = await at.toVisitor();
      const team = await at.toTeam();
      const gone = await at.toVisitor('gone@visitor.example');
      await agent(at.desk)('DELETE', `/users/${gone.visitor.id}`);
      await at.receive(
        answerTo(answered, HELLO, { headers: ['X-Porch-Mail: visitor'] }),
        answerTo(answered, HELLO, { from: 'MAILER-DAEMON@mx.example' }),
        answerTo(answered, HELLO, { to: 'help@shop.example', references: undefined }),
        answerTo(team, HELLO, { from: 'team@shop.example' }),
        answerTo(gone, HELLO, { from: 'gone@visitor.example' }),
        answerTo(answered, { plain: 'a line\n'.repeat(700_000), encoding: 'base64' }),
        `X-Long: ${'a '.repeat(50_000)}\r\n`.repeat(3),
      );
      const mails = await listed();
      expect(mails.map(({ reason, canAccept }) => `${reason} ${canAccept}`).toReversed()).toEqual(
        ['loop', 'bounce', 'no-token', 'stranger', 'gone', 'too-large', 'unreadable'].map(
          (reason) => `${reason} false`,
        ),
      );
      for (const { id } of mails) expect((await accept(id)).status).toBe(409);
      expect(await at.mailed(answered)).toEqual([]);
      expect(await counted()).toEqual({ all: 7, acceptable: 0 });
    });

    it('stay listed where the mailbox no longer has them, or cannot be read', async () => {
      const answered = await at.toVisitor();
      await at.receive(answerTo(answered, HELLO, STRANGER));
      const [mail] = await listed();
      at.dovecot.empty();
      expect((await accept(mail?.id ?? '')).status).toBe(404);
      await at.dovecot.stop();
      expect((await accept(mail?.id ?? '')).status).toBe(503);
      await at.dovecot.start();
      expect(await listed()).toHaveLength(1);
    });

    it('can be removed from the list by admins, which is noted; the mailbox keeps them', async () => {
      const answered = await at.toVisitor();
      await at.receive(answerTo(answered, HELLO, STRANGER));
      const [mail] = await listed();
      const path = `/refused-emails/${mail?.id}`;
      const ben = await createAgent(at.desk, 'Ben');
      for (const [method, rest] of [
        ['DELETE', ''],
        ['POST', '/accept'],
      ] as const)
        expect((await ask(method, `${path}${rest}`, ben.call)).status).toBe(403);
      const before = await audited('email-dismissed');
      expect((await ask('DELETE', path)).status).toBe(200);
      expect((await ask('DELETE', path)).status).toBe(404);
      expect([await listed(), at.dovecot.flags()]).toEqual([[], [REFUSED]]);
      const entries = await audited('email-dismissed');
      expect(entries).toHaveLength(before.length + 1);
      expect(entries[0]).toMatchObject({
        actor: { name: 'Ada' },
        target: { kind: 'conversation', id: answered.visitor.conversationId },
        detail: 'stranger',
      });
      expect(JSON.stringify(entries[0])).not.toContain('eve@');
    });

    it('are no crowd: of one sender the newest are listed, and those of others stay', async () => {
      const answered = await at.toVisitor();
      const spam = { to: 'help@shop.example', references: undefined, from: 'spam@other.example' };
      await at.receive(
        answerTo(answered, HELLO, STRANGER),
        ...Array.from({ length: 25 }, (_, n) => answerTo(answered, { plain: `spam ${n}` }, spam)),
      );
      const mails = await listed();
      expect(mails).toHaveLength(21);
      expect([mails[0]?.preview, mails.at(-2)?.preview, mails.at(-1)?.sender]).toEqual([
        'spam 24',
        'spam 5',
        'eve@other.example',
      ]);
    });

    it('end with their visitor, and after thirty days', async () => {
      const answered = await at.toVisitor('leaving@visitor.example');
      const kept = await at.toVisitor();
      const noToken = { to: 'help@shop.example', references: undefined };
      await at.receive(
        answerTo(answered, HELLO, STRANGER),
        answerTo(answered, HELLO, { ...noToken, from: 'Leaving@visitor.example' }),
        answerTo(kept, HELLO, STRANGER),
      );
      await at.receive(
        answerTo(answered, { plain: 'Mine' }, { from: 'leaving@visitor.example', headers: BY_A_PROGRAM }),
      );
      expect(await listed()).toHaveLength(4);
      const archive = await exported(answered);
      expect(archive).toContain('refused-emails.json');
      expect(archive).toContain('"preview": "Mine"');
      expect(archive).not.toContain('eve@');
      expect(await exported(kept)).not.toContain('refused-emails.json');
      await agent(at.desk)('DELETE', `/users/${answered.visitor.id}`);
      expect(await listed()).toHaveLength(1);
      at.time += 30 * DAY - HOUR;
      await at.desk.upkeep();
      expect(await listed()).toHaveLength(1);
      at.time += 2 * HOUR;
      await at.desk.upkeep();
      expect(await listed()).toEqual([]);
    });
  });
});
