import { cleanText } from '@porch/messenger/model/validation';
import { sendAgentFile, sendAgentMessage } from '../domain/agentMessages';
import type { Caller } from '../domain/caller';
import type { Deps } from '../domain/deps';
import { DeskError } from '../domain/deskError';
import type { Conversation, Json, User } from '../domain/entities';
import { sendFile } from '../domain/files';
import { sendMessage } from '../domain/messages';
import {
  type Claim,
  findClaim,
  isSameMailbox,
  isSigned,
  plainAddress,
  type Replies,
  TEAM,
} from '../domain/replies';
import type { Log } from '../log';
import { type Refusal, refusalOf } from './judgeMail';
import { identityOf, type MailHead, readHead, readMail, UnreadableMail } from './readMail';
import { replyText } from './replyText';
import { splitText } from './splitText';
import { type ChosenFile, chooseFiles, type FileDeps, takeFile } from './takeFiles';

/** Larger mails are not read. The large providers send at most 25 MB, which are 34 MB on their way. */
export const MAX_MAIL_BYTES = 36 * 2 ** 20;

/** More text, even with the history of a conversation, is there to keep the desk busy. */
const MAX_TEXT_BYTES = 4 * 2 ** 20;

/** A mail in the mailbox. */
export type StoredMail = {
  /** In bytes. */
  size: number;
  /** At most 64 kB of it. */
  header: Buffer;
  /** How many bytes of it are text that the sender has not attached as a file. */
  textSize(): Promise<number>;
  whole(): Promise<Buffer>;
};

/** What came of a mail. */
export type Outcome = 'taken' | 'unreadable' | Refusal;

export type TakeDeps = Deps &
  FileDeps & {
    log: Pick<Log, 'info' | 'warn'>;
    /** Where replies are sent now. */
    replies: () => Replies;
    /** Counts a mail of a conversation. @returns how long to wait, in ms; 0 if it is allowed */
    waitForMail: (conversationId: string) => Promise<number>;
  };

/** Who has written a mail, and where it belongs. */
type Writer = { conversation: Conversation; user: User } & (
  | { side: 'visitor' }
  | { side: 'team'; by: Caller & { kind: 'agent' } }
);

class Refused extends Error {
  constructor(
    readonly reason: Refusal,
    readonly conversationId?: string,
  ) {
    super(reason);
  }
}

/** What every message that came by mail has. */
const SOURCE = { type: 'email' } as const;

/** The visitor who was written to. @throws Refused */
const checkVisitor = (key: string, claim: Claim, user: User, from: string): void => {
  const email = user.profile.email ?? '';
  const isFormer = isSigned(key, claim, from);
  if (!isSigned(key, claim, email)) throw new Refused(isFormer ? 'stranger' : 'forged', claim.conversationId);
  if (!isSameMailbox(email, from)) throw new Refused('stranger', claim.conversationId);
};

/** The agent with the address of this sender, as the author of what they write. @throws Refused */
const checkAgent = async (
  { store }: Pick<Deps, 'store'>,
  key: string,
  claim: Claim,
  from: string,
): Promise<Caller & { kind: 'agent' }> => {
  if (!isSigned(key, claim, TEAM)) throw new Refused('forged', claim.conversationId);
  const agent = await store.agentByEmail(plainAddress(from));
  if (!agent) throw new Refused('stranger', claim.conversationId);
  const { id, name, email, avatarUrl, role } = agent;
  return { kind: 'agent', agent: { id, name, email, avatarUrl, role }, sessionId: '' };
};

/** Finds who has written, by the token and the sender's address together. @throws Refused */
const findWriter = async (deps: TakeDeps, head: MailHead): Promise<Writer> => {
  const replies = deps.replies();
  const refusal = refusalOf(replies, head);
  if (refusal) throw new Refused(refusal);
  const claim = findClaim(replies, head);
  if (!claim) throw new Refused('no-token');
  const { conversationId } = claim;
  const row = await deps.store.inboxRow(conversationId);
  if (!row) throw new Refused('gone', conversationId);
  const { conversation, user } = row;
  const [from, ...others] = head.from;
  if (from === undefined || others.length > 0) throw new Refused('stranger', conversationId);
  if (claim.side === 'team')
    return { side: 'team', conversation, user, by: await checkAgent(deps, replies.key, claim, from) };
  checkVisitor(replies.key, claim, user, from);
  return { side: 'visitor', conversation, user };
};

const sendText = (deps: TakeDeps, writer: Writer, text: string, referenceId: string, more: Json) => {
  const { conversation, user } = writer;
  const body = { text, source: SOURCE, ...more };
  if (writer.side === 'team')
    return sendAgentMessage(deps, conversation.id, { type: 'text', referenceId, ...body }, writer.by);
  const sender = { role: 'appUser', userId: user.id } as const;
  const input = { type: 'text', referenceId, body: { ...body, authorId: user.id } };
  return sendMessage(deps, conversation.id, sender, input);
};

const sendOneFile = (deps: TakeDeps, writer: Writer, file: ChosenFile, referenceId: string) => {
  const { conversation, user } = writer;
  const space = writer.side === 'visitor' ? { userId: user.id } : undefined;
  return takeFile(deps, conversation.id, file, space, (stored) => {
    const message = { ...stored, referenceId, body: { source: SOURCE } };
    if (writer.side === 'team') return sendAgentFile(deps, conversation.id, message, writer.by);
    const body = { ...message.body, authorId: user.id };
    return sendFile(deps, conversation.id, { role: 'appUser', userId: user.id }, { ...message, body });
  });
};

/** Stores what the mail says, each message once by its reference: a process may end after any of them. */
const store = async (deps: TakeDeps, writer: Writer, source: Buffer, identity: string): Promise<void> => {
  const mail = await readMail(source);
  const isAllowed = writer.side === 'team' || deps.settings().messenger.attachmentsEnabled;
  const { chosen, leftOut } = chooseFiles(mail.files, isAllowed);
  const texts = splitText(cleanText(replyText(mail.text)) ?? '');
  const { id } = writer.conversation;
  if (texts.length + chosen.length === 0) throw new Refused('empty', id);
  const referenceOf = (part: string): string => `mail-${identity}-${part}`;
  const more = leftOut.length > 0 ? { leftOut } : {};
  for (const [at, text] of texts.entries())
    await sendText(deps, writer, text, referenceOf(`${at}`), at === texts.length - 1 ? more : {});
  for (const [at, file] of chosen.entries())
    await sendOneFile(deps, writer, file, referenceOf(`file-${at}`)).catch((error: unknown) => {
      if (!(error instanceof DeskError)) throw error;
      deps.log.warn({ reason: error.code, conversation: id }, 'file of a mail not taken');
    });
};

const take = async (deps: TakeDeps, mail: StoredMail): Promise<string> => {
  const head = await readHead(mail.header);
  const writer = await findWriter(deps, head);
  const { id } = writer.conversation;
  const isTooLarge = mail.size > MAX_MAIL_BYTES || (await mail.textSize()) > MAX_TEXT_BYTES;
  if (isTooLarge) throw new Refused('too-large', id);
  const source = await mail.whole();
  if ((await deps.waitForMail(id)) > 0) throw new Refused('too-many', id);
  await store(deps, writer, source, identityOf(head, source));
  return id;
};

/**
 * Takes a mail as a message of its sender, once, or says why not. The log has the reason, without text, addresses and tokens.
 * @throws what keeps the desk from storing it now; the same mail may be taken later
 */
export const takeMail = async (deps: TakeDeps, mail: StoredMail): Promise<Outcome> => {
  try {
    deps.log.info({ conversation: await take(deps, mail) }, 'mail taken');
    return 'taken';
  } catch (error) {
    if (error instanceof UnreadableMail) {
      deps.log.warn({ reason: error.message, size: mail.size }, 'mail not readable');
      return 'unreadable';
    }
    if (error instanceof Refused) {
      deps.log.info({ reason: error.reason, conversation: error.conversationId }, 'mail refused');
      return error.reason;
    }
    if (!(error instanceof DeskError) || error.code === 'unavailable') throw error;
    deps.log.warn({ reason: error.code }, 'mail refused');
    return error.code === 'not_found' ? 'gone' : 'not-taken';
  }
};
