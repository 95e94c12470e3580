import { createTransport } from 'nodemailer';
import type { SendEmail } from '../domain/mail/email';
import { emailAnswers, type MailDeps } from '../domain/mail/emailAnswers';
import { offerEmail } from '../domain/mail/emailOffer';
import { tellOfAll } from '../domain/mail/teamDigest';
import { tellTeam } from '../domain/mail/teamMail';
import { mailboxOf, mailingOf } from '../domain/settings/emailSettings';
import type { Clock } from '../process/clock';
import type { Log } from '../process/log';
import { withLimit } from '../process/waits';

const MOST_AT_ONCE = 100;
/** The most visitors in one email. */
const MOST_IN_ONE = 500;
/** How long the server may be silent. */
const SILENCE_MS = 20_000;
/** How long one email may take in all, even with a server that is slow but never silent. */
const EMAIL_MS = 30_000;
/** A round starts no email after this. */
const ROUND_MS = 60_000;

/** The time for a server that does not answer. */
class TookTooLong extends Error {
  readonly code = 'ETIMEDOUT';
}

/** Codes of failures that the next email would also meet: no server, or no answer. */
const OUT_OF_REACH = ['ETIMEDOUT', 'ECONNECTION', 'ECONNREFUSED', 'ESOCKET', 'EDNS', 'ETLS', 'ABORT_ERR'];

/**
 * Creates the sending by SMTP. Each email has its own connection, because there are few.
 * @param limitMs the time limit of an email
 */
export const createSmtp =
  (after: Clock['after'], limitMs = EMAIL_MS): SendEmail =>
  (smtpUrl, email, signal) =>
    withLimit(limitMs, after, async (late) => {
      const transport = createTransport({
        url: smtpUrl,
        connectionTimeout: SILENCE_MS,
        greetingTimeout: SILENCE_MS,
        socketTimeout: SILENCE_MS,
        // Texts by visitors and agents cannot name files or addresses to read.
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      const over = AbortSignal.any([late, ...(signal ? [signal] : [])]);
      const tooLong = new Promise<never>((_, reject) => {
        over.addEventListener('abort', () => reject(new TookTooLong()));
      });
      try {
        over.throwIfAborted();
        await Promise.race([
          transport.sendMail({ ...email, from: mailboxOf(email.from), to: [email.to].flat().map(mailboxOf) }),
          tooLong,
        ]);
      } finally {
        transport.close();
      }
    });

/** Runs a task for one or several conversations. @returns the code of a failure, which is logged */
const attempt = async (
  log: Pick<Log, 'warn'>,
  conversation: string | undefined,
  work: () => Promise<void>,
): Promise<string | undefined> => {
  try {
    await work();
    return undefined;
  } catch (error) {
    // The error's message may contain the visitor's address.
    const code = String((error as { code?: unknown }).code ?? 'unknown');
    log.warn({ code, conversation }, 'email not sent');
    return code;
  }
};

/**
 * Runs one round: asks waiting visitors for an address, sends unread answers by email, and then notifies the team of
 * waiting visitors, of all at once if they are many. An unreachable or slow mail server ends the round; the rest is due
 * in the next one.
 */
export const createMailRound =
  (deps: MailDeps, log: Pick<Log, 'warn'>) =>
  async (signal?: AbortSignal): Promise<void> => {
    if (!mailingOf(deps.settings().email)) return;
    const sendEmail: SendEmail = (url, email) => deps.sendEmail(url, email, signal);
    const now = deps.now();
    const mailDeps = { ...deps, sendEmail };
    // These do not involve the server.
    for (const wait of await deps.store.dueWaits('offerAt', now, MOST_AT_ONCE))
      await attempt(log, wait.conversationId, () => offerEmail(deps, deps.mailWords, wait));

    /** @returns whether to send more in this round */
    const send = async (conversation: string | undefined, work: () => Promise<void>): Promise<boolean> => {
      if (signal?.aborted || deps.now() > now + ROUND_MS) return false;
      const failure = await attempt(log, conversation, work);
      return failure === undefined || !OUT_OF_REACH.includes(failure);
    };
    for (const wait of await deps.store.dueWaits('mailAt', now, MOST_AT_ONCE))
      if (!(await send(wait.conversationId, () => emailAnswers(mailDeps, wait)))) return;
    for (const wait of await deps.store.dueWaits('alertAt', now, MOST_AT_ONCE)) {
      if (!(await deps.mailLimits.mayAlert())) {
        if (!(await deps.mailLimits.takeDigest())) return;
        const waits = await deps.store.dueWaits('alertAt', now, MOST_IN_ONE);
        await send(undefined, () => tellOfAll(mailDeps, waits));
        return;
      }
      if (!(await send(wait.conversationId, () => tellTeam(mailDeps, wait)))) return;
    }
  };
