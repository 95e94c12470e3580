import type { EmailRefusal } from '../../shared/lists';
import type { Deps } from '../domain/deps';
import {
  type Claim,
  findClaim,
  isSameMailbox,
  isSigned,
  plainAddress,
  type Replies,
  teamSigned,
} from '../domain/mail/replies';
import { agentOf } from '../model/accountEntities';
import type { Caller } from '../model/caller';
import type { Conversation, User } from '../model/entities';
import { isDoubtful, refusalOf } from './judgeMail';
import type { MailHead } from './readMail';

export type WriterDeps = Pick<Deps, 'store' | 'now'> & {
  /** Where replies are sent now. */
  replies: () => Replies;
};

/** The author of an email, and its conversation. */
export type Writer = { conversation: Conversation; user: User } & (
  | { side: 'visitor' }
  | { side: 'team'; by: Caller & { kind: 'agent' } }
);

/** Why an email cannot be a message. */
export class Refused extends Error {
  constructor(
    readonly reason: EmailRefusal,
    readonly conversationId?: string,
  ) {
    super(reason);
  }
}

/** The visitor that the email was sent to. @throws Refused */
const checkVisitor = (key: string, claim: Claim, user: User, from: string): void => {
  const email = user.profile.email ?? '';
  const isFormer = isSigned(key, claim, from);
  if (!isSigned(key, claim, email)) throw new Refused(isFormer ? 'stranger' : 'forged', claim.conversationId);
  if (!isSameMailbox(email, from)) throw new Refused('stranger', claim.conversationId);
};

/** The agent with the address of this sender, as the author of what they write. @throws Refused */
const senderOf = async (
  { store }: Pick<Deps, 'store'>,
  { conversationId }: Claim,
  from: string,
): Promise<Caller & { kind: 'agent' }> => {
  const agent = await store.agentByEmail(plainAddress(from));
  if (!agent) throw new Refused('stranger', conversationId);
  return { kind: 'agent', agent: agentOf(agent), sessionId: '' };
};

/** The conversation that an email claims to be for. @throws Refused */
const findPlace = async ({ store, replies }: WriterDeps, head: MailHead) => {
  const claim = findClaim(replies(), head);
  if (!claim) throw new Refused('no-token');
  const row = await store.inboxRow(claim.conversationId);
  if (!row) throw new Refused('gone', claim.conversationId);
  const { conversation, user } = row;
  return { claim, conversation, user };
};

/** Finds the author, by the token and the sender's address together. @throws Refused */
export const findWriter = async (deps: WriterDeps, head: MailHead): Promise<Writer> => {
  const replies = deps.replies();
  const refusal = refusalOf(replies, head);
  if (refusal) throw new Refused(refusal);
  const { claim, conversation, user } = await findPlace(deps, head);
  const [from, ...others] = head.from;
  if (from === undefined || others.length > 0) throw new Refused('stranger', conversation.id);
  if (claim.side === 'team') {
    const signed = teamSigned(replies.key, claim, from, deps.now());
    if (!signed) throw new Refused('forged', conversation.id);
    const by = await senderOf(deps, claim, from);
    if (signed === 'ended') throw new Refused('ended', conversation.id);
    if (isDoubtful(head)) throw new Refused('unauthentic', conversation.id);
    return { side: 'team', conversation, user, by };
  }
  checkVisitor(replies.key, claim, user, from);
  return { side: 'visitor', conversation, user };
};

/**
 * Finds the author of an email that an admin accepts: the admin vouches for what the desk cannot know. Only agents
 * write in the team's name.
 * @throws Refused
 */
export const findAcceptedWriter = async (deps: WriterDeps, head: MailHead): Promise<Writer> => {
  const { claim, conversation, user } = await findPlace(deps, head);
  if (claim.side === 'visitor') return { side: 'visitor', conversation, user };
  const [from = '', ...others] = head.from;
  if (others.length > 0) throw new Refused('stranger', conversation.id);
  return { side: 'team', conversation, user, by: await senderOf(deps, claim, from) };
};

/** The conversation that an email names, if it exists, and whether the desk has signed that for the visitor, the sender or the team. */
export const placeOf = async (
  deps: WriterDeps,
  head: MailHead,
): Promise<{ conversationId: string | null; isProven: boolean }> => {
  try {
    const { claim, conversation, user } = await findPlace(deps, head);
    const { key } = deps.replies();
    const isProven =
      claim.side === 'team'
        ? teamSigned(key, claim, head.from[0] ?? '', deps.now()) !== undefined
        : [user.profile.email ?? '', ...head.from].some((addressee) => isSigned(key, claim, addressee));
    return { conversationId: conversation.id, isProven };
  } catch (error) {
    if (error instanceof Refused) return { conversationId: null, isProven: false };
    throw error;
  }
};
