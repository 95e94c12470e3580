import type { AgentConversation } from '../../../shared/answers/conversations';
import type { AgentMessage } from '../../../shared/answers/messages';
import type { Happening } from '../../model/decodeHappenings';
import type { AgentApi } from '../../services/api';
import type { Announcements } from './announcements';

type MissedDeps = {
  api: Pick<AgentApi, 'happenings'>;
  ownId: string;
  announcements: Pick<Announcements, 'silence'>;
  tell: {
    message(conversation: AgentConversation, message: AgentMessage): Promise<void>;
    handOver(conversation: AgentConversation, change: Happening): Promise<void>;
    note(conversation: AgentConversation, note: Happening): void;
  };
  /** The time of the newest live event, in float seconds. */
  heard(): number;
};

/** The changes of a conversation that can alert an agent. */
const HAND_OVERS: ReadonlySet<Happening['what']> = new Set([
  'queued',
  'assigned',
  'woke',
  'unassigned',
  'handedOver',
]);

export const isHandOver = ({ what }: Pick<Happening, 'what'>): boolean => HAND_OVERS.has(what);

/** Whether a conversation may have become the agent's, the team's, or mention the agent. */
const mayConcern = (
  before: AgentConversation | undefined,
  now: AgentConversation,
  ownId: string,
): boolean => {
  const isMentioned = (c: AgentConversation | undefined) => c?.mentioned?.includes(ownId) === true;
  if (isMentioned(now) && !isMentioned(before)) return true;
  const { assigneeId, isHandledByBot, routingStatus, snoozed } = now;
  if (isHandledByBot || snoozed || (assigneeId !== undefined && assigneeId !== ownId)) return false;
  if (!before || before.snoozed) return true;
  return before.assigneeId !== assigneeId || before.routingStatus !== routingStatus;
};

/** Tells, in their order, about what the live connection missed. What the first load finds is not new. */
export const createMissed = ({ api, ownId, announcements, tell, heard }: MissedDeps) => {
  let isFirst = true;
  /** The newest time of any conversation, in float seconds. */
  let newest = 0;

  /** The last change of hands and the notes of a conversation since then. */
  const logOf = async (c: AgentConversation, since: number) => {
    const answer = await api.happenings(c._id);
    if (!answer.ok) return [];
    const later = answer.value.filter(({ received }) => received > since);
    const change = later
      .filter(isHandOver)
      .sort((a, b) => a.received - b.received)
      .at(-1);
    return [
      ...(change ? [{ received: change.received, say: () => tell.handOver(c, change) }] : []),
      ...later
        .filter(({ kind }) => kind === 'note')
        .map((note) => ({ received: note.received, say: async () => tell.note(c, note) })),
    ];
  };

  return async (
    conversations: readonly AgentConversation[],
    before: readonly AgentConversation[],
  ): Promise<void> => {
    const since = Math.max(newest, heard());
    const was = new Map(before.map((c) => [c._id, c]));
    const logs = isFirst ? [] : conversations.filter((c) => mayConcern(was.get(c._id), c, ownId));
    const isNew = !isFirst;
    isFirst = false;
    newest = Math.max(newest, ...conversations.map(({ lastUpdatedAt }) => lastUpdatedAt));
    const told = (await Promise.all(logs.map((c) => logOf(c, since)))).flat();
    for (const c of conversations) {
      const last = c.lastMessage;
      if (last?.role !== 'appUser') continue;
      if (isNew && c.unreadCount > 0)
        told.push({ received: last.received, say: () => tell.message(c, last) });
      else announcements.silence([last._id]);
    }
    for (const { say } of told.sort((a, b) => a.received - b.received)) await say();
  };
};
