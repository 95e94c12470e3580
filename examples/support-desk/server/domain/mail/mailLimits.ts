import type { LimitName } from '../../limits/table';
import { DeskError } from '../../model/deskError';
import type { Profile, User } from '../../model/entities';
import { hashAddress } from '../../model/tokens';
import type { Log } from '../../process/log';
import type { Deps } from '../deps';

/** Counts emails by key. Waits are in ms, 0 if one more is allowed. */
type MailCounts = {
  /** Counts this many, one by default; a negative number reduces the count. */
  waitForKey(name: LimitName, key: string, points?: number): Promise<number>;
  peekKey(name: LimitName, key: string): Promise<number>;
  /** Counts refusals for the metrics, one by default. */
  noteRefused(name: LimitName, times?: number): void;
};

/** Limits the desk's emails: to each address that nobody has proven to be theirs, and in total. */
export type MailLimits = {
  /** Counts a transcript that a visitor requests. @returns undoes that, if it is not sent @throws conflict */
  allowTranscript(user: User, email: string): Promise<() => Promise<void>>;
  /** Whether an agent or an invited colleague can get one more email about an account, which counts as sent. */
  mayMailAccount(limit: 'passwordMails' | 'invitationMails', email: string): Promise<boolean>;
  /** How long answers to this visitor wait, in ms; 0 if they can be sent. */
  answersWait(user: User): Promise<number>;
  answersSent(user: User): Promise<void>;
  /** Whether the team can be notified of one more visitor by a separate email. */
  mayAlert(): Promise<boolean>;
  alertsSent(mails: number): Promise<void>;
  /** Whether the team can be notified of all waiting visitors by one email, which counts as sent. */
  takeDigest(): Promise<boolean>;
  /** Stores the number of visitors in that email. */
  digestSent(visitors: number): void;
};

const DOTLESS = ['gmail.com', 'googlemail.com'];
const WARN_AGAIN_MS = 3_600_000;
const APP = 'app';

/** One mailbox has many spellings: capitals, `+tags` and, with some providers, dots. */
const mailboxOf = (email: string): string => {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const name = email.slice(0, at).toLowerCase().replace(/\+.*$/, '');
  return `${DOTLESS.includes(domain) ? name.replaceAll('.', '') : name}@${domain}`;
};

/** Whether this is the visitor's own address: a login proves it, or they have answered from it or opened its link. */
const isProven = ({ email, emailVerified, emailUsed }: Profile, address = email): boolean =>
  email !== undefined &&
  address !== undefined &&
  mailboxOf(address) === mailboxOf(email) &&
  (emailVerified !== false || emailUsed === email);

/** Once an hour for each limit. */
const createWarning = (log: Pick<Log, 'warn'>, now: () => number) => {
  const warned = new Map<LimitName, number>();
  return (limit: LimitName, sentence: string): void => {
    if (now() - (warned.get(limit) ?? -WARN_AGAIN_MS) < WARN_AGAIN_MS) return;
    warned.set(limit, now());
    log.warn({ limit }, sentence);
  };
};

/**
 * Anybody can make the desk send emails in the publisher's name. So the emails to one receiver are limited, for all
 * senders together, and so is the total. What agents and programs have written waits; the log shows that.
 */
export const createMailLimits = (
  {
    store,
    log,
    now,
  }: { store: Pick<Deps['store'], 'addressKey'>; log: Pick<Log, 'warn'>; now: () => number },
  counts: MailCounts,
): MailLimits => {
  const warn = createWarning(log, now);
  const keyOf = (email: string): string => hashAddress(store.addressKey, mailboxOf(email));
  return {
    async allowTranscript({ profile }, email) {
      const counted: [LimitName, string][] = [];
      const count = async (name: LimitName, key: string): Promise<boolean> => {
        if ((await counts.waitForKey(name, key)) > 0) return false;
        counted.push([name, key]);
        return true;
      };
      // What is not sent must not keep others from writing to this address.
      const takeBack = async (): Promise<void> => {
        for (const [name, key] of counted) await counts.waitForKey(name, key, -1);
      };
      if (!isProven(profile, email) && !(await count('receiverTranscripts', keyOf(email))))
        throw new DeskError('conflict', 'This address has got enough emails today. Try again tomorrow');
      if (await count('allTranscripts', APP)) return takeBack;
      await takeBack();
      warn(
        'allTranscripts',
        'visitors ask for more transcripts by email than allTranscripts allows: somebody may be sending emails in your name',
      );
      throw new DeskError('conflict', 'This desk has sent too many transcripts. Try again in an hour');
    },
    mayMailAccount: async (limit, email) => (await counts.waitForKey(limit, keyOf(email))) <= 0,
    async answersWait({ profile }) {
      if (isProven(profile)) return 0;
      const ofReceiver = await counts.peekKey('receiverMails', keyOf(profile.email ?? ''));
      const ofAll = ofReceiver > 0 ? 0 : await counts.peekKey('allAnswers', APP);
      if (ofReceiver + ofAll <= 0) return 0;
      const limit = ofReceiver > 0 ? 'receiverMails' : 'allAnswers';
      counts.noteRefused(limit);
      warn(
        limit,
        `answers by email wait, as ${limit} allows no more to addresses that nobody has answered from: somebody may be using addresses of others`,
      );
      return ofReceiver + ofAll;
    },
    async answersSent({ profile }) {
      if (isProven(profile)) return;
      await counts.waitForKey('receiverMails', keyOf(profile.email ?? ''));
      await counts.waitForKey('allAnswers', APP);
    },
    mayAlert: async () => (await counts.peekKey('teamMails', APP)) <= 0,
    alertsSent: async (mails) => void (await counts.waitForKey('teamMails', APP, mails)),
    takeDigest: async () =>
      (await counts.peekKey('teamDigests', APP)) <= 0 && (await counts.waitForKey('teamDigests', APP)) <= 0,
    digestSent(visitors) {
      counts.noteRefused('teamMails', visitors);
      warn(
        'teamMails',
        'more visitors wait than teamMails allows emails for: one email tells of all of them',
      );
    },
  };
};
