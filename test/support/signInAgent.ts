import { randomUUID } from 'node:crypto';
import { type AgentRow, newAgent } from '../../examples/support-desk/server/model/accountEntities';
import { hashToken } from '../../examples/support-desk/server/model/tokens';
import type { Store } from '../../examples/support-desk/server/store/store';

/** A desk in which agents sign in; its own calls, or those of the network. */
type DeskOfAgents = {
  origin: string;
  store: Pick<Store, 'transaction'>;
  fetch?: (request: Request) => Promise<Response>;
};

export type SignedInAgent = {
  id: string;
  sessionId: string;
  /** The token of the session, and the cookie with it. */
  token: string;
  cookie: string;
  /** Calls the agent API as a page of the desk does. @param headers replace those of the page; `''` leaves one out */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** The same, with the answer. @throws for a refusal */
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
};

/** An agent as the desk stores one. */
export const anAgent = (fields: Partial<AgentRow> = {}): AgentRow => {
  const id = fields.id ?? randomUUID();
  return newAgent({
    id,
    name: 'Ada',
    email: `${id}@shop.example`,
    role: 'agent',
    createdAt: 1,
    ...fields,
  });
};

/** The cookie of a session at a desk of this origin. */
export const sessionCookie = (origin: string, token: string): string => {
  const { port } = new URL(origin);
  return `porch_session${port && `_${port}`}=${token}`;
};

/** Calls the agent API with a cookie. */
export const askWithCookie =
  (desk: DeskOfAgents, cookie: string): SignedInAgent['ask'] =>
  (method, path, body, headers = {}) => {
    const all = {
      cookie,
      ...(method === 'GET' ? {} : { origin: new URL(desk.origin).origin }),
      ...(method === 'GET' || method === 'DELETE' ? {} : { 'content-type': 'application/json' }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    return (desk.fetch ?? fetch)(
      new Request(`${desk.origin}/agent/api${path}`, {
        method,
        headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    );
  };

/**
 * Makes an agent, unless there is one of this id, and signs them in.
 * @param fields of the agent
 * @param at when, in ms
 */
export const signInAgent = async (
  desk: DeskOfAgents,
  fields: Partial<AgentRow> = {},
  at = Date.now(),
): Promise<SignedInAgent> => {
  const agent = anAgent(fields);
  const token = randomUUID();
  const sessionId = randomUUID();
  await desk.store.transaction(async (tx) => {
    if (!(await tx.agentById(agent.id))) await tx.insertAgent(agent);
    await tx.insertAgentSession({
      id: sessionId,
      tokenHash: hashToken(token),
      agentId: agent.id,
      userAgent: 'Test',
      createdAt: at,
      usedAt: at,
    });
  });
  const cookie = sessionCookie(desk.origin, token);
  const ask = askWithCookie(desk, cookie);
  return {
    id: agent.id,
    sessionId,
    token,
    cookie,
    ask,
    call: async (method, path, body) => {
      const response = await ask(method, path, body);
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return JSON.parse(text) as Record<string, unknown>;
    },
  };
};
