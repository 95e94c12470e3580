import { cutText } from '../../model/clean';
import type { Conversation, Message, User, Wait } from '../../model/entities';
import type { Transaction } from '../../store/store';
import { logChange } from '../conversations/changes';
import { missedCallOf, waitsSince } from '../conversations/waiting';
import { nameOfVisitor } from '../inboxViews';
import { textOf } from '../messages/messageText';
import { type Mailing, mailingOf } from '../settings/emailSettings';
import { type Email, isRefusal } from './email';
import type { MailDeps } from './emailAnswers';
import { escaped } from './emailParts';
import { automaticHeaders, plainFields, replyFields, TEAM, teamAddressee } from './replies';
import { TEAM_ENDS, TEAM_REPLY, teamOpening, teamSubjects } from './teamWords';

/** The wait after a failure. */
const RETRY_MS = 60_000;
const MOST_MESSAGES = 20;
const MOST_TEXT = 1000;

/** A visitor who waits, and the receivers' addresses. */
export type Waiting = {
  conversation: Conversation;
  user: User;
  since: number;
  to: string[];
  /** When it is due again, unless it is sent. */
  retryAt: number;
};

/**
 * The team's address, and those of agents who want email: of the assignee, or of all if the assignee is nobody, a
 * program, or an agent who gets no email or is not there.
 * @param here the ids of the agents who are there
 */
const addressesOf = async (
  tx: Transaction,
  { team }: Mailing,
  { assigneeId }: Conversation,
  here: ReadonlySet<string>,
): Promise<string[]> => {
  const agents = (await tx.agents()).filter(
    ({ alerts, email, removedAt }) => removedAt === null && alerts.mail && email !== '',
  );
  const theirs = agents.filter(({ id }) => id === assigneeId && here.has(id));
  const told = theirs.length > 0 ? theirs : agents;
  return [...new Set([...(team ? [team] : []), ...told.map(({ email }) => email)])];
};

/**
 * Claims the wait, so that no other process sends an email about it: it is due again only if the email cannot be sent.
 * @returns `undefined` if nobody waits any longer, or there are no receivers
 */
const claimWithin = async (
  deps: MailDeps,
  tx: Transaction,
  mailing: Mailing,
  id: string,
  here: ReadonlySet<string>,
): Promise<Waiting | undefined> => {
  const locked = await tx.lockConversation(id);
  const wait = locked && (await tx.waitOf(id));
  if (!locked || !wait || wait.alertAt === null || wait.alertAt > deps.now()) return undefined;
  const { conversation, user } = locked;
  const since = waitsSince(conversation);
  const isAsleep = conversation.status === 'idle' || conversation.snoozedAt !== null;
  const isOver = isAsleep || since === null || user.blockedAt !== null;
  const to = isOver ? [] : await addressesOf(tx, mailing, conversation, here);
  const retryAt = deps.now() + RETRY_MS;
  await tx.putWait({ ...wait, alertAt: to.length > 0 ? retryAt : null });
  return to.length === 0 ? undefined : { conversation, user, since: since ?? 0, to, retryAt };
};

export const claim = async (deps: MailDeps, mailing: Mailing, { conversationId }: Wait) => {
  const here = await deps.presence.whoIsOnline();
  return deps.store.transaction((tx) => claimWithin(deps, tx, mailing, conversationId, here));
};

/** What the visitor has written since they began to wait. */
export const askedBy = async (
  { store }: Pick<MailDeps, 'store'>,
  { conversation, since }: Waiting,
): Promise<Message[]> => {
  const { messages } = await store.messages(conversation.id, { limit: MOST_MESSAGES });
  return messages.filter((m) => m.role === 'appUser' && m.received >= since);
};

export const nameOf = ({ user, conversation }: Waiting): string =>
  nameOfVisitor(user, conversation.displayName).displayName.replace(/\s+/g, ' ');

/** The inbox, at this conversation. */
export const inboxLink = ({ publicUrl }: Pick<MailDeps, 'publicUrl'>, id: string): string | undefined =>
  publicUrl && `${publicUrl}/agent#conversation=${id}`;

/** @param addressee the one agent, or `TEAM`, who can reply; undefined if the desk reads no email */
const compose = (
  deps: MailDeps,
  mailing: Mailing,
  waiting: Waiting & { messages: readonly Message[] },
  addressee: string,
): Email => {
  const { conversation, messages, to } = waiting;
  const name = nameOf(waiting);
  const said = messages.map((message) => cutText(textOf(message, deps.publicUrl), MOST_TEXT));
  const missed = missedCallOf(conversation);
  const first = teamOpening(name, waiting.since, missed);
  const [written, called] = teamSubjects(name);
  const link = inboxLink(deps, conversation.id);
  const replies = deps.repliesTo?.(mailing);
  const id = `wait-${messages[0]?.id ?? `${conversation.id}-${waiting.since}`}`;
  const claim = { side: 'team', conversationId: conversation.id } as const;
  return {
    to,
    from: mailing.from,
    subject: messages.length === 0 && missed !== null ? called : written,
    ...automaticHeaders('team'),
    ...plainFields(mailing.from, `team-${conversation.id}`, id),
    ...(replies && replyFields(replies, claim, teamAddressee(addressee, deps.now()), id)),
    text: [...first, ...said, ...(replies ? [TEAM_REPLY, TEAM_ENDS] : []), ...(link ? [link] : []), ''].join(
      '\n\n',
    ),
    html: [
      ...first.map((text) => `<p>${escaped(text)}</p>`),
      ...said.map((text) => `<blockquote>${escaped(text)}</blockquote>`),
      ...(replies ? [`<p>${TEAM_REPLY}</p>`, `<p>${TEAM_ENDS}</p>`] : []),
      ...(link ? [`<p><a href="${escaped(link)}">Open the conversation</a></p>`] : []),
    ].join('\n'),
  };
};

/** One for all receivers; if it can be answered, one for each, whose token is valid only for that agent. */
const mailsOf = (
  deps: MailDeps,
  mailing: Mailing,
  waiting: Waiting & { messages: readonly Message[] },
): Email[] =>
  deps.repliesTo
    ? waiting.to.map((one) =>
        compose(deps, mailing, { ...waiting, to: [one] }, one === mailing.team ? TEAM : one),
      )
    : [compose(deps, mailing, waiting, TEAM)];

/**
 * Sends all of these. One that the server refuses for good does not hold up the others, which would be sent repeatedly.
 * @throws the mail server's answer
 */
export const sendAll = async (
  { sendEmail }: Pick<MailDeps, 'sendEmail'>,
  { smtpUrl }: Mailing,
  emails: readonly Email[],
  onSent: () => Promise<void> | void = () => undefined,
): Promise<void> => {
  const refused: unknown[] = [];
  for (const email of emails)
    await sendEmail(smtpUrl, email).then(onSent, (error: unknown) => {
      if (!isRefusal(error)) throw error;
      refused.push(error);
    });
  if (refused.length === emails.length) throw refused[0];
};

/** Stores that the team was notified. */
export const settle = (deps: MailDeps, { conversation: { id }, retryAt }: Waiting): Promise<void> =>
  deps.store.transaction(async (tx) => {
    await tx.lockConversation(id);
    const wait = await tx.waitOf(id);
    if (!wait) return;
    await logChange(deps, tx, id, { what: 'teamMailed' });
    // There may be an answer and a new question since.
    if (wait.alertAt === retryAt) await tx.putWait({ ...wait, alertAt: null });
  });

/** Notifies the team of one visitor. @throws the mail server's answer */
export const tellOf = async (deps: MailDeps, mailing: Mailing, waiting: Waiting): Promise<void> => {
  const emails = mailsOf(deps, mailing, { ...waiting, messages: await askedBy(deps, waiting) });
  await sendAll(deps, mailing, emails, () => deps.mailLimits.alertsSent(1));
  await settle(deps, waiting);
};

/**
 * Notifies the team by email that a visitor has waited too long for an answer, once for each wait.
 * @throws the mail server's answer
 */
export const tellTeam = async (deps: MailDeps, wait: Wait): Promise<void> => {
  const mailing = mailingOf(deps.settings().email);
  const waiting = mailing && (await claim(deps, mailing, wait));
  if (waiting) await tellOf(deps, mailing, waiting);
};
