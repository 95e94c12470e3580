import type { AgentAccount } from '../../shared/answers/accounts';
import type { Actor } from '../../shared/answers/audit';
import type { Role, Scope } from '../../shared/lists';
import { type Agent, FACE } from './accountEntities';

/** The credential of a program. */
export type ApiKey = { id: string; name: string; scopes: readonly Scope[] };

/** The caller in the agent API. */
export type Caller = { kind: 'agent'; agent: Agent; sessionId: string } | { kind: 'key'; key: ApiKey };

/**
 * The rule for a call: agents with at least this role, and keys with this scope. Without `scope`, no key may call.
 * `any` is every agent and every key.
 */
export type Rule = 'any' | { role: Role; scope?: Scope };

/** Whether the rule allows this caller. */
export const mayDo = (caller: Caller, rule: Rule): boolean => {
  if (rule === 'any') return true;
  if (caller.kind === 'agent') return rule.role === 'agent' || caller.agent.role === 'admin';
  return rule.scope !== undefined && caller.key.scopes.includes(rule.scope);
};

/** The caller's name in logs and changes. */
export const actorOf = (caller: Caller): Actor => {
  const { id, name } = caller.kind === 'agent' ? caller.agent : caller.key;
  return { kind: caller.kind, id, name };
};

/** Who did something, as visitors and colleagues see it. */
export type Face = Pick<AgentAccount, (typeof FACE)[number]>;

/**
 * The face of the caller's actions: an agent's own. A key may name somebody, and is otherwise the team.
 * @param named the face in the call's body; ignored for agents
 * @param team the name and picture in the settings
 */
export const faceOf = (caller: Caller, named: Partial<Face>, team: Face): Face => {
  if (caller.kind === 'agent') {
    const { agent } = caller;
    return Object.fromEntries(FACE.map((field) => [field, agent[field] ?? undefined])) as Face;
  }
  const isTeam = named.name === undefined || named.name === team.name;
  return {
    name: named.name ?? team.name,
    avatarUrl: named.avatarUrl ?? (isTeam ? team.avatarUrl : undefined),
  };
};
