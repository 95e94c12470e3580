import { randomUUID } from 'node:crypto';
import { hashToken } from '../../examples/support-desk/server/model/tokens';
import type { Desk } from './desk';
import type { Answer, Body, Call } from './deskClient';
import { anAgent, sessionCookie } from './signInAgent';

/** An agent with an account who is signed in. */
export type TestAgent = { id: string; name: string; call: Call; headers: Record<string, string> };

/** Adds an agent with a session, past the sign-in page. */
export const createAgent = async (
  desk: Pick<Desk, 'store' | 'origin'>,
  name: string,
  role: 'admin' | 'agent' = 'agent',
): Promise<TestAgent> => {
  const id = `${name.toLowerCase()}-${randomUUID()}`;
  const token = randomUUID();
  const at = Date.now();
  await desk.store.transaction(async (tx) => {
    const alerts = { mail: true };
    await tx.insertAgent(anAgent({ id, name, email: `${id}@team.example`, role, alerts, createdAt: at }));
    await tx.insertAgentSession({
      id: randomUUID(),
      tokenHash: hashToken(token),
      agentId: id,
      userAgent: 'Test',
      createdAt: at,
      // Sessions end by the desk's clock, which tests may set.
      usedAt: 4_000_000_000_000,
    });
  });
  const headers = { cookie: sessionCookie(desk.origin, token), origin: desk.origin };
  const call: Call = async (method, path, body, more = {}): Promise<Answer> => {
    const response = await fetch(`${desk.origin}/agent/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers, ...more },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    const parsed = text.startsWith('{') ? (JSON.parse(text) as Body) : (text as unknown as Body);
    return { status: response.status, headers: response.headers, body: parsed };
  };
  return { id, name, call, headers };
};
