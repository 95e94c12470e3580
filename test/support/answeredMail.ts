import { afterAll, beforeAll, expect } from 'vitest';
import { createAgent, type TestAgent } from './agents';
import { type Desk, startDesk } from './desk';
import { agent, createVisitor, sendText, type Visitor } from './deskClient';
import { type Dovecot, placeOf, startDovecot } from './dovecot';
import { mailSettings, type Received, startMailServer } from './mailServer';
import { composeMail, type Envelope, type MailBody } from './mails/compose';

type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** What a mail of the desk tells about replies to it. */
export type Answerable = {
  visitor: Visitor;
  mail: Received;
  replyTo: string;
  messageId: string;
  references: string;
  subject: string;
};

/** The value of a header. */
export const headerOf = ({ headers }: Pick<Received, 'headers'>, name: string): string =>
  new RegExp(`^${name}: *(.*)$`, 'im').exec(headers)?.[1]?.trim() ?? '';

export const answerable = (visitor: Visitor, mail: Received | undefined): Answerable => {
  if (!mail) throw new Error('The desk has sent no mail');
  return {
    visitor,
    mail,
    replyTo: headerOf(mail, 'Reply-To'),
    messageId: headerOf(mail, 'Message-ID'),
    references: headerOf(mail, 'References'),
    subject: headerOf(mail, 'Subject'),
  };
};

export const ADDRESS = 'ada@visitor.example';

/** Lets the desk write to a visitor who is away. @param later passes time and runs the round of mailing */
const writeToVisitor = async (
  desk: Desk,
  server: MailServer,
  later: () => Promise<void>,
  email = ADDRESS,
): Promise<Answerable> => {
  const visitor = await createVisitor(desk);
  await desk.store.transaction((tx) =>
    tx.updateUser(visitor.id, { profile: { email, emailVerified: false } }),
  );
  await sendText(visitor, 'Have you got it in blue?');
  await agent(desk)('POST', `/conversations/${visitor.conversationId}/messages`, {
    text: 'We have it in blue.',
  });
  server.received.length = 0;
  await later();
  return answerable(
    visitor,
    server.received.find(({ to }) => to.includes(email)),
  );
};

/** Lets the desk write to a team that does not answer. */
const writeToTeam = async (
  desk: Desk,
  server: MailServer,
  later: () => Promise<void>,
): Promise<Answerable & { ben: TestAgent; email: string }> => {
  const ben = await createAgent(desk, 'Ben');
  const visitor = await createVisitor(desk);
  await sendText(visitor, 'Where is it?');
  server.received.length = 0;
  await later();
  return { ...answerable(visitor, server.received[0]), ben, email: `${ben.id}@team.example` };
};

type Of = Pick<Answerable, 'visitor'>;

/**
 * Before the tests around it, starts a desk that sends by one server and reads the mailbox of another.
 * @param points how many mails of one conversation it reads in an hour
 */
export const mailDeskForTheseTests = (points: number, email = {}, onLog?: (line: string) => void) => {
  const servers = {} as { desk: Desk; dovecot: Dovecot; smtp: MailServer };
  const later = async (): Promise<void> => {
    at.time += 120_000;
    await at.desk.mailRound();
  };
  const messagesOf = async ({ visitor }: Of) =>
    (await agent(at.desk)('GET', `/conversations/${visitor.conversationId}/messages`)).body.messages;
  const at = Object.assign(servers, {
    /** The desk's time. */
    time: 1_800_000_000_000,
    toVisitor: (email?: string) => writeToVisitor(at.desk, at.smtp, later, email),
    toTeam: () => writeToTeam(at.desk, at.smtp, later),
    /** Delivers mails, and lets the desk read until it has looked at all. @returns their flags */
    receive: async (...mails: (Buffer | string)[]): Promise<string[]> => {
      for (const mail of mails) at.dovecot.deliver(mail);
      const read = async (): Promise<boolean> => {
        await at.desk.readMail();
        return at.dovecot.flags().every((flags) => flags !== '');
      };
      await expect.poll(read, { interval: 20 }).toBe(true);
      return at.dovecot.flags();
    },
    messagesOf,
    /** The messages that came by mail. */
    mailed: async (of: Of) =>
      (await messagesOf(of)).filter((m) => (m.source as { type?: string })?.type === 'email'),
  });
  beforeAll(async () => {
    [at.dovecot, at.smtp] = await Promise.all([startDovecot(), startMailServer()]);
    const from = 'The shop <help@shop.example>';
    const team = { team: 'team@shop.example', unansweredAfter: 60 };
    at.desk = await startDesk({
      now: () => at.time,
      replies: { place: placeOf(at.dovecot) },
      settings: {
        limits: { mails: { points }, receiverMails: { points: 1000 } },
        email: { ...mailSettings(at.smtp.url), from, sendAfter: 60, ...team, ...email },
      },
      onLog,
    });
  });
  afterAll(async () => {
    await at.desk.close();
    await Promise.all([at.dovecot.close(), at.smtp.close()]);
  });
  return at;
};

let count = 0;

/** An answer to a mail of the desk. */
export const answerTo = (
  {
    replyTo,
    messageId,
    references,
    subject,
  }: Pick<Answerable, 'replyTo' | 'messageId' | 'references' | 'subject'>,
  body: MailBody,
  more: Partial<Envelope> = {},
): Buffer =>
  composeMail(
    {
      from: `Ada <${ADDRESS}>`,
      to: replyTo,
      messageId: `<reply-${++count}@visitor.example>`,
      references: `${references} ${messageId}`,
      subject: `Re: ${subject}`,
      ...more,
    },
    body,
  );
