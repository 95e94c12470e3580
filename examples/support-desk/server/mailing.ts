import { createTransport } from 'nodemailer';
import { emailAnswers, type MailDeps, type SendEmail } from './domain/emailAnswers';
import { offerEmail } from './domain/emailOffer';
import { mailingOf } from './domain/emailSettings';
import type { Log } from './log';

const EVERY_MS = 5_000;
const MOST_AT_ONCE = 100;
const TIMEOUT_MS = 20_000;

/** Sends by SMTP. Each email has a connection of its own, as there are few. */
export const sendBySmtp: SendEmail = async (smtpUrl, email) => {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Texts of visitors and agents name no files and no addresses to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail(email);
  } finally {
    transport.close();
  }
};

/** Runs one round: asks waiting visitors for an address, and sends unread answers by email. */
export const createMailRound = (deps: MailDeps, log: Pick<Log, 'warn'>) => async (): Promise<void> => {
  if (!mailingOf(deps.settings().email)) return;
  const now = deps.now();
  for (const wait of await deps.store.dueWaits(now, MOST_AT_ONCE)) {
    try {
      if (wait.offerAt !== null && wait.offerAt <= now) await offerEmail(deps, deps.mailWords, wait);
      if (wait.mailAt !== null && wait.mailAt <= now) await emailAnswers(deps, wait);
    } catch (error) {
      // The message of the error may have the visitor's address.
      const { code } = error as { code?: unknown };
      log.warn({ code: String(code ?? 'unknown'), conversation: wait.conversationId }, 'email not sent');
    }
  }
};

/** Runs rounds one after another. @returns ends them, after the one under way */
export const mailRegularly = (round: () => Promise<void>, log: Pick<Log, 'warn'>): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= round()
      .catch(() => log.warn({}, 'the store cannot say which emails are due'))
      .finally(() => {
        running = undefined;
      });
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
};
