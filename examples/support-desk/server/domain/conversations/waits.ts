import type { Conversation, Message, User, Wait } from '../../model/entities';
import type { Reads } from '../../store/reads';
import type { Transaction } from '../../store/store';
import type { Writes } from '../../store/writes';
import type { Deps } from '../deps';
import { mailingOf } from '../settings/emailSettings';
import { waitsSince } from './waiting';

/** The wait of a conversation in which nothing is due. */
export const noWait = (conversationId: string): Wait => ({
  conversationId,
  offerAt: null,
  offered: false,
  unreadFrom: null,
  mailAt: null,
  tries: 0,
  alertAt: null,
  awayAt: null,
});

/** The wait once the visitor has read everything. */
const read = { unreadFrom: null, mailAt: null, tries: 0 };

/**
 * Sets what the conversation waits for after a new message. A question of a visitor without an address waits for the
 * time to ask for one, and for the time to notify the team; an answer to a visitor with an address waits to be read, or
 * to be sent by email.
 * @param startsWait whether the visitor had an answer to everything before, or the conversation slept
 */
export const waitAfter = async (
  deps: Pick<Deps, 'settings' | 'now'>,
  tx: Transaction,
  { conversationId, role, received }: Message,
  { profile, blockedAt }: User,
  startsWait: boolean,
): Promise<void> => {
  const mailing = mailingOf(deps.settings().email);
  if (!mailing) return;
  const wait = (await tx.waitOf(conversationId)) ?? noWait(conversationId);
  if (role === 'appUser') {
    const ask = !wait.offered && !profile.email;
    const offerAt = ask ? (wait.offerAt ?? deps.now() + mailing.offerAfter * 1000) : null;
    const { unansweredAfter } = mailing;
    const tells = startsWait && unansweredAfter !== undefined && blockedAt === null;
    const alertAt = tells ? deps.now() + unansweredAfter * 1000 : wait.alertAt;
    await tx.putWait({ ...wait, ...read, offerAt, alertAt });
    return;
  }
  const mail = profile.email && {
    unreadFrom: wait.unreadFrom ?? received,
    mailAt: wait.mailAt ?? deps.now() + mailing.sendAfter * 1000,
    tries: 0,
  };
  await tx.putWait({ ...wait, offerAt: null, alertAt: null, ...(mail || {}) });
};

type WaitAccess = Pick<Reads, 'waitOf'> & Pick<Writes, 'putWait'>;

/** The fields of a conversation that does not sleep. */
export const AWAKE = { snoozedAt: null, snoozedUntil: null };

/** The team is not emailed about a visitor while their conversation sleeps. */
export const endAlert = async (tx: WaitAccess, conversationId: string): Promise<void> => {
  const wait = await tx.waitOf(conversationId);
  if (wait && wait.alertAt !== null) await tx.putWait({ ...wait, alertAt: null });
};

/** A closed conversation only waits for the visitor to read the answers. */
export const endQuestion = async (tx: WaitAccess, conversationId: string): Promise<void> => {
  const wait = await tx.waitOf(conversationId);
  if (wait && (wait.offerAt !== null || wait.alertAt !== null))
    await tx.putWait({ ...wait, offerAt: null, alertAt: null });
};

/**
 * A visitor on a call with an agent is not asked for an address. The question stays open until it is answered in
 * writing.
 */
export const endOffers = async (
  tx: WaitAccess & Pick<Reads, 'conversationIdsOf'> & Pick<Transaction, 'lockConversation'>,
  userId: string,
): Promise<void> => {
  for (const id of await tx.conversationIdsOf(userId)) {
    const wait = (await tx.lockConversation(id)) && (await tx.waitOf(id));
    if (wait && wait.offerAt !== null) await tx.putWait({ ...wait, offerAt: null });
  }
};

/** The fields of a closed conversation that opens again: its visitor waits if the last message is theirs. */
export const waitAgain = async (
  tx: Pick<Transaction, 'messageById'>,
  { id, lastMessageId }: Conversation,
): Promise<Partial<Conversation>> => {
  const last = lastMessageId === null ? undefined : await tx.messageById(id, lastMessageId);
  return last?.role === 'appUser' ? { waitingSince: last.received } : {};
};

/** Alerts the team to a visitor who waits, as to a new question, unless the conversation sleeps. */
export const alertAgain = async (
  deps: Pick<Deps, 'settings' | 'now'>,
  tx: WaitAccess,
  conversation: Conversation,
): Promise<void> => {
  const after = mailingOf(deps.settings().email)?.unansweredAfter;
  const isAsleep = conversation.status === 'idle' || conversation.snoozedAt !== null;
  if (after === undefined || isAsleep || waitsSince(conversation) === null) return;
  const wait = (await tx.waitOf(conversation.id)) ?? noWait(conversation.id);
  await tx.putWait({ ...wait, alertAt: deps.now() + after * 1000 });
};

/** The visitor has read the answers: none of them is sent by email. */
export const endWait = async (tx: WaitAccess, conversationId: string): Promise<void> => {
  const wait = await tx.waitOf(conversationId);
  if (wait && wait.unreadFrom !== null) await tx.putWait({ ...wait, ...read });
};
