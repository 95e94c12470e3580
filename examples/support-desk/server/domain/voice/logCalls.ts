import type { Caller } from '../../model/caller';
import type { Conversation } from '../../model/entities';
import { controllerOf } from '../../model/integrationEntities';
import type { VisitorText } from '../../words/visitorText';
import {
  type Assignee,
  assignedTo,
  keepReplier,
  keptAgent,
  NOBODY,
  openedFields,
} from '../conversations/assigning';
import { changeRouting } from '../conversations/changeRouting';
import { logChange } from '../conversations/changes';
import { createConversation } from '../conversations/conversations';
import { writtenSince } from '../conversations/seen';
import { waitsSince } from '../conversations/waiting';
import { endQuestion } from '../conversations/waits';
import type { Deps, DeskTransaction } from '../deps';
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
 * Sends a message about a call into an empty conversation, because inboxes list no conversation without one. It is
 * nobody's word.
 */
const sayInEmpty = async (
  deps: CallLogDeps,
  { id, messageCount }: Conversation,
  key: Parameters<VisitorText>[0],
  locale: string | null,
): Promise<void> => {
  if (messageCount > 0) return;
  const { title, avatarUrl } = deps.settings().messenger;
  const body = { name: title, avatarUrl, text: deps.visitorText(key, locale) };
  await sendMessage(deps, id, { role: 'appMaker' }, { type: 'text', automatic: true, body });
};

/**
 * Logs a call that nobody took. The visitor waits for an answer, as after a message: a closed conversation opens again,
 * one that a program has is put in the queue, because the call was to people, and the team is alerted. An empty one gets
 * a message about it.
 */
export const logMissedCall = async (deps: CallLogDeps, userId: string): Promise<void> => {
  const user = await deps.store.userById(userId);
  if (!user) return;
  const conversation = await conversationOf(deps, userId);
  await sayInEmpty(deps, conversation, 'voice.no_answer', user.locale);
  await changeRouting(
    deps,
    conversation.id,
    async (before, now, tx) => ({
      fields: {
        ...(before.status === 'idle' && openedFields(await keptAgent(tx, before))),
        ...(controllerOf(before) !== undefined && { ...NOBODY, routingStatus: 'queued', queuedAt: now }),
        status: 'active',
        businessUnread: Math.max(1, before.businessUnread),
        waitingSince: waitsSince(before) ?? now,
        missedCallAt: now,
        lastUpdatedAt: now,
      },
      change: { what: 'callMissed' },
    }),
    async () => undefined,
  );
};

/** Whether a visitor waits only because of a missed call. */
const waitsForCall = async (tx: DeskTransaction, conversation: Conversation): Promise<boolean> => {
  const since = waitsSince(conversation);
  if (since === null) return false;
  const written = await writtenSince(tx, conversation.id, seconds(since - 1));
  return !written.some(({ role }) => role === 'appUser');
};

/**
 * Logs that an agent has taken the visitor's call. As with an answer, an open conversation of nobody becomes theirs; that
 * of a program, too, because the call was to people. A visitor who only waited because of a missed call has their answer;
 * what they have written still waits. An empty conversation gets a message about it.
 * @param name the agent's, as visitors see it
 */
export const logTakenCall = async (
  deps: CallLogDeps,
  userId: string,
  by: Caller,
  name: string,
): Promise<void> => {
  const user = await deps.store.userById(userId);
  if (!user) return;
  const conversation = await conversationOf(deps, userId);
  await sayInEmpty(deps, conversation, 'voice.frame', user.locale);
  let replier: Assignee | undefined;
  let taker: Assignee | undefined;
  await changeRouting(
    deps,
    conversation.id,
    async (before, now, tx) => {
      const isOpen = before.status === 'active';
      const isFree = before.assignee === null || controllerOf(before) !== undefined;
      taker = isOpen && isFree ? replier : undefined;
      const hasAnswer = await waitsForCall(tx, before);
      if (hasAnswer) await endQuestion(tx, before.id);
      await logChange(deps, tx, before.id, { what: 'callTaken', assignee: name }, null, now + 1);
      return {
        fields: {
          missedCallAt: null,
          ...(isOpen && { lastUpdatedAt: now }),
          ...(hasAnswer && { waitingSince: null }),
          ...(taker && assignedTo(taker)),
        },
        change: taker !== undefined && { what: 'assigned', assignee: taker.name, why: 'reply' },
      };
    },
    async () => {
      if (!taker) return undefined;
      const { id: _, ...face } = taker;
      return { type: 'assigned', role: 'appMaker', ...face };
    },
    by,
    undefined,
    async (tx) => {
      replier = await keepReplier(deps, tx, by);
      return true;
    },
  );
};
