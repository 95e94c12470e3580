import { cleanText } from '@porch/messenger/model/validation';
import type { Deps } from '../domain/deps';
import { sendFile } from '../domain/files/files';
import type { Replies } from '../domain/mail/replies';
import { sendAgentFile, sendAgentMessage } from '../domain/messages/agentMessages';
import { sendMessage } from '../domain/messages/messages';
import { DeskError } from '../model/deskError';
import type { Json } from '../model/entities';
import type { Log } from '../process/log';
import type { Uploads } from '../uploads/uploads';
import type { MailWords } from '../words/mailWords';
import { aboutMail, createOnce, type More, type ReadMail } from './aboutMail';
import { createCameBefore } from './earlierPictures';
import { Refused, type Writer } from './findWriter';
import { type FoldedReply, foldReply, type KnownMails } from './foldReply';
import { knownMails } from './knownMails';
import { leftOutText, namesOf } from './leftOutText';
import { splitText } from './splitText';
import { type ChosenFile, chooseFiles, type FileDeps, type LeftOut, takeFile } from './takeFiles';

export type StoreDeps = Deps &
  FileDeps & {
    uploads: Pick<Uploads, 'read'>;
    log: Pick<Log, 'warn'>;
    replies: () => Replies;
    mailWords: (locale: string | null) => MailWords;
    /** The desk's address, which its emails link to. */
    publicUrl?: string;
  };

/** The fields of every message that came by email. */
const SOURCE = { type: 'email' } as const;

const sendText = (deps: StoreDeps, writer: Writer, text: string, referenceId: string, more: More) => {
  const { conversation, user } = writer;
  const { mailText } = more;
  const body = { text, source: SOURCE, ...more.fields };
  if (writer.side === 'team')
    return sendAgentMessage(deps, conversation.id, { type: 'text', referenceId, ...body }, writer.by, {
      mailText,
    });
  const sender = { role: 'appUser', userId: user.id } as const;
  const input = { type: 'text', referenceId, body: { ...body, authorId: user.id }, mailText };
  return sendMessage(deps, conversation.id, sender, input);
};

const sendOneFile = (deps: StoreDeps, writer: Writer, file: ChosenFile, referenceId: string, more: More) => {
  const { conversation, user } = writer;
  const space = writer.side === 'visitor' ? { userId: user.id } : undefined;
  return takeFile(deps, conversation.id, file, space, (stored) => {
    const { mailText, fields } = more;
    const message = { ...stored, referenceId, body: { source: SOURCE, ...fields }, mailText };
    if (writer.side === 'team') return sendAgentFile(deps, conversation.id, message, writer.by);
    const body = { ...message.body, authorId: user.id };
    return sendFile(deps, conversation.id, { role: 'appUser', userId: user.id }, { ...message, body });
  });
};

/** Treats what the desk has no space for as left out of the email. @throws any other error */
const leftOutBy = (error: unknown, { fileName, mediaType, content }: ChosenFile): LeftOut => {
  if (!(error instanceof DeskError) || error.code !== 'storage_full') throw error;
  return { name: fileName, mediaType, size: content.length, reason: 'full' };
};

/** The parts of an email to store. */
type Parts = { texts: string[]; whole: string; chosen: ChosenFile[]; minor: LeftOut[]; missing: LeftOut[] };

/** The separator of two versions of an email that differ. */
const BETWEEN = `\n\n${'-'.repeat(20)}\n\n`;

/** Folds an email. If its text has nothing new, its other version may. */
const wordsOf = ({ text, other, subject }: ReadMail, known: KnownMails): FoldedReply => {
  const folded = foldReply(text, known, subject);
  if (other === undefined) return folded;
  const more = foldReply(other, known);
  const isSaid = foldReply(text, known).text !== '';
  return {
    text: isSaid ? folded.text : more.text || folded.text,
    whole: folded.whole + BETWEEN + more.whole,
  };
};

/** Reads what the sender wrote and sent. @param prefix the prefix of the references of the email's messages */
const partsOf = async (deps: StoreDeps, writer: Writer, mail: ReadMail, prefix: string): Promise<Parts> => {
  const known = await knownMails(deps, deps.replies(), writer, mail);
  const { text, whole } = wordsOf(mail, known);
  // An admin who accepts an email wants to read it, whatever the desk makes of it.
  const words = cleanText(text) ?? (mail.acceptedBy === undefined ? undefined : cleanText(whole));
  const { chosen, leftOut } = await chooseFiles(mail.files, {
    isAllowed: writer.side === 'team' || deps.settings().messenger.attachmentsEnabled,
    hasWords: words !== undefined,
    cameBefore: createCameBefore(deps, writer.conversation.id, prefix),
  });
  return {
    texts: words === undefined ? [] : splitText(words),
    whole,
    chosen,
    minor: leftOut.filter(({ isMinor }) => isMinor),
    missing: leftOut.filter(({ isMinor }) => !isMinor),
  };
};

/** Lists the missing files, in the desk's own message. */
const sayLeftOut = async (
  deps: StoreDeps,
  writer: Writer,
  missing: LeftOut[],
  prefix: string,
): Promise<void> => {
  const { conversation, user } = writer;
  const { title, avatarUrl } = deps.settings().messenger;
  const text = leftOutText(deps.mailWords(user.locale), missing);
  await sendMessage(
    deps,
    conversation.id,
    { role: 'appMaker' },
    {
      type: 'text',
      automatic: true,
      referenceId: `${prefix}left-out`,
      body: { text, name: title, avatarUrl, source: SOURCE, leftOut: missing, saysLeftOut: true },
    },
  );
};

/**
 * Stores the content of an email, each message once by its reference: a process may end after any of them. If an email
 * has nothing but refused files, their names are its content.
 * @throws Refused for an empty email
 */
export const storeMail = async (deps: StoreDeps, writer: Writer, mail: ReadMail): Promise<void> => {
  const prefix = `mail-${mail.identity}-`;
  const { texts, whole, chosen, minor, missing } = await partsOf(deps, writer, mail, prefix);
  if (texts.length + chosen.length + missing.length === 0) throw new Refused('empty', writer.conversation.id);
  const once = createOnce(aboutMail(mail, whole, texts));
  const sendLast = (text: string, referenceId: string, more: Json): Promise<unknown> =>
    once(({ mailText, fields }) =>
      sendText(deps, writer, text, referenceId, { mailText, fields: { ...fields, ...more } }),
    );
  for (const [at, part] of texts.slice(0, -1).entries())
    await sendText(deps, writer, part, `${prefix}${at}`, { fields: {} });
  for (const last of texts.slice(-1))
    await sendLast(last, `${prefix}${texts.length - 1}`, minor.length > 0 ? { leftOut: minor } : {});
  let sent = texts.length;
  for (const file of chosen)
    await once((more) => sendOneFile(deps, writer, file, `${prefix}file-${file.at}`, more)).then(
      () => void sent++,
      (error: unknown) => void missing.push(leftOutBy(error, file)),
    );
  if (sent === 0) await sendLast(namesOf(missing), `${prefix}names`, {});
  if (missing.length > 0) await sayLeftOut(deps, writer, missing, prefix);
};
