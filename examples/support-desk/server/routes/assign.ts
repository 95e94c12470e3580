import type { Assignee } from '../domain/conversations/assigning';
import { assignConversation, giveToIntegration } from '../domain/conversations/routing';
import type { Seen } from '../domain/conversations/seen';
import type { Deps } from '../domain/deps';
import { actorOf, type Caller, type Face, faceOf } from '../model/caller';
import { DeskError } from '../model/deskError';
import type { InboxRow } from '../model/entities';

/** The agent with this id; without one, the caller. @throws not_found if they were removed */
const assigneeOf = async (
  { store, settings }: Deps,
  caller: Caller,
  agentId: string | undefined,
  named: Partial<Face>,
): Promise<Assignee> => {
  if (agentId === undefined && caller.kind === 'key') return faceOf(caller, named, settings().agent);
  const id = agentId ?? actorOf(caller).id;
  const agent = await store.agentById(id);
  if (!agent) throw new DeskError('not_found', 'This colleague is no longer there');
  return { id, name: agent.name, avatarUrl: agent.avatarUrl ?? undefined };
};

/**
 * @param to a colleague or an integration by `agentId`; without it, the caller, for whom a key may give a face
 * @returns a function that assigns a conversation to them
 * @throws not_found if they are no longer there
 */
export const createAssign = async (
  deps: Deps,
  caller: Caller,
  { agentId, ...named }: { agentId?: string } & Partial<Face>,
): Promise<(conversationId: string, seen?: Seen) => Promise<InboxRow>> => {
  const bot = agentId === undefined ? undefined : await deps.store.integrationById(agentId);
  if (bot) return (id, seen) => giveToIntegration(deps, id, bot, caller, undefined, seen);
  const assignee = await assigneeOf(deps, caller, agentId, named);
  return (id, seen) => assignConversation(deps, id, assignee, caller, seen);
};
