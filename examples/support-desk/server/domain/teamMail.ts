import { fillIn } from '../assets/mailWords';
import type { Transaction } from '../store/store';
import { logChange } from './changes';
import { cutText } from './clean';
import type { Email } from './email';
import type { MailDeps } from './emailAnswers';
import { escaped } from './emailParts';
import { type Mailing, mailingOf } from './emailSettings';
import type { Conversation, Message, User, Wait } from './entities';
import { textOf } from './messageText';
import { automaticHeaders, plainFields, replyFields, TEAM, teamAddressee } from './replies';
import { nameOfVisitor } from './views';
import { waitsSince } from './waiting';

/** After a failure it waits this long. */
const RETRY_MS = 60_000;
const MOST_MESSAGES = 20;
const MOST_TEXT = 1000;

type Waiting = {
  conversation: Conversation;
  user: User;
  messages: Message[];
  to: string[];
  /** When it is due again, unless it is sent. */
  retryAt: number;
};

/**
 * The team's address, and those of agents who want mail: of the one who has the conversation, or of all where that is
 * nobody, a program, or an agent who gets no mail.
 */
const addressesOf = async (
  tx: Transaction,
  { team }: Mailing,
  conversation: Conversation,
): Promise<string[]> => {
  const agents = (await tx.agents()).filter(
    ({ alerts, email, removedAt }) => removedAt === null && alerts.mail && email !== '',
  );
  const theirs = agents.filter(({ id }) => id === conversation.assigneeId);
  const told = theirs.length > 0 ? theirs : agents;
  return [...new Set([...(team ? [team] : []), ...told.map(({ email }) => email)])];
};

/**
 * Takes the wait, so that no other process tells of it, too: it is due again only if the email cannot be sent.
 * @returns `undefined` when nobody waits any more, or nobody is to be told
 */
const claim = async (
  deps: MailDeps,
  tx: Transaction,
  mailing: Mailing,
  id: string,
): Promise<Waiting | undefined> => {
  const locked = await tx.lockConversation(id);
  const wait = locked && (await tx.waitOf(id));
  if (!locked || !wait || wait.alertAt === null || wait.alertAt > deps.now()) return undefined;
  const { conversation, user } = locked;
  const since = waitsSince(conversation);
  const isOver = conversation.status === 'idle' || since === null || user.blockedAt !== null;
  const to = isOver ? [] : await addressesOf(tx, mailing, conversation);
  const retryAt = deps.now() + RETRY_MS;
  await tx.putWait({ ...wait, alertAt: to.length > 0 ? retryAt : null });
  if (to.length === 0) return undefined;
  const { messages } = await tx.messages(id, { limit: MOST_MESSAGES });
  return {
    conversation,
    user,
    to,
    retryAt,
    messages: messages.filter((m) => m.role === 'appUser' && m.received >= (since ?? 0)),
  };
};

/** @param name the visitor's */
export const teamSubject = (name: string): string =>
  `${cutText(name.replace(/\s+/g, ' '), 100)} waits for an answer`;

/** What they say below those messages. */
export const TEAM_REPLY = 'Reply to this email to answer. Send it from the address of your account.';
/** So that who leaves a mailbox behind leaves no way in. */
export const TEAM_ENDS = 'Replies by email are taken for 30 days.';
const WAITS = '{{name}} has waited for an answer since {{since}} UTC.';

/** What each mail to the team says around the visitor's messages. */
export const TEAM_WORDS = [WAITS, TEAM_REPLY, TEAM_ENDS, 'Open the conversation'];

/** @param addressee the one agent, or `TEAM`, who can reply; nobody, where the desk reads no mail */
const compose = (
  deps: MailDeps,
  mailing: Mailing,
  { conversation, user, messages, to }: Waiting,
  addressee: string,
): Email => {
  const name = nameOfVisitor(user, conversation.displayName).displayName.replace(/\s+/g, ' ');
  const said = messages.map((message) => cutText(textOf(message, deps.publicUrl), MOST_TEXT));
  const since = new Date(waitsSince(conversation) ?? deps.now()).toISOString().slice(0, 16).replace('T', ' ');
  const first = fillIn(WAITS, { name, since });
  const link = deps.publicUrl && `${deps.publicUrl}/agent#conversation=${conversation.id}`;
  const replies = deps.repliesTo?.(mailing);
  const id = `wait-${messages[0]?.id ?? conversation.id}`;
  const claim = { side: 'team', conversationId: conversation.id } as const;
  return {
    to,
    from: mailing.from,
    subject: teamSubject(name),
    ...automaticHeaders('team'),
    ...plainFields(mailing.from, `team-${conversation.id}`, id),
    ...(replies && replyFields(replies, claim, teamAddressee(addressee, deps.now()), id)),
    text: [first, ...said, ...(replies ? [TEAM_REPLY, TEAM_ENDS] : []), ...(link ? [link] : []), ''].join(
      '\n\n',
    ),
    html: [
      `<p>${escaped(first)}</p>`,
      ...said.map((text) => `<blockquote>${escaped(text)}</blockquote>`),
      ...(replies ? [`<p>${TEAM_REPLY}</p>`, `<p>${TEAM_ENDS}</p>`] : []),
      ...(link ? [`<p><a href="${escaped(link)}">Open the conversation</a></p>`] : []),
    ].join('\n'),
  };
};

/** One for all; where they can be answered, one for each, whose token is good for that agent alone. */
const mailsOf = (deps: MailDeps, mailing: Mailing, waiting: Waiting): Email[] =>
  deps.repliesTo
    ? waiting.to.map((one) =>
        compose(deps, mailing, { ...waiting, to: [one] }, one === mailing.team ? TEAM : one),
      )
    : [compose(deps, mailing, waiting, TEAM)];

/**
 * Tells the team by email that a visitor has waited too long for an answer, once for each wait.
 * @throws what the mail server answered
 */
export const tellTeam = async (deps: MailDeps, { conversationId }: Wait): Promise<void> => {
  const mailing = mailingOf(deps.settings().email);
  if (!mailing) return;
  const waiting = await deps.store.transaction((tx) => claim(deps, tx, mailing, conversationId));
  if (!waiting) return;
  for (const email of mailsOf(deps, mailing, waiting)) await deps.sendEmail(mailing.smtpUrl, email);
  await deps.store.transaction(async (tx) => {
    await tx.lockConversation(conversationId);
    const wait = await tx.waitOf(conversationId);
    if (!wait) return;
    await logChange(deps, tx, conversationId, { what: 'teamMailed' });
    // An answer and a new question may have come in the meantime.
    if (wait.alertAt === waiting.retryAt) await tx.putWait({ ...wait, alertAt: null });
  });
};
