import { createAgent, type TestAgent } from './agents';
import type { Desk } from './desk';
import { agent, createVisitor, sendText, type Visitor } from './deskClient';
import type { Received, startMailServer } from './mailServer';
import { composeMail, type Envelope, type MailBody } from './mails/compose';

type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** What a mail of the desk says about replies to it. */
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
export const writeToVisitor = async (
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
export const writeToTeam = async (
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
