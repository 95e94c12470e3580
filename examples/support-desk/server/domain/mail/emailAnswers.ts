import type { Message, User, Wait } from '../../model/entities';
import { fillIn, type MailWords } from '../../words/mailWords';
import { logChange } from '../conversations/changes';
import type { Deps, DeskTransaction } from '../deps';
import { textOf } from '../messages/messageText';
import { type Mailing, mailingOf } from '../settings/emailSettings';
import type { Presence } from '../team/presence';
import { visitorMessageView } from '../views';
import { type Email, isRefusal, type SendEmail } from './email';
import { linkAddress } from './emailLinks';
import { isEmailOffer } from './emailOffer';
import { escaped, htmlOf } from './emailParts';
import type { MailLimits } from './mailLimits';
import { automaticHeaders, plainFields, type Replies, replyFields } from './replies';

export type MailDeps = Deps & {
  sendEmail: SendEmail;
  mailWords: (locale: string | null) => MailWords;
  /** The desk's address, for links to the inbox and to files. */
  publicUrl?: string;
  /** Where email replies are read, if they are. */
  repliesTo?: (mailing: Mailing) => Replies;
  mailLimits: MailLimits;
  presence: Pick<Presence, 'whoIsOnline'>;
};

const MOST_MESSAGES = 20;
/** More time than one email takes. After it, other processes take over from one that was killed. */
const CLAIM_MS = 60_000;
/** The wait after a failure. It doubles with each failure, up to the longest. */
const FIRST_RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 3_600_000;
/** Five days. */
const MOST_TRIES = 125;
/** After this many failures, a quarter of an hour, agents see that it is late. */
const DELAYED_TRIES = 4;

/** What to send. `cut` means that there are more unread messages than these, the newest. */
type Claimed = { wait: Wait; user: User; messages: readonly Message[]; cut: boolean };

/** Builds the email: the unread messages, and the link that opens the conversation. */
const compose = async (
  deps: MailDeps,
  mailing: Mailing,
  { user, messages, cut }: Omit<Claimed, 'wait'>,
): Promise<Email> => {
  const settings = deps.settings();
  const { title } = settings.messenger;
  const words = deps.mailWords(user.locale);
  const conversationId = messages[0]?.conversationId ?? '';
  const id = messages.at(-1)?.id ?? '';
  const to = user.profile.email ?? '';
  const { url, expiresAt } = await linkAddress(deps, mailing, { conversationId, userId: user.id, email: to });
  const date = new Intl.DateTimeFormat(words.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    expiresAt,
  );
  const subject = fillIn(words.subject, { title });
  const expires = fillIn(words.expires, { date });
  const nameOf = (message: Message): string => visitorMessageView(settings, message).name ?? title;
  const said = messages.map((m) => [nameOf(m), textOf(m, deps.publicUrl)] as const);
  const replies = deps.repliesTo?.(mailing);
  return {
    to,
    from: mailing.from,
    subject,
    ...automaticHeaders('visitor'),
    ...plainFields(mailing.from, conversationId, id),
    ...(replies && replyFields(replies, { side: 'visitor', conversationId }, to, id)),
    text: [
      ...(cut ? ['…'] : []),
      ...said.map(([name, text]) => `${name}:\n${text}`),
      ...(replies ? [words.reply] : []),
      `${words.open}:\n${url}`,
      expires,
      '',
    ].join('\n\n'),
    html: htmlOf(words, [
      ...(cut ? ['<p>…</p>'] : []),
      ...said.map(([name, text]) => `<p><strong>${escaped(name)}</strong><br>${escaped(text)}</p>`),
      ...(replies ? [`<p>${escaped(words.reply)}</p>`] : []),
      `<p><a href="${escaped(url)}">${escaped(words.open)}</a></p>`,
      `<p style="color:#595959;font-size:13px">${escaped(expires)}</p>`,
    ]),
  };
};

/**
 * Claims the wait, so that no other process sends the same: it is due again only after the time for another try.
 * @returns `undefined` if there is nothing left to send
 */
const claim = async (
  deps: MailDeps,
  tx: DeskTransaction,
  conversationId: string,
): Promise<Claimed | undefined> => {
  const locked = await tx.lockConversation(conversationId);
  const wait = locked && (await tx.waitOf(conversationId));
  if (!locked || !wait || wait.mailAt === null || wait.mailAt > deps.now()) return undefined;
  const page = await tx.messages(conversationId, { limit: MOST_MESSAGES });
  const messages = page.messages.filter(
    (m) =>
      m.role === 'appMaker' && m.received >= (wait.unreadFrom ?? 0) && !isEmailOffer(m) && !m.body.deleted,
  );
  const over = messages.length === 0 || !locked.user.profile.email;
  const taken: Wait = over
    ? { ...wait, mailAt: null, unreadFrom: null, tries: 0 }
    : { ...wait, mailAt: deps.now() + CLAIM_MS };
  await tx.putWait(taken);
  const cut = page.hasPrevious && (page.messages[0]?.received ?? 0) >= (wait.unreadFrom ?? 0);
  return over ? undefined : { wait: taken, user: locked.user, messages, cut };
};

/** Stores that it was sent. An answer that came since waits for its own email. */
const settle = async (deps: MailDeps, mailing: Mailing, { wait, messages }: Claimed): Promise<void> =>
  deps.store.transaction(async (tx) => {
    const locked = await tx.lockConversation(wait.conversationId);
    const now = locked && (await tx.waitOf(wait.conversationId));
    if (!locked || !now) return;
    await logChange(deps, tx, wait.conversationId, { what: 'answersMailed' });
    if (now.unreadFrom !== wait.unreadFrom) return;
    const sentTo = messages.at(-1)?.received ?? 0;
    const { messages: last } = await tx.messages(wait.conversationId, { limit: MOST_MESSAGES });
    const next = last.find((m) => m.role === 'appMaker' && m.received > sentTo && !isEmailOffer(m));
    await tx.putWait({
      ...now,
      unreadFrom: next?.received ?? null,
      mailAt: next ? deps.now() + mailing.sendAfter * 1000 : null,
      tries: 0,
    });
  });

/**
 * Stores that it was not sent, for a later retry. After the last one, the answers stay unsent, and go with the next
 * email.
 */
const putOff = async (deps: MailDeps, { wait }: Claimed, error: unknown): Promise<void> =>
  deps.store.transaction(async (tx) => {
    const { conversationId } = wait;
    const now = (await tx.lockConversation(conversationId)) && (await tx.waitOf(conversationId));
    if (!now || now.unreadFrom !== wait.unreadFrom || now.mailAt !== wait.mailAt) return;
    const isRefused = isRefusal(error);
    const tries = now.tries + 1;
    const isOver = isRefused || tries >= MOST_TRIES;
    const retryMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** now.tries);
    await tx.putWait({ ...now, mailAt: isOver ? null : deps.now() + retryMs, tries: isOver ? 0 : tries });
    const what = isOver ? (isRefused ? 'answersRefused' : 'answersNotMailed') : 'answersDelayed';
    if (isOver || tries === DELAYED_TRIES) await logChange(deps, tx, conversationId, { what });
  });

/** Lets them wait until the limit's end. Agents see it once. */
const holdBack = async (deps: MailDeps, { wait }: Claimed, waitMs: number): Promise<void> =>
  deps.store.transaction(async (tx) => {
    const { conversationId } = wait;
    const now = (await tx.lockConversation(conversationId)) && (await tx.waitOf(conversationId));
    if (!now || now.unreadFrom !== wait.unreadFrom || now.mailAt !== wait.mailAt) return;
    const mailAt = deps.now() + Math.min(LONGEST_RETRY_MS, waitMs);
    await tx.putWait({ ...now, mailAt, tries: Math.max(now.tries, DELAYED_TRIES) });
    if (now.tries < DELAYED_TRIES) await logChange(deps, tx, conversationId, { what: 'answersHeld' });
  });

/**
 * Sends a visitor's unread answers to their address, once. A failed email is retried for five days, unless the server
 * has refused the address or the email for good. Limits delay emails.
 * @throws the mail server's answer
 */
export const emailAnswers = async (deps: MailDeps, { conversationId }: Wait): Promise<void> => {
  const mailing = mailingOf(deps.settings().email);
  if (!mailing) return;
  const claimed = await deps.store.transaction((tx) => claim(deps, tx, conversationId));
  if (!claimed) return;
  const { user } = claimed;
  const waitMs = await deps.mailLimits.answersWait(user);
  if (waitMs > 0) return holdBack(deps, claimed, waitMs);
  try {
    await deps.sendEmail(mailing.smtpUrl, await compose(deps, mailing, claimed));
  } catch (error) {
    await putOff(deps, claimed, error);
    throw error;
  }
  await deps.mailLimits.answersSent(user);
  await settle(deps, mailing, claimed);
};
