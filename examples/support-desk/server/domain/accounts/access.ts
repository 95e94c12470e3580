import { type ApiKeyRow, agentOf } from '../../model/accountEntities';
import type { ApiKey, Caller } from '../../model/caller';
import { hashToken } from '../../model/tokens';
import type { Reads } from '../../store/reads';
import type { Transaction } from '../../store/store';
import type { Deps, DeskTransaction } from '../deps';

/** What creates rows of accounts. */
export type MakeDeps = Pick<Deps, 'now' | 'newId' | 'newToken'>;
/** What signing in and accounts need. */
export type AccountDeps = MakeDeps & Pick<Deps, 'store' | 'inTurn'>;

/** A session that was not used for this long has ended. */
export const SESSION_MS = 30 * 86_400_000;
/** The last use of a session or a key is stored once in this time. */
const TOUCH_MS = 60_000;
const MAX_USER_AGENT = 300;

/** The tags of subscriptions: all of an agent, those of one session, and those of a key. */
export const agentTag = (id: string): string => `agent:${id}`;
export const sessionTag = (id: string): string => `agentSession:${id}`;
export const apiKeyTag = (id: string): string => `apiKey:${id}`;

/** Sessions last used at or before this time (ms) have ended. */
export const agentSessionsEndBefore = ({ now }: Pick<Deps, 'now'>): number => now() - SESSION_MS;

const keyOf = ({ id, name, scopes }: ApiKeyRow): ApiKey => ({ id, name, scopes });

/** Signs an agent in. @returns the session's token, which only the browser stores */
export const beginSession = async (
  deps: MakeDeps,
  tx: Pick<Transaction, 'insertAgentSession'>,
  agentId: string,
  userAgent: string,
): Promise<{ token: string; sessionId: string }> => {
  const token = deps.newToken();
  const sessionId = deps.newId();
  await tx.insertAgentSession({
    id: sessionId,
    tokenHash: hashToken(token),
    agentId,
    userAgent: userAgent.slice(0, MAX_USER_AGENT),
    createdAt: deps.now(),
    usedAt: deps.now(),
  });
  return { token, sessionId };
};

/** Ends sessions of an agent and their live subscriptions: only one, all but one, or all. @returns how many */
export const endSessions = async (
  tx: DeskTransaction,
  agentId: string,
  which?: { only: string } | { but: string },
): Promise<number> => {
  const ended = await tx.deleteAgentSessions(agentId, which);
  tx.publisher.endSubscriptions(ended.map(sessionTag));
  return ended.length;
};

export const callerOfSession = async (deps: AccountDeps, token: string): Promise<Caller | undefined> => {
  const found = await deps.store.agentSessionByHash(hashToken(token), agentSessionsEndBefore(deps));
  if (!found) return undefined;
  const { session, agent } = found;
  const now = deps.now();
  if (now - session.usedAt >= TOUCH_MS)
    await deps.store.transaction((tx) => tx.touchAgentSession(session.id, now));
  return { kind: 'agent', agent: agentOf(agent), sessionId: session.id };
};

/** The program of an API key. */
export const callerOfKey = async (deps: AccountDeps, secret: string): Promise<Caller | undefined> => {
  const key = await deps.store.apiKeyByHash(hashToken(secret));
  if (!key) return undefined;
  const now = deps.now();
  if (now - (key.lastUsedAt ?? 0) >= TOUCH_MS)
    await deps.store.transaction((tx) => tx.touchApiKey(key.id, now));
  return { kind: 'key', key: keyOf(key) };
};

/** Gives a caller the tags that can end it. */
type AgentGrant = { tags: string[] };

/** What a session or a key may subscribe to; `undefined` once it has ended. */
export const liveGrant = async (
  deps: { store: Pick<Reads, 'agentSessionById' | 'apiKeyById'>; now: () => number },
  { sessionId, keyId }: { sessionId: string | null; keyId: string | null },
): Promise<AgentGrant | undefined> => {
  if (sessionId !== null) {
    const session = await deps.store.agentSessionById(sessionId);
    if (!session || session.usedAt <= agentSessionsEndBefore(deps)) return undefined;
    return { tags: [agentTag(session.agentId), sessionTag(session.id)] };
  }
  const key = keyId === null ? undefined : await deps.store.apiKeyById(keyId);
  return key?.scopes.includes('conversations') ? { tags: [apiKeyTag(key.id)] } : undefined;
};
