import { fillIn, type MailWords } from '../assets/mailWords';
import type { Deps } from '../domain/deps';
import { textOf } from '../domain/emailParts';
import type { Replies } from '../domain/replies';
import { teamSubject } from '../domain/teamMail';
import { nameOfVisitor } from '../domain/views';
import type { Writer } from './findWriter';
import type { KnownMails } from './foldReply';

/** A mail of the desk has at most twenty messages; a reply may be to one of the mails before. */
const MOST_MESSAGES = 50;

/** What the desk knows of its own mails to who replies. */
export const knownMails = async (
  {
    store,
    settings,
    mailWords,
  }: Pick<Deps, 'store' | 'settings'> & {
    mailWords: (locale: string | null) => MailWords;
  },
  { address }: Replies,
  { side, conversation, user }: Pick<Writer, 'side' | 'conversation' | 'user'>,
  sender: string,
): Promise<KnownMails> => {
  const { title } = settings().messenger;
  const words = mailWords(user.locale);
  const { messages } = await store.messages(conversation.id, { limit: MOST_MESSAGES });
  const role = side === 'visitor' ? 'appMaker' : 'appUser';
  return {
    addresses: [address, sender],
    subjects: [
      side === 'visitor'
        ? fillIn(words.subject, { title })
        : teamSubject(nameOfVisitor(user, conversation.displayName).displayName),
    ],
    texts: [
      ...messages.filter((message) => message.role === role).map(textOf),
      ...(side === 'visitor' ? [words.reply, words.open, ...words.expires.split('{{date}}')] : []),
    ],
  };
};
