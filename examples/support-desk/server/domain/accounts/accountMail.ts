import { beginning, shownText } from '@porch/messenger/wire/shown';
import type { MailProblem } from '../../../shared/answers/accounts';
import type { AgentLink } from '../../model/accountEntities';
import type { Log } from '../../process/log';
import type { Deps } from '../deps';
import { isRefusal } from '../mail/email';
import { escaped } from '../mail/emailParts';
import type { MailLimits } from '../mail/mailLimits';
import type { Mailer } from '../mail/mailTranscript';
import { automaticHeaders } from '../mail/replies';
import { mailingOf } from '../settings/emailSettings';
import { linkAddress } from './links';

/** What emails about accounts need. */
export type AccountMailDeps = Deps & {
  mailer?: Mailer;
  mailLimits: Pick<MailLimits, 'mayMailAccount'>;
  log: Pick<Log, 'warn'>;
};

const LONGEST_NAME = 100;
/** Controls and marks of direction, which could hide or turn the rest of a line. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f]+/gu;

/** A name that somebody has chosen, as part of a line. */
export const lineOf = (name: string): string =>
  beginning((shownText(name) ?? '').replace(HIDDEN, ' ').trim(), LONGEST_NAME);

/**
 * The sending of emails about accounts. It needs the desk's own address: a request's Host header must not decide
 * where links lead.
 */
const mailingFor = ({ settings, mailer }: Pick<AccountMailDeps, 'settings' | 'mailer'>) => {
  const mailing = mailingOf(settings().email);
  if (!mailing || mailer?.publicUrl === undefined) return undefined;
  return { ...mailing, sendEmail: mailer.sendEmail, publicUrl: mailer.publicUrl };
};

/** Whether the desk sends emails about accounts. */
export const mailsLinks = (deps: Pick<AccountMailDeps, 'settings' | 'mailer'>): boolean =>
  mailingFor(deps) !== undefined;

type AccountMail = {
  to: string;
  subject: string;
  before: string;
  /** The token of the link between both texts, and its name. */
  token: string;
  act: string;
  after: string;
};

/** Sends an email with a link. @returns why it was not sent */
export const sendAccountMail = async (
  deps: AccountMailDeps,
  { to, subject, before, token, act, after }: AccountMail,
): Promise<MailProblem | undefined> => {
  const mailing = mailingFor(deps);
  if (!mailing) return 'unanswered';
  const link = linkAddress(mailing.publicUrl, token);
  try {
    await mailing.sendEmail(mailing.smtpUrl, {
      to,
      from: mailing.from,
      subject,
      ...automaticHeaders('account'),
      text: [before, link, after, ''].join('\n\n'),
      html: [
        `<p>${escaped(before)}</p>`,
        `<p><a href="${escaped(link)}">${escaped(act)}</a></p>`,
        `<p>${escaped(after)}</p>`,
      ].join('\n'),
    });
    return undefined;
  } catch (error) {
    deps.log.warn({ code: String((error as { code?: unknown }).code ?? 'unknown') }, 'email not sent');
    return isRefusal(error) ? 'refused' : 'unanswered';
  }
};

/** The end of a link, in words. */
export const endOf = ({ expiresAt }: AgentLink): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(expiresAt)} UTC`;
