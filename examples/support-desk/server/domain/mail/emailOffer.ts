import type { Conversation, Message, User, Wait } from '../../model/entities';
import type { Transaction } from '../../store/store';
import type { MailWords } from '../../words/mailWords';
import { waitsSince } from '../conversations/waiting';
import type { Deps } from '../deps';
import { inboxView } from '../inboxViews';
import { sendMessage } from '../messages/messages';

/** Whether this message is the form in which the desk asks for an address. */
export const isEmailOffer = ({ role, body }: Pick<Message, 'role' | 'body'>): boolean =>
  role === 'appMaker' && body.emailOffer === true;

/** The visitor no longer waits, was asked, or has given an address since. */
class Settled extends Error {}

const stillWaits = ({ conversation, user }: { conversation: Conversation; user: User }): boolean =>
  conversation.status === 'active' &&
  waitsSince(conversation) !== null &&
  user.blockedAt === null &&
  !user.profile.email;

/** The visitor, if they still wait for an answer. Otherwise the wait for the time to ask ends. */
const whoWaits = async (tx: Transaction, conversationId: string): Promise<User | undefined> => {
  const locked = await tx.lockConversation(conversationId);
  const wait = locked && (await tx.waitOf(conversationId));
  if (!locked || !wait || wait.offerAt === null) return undefined;
  if (stillWaits(locked)) return locked.user;
  await tx.putWait({ ...wait, offerAt: null });
  return undefined;
};

/** Asks a waiting visitor for an address, once per conversation, with a form in the log. */
export const offerEmail = async (
  deps: Deps,
  words: (locale: string | null) => MailWords,
  { conversationId }: Wait,
): Promise<void> => {
  const user = await deps.store.transaction((tx) => whoWaits(tx, conversationId));
  if (!user) return;
  const { title, avatarUrl } = deps.settings().messenger;
  const { offer, label } = words(user.locale);
  const field = { _id: deps.newId(), type: 'email', name: 'email', label };
  await sendMessage(
    deps,
    conversationId,
    { role: 'appMaker' },
    {
      type: 'form',
      automatic: true,
      referenceId: `email-offer-${conversationId}`,
      body: { name: title, avatarUrl, text: offer, fields: [field], emailOffer: true },
      alongside: async (tx, _, before) => {
        const wait = await tx.waitOf(conversationId);
        if (!wait || wait.offerAt === null || !stillWaits(before)) throw new Settled();
        await tx.putWait({ ...wait, offerAt: null, offered: true });
      },
    },
  ).catch((error: unknown) => {
    if (!(error instanceof Settled)) throw error;
  });
};

/** Stores that somebody reads this visitor's address, so that emails to it no longer count as emails to strangers. */
export const noteEmailUsed = async (
  { store }: Pick<Deps, 'store'>,
  { id, profile: { email, emailVerified, emailUsed } }: User,
): Promise<void> => {
  if (email === undefined || emailVerified !== false || emailUsed === email) return;
  await store.transaction(async (tx) => {
    const user = await tx.lockUser(id);
    if (user?.profile.email === email)
      await tx.updateUser(id, { profile: { ...user.profile, emailUsed: email } });
  });
};

/** Stores the visitor's address. An address proven by a login stays. */
export const keepEmail = async (
  deps: Deps,
  userId: string,
  conversationId: string,
  email: string,
): Promise<void> => {
  await deps.store.transaction(async (tx) => {
    const user = await tx.lockUser(userId);
    if (!user || user.profile.emailVerified) return;
    await tx.updateUser(userId, { profile: { ...user.profile, email, emailVerified: false } });
    const row = await tx.inboxRow(conversationId);
    if (row) tx.publisher.toAgents({ type: 'conversation:updated', conversation: inboxView(row) });
  });
};
