import { DeskError } from '../../model/deskError';
import type { Conversation, Happening, Message, User } from '../../model/entities';
import { fillIn, type MailWords } from '../../words/mailWords';
import { logChange } from '../conversations/changes';
import type { Deps } from '../deps';
import { isOfCampaign } from '../insights/campaigns';
import { textOf } from '../messages/messageText';
import { isQuiet } from '../messages/storeMessage';
import { type Mailing, mailingOf } from '../settings/emailSettings';
import { visitorMessageView } from '../views';
import type { Email, SendEmail } from './email';
import { escaped, htmlOf } from './emailParts';
import type { MailLimits } from './mailLimits';
import { automaticHeaders } from './replies';

/** How the desk sends emails. */
export type Mailer = {
  sendEmail: SendEmail;
  mailWords: (locale: string | null) => MailWords;
  /** The desk's address, for links to files. */
  publicUrl?: string;
};

/** Without a mailer there are no transcripts. */
export type TranscriptDeps = Deps & { mailer?: Mailer; mailLimits: Pick<MailLimits, 'allowTranscript'> };

/** The receiver's address, and the key of the request: a repeat sends nothing. */
type TranscriptRequest = { email: string; referenceId: string };

const MOST_MESSAGES = 500;
/** More would make the desk a way to send emails to strangers. */
const MOST_TRANSCRIPTS = 5;
/** More time than one email takes. After it, other processes take over from one that was killed. */
const CLAIM_MS = 60_000;

const compose = (
  deps: Pick<Deps, 'settings'> & Mailer,
  { from }: Mailing,
  { to, user, messages, cut }: { to: string; user: User; messages: readonly Message[]; cut: boolean },
): Email => {
  const settings = deps.settings();
  const { title } = settings.messenger;
  const words = deps.mailWords(user.locale);
  const subject = fillIn(words.transcript, { title });
  const times = new Intl.DateTimeFormat(words.locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const said = messages.map((message) => {
    const author =
      message.role === 'appUser' ? words.you : (visitorMessageView(settings, message).name ?? title);
    return {
      head: `${author} · ${times.format(message.received)} UTC`,
      text: textOf(message, deps.publicUrl),
    };
  });
  return {
    to,
    from,
    subject,
    ...automaticHeaders('transcript'),
    text: [subject, ...(cut ? ['…'] : []), ...said.map(({ head, text }) => `${head}\n${text}`), ''].join(
      '\n\n',
    ),
    html: htmlOf(words, [
      `<h1 style="font-size:20px">${escaped(subject)}</h1>`,
      ...(cut ? ['<p>…</p>'] : []),
      ...said.map(({ head, text }) => `<p><strong>${escaped(head)}</strong><br>${escaped(text)}</p>`),
    ]),
  };
};

/**
 * Claims the request, so that no other process sends the same email.
 * @returns releases it; `undefined` if it was sent before
 * @throws conflict if another process is sending it, or too many were sent
 */
const claim = (deps: Deps, conversationId: string, referenceId: string): Promise<Happening | undefined> =>
  deps.store.transaction(async (tx) => {
    await tx.lockConversation(conversationId);
    const changes = await tx.happenings(conversationId, 'change', 1000);
    const sent = changes.filter(({ body }) => body.what === 'mailed');
    if (sent.some((one) => one.referenceId === referenceId)) return undefined;
    if (sent.length >= MOST_TRANSCRIPTS)
      throw new DeskError('conflict', 'This conversation was sent by email often enough');
    const claims = await tx.happenings(conversationId, 'transcript', MOST_TRANSCRIPTS);
    const other = claims.find((one) => one.referenceId === referenceId);
    if (other && other.createdAt > deps.now() - CLAIM_MS)
      throw new DeskError('conflict', 'This email is being sent');
    if (other) await tx.deleteHappening(other.id);
    const own = { id: deps.newId(), conversationId, referenceId, createdAt: deps.now(), body: {} };
    const happening: Happening = { ...own, kind: 'transcript' };
    await tx.insertHappening(happening);
    return happening;
  });

/**
 * Sends the messages of a conversation to an address, once for each request. The caller must have checked that the
 * conversation is the visitor's own.
 * @throws forbidden if the desk sends no email; conflict if nobody of the team has written, too many were sent, or
 * another process is sending it; not_sent if the mail server does not take it
 */
export const mailTranscript = (
  deps: TranscriptDeps,
  user: User,
  { id }: Conversation,
  { email, referenceId }: TranscriptRequest,
): Promise<void> =>
  deps.inTurn(`transcript ${id}`, async () => {
    const mailing = mailingOf(deps.settings().email);
    const { mailer } = deps;
    if (!mailing || !mailer) throw new DeskError('forbidden', 'This desk sends no email');
    const { messages, hasPrevious } = await deps.store.messages(id, { limit: MOST_MESSAGES });
    // Otherwise a stranger could send their own words to any address.
    if (!messages.some((one) => one.role === 'appMaker' && !isQuiet(one) && !isOfCampaign(one)))
      throw new DeskError('conflict', 'Nobody has answered yet. Ask again once there is an answer');
    const claimed = await claim(deps, id, referenceId);
    if (!claimed) return;
    const mail = compose({ ...deps, ...mailer }, mailing, { to: email, user, messages, cut: hasPrevious });
    let takeBack = async (): Promise<void> => undefined;
    try {
      takeBack = await deps.mailLimits.allowTranscript(user, email);
      await mailer.sendEmail(mailing.smtpUrl, mail).catch(() => {
        throw new DeskError('not_sent', 'The mail server has not taken the email');
      });
    } catch (error) {
      await takeBack();
      await deps.store.transaction((tx) => tx.deleteHappening(claimed.id));
      throw error;
    }
    await deps.store.transaction(async (tx) => {
      await tx.deleteHappening(claimed.id);
      await logChange(deps, tx, id, { what: 'mailed' }, referenceId);
    });
  });
