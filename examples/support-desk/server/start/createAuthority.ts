import { liveGrant } from '../domain/accounts/access';
import { redeemTicket } from '../domain/accounts/tickets';
import { hasOthers } from '../domain/mail/emailLinks';
import { authenticate, authenticateJwt } from '../domain/visitors/identity';
import { DeskError } from '../model/deskError';
import type { Authority } from '../realtime/channelRules';
import { operationsFor } from '../store/store';
import type { AppDeps } from './createDeps';

/** Decides who can subscribe to which channel, by the same rules as the HTTP calls. */
export const createAuthority = (
  deps: Pick<AppDeps, 'store' | 'now' | 'settings' | 'rates' | 'publicKeys'>,
): Authority => {
  const forAgents = { ...deps, store: operationsFor(deps.store, 'desk') };
  return {
    waitFor: deps.rates.waitFor,
    appId: () => deps.settings().messenger.appId,
    visitor: async (claim) => {
      try {
        const found =
          'jwt' in claim
            ? await authenticateJwt(deps, claim.jwt)
            : await authenticate(deps, claim, ['session', 'websocket', 'link']);
        const only = found?.credential.only;
        if (only !== undefined && (await hasOthers(deps, found?.user.id ?? '', only))) {
          return { refusal: '403::This link is good for one conversation alone' };
        }
        return found
          ? { appUserId: found.user.id, grant: found.credential }
          : { refusal: '401::invalid_auth' };
      } catch (error) {
        if (!(error instanceof DeskError)) throw error;
        // Clients try again after this one.
        if (error.code === 'unavailable') return { refusal: `503::${error.message}` };
        return { refusal: error.code === 'user_not_found' ? `403::${error.message}` : '401::invalid_auth' };
      }
    },
    redeem: deps.rates.live((ticket) => redeemTicket(forAgents, ticket)),
    agent: (owner) => liveGrant(forAgents, owner),
    countFor: deps.rates.movePlace,
  };
};
