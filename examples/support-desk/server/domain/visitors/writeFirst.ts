import type { AgentConversation } from '../../../shared/answers/conversations';
import type { AgentReach } from '../../../shared/answers/people';
import type { Caller } from '../../model/caller';
import { DeskError, noVisitor } from '../../model/deskError';
import type { User } from '../../model/entities';
import { rowOf } from '../conversations/activity';
import { createConversation } from '../conversations/conversations';
import type { Deps } from '../deps';
import { inboxView } from '../inboxViews';
import { sendAgentMessage } from '../messages/agentMessages';
import { mailingOf } from '../settings/emailSettings';
import { isLinked } from './clients';
import { sessionsEndBefore } from './identity';
import { shownFor } from './person';

/** How a message that an agent begins reaches a visitor. */
export const reachOf = async (deps: Deps, user: User): Promise<AgentReach> => {
  const { id, externalId, clients, profile } = user;
  const sessions = (await deps.store.sessionsOf(id)).filter(
    ({ kind, usedAt }) => kind === 'session' && usedAt >= sessionsEndBefore(deps),
  );
  const mailing = mailingOf(deps.settings().email);
  return {
    browsers: new Set(sessions.map(({ clientId, tokenHash }) => clientId ?? tokenHash)).size,
    channels: clients.filter(isLinked).length,
    atLogin: externalId !== null,
    email:
      mailing && profile.email !== undefined
        ? {
            address: profile.email,
            verified: profile.emailVerified !== false,
            after: mailing.sendAfter,
          }
        : undefined,
  };
};

/**
 * Begins a conversation with a visitor by an agent's message. It reaches them like a reply: live, as unread, and by email.
 * @throws not_found; conflict if they are blocked, or nothing reaches them; whatever `sendAgentMessage` throws
 */
export const writeFirst = async (
  deps: Deps,
  by: Caller,
  id: string,
  { text, referenceId = deps.newId() }: { text: string; referenceId?: string },
): Promise<AgentConversation> => {
  const user = await shownFor(deps.store, id);
  if (user.blockedAt !== null)
    throw new DeskError('conflict', 'This visitor is blocked. Unblock them before you write');
  const { browsers, channels, atLogin, email } = await reachOf(deps, user);
  if (browsers + channels === 0 && !atLogin && !email)
    throw new DeskError('conflict', 'Nothing reaches this visitor: no browser, no login and no address');
  const input = { byTeam: true, referenceId: `team ${referenceId}` };
  const { conversation } = await createConversation(deps, user.id, input).catch((error: unknown) => {
    // The visitor was merged or deleted since.
    throw error instanceof DeskError && error.code === 'invalid_auth' ? noVisitor() : error;
  });
  await sendAgentMessage(deps, conversation.id, { type: 'text', text, referenceId }, by);
  return inboxView(await rowOf(deps.store, conversation.id));
};
