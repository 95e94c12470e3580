import { mailingOf } from '../domain/emailSettings';
import { bareAddress, type Replies } from '../domain/replies';
import type { Metrics } from '../metrics';
import type { Rates } from '../routes/rates';
import type { ImapPlace } from './imapPlace';
import { createImap } from './mailbox';
import { createMailReader, type MailReader } from './mailReader';
import { type TakeDeps, takeMail } from './takeMail';

/** The mailbox that the operator has set up for replies. */
export type ReplyOptions = {
  place: ImapPlace;
  /** Its address; that of the sender of the desk's emails by default. */
  address?: string;
};

type ReplyDeps = Omit<TakeDeps, 'replies' | 'waitForMail'> & {
  rates: Pick<Rates, 'waitForKey'>;
  metrics?: Pick<Metrics, 'receivedMail' | 'watch'>;
};

/** Replies by mail: the reader of their mailbox, and where mails say that they are sent. */
export type MailReplies = MailReader & { repliesTo(mailing: { from?: string }): Replies };

/**
 * Makes what takes replies by mail. While the desk sends no emails, nothing is read.
 * @param isFirst whether this process reads, of those that share the desk
 */
export const createReplies = (
  deps: ReplyDeps,
  { place, address }: ReplyOptions,
  isFirst: () => Promise<boolean> = async () => true,
): MailReplies => {
  const { settings, store, rates, metrics } = deps;
  const repliesTo = ({ from = '' }: { from?: string }): Replies => ({
    key: store.replyKey,
    address: address ?? bareAddress(from),
  });
  const takeDeps: TakeDeps = {
    ...deps,
    replies: () => repliesTo(settings().email),
    waitForMail: (conversationId) => rates.waitForKey('mails', conversationId),
  };
  const reader = createMailReader({
    ...deps,
    open: createImap(place),
    take: (mail) => takeMail(takeDeps, mail),
    isFirst: async () => mailingOf(settings().email) !== undefined && (await isFirst()),
    onOutcome: metrics?.receivedMail,
  });
  metrics?.watch('porch_mailbox_connected', '1 if this process reads the mailbox of replies', () =>
    reader.isConnected() ? 1 : 0,
  );
  return { ...reader, repliesTo };
};
