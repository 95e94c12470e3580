import type { Conversation } from '../../model/entities';
import { controllerOf } from '../../model/integrationEntities';
import type { VisitorText } from '../../words/visitorText';
import { keptAgent, NOBODY, openedFields } from '../conversations/assigning';
import { changeRouting } from '../conversations/changeRouting';
import { logChange } from '../conversations/changes';
import { createConversation } from '../conversations/conversations';
import { writtenSince } from '../conversations/seen';
import { waitsSince } from '../conversations/waiting';
import { endQuestion } from '../conversations/waits';
import type { Deps } from '../deps';
import { sendMessage } from '../messages/messages';
import { seconds } from '../views';

export type CallLogDeps = Deps & { visitorText: VisitorText };

/** How many of the newest conversations to search for an open one. */
const KNOWN = 10;

/** The conversation of the visitor's calls: the newest open one, the newest, or a new one. */
const conversationOf = async (deps: Deps, userId: string): Promise<Conversation> => {
  const rows = await deps.store.conversationsOfUser(userId, { offset: 0, limit: KNOWN });
  const known = rows.find(({ conversation }) => conversation.status === 'active') ?? rows[0];
  return known?.conversation ?? (await createConversation(deps, userId, {})).conversation;
};

/**
 * Logs a call that nobody took. The visitor waits for an answer, as after a message: a closed conversation opens again,
 * one that a program has is put in the queue, because the call was to people, and the team is alerted. An empty one gets
 * a message about it, because inboxes list no conversation without one.
 */
export const logMissedCall = async (deps: CallLogDeps, userId: string): Promise<void> => {
  const user = await deps.store.userById(userId);
  if (!user) return;
  const { id, messageCount } = await conversationOf(deps, userId);
  if (messageCount === 0) {
    const { title, avatarUrl } = deps.settings().messenger;
    const body = { name: title, avatarUrl, text: deps.visitorText('voice.no_answer', user.locale) };
    await sendMessage(deps, id, { role: 'appMaker' }, { type: 'text', automatic: true, body });
  }
  await changeRouting(
    deps,
    id,
    async (before, now, tx) => ({
      fields: {
        ...(before.status === 'idle' && openedFields(await keptAgent(tx, before))),
        ...(controllerOf(before) !== undefined && { ...NOBODY, routingStatus: 'queued', queuedAt: now }),
        status: 'active',
        businessUnread: Math.max(1, before.businessUnread),
        waitingSince: waitsSince(before) ?? now,
        lastUpdatedAt: now,
      },
      change: { what: 'callMissed' },
    }),
    async () => undefined,
  );
};

/**
 * Logs that an agent has taken the visitor's call. A visitor who only waited because of a missed call has their answer;
 * what they have written still waits.
 */
export const logTakenCall = async (deps: CallLogDeps, userId: string, agent: string): Promise<void> => {
  const { id } = await conversationOf(deps, userId);
  await deps.inTurn(id, () =>
    deps.store.transaction(async (tx) => {
      const locked = await tx.lockConversation(id);
      const since = locked ? waitsSince(locked.conversation) : null;
      if (since !== null) {
        const written = await writtenSince(tx, id, seconds(since - 1));
        if (!written.some(({ role }) => role === 'appUser')) {
          await tx.updateConversation(id, { waitingSince: null });
          await endQuestion(tx, id);
        }
      }
      await logChange(deps, tx, id, { what: 'callTaken', assignee: agent });
    }),
  );
};
