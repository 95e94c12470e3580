import { bareAddress, type Replies } from '../domain/mail/replies';
import { mailingOf } from '../domain/settings/emailSettings';
import type { Rates } from '../http/rates';
import type { Caller } from '../model/caller';
import type { Metrics } from '../process/metrics';
import { acceptMail } from './acceptMail';
import type { ImapPlace } from './imapPlace';
import { listMail } from './listMail';
import { createImap } from './mailbox';
import { createMailReader, type MailReader } from './mailReader';
import { type TakeDeps, takeMail } from './takeMail';

/** The mailbox that the operator has set up for replies. */
export type ReplyOptions = {
  place: ImapPlace;
  /** Its address; by default that of the sender of the desk's emails. */
  address?: string;
};

type ReplyDeps = Omit<TakeDeps, 'replies' | 'waitForMail'> & {
  rates: Pick<Rates, 'waitForKey'>;
  metrics?: Pick<Metrics, 'receivedMail' | 'watch'>;
};

/** Replies by email: the reader of their mailbox, and the reply address for emails. */
type MailReplies = MailReader & {
  repliesTo(mailing: { from?: string }): Replies;
  /** Turns a refused email into the message that it would have been. @returns the conversation's id */
  accept(id: string, by: Caller): Promise<string>;
};

/**
 * Creates the reader of email replies. While the desk sends no emails, it reads nothing.
 * @param isFirst whether this is the process that reads, of those that share the desk
 */
export const createReplies = (
  deps: ReplyDeps,
  { place, address }: ReplyOptions,
  isFirst: () => Promise<boolean> = async () => true,
): MailReplies => {
  const { settings, store, rates, metrics, after } = deps;
  const repliesTo = ({ from = '' }: { from?: string }): Replies => ({
    key: store.replyKey,
    address: address ?? bareAddress(from),
  });
  const takeDeps: TakeDeps = {
    ...deps,
    replies: () => repliesTo(settings().email),
    waitForMail: (conversationId) => rates.waitForKey('mails', conversationId),
  };
  const open = createImap(place, after);
  const reader = createMailReader({
    ...deps,
    open,
    take: (mail) => takeMail(takeDeps, mail),
    giveUp: (mail) => listMail(takeDeps, mail, 'failed'),
    canStore: () =>
      store.ping().then(
        () => true,
        () => false,
      ),
    isFirst: async () => mailingOf(settings().email) !== undefined && (await isFirst()),
    onOutcome: metrics?.receivedMail,
  });
  metrics?.watch('porch_mailbox_connected', '1 if this process reads the mailbox of replies', () =>
    reader.isConnected() ? 1 : 0,
  );
  return { ...reader, repliesTo, accept: (id, by) => acceptMail({ ...takeDeps, open }, id, by) };
};
