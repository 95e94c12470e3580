import type { Deps } from '../domain/deps';
import { nameOfVisitor } from '../domain/inboxViews';
import type { Replies } from '../domain/mail/replies';
import { TEAM_REPLY, TEAM_WORDS, teamSubjects } from '../domain/mail/teamWords';
import { textOf } from '../domain/messages/messageText';
import { visitorMessageView } from '../domain/views';
import type { Message } from '../model/entities';
import { fillIn, type MailWords } from '../words/mailWords';
import type { Writer } from './findWriter';
import type { KnownMails } from './foldReply';

/** An email of the desk has at most twenty messages; a reply may be to an earlier email. */
const MOST_MESSAGES = 50;

/** What the desk knows about its own emails to the person who replies. */
export const knownMails = async (
  {
    store,
    settings,
    mailWords,
    publicUrl,
  }: Pick<Deps, 'store' | 'settings'> & {
    mailWords: (locale: string | null) => MailWords;
    publicUrl?: string;
  },
  { address }: Replies,
  { side, conversation, user }: Pick<Writer, 'side' | 'conversation' | 'user'>,
  { sender, senderName }: { sender: string; senderName: string },
): Promise<KnownMails> => {
  const { messenger, email } = settings();
  const words = mailWords(user.locale);
  const { messages } = await store.messages(conversation.id, { limit: MOST_MESSAGES });
  const texts = (role: Message['role']) =>
    messages.filter((message) => message.role === role).map((message) => textOf(message, publicUrl));
  const name = nameOfVisitor(user, conversation.displayName).displayName;
  const addresses = [address, email.from ?? ''];
  const names = [senderName, sender.split('@')[0] ?? '', ...(side === 'visitor' ? [name] : [])];
  if (side === 'team') {
    const said = texts('appUser');
    return {
      addresses,
      names,
      subjects: teamSubjects(name),
      texts: [...said, ...TEAM_WORDS.map((words) => fillIn(words, { name }))],
      order: { messages: said, below: TEAM_REPLY, areNamed: false },
      links: publicUrl === undefined ? [] : [`${publicUrl}/agent#conversation=`],
    };
  }
  const said = texts('appMaker');
  const { title } = messenger;
  return {
    addresses,
    names,
    subjects: [fillIn(words.subject, { title })],
    texts: [...said, words.reply, words.open, words.expires],
    order: { messages: said, below: words.reply, areNamed: true },
    authors: [title, ...messages.flatMap((message) => visitorMessageView(settings(), message).name ?? [])],
  };
};
