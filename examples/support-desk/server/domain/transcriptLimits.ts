import type { LimitName } from '../limits/table';
import type { Log } from '../log';
import type { Deps } from './deps';
import { DeskError } from './deskError';
import { hashAddress } from './tokens';

/** Says whether one more transcript may be sent to an address. @throws conflict */
export type AllowTranscript = (email: string) => Promise<void>;

const DOTLESS = ['gmail.com', 'googlemail.com'];

/** One mailbox has many spellings: capitals, `+tags` and, at some providers, dots. */
const mailboxOf = (email: string): string => {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const name = email.slice(0, at).toLowerCase().replace(/\+.*$/, '');
  return `${DOTLESS.includes(domain) ? name.replaceAll('.', '') : name}@${domain}`;
};

/**
 * Transcripts carry a stranger's words in the publisher's name: few go to one receiver, whoever asks, and not endlessly many
 * in all. The log says when it is too many in all.
 * @param waitFor counts one under a key. It returns how long to wait, in ms; 0 if it is allowed
 */
export const createAllowTranscript =
  (
    { store, log }: { store: Pick<Deps['store'], 'addressKey'>; log: Pick<Log, 'warn'> },
    waitFor: (name: LimitName, key: string) => Promise<number>,
  ): AllowTranscript =>
  async (email) => {
    if ((await waitFor('receiverTranscripts', hashAddress(store.addressKey, mailboxOf(email)))) > 0)
      throw new DeskError('conflict', 'This address has got enough transcripts today. Try again tomorrow');
    const waitMs = await waitFor('allTranscripts', 'app');
    if (waitMs <= 0) return;
    log.warn(
      { minutes: Math.ceil(waitMs / 60_000) },
      'visitors ask for more transcripts by email than allTranscripts allows: somebody may be sending emails in your name',
    );
    throw new DeskError('conflict', 'This desk has sent too many transcripts. Try again in an hour');
  };
