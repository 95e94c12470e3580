import type { TicketAnswer } from '../../examples/support-desk/shared/answers/accounts';

/** A desk and the key or the cookie of somebody who may hear agents' channels. */
type Asked = { origin: string; agentToken: string };
type Fetch = (request: Request) => Promise<Response>;

/** Asks for a ticket of the live channel by an API key. */
export const askTicket = async (
  { origin, agentToken }: Asked,
  ask: Fetch = (request) => fetch(request),
): Promise<string> => {
  const response = await ask(
    new Request(`${origin}/agent/api/tickets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agentToken}`, 'content-type': 'application/json' },
    }),
  );
  if (!response.ok) throw new Error(`no ticket: ${response.status} ${await response.text()}`);
  return ((await response.json()) as TicketAnswer).ticket;
};

/** What each subscription of an agent carries: a ticket of its own. */
export const agentExt = (desk: Asked, ask?: Fetch) => async (): Promise<{ ticket: string }> => ({
  ticket: await askTicket(desk, ask),
});
