import type { AttendingAgent } from '../../../shared/answers/work';

/** An inbox repeats every 25 s what its agent attends to. Without a report for this long, the agent counts as gone. */
export const ATTENDS_MS = 60_000;
/** More inboxes than look at one conversation. */
export const MOST_ATTENDING = 50;

/** What an agent does in a conversation, as reported by their inbox. */
type AttendingState = 'looking' | 'typing' | 'gone';
/** An inbox's last report, at a time in ms. */
export type Attendance = AttendingAgent & { at: number };

/** Who looks at which conversation and who types in it. This state is short-lived. */
export type Attending = {
  /**
   * Takes a report of what an agent does in a conversation.
   * @param inbox the agent's inbox; an agent may have several
   * @returns who attends to it before and after, each agent once
   */
  take(
    conversationId: string,
    inbox: string,
    agent: Omit<AttendingAgent, 'typing'>,
    state: AttendingState,
  ): Promise<{ before: AttendingAgent[]; after: AttendingAgent[] }>;
};

/** Each agent once, by id; typing, if they type in any of their inboxes. */
export const agentsOf = (all: Iterable<Attendance>, now: number): AttendingAgent[] => {
  const agents = new Map<string, AttendingAgent>();
  for (const { at, ...agent } of all) {
    if (now - at > ATTENDS_MS) continue;
    const typing = agent.typing || (agents.get(agent.id)?.typing ?? false);
    agents.set(agent.id, { ...agent, typing });
  }
  return [...agents.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
};

/** Who attends to what in one process, in its memory. */
export const createAttending = ({ now }: { now: () => number }): Attending => {
  const conversations = new Map<string, Map<string, Attendance>>();

  const dropSilent = (): void => {
    for (const [id, inboxes] of conversations) {
      for (const [inbox, { at }] of inboxes) if (now() - at > ATTENDS_MS) inboxes.delete(inbox);
      if (inboxes.size === 0) conversations.delete(id);
    }
  };

  return {
    async take(conversationId, inbox, agent, state) {
      dropSilent();
      const inboxes = conversations.get(conversationId) ?? new Map<string, Attendance>();
      const before = agentsOf(inboxes.values(), now());
      inboxes.delete(inbox);
      if (state !== 'gone') inboxes.set(inbox, { ...agent, typing: state === 'typing', at: now() });
      const [oldest] = inboxes.keys();
      if (inboxes.size > MOST_ATTENDING && oldest !== undefined) inboxes.delete(oldest);
      if (inboxes.size > 0) conversations.set(conversationId, inboxes);
      else conversations.delete(conversationId);
      return { before, after: agentsOf(inboxes.values(), now()) };
    },
  };
};
