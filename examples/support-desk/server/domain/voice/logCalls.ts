import type { Conversation } from '../../model/entities';
import type { VisitorText } from '../../words/visitorText';
import { keptAgent, openedFields } from '../conversations/assigning';
import { changeRouting } from '../conversations/changeRouting';
import { logChange } from '../conversations/changes';
import { createConversation } from '../conversations/conversations';
import { waitsSince } from '../conversations/waiting';
import type { Deps } from '../deps';
import { sendMessage } from '../messages/messages';

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
 * and the team is alerted. An empty one gets a message about it, because inboxes list no conversation without one.
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
        status: 'active',
        waitingSince: waitsSince(before) ?? now,
        lastUpdatedAt: now,
      },
      change: { what: 'callMissed' },
    }),
    async () => undefined,
  );
};

/** Logs that an agent has taken the visitor's call. */
export const logTakenCall = async (deps: CallLogDeps, userId: string, agent: string): Promise<void> => {
  const { id } = await conversationOf(deps, userId);
  await deps.store.transaction((tx) => logChange(deps, tx, id, { what: 'callTaken', assignee: agent }));
};
