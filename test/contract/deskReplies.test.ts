import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createImap } from '../../examples/support-desk/server/mail/mailbox';
import { createClock } from '../../examples/support-desk/server/process/clock';
import { createAgent } from '../support/agents';
import {
  ADDRESS,
  type Answerable,
  answerable,
  answerTo,
  headerOf,
  mailDeskForTheseTests,
} from '../support/answeredMail';
import { startDesk } from '../support/desk';
import { agent, createVisitor } from '../support/deskClient';
import { DOVECOT, placeOf } from '../support/dovecot';
import { composeMail, type Envelope, type MailBody } from '../support/mails/compose';
import { hostileMails } from '../support/mails/hostile';
import { REPLIES } from '../support/mails/replies';
import { png } from '../support/pictures';

const HOUR = 3_600_000;
const HELLO: MailBody = { plain: 'Hello' };
/** How dovecot writes the keyword of refused mails into the name of a file. */
const REFUSED = 'a';

describe.skipIf(!DOVECOT)('replies by mail', () => {
  const logged: { msg: string; reason?: string }[] = [];
  const at = mailDeskForTheseTests(60, { offerAfter: 86_400 }, (line) => logged.push(JSON.parse(line)));

  beforeEach(async () => {
    // What earlier tests have left due.
    at.time += HOUR;
    await at.desk.mailRound();
    at.dovecot.empty();
    logged.length = 0;
  });

  const textsOf = async (answered: Pick<Answerable, 'visitor'>) =>
    (await at.mailed(answered)).map(({ text }) => text);
  const reasons = () => logged.flatMap(({ reason }) => reason ?? []);

  it('are asked for by mails that no machine answers, with a token in three places', async () => {
    const { mail, replyTo, messageId, references } = await at.toVisitor();
    const [, token = ''] = /^help\+(v[a-z\d-]+)@shop\.example$/.exec(replyTo) ?? [];
    expect(token).toMatch(/./);
    expect(messageId).toMatch(new RegExp(`^<${token}\\.[\\w-]+@shop\\.example>$`));
    expect(references).toBe(`<${token}@shop.example>`);
    expect(headerOf(mail, 'In-Reply-To')).toBe(references);
    expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated');
    expect(mail.text).toContain('reply to this email');
    const team = await at.toTeam();
    expect(team.replyTo).toMatch(/^help\+t/);
    expect(headerOf(team.mail, 'Auto-Submitted')).toBe('auto-generated');
    expect(team.mail.text).toContain('Reply to this email to answer.');
  });

  it('of a visitor are their messages, in order, from each program and language', async () => {
    const answered = await at.toVisitor();
    const flags = await at.receive(...REPLIES.map(({ body }) => answerTo(answered, body)));
    expect(flags).toEqual(REPLIES.map(() => 'S'));
    const messages = await at.mailed(answered);
    expect(messages.map(({ text }) => text)).toEqual(REPLIES.map(({ text }) => text));
    for (const { role, type, authorId } of messages)
      expect({ role, type, authorId }).toEqual({
        role: 'appUser',
        type: 'text',
        authorId: answered.visitor.id,
      });
    const log = (
      await answered.visitor.call('GET', `/conversations/${answered.visitor.conversationId}/messages`)
    ).body;
    expect(log.messages.map(({ text }) => text)).toContain(REPLIES.at(-1)?.text);
  });

  it('of an agent are answers with their name, to the visitor’s page and address', async () => {
    const answered = await at.toTeam();
    await at.receive(
      answerTo(answered, { plain: 'It is here.' }, { from: `Ben <${answered.email.toUpperCase()}>` }),
    );
    expect(await at.mailed(answered)).toMatchObject([
      { role: 'appMaker', type: 'text', text: 'It is here.', name: 'Ben', authorId: answered.ben.id },
    ]);
    const { conversation } = (
      await agent(at.desk)('GET', `/conversations/${answered.visitor.conversationId}`)
    ).body;
    expect(conversation.waitingSince).toBeUndefined();
  });

  it('count also where a server has dropped what follows the plus, or replaced the id', async () => {
    const answered = await at.toVisitor();
    const { messageId, references } = answered;
    await at.receive(
      answerTo(answered, { plain: 'by references' }, { to: 'help@shop.example' }),
      answerTo(
        answered,
        { plain: 'by the thread' },
        { to: 'help@shop.example', references: `${references} <x@relay.example>` },
      ),
      answerTo(answered, { plain: 'by the id' }, { to: 'help@shop.example', references: messageId }),
      answerTo(answered, { plain: 'by the address' }, { references: '<x@relay.example>' }),
      answerTo(
        answered,
        { plain: 'in capitals' },
        { to: answered.replyTo.toUpperCase(), references: undefined },
      ),
      answerTo(
        answered,
        { plain: 'by whom it was delivered to' },
        { to: 'us@shop.example', references: undefined, headers: [`Delivered-To: ${answered.replyTo}`] },
      ),
    );
    expect(await textsOf(answered)).toEqual([
      'by references',
      'by the thread',
      'by the id',
      'by the address',
      'in capitals',
      'by whom it was delivered to',
    ]);
  });

  it('count from each address of the same mailbox, whatever follows its plus, and through lists', async () => {
    const [plain, tagged] = [await at.toVisitor(), await at.toVisitor('ada+shop@visitor.example')];
    await at.receive(
      answerTo(plain, HELLO, { from: 'Ada+phone@visitor.example' }),
      answerTo(plain, HELLO, { headers: ['List-Id: <help.shop.example>', 'Precedence: list'] }),
      answerTo(tagged, HELLO, { from: ADDRESS }),
    );
    expect([await textsOf(plain), await textsOf(tagged)]).toEqual([['Hello', 'Hello'], ['Hello']]);
  });

  it('open a closed conversation, as the visitor’s page does', async () => {
    const answered = await at.toVisitor();
    const path = `/conversations/${answered.visitor.conversationId}`;
    await agent(at.desk)('POST', `${path}/close`, {});
    await at.receive(answerTo(answered, HELLO));
    expect((await agent(at.desk)('GET', path)).body.conversation).toMatchObject({
      status: 'active',
      unreadCount: 1,
    });
  });

  it('are taken once, whatever comes twice', async () => {
    const answered = await at.toVisitor();
    const mail = answerTo(answered, {
      ...HELLO,
      files: [{ type: 'text/plain', name: 'a.txt', content: 'a' }],
    });
    const nameless = answerTo(answered, { plain: 'No id' }, { messageId: undefined });
    expect(await at.receive(mail, nameless, mail, nameless)).toEqual(['S', 'S', 'S', 'S']);
    expect((await at.mailed(answered)).map(({ type, text }) => [type, text])).toEqual([
      ['text', 'Hello'],
      ['file', undefined],
      ['text', 'No id'],
    ]);
  });

  it('are each taken where a program gives several the same id', async () => {
    const answered = await at.toVisitor();
    const sameId = { messageId: '<same@visitor.example>' };
    const photo = (content: string) => [{ type: 'application/pdf', name: 'order.pdf', content }];
    const mails = [
      answerTo(answered, { plain: 'Size 42, please.' }, sameId),
      answerTo(answered, { plain: 'No, size 43, and send it to Bonn.' }, sameId),
      answerTo(answered, { plain: 'Here it is.', files: photo('the first') }, sameId),
      answerTo(answered, { plain: 'Here it is.', files: photo('the second') }, sameId),
      answerTo(answered, { plain: 'Yes' }, sameId),
      Buffer.from(String(answerTo(answered, { plain: 'Yes' }, sameId)).replace('10:30:00', '10:31:00')),
    ];
    const copy = Buffer.from(`Received: from list.example by shop.example\r\n${mails[0]}`);
    await at.receive(...mails, copy, ...mails);
    expect((await at.mailed(answered)).map(({ text, altText }) => text ?? altText)).toEqual([
      'Size 42, please.',
      'No, size 43, and send it to Bonn.',
      'Here it is.',
      'order.pdf',
      'Here it is.',
      'order.pdf',
      'Yes',
      'Yes',
    ]);
  });

  it('that are long are several messages, without a gap', async () => {
    const answered = await at.toVisitor();
    const text = Array.from({ length: 1500 }, (_, n) => `word${n}`).join(' ');
    await at.receive(answerTo(answered, { plain: text }));
    const texts = await textsOf(answered);
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.join(' ')).toBe(text);
    await at.receive(answerTo(answered, { plain: 'x'.repeat(100_000) }));
    expect((await textsOf(answered)).slice(texts.length).map((part) => part?.length)).toEqual([
      4096, 4096, 4096, 4096, 4096,
    ]);
  });

  describe('with files', () => {
    it('have them by the rules of every upload, and agents read what was left out', async () => {
      const answered = await at.toVisitor();
      const files = [
        { type: 'application/pdf', name: '../../order 1.pdf', content: 'a pdf' },
        { type: 'application/x-msdownload', name: 'virus.exe', content: 'MZ' },
        { type: 'image/png', name: 'photo.png', content: Buffer.from(png(4, 3)), inline: undefined },
        { type: 'image/png', name: 'logo.png', content: Buffer.from(png(4, 3)), inline: 'logo@x' },
        { type: 'text/html', name: 'page.html', content: '<script>alert(1)</script>' },
      ];
      await at.receive(
        answerTo(answered, { plain: 'Two files', html: '<p>Two files</p><img src="cid:logo@x">', files }),
      );
      const [text, pdf, picture, missing, ...more] = await at.mailed(answered);
      expect(more).toEqual([]);
      expect(missing).toMatchObject({
        type: 'text',
        role: 'appMaker',
        automatic: true,
        text: 'Files that could not be received: virus.exe (2 bytes), page.html (25 bytes)',
        saysLeftOut: true,
        leftOut: [
          { name: 'virus.exe', reason: 'type', size: 2 },
          { name: 'page.html', reason: 'type', size: 25 },
        ],
      });
      expect(text).toMatchObject({ text: 'Two files' });
      expect(text?.leftOut).toEqual([expect.objectContaining({ name: 'logo.png', reason: 'tiny' })]);
      expect(pdf).toMatchObject({
        type: 'file',
        role: 'appUser',
        mediaType: 'application/pdf',
        mediaSize: 5,
      });
      expect(picture).toMatchObject({ type: 'image', mediaType: 'image/png', altText: 'photo.png' });
      expect(picture?.mediaWidth).toBeGreaterThan(0);
      expect(await (await fetch(String(pdf?.mediaUrl))).text()).toBe('a pdf');
    });

    it('have large ones, and texts as files', async () => {
      const answered = await at.toVisitor();
      const files = [
        { type: 'application/pdf', name: 'a.pdf', content: Buffer.alloc(12 * 2 ** 20, 'x') },
        // Mail of Apple shows texts and mails in the text.
        { type: 'text/plain', name: 'b.log', content: 'line\n'.repeat(1_000_000), inline: 'log@x' },
      ];
      const photo = [{ type: 'image/jpeg', name: 'c.jpg', content: Buffer.alloc(5 * 2 ** 20, 'x') }];
      const inner = composeMail(
        { from: 'a@b.example', to: 'b@c.example' },
        { plain: 'Inside', files: photo },
      );
      const shown = `Content-Type: message/rfc822\r\nContent-Disposition: inline\r\n\r\n${inner.toString('latin1').replaceAll('mix-', 'in-')}`;
      const mail = answerTo(answered, { ...HELLO, files }).toString('latin1');
      const first = '--mix-7e3\r\n';
      await at.receive(Buffer.from(mail.replace(first, `${first}${shown}\r\n${first}`), 'latin1'));
      const [text, ...sent] = await at.mailed(answered);
      expect(text?.text).toMatch(/Inside\n+Hello$/);
      expect(sent.map(({ mediaSize }) => mediaSize)).toEqual([5 * 2 ** 20, 5_000_000, 12 * 2 ** 20]);
    });

    it('have at most ten of them', async () => {
      const answered = await at.toVisitor();
      const files = Array.from({ length: 12 }, (_, n) => ({
        type: 'text/plain',
        name: `${n}.txt`,
        content: `${n}`,
      }));
      await at.receive(answerTo(answered, { ...HELLO, files }));
      const [, ...sent] = await at.mailed(answered);
      expect(sent).toHaveLength(11);
      expect(sent.at(-1)?.leftOut).toMatchObject(
        [10, 11].map((n) => ({ name: `${n}.txt`, reason: 'count' })),
      );
    });
  });

  describe('are refused, with a reason in the log and unread in the mailbox', () => {
    /** Delivers mails that nobody can take. */
    const refuse = async (answered: Answerable, reason: string, ...mails: Buffer[]): Promise<void> => {
      logged.length = 0;
      at.dovecot.empty();
      const before = await at.messagesOf(answered);
      expect(await at.receive(...mails)).toEqual(mails.map(() => REFUSED));
      expect(reasons()).toEqual(mails.map(() => reason));
      expect(await at.messagesOf(answered)).toEqual(before);
    };

    it('from strangers, also with a right token', async () => {
      const visitor = await at.toVisitor();
      const team = await at.toTeam();
      await refuse(
        visitor,
        'stranger',
        answerTo(visitor, HELLO, { from: 'eve@other.example' }),
        answerTo(visitor, HELLO, { from: `"${ADDRESS}" <eve@other.example>` }),
        answerTo(visitor, HELLO, { from: `${ADDRESS}, eve@other.example` }),
        answerTo(visitor, HELLO, { from: 'eve@other.example', headers: [`From: ${ADDRESS}`] }),
        answerTo(visitor, HELLO, {
          from: 'eve@other.example',
          headers: [`Sender: ${ADDRESS}`, `Reply-To: ${ADDRESS}`],
        }),
        answerTo(visitor, HELLO, { from: team.email }),
        answerTo(team, HELLO, { from: `Ada <${ADDRESS}>` }),
        answerTo(team, HELLO, { from: 'team@shop.example' }),
        answerTo(team, HELLO, { from: '' }),
      );
    });

    it('from a colleague of the agent who got it, of the team after 30 to 60 days, and where SPF and DKIM fail', async () => {
      const team = await at.toTeam();
      const own = at.smtp.received.find(({ to }) => to?.includes(team.email));
      const bens = { ...team, ...answerable(team.visitor, own) };
      const eve = await createAgent(at.desk, 'Eve');
      const from = `${eve.id}@team.example`;
      await refuse(bens, 'forged', answerTo(bens, HELLO, { from }));
      const failing = 'Authentication-Results: mx; spf=fail; dkim=fail; dmarc=none';
      await refuse(bens, 'unauthentic', answerTo(bens, HELLO, { from: team.email, headers: [failing] }));
      logged.length = 0;
      at.dovecot.empty();
      expect(await at.receive(answerTo(bens, HELLO, { from: team.email }))).toEqual(['S']);
      expect(own?.text).toContain('Replies by email are taken for 30 days.');
    });

    it('from a former address of the visitor, and from an agent who has left', async () => {
      const visitor = await at.toVisitor();
      await at.desk.store.transaction((tx) =>
        tx.updateUser(visitor.visitor.id, { profile: { email: 'new@visitor.example' } }),
      );
      await refuse(visitor, 'forged', answerTo(visitor, HELLO, { from: 'new@visitor.example' }));
      await refuse(visitor, 'stranger', answerTo(visitor, HELLO));
      const team = await at.toTeam();
      await at.desk.store.transaction((tx) => tx.updateAgent(team.ben.id, { removedAt: at.time, email: '' }));
      await refuse(team, 'stranger', answerTo(team, HELLO, { from: team.email }));
    });

    it('with a token that the desk has not signed', async () => {
      const [visitor, other, team] = [
        await at.toVisitor(),
        await at.toVisitor('bob@visitor.example'),
        await at.toTeam(),
      ];
      const partsOf = ({ replyTo }: Answerable) => {
        const [, side = '', id = '', signature = ''] = /\+(.)(.+)(.{16})@/.exec(replyTo) ?? [];
        return { side, id, signature };
      };
      const [mine, others, teams] = [visitor, other, team].map(partsOf);
      const token = (side?: string, id?: string, signature?: string): Buffer =>
        answerTo(visitor, HELLO, { to: `help+${side}${id}${signature}@shop.example`, references: undefined });
      await refuse(
        visitor,
        'forged',
        token('v', mine?.id, 'a'.repeat(16)),
        token('v', mine?.id, others?.signature),
        token('v', others?.id, mine?.signature),
        token('t', mine?.id, mine?.signature),
        token('v', teams?.id, teams?.signature),
      );
    });

    it('with no token, or with that of a conversation that is gone', async () => {
      const answered = await at.toVisitor();
      await refuse(
        answered,
        'no-token',
        answerTo(answered, HELLO, { to: 'help@shop.example', references: undefined }),
        answerTo(answered, HELLO, {
          to: answered.replyTo.replace('shop.example', 'other.example'),
          references: undefined,
        }),
        answerTo(answered, HELLO, { to: 'help+abc@shop.example', references: '<abc@shop.example>' }),
      );
      logged.length = 0;
      at.dovecot.empty();
      const gone = await at.toVisitor('gone@visitor.example');
      await agent(at.desk)('DELETE', `/users/${gone.visitor.id}`);
      expect(await at.receive(answerTo(gone, HELLO))).toEqual([REFUSED]);
      expect(reasons()).toEqual(['gone']);
    });

    it.each([
      ['automatic', ['Auto-Submitted: auto-replied']],
      ['automatic', ['Auto-Submitted: auto-generated (vacation)']],
      ['automatic', ['X-Autoreply: yes']],
      ['automatic', ['Precedence: auto_reply']],
      ['automatic', ['Return-Path: <>']],
      ['bounce', ['X-Failed-Recipients: ada@visitor.example']],
      ['loop', ['X-Porch-Mail: visitor']],
      [
        'unauthentic',
        ['Authentication-Results: mx.shop.example; spf=pass; dmarc=fail header.from=visitor.example'],
      ],
    ])('that programs write, or that are not from their sender: %s, %j', async (reason, headers) => {
      const answered = await at.toVisitor();
      await refuse(answered, reason, answerTo(answered, HELLO, { headers }));
    });

    it('that say that a mail was not delivered, and the desk’s own mails that come back', async () => {
      const answered = await at.toVisitor();
      const report = answerTo(answered, HELLO, { from: 'Mail Delivery System <MAILER-DAEMON@mx.example>' });
      await refuse(answered, 'bounce', report);
      await refuse(answered, 'loop', answerTo(answered, HELLO, { messageId: answered.messageId }));
    });

    it('that say nothing', async () => {
      const answered = await at.toVisitor();
      await refuse(
        answered,
        'empty',
        answerTo(answered, { plain: '' }),
        answerTo(answered, { plain: ' \u200b\n\n \u2800' }),
      );
    });

    it('that have too much text, or too much in all', async () => {
      const answered = await at.toVisitor();
      const files = [{ type: 'application/pdf', name: 'a.pdf', content: Buffer.alloc(28 * 2 ** 20, 'x') }];
      await refuse(
        answered,
        'too-large',
        answerTo(answered, { plain: 'a line\n'.repeat(700_000), encoding: 'base64' }),
        answerTo(answered, { ...HELLO, files }),
      );
    });

    it('that are too many for one conversation', async () => {
      const answered = await at.toVisitor();
      const mails = Array.from({ length: 63 }, (_, n) => answerTo(answered, { plain: `${n}` }));
      const flags = await at.receive(...mails);
      expect(flags.filter((flag) => flag === 'S')).toHaveLength(60);
      expect(reasons()).toEqual(['too-many', 'too-many', 'too-many']);
      const other = await at.toVisitor('bob@visitor.example');
      await at.receive(answerTo(other, HELLO, { from: 'bob@visitor.example' }));
      expect(await textsOf(other)).toEqual(['Hello']);
    });
  });

  it('that nobody can read are left in the mailbox with a flag and a line in the log', async () => {
    const answered = await at.toVisitor();
    const before = await at.messagesOf(answered);
    const endless = Buffer.from(`X-Long: ${'a '.repeat(50_000)}\r\n`.repeat(3));
    const nested = answerTo(answered, { html: `${'<div>'.repeat(50_000)}deep` });
    expect(await at.receive(endless, nested)).toEqual(['F', 'F']);
    expect(logged.filter(({ msg }) => msg === 'mail not readable')).toHaveLength(2);
    expect(await at.messagesOf(answered)).toEqual(before);
  });

  it('that are hostile end nothing: the next one is taken', async () => {
    // Of one conversation, only so many are read.
    const all: Answerable[] = [];
    for (let n = 0; n < 8; n++) all.push(await at.toVisitor());
    const hostile: Buffer[] = [];
    let next = 0;
    const answer = (body: MailBody, more?: Partial<Envelope>): Buffer =>
      answerTo(all[next++ % all.length] as Answerable, body, more);
    fc.assert(
      fc.property(hostileMails(answer), (mail) => void hostile.push(mail)),
      { numRuns: 200 },
    );
    const flags = await at.receive(...hostile);
    for (const flag of flags) expect(['S', 'F', REFUSED]).toContain(flag);
    at.dovecot.empty();
    at.time += 2 * HOUR;
    const other = await at.toVisitor('bob@visitor.example');
    expect(await at.receive(answerTo(other, HELLO, { from: 'bob@visitor.example' }))).toEqual(['S']);
    expect(flags.filter((flag) => flag === 'S').length).toBeGreaterThan(20);
    for (const answered of all)
      for (const { text } of await at.mailed(answered)) expect(text ?? '').not.toMatch(/<script|\0/);
  });

  it('come over a connection that is opened again when it breaks, later after each failure', async () => {
    const answered = await at.toVisitor();
    await at.receive(answerTo(answered, { plain: 'before' }));
    await at.dovecot.stop();
    const failed = () => logged.filter(({ msg }) => msg === 'mailbox not read').length;
    const tryAgain = async (): Promise<number> => {
      await at.desk.readMail();
      return failed();
    };
    await expect.poll(tryAgain, { interval: 20 }).toBe(1);
    // It rests by the clock of the desk, which does not move.
    for (let n = 0; n < 5; n++) expect(await tryAgain()).toBe(1);
    at.time += 2000;
    expect(await tryAgain()).toBe(2);
    at.time += 4000;
    expect(await tryAgain()).toBe(3);
    await at.dovecot.start();
    at.time += 8000;
    await at.receive(answerTo(answered, { plain: 'after' }));
    expect(await textsOf(answered)).toEqual(['before', 'after']);
  });

  it.each([
    ['AUTHENTICATIONFAILED', { password: 'wrong' }],
    ['NO_MAILBOX', { mailbox: 'Other' }],
    ['ECONNREFUSED', { port: 1 }],
  ])('are not read from a mailbox that is not there, which the log says: %s', async (code, wrong) => {
    const open = createImap({ ...placeOf(at.dovecot), ...wrong }, createClock().after);
    await expect(open(() => undefined)).rejects.toMatchObject({ code });
  });

  it('are not read while the desk sends no mail', async () => {
    const quiet = await startDesk({
      replies: {
        place: { host: '127.0.0.1', port: 1, secure: false, user: 'a', password: 'b', mailbox: 'c' },
      },
      onLog: (line) => logged.push(JSON.parse(line)),
    });
    await createVisitor(quiet);
    await quiet.readMail();
    expect(logged.filter(({ msg }) => msg === 'mailbox not read')).toEqual([]);
    await quiet.close();
  });
});
