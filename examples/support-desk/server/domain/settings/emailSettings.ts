import * as v from 'valibot';
import { moment } from './settingTypes';

const seconds = (usual: number) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(86_400)), usual);

/** An address alone, or `Name <address>`. */
const SENDER = /^([^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

export const emailSchema = v.strictObject({
  enabled: v.optional(v.boolean(), false),
  /** The server that sends, such as smtps://name:password@mail.example. Agents can neither see nor set it. */
  smtpUrl: v.optional(
    v.pipe(v.string(), v.url(), v.regex(/^smtps?:\/\//i, 'must be an smtp or smtps address')),
  ),
  from: v.optional(
    v.pipe(v.string(), v.maxLength(200), v.regex(SENDER, 'must be an address, or a name and <an address>')),
  ),
  /** The page with the messenger that an email's link opens. */
  page: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:/i, 'must be an http or https address'))),
  /** How long a question waits before the visitor is asked for an address. */
  offerAfter: seconds(120),
  /** How long an answer stays unread before it is sent by email. */
  sendAfter: seconds(300),
  /** Where the team is notified of waiting visitors, and after how long. Agents who want to be are notified too. */
  team: v.optional(v.pipe(v.string(), v.maxLength(200), v.regex(SENDER, 'must be an address'))),
  unansweredAfter: v.optional(v.pipe(v.number(), v.integer(), v.minValue(60), v.maxValue(604_800))),
  /** How long the link opens the conversation. */
  linkDays: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(30)), 7),
  /** Links of emails sent before this time open nothing, for example after a leak. Agents do not set it. */
  linksSince: v.optional(moment),
});

/** A setting's address, separated from its optional name: characters in a name can be special in a header. */
export const mailboxOf = (sender: string): { name: string; address: string } => {
  const [, name = '', address = sender] = /^([^<>]*)<([^<>]+)>$/.exec(sender) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() };
};

type EmailSettings = v.InferOutput<typeof emailSchema>;

/** What sending needs. */
export type Mailing = EmailSettings & Required<Pick<EmailSettings, 'smtpUrl' | 'from' | 'page'>>;

/** The settings for sending; `undefined` while it is off, or a required one is not set. */
export const mailingOf = (email: EmailSettings): Mailing | undefined => {
  const { enabled, smtpUrl, from, page } = email;
  return enabled && smtpUrl && from && page ? { ...email, smtpUrl, from, page } : undefined;
};
