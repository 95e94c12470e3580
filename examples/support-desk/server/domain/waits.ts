import type { Reads, Transaction, Writes } from '../store/store';
import type { Deps } from './deps';
import { mailingOf } from './emailSettings';
import type { Message, User, Wait } from './entities';

const noWait = (conversationId: string): Wait => ({
  conversationId,
  offerAt: null,
  offered: false,
  unreadFrom: null,
  mailAt: null,
  tries: 0,
  alertAt: null,
});

/** The wait once the visitor has read everything. */
const read = { unreadFrom: null, mailAt: null, tries: 0 };

/**
 * Notes what a new message makes the conversation wait for. A question of a visitor without an address waits for
 * the time to ask for one, and for the time to tell the team; an answer to a visitor with an address waits to be read, or to be sent by email.
 * @param startsWait whether the visitor had an answer to everything before
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
  };
  await tx.putWait({ ...wait, offerAt: null, alertAt: null, ...(mail || {}) });
};

/** The visitor has read the answers: none of them is sent by email. */
export const endWait = async (
  tx: Pick<Reads, 'waitOf'> & Pick<Writes, 'putWait'>,
  conversationId: string,
): Promise<void> => {
  const wait = await tx.waitOf(conversationId);
  if (wait && wait.mailAt !== null) await tx.putWait({ ...wait, ...read });
};
