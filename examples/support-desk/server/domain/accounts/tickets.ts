import type { TicketOwner } from '../../model/accountEntities';
import type { Caller } from '../../model/caller';
import { hashToken } from '../../model/tokens';
import type { Store } from '../../store/store';
import type { AccountDeps } from './access';

/** How long a ticket can be used. */
export const TICKET_SECONDS = 60;

/** Creates a ticket, which opens the live channel once for this caller. */
export const issueTicket = async (deps: AccountDeps, caller: Caller): Promise<string> => {
  const ticket = deps.newToken();
  await deps.store.transaction((tx) =>
    tx.insertTicket({
      tokenHash: hashToken(ticket),
      sessionId: caller.kind === 'agent' ? caller.sessionId : null,
      keyId: caller.kind === 'key' ? caller.key.id : null,
      expiresAt: deps.now() + TICKET_SECONDS * 1000,
    }),
  );
  return ticket;
};

/** Uses a ticket. @returns its caller; `undefined` for a used, expired or unknown ticket */
export const redeemTicket = (
  deps: { store: Pick<Store, 'transaction'>; now: () => number },
  ticket: string,
): Promise<TicketOwner | undefined> =>
  deps.store.transaction((tx) => tx.takeTicket(hashToken(ticket), deps.now()));
