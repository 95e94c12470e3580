import * as v from 'valibot';
import { moment } from './settingTypes';

const seconds = (usual: number) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(86_400)), usual);

/** An address alone, or `Name <address>`. */
const SENDER = /^([^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

export const emailSchema = v.strictObject({
  enabled: v.optional(v.boolean(), false),
  /** The server that sends, such as smtps://name:password@mail.example. Agents neither see nor set it. */
  smtpUrl: v.optional(
    v.pipe(v.string(), v.url(), v.regex(/^smtps?:\/\//i, 'must be an smtp or smtps address')),
  ),
  from: v.optional(
    v.pipe(v.string(), v.maxLength(200), v.regex(SENDER, 'must be an address, or a name and <an address>')),
  ),
  /** The page with the messenger that the link in an email leads to. */
  page: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:/i, 'must be an http or https address'))),
  /** How long a question waits until the visitor is asked for an address. */
  offerAfter: seconds(120),
  /** How long an answer is unread until it is sent by email. */
  sendAfter: seconds(300),
  /** Where the team is told of visitors who wait, and after how long. Agents are told, too, if they want to be. */
  team: v.optional(v.pipe(v.string(), v.maxLength(200), v.regex(SENDER, 'must be an address'))),
  unansweredAfter: v.optional(v.pipe(v.number(), v.integer(), v.minValue(60), v.maxValue(604_800))),
  /** How long the link opens the conversation. */
  linkDays: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(30)), 7),
  /** Links of emails from before this time open nothing, as after a leak. Agents do not set it. */
  linksSince: v.optional(moment),
});

/** A setting's address, parted from the name that it may have: signs in a name can mean something else in a header. */
export const mailboxOf = (sender: string): { name: string; address: string } => {
  const [, name = '', address = sender] = /^([^<>]*)<([^<>]+)>$/.exec(sender) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() };
};

export type EmailSettings = v.InferOutput<typeof emailSchema>;

/** What sending needs. */
export type Mailing = EmailSettings & Required<Pick<EmailSettings, 'smtpUrl' | 'from' | 'page'>>;

/** The settings for sending; `undefined` while it is off, or something that it needs is not set. */
export const mailingOf = (email: EmailSettings): Mailing | undefined => {
  const { enabled, smtpUrl, from, page } = email;
  return enabled && smtpUrl && from && page ? { ...email, smtpUrl, from, page } : undefined;
};
