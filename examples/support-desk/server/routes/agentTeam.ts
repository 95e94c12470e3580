import { type Context, Hono } from 'hono';
import type {
  InvitationAnswer,
  InvitationsAnswer,
  ResetLinkAnswer,
  TeamAnswer,
} from '../../shared/answers/accounts';
import { invitationBody, provenBody, roleBody } from '../../shared/bodies/accounts';
import { type AccountMailDeps, mailsLinks } from '../domain/accounts/accountMail';
import { type Proven, removeAgent, resetAgent, setRole } from '../domain/accounts/colleagues';
import {
  invite,
  listedInvitations,
  mailInvitation,
  renewInvitation,
  withdrawInvitation,
} from '../domain/accounts/invitations';
import { linkAddress, type MadeLink } from '../domain/accounts/links';
import type { FreeDeps } from '../domain/files/freeFiles';
import type { Presence } from '../domain/team/presence';
import { seconds } from '../domain/views';
import { inBackground } from '../http/background';
import { readBody } from '../http/bodies';
import { agentCallerOf, callerOf } from '../http/callerOf';
import { countInSession } from '../http/countWrong';
import type { OriginOf } from '../http/origin';
import type { Rates } from '../http/rates';
import { accountView, invitationView } from './accountViews';

/** Colleagues and invitations. `shared/bodies/accounts.ts` has the bodies. */
export const agentTeamRoutes = (
  deps: AccountMailDeps & FreeDeps & { presence: Presence },
  originOf: OriginOf,
  rates: Rates,
): Hono => {
  const routes = new Hono();
  /** Runs what an admin confirms with their password. */
  const proven = <T>(
    c: Context,
    password: string | undefined,
    work: (admin: Proven) => Promise<T>,
  ): Promise<T> => countInSession(rates, c, () => work({ by: agentCallerOf(c), password }));

  /** Answers with the link of an invitation, which is sent after the answer. */
  const invited = (c: Context, made: MadeLink): InvitationAnswer => {
    inBackground(deps.log, () => mailInvitation(deps, agentCallerOf(c), made));
    return {
      invitation: invitationView(made.link, deps.now()),
      link: linkAddress(originOf(c), made.token),
    };
  };

  routes.get('/agents', async (c) => {
    const [all, online, integrations] = await Promise.all([
      deps.store.agents(),
      deps.presence.whoIsOnline(),
      deps.store.integrations(),
    ]);
    const answer: TeamAnswer = {
      agents: all.map((agent) => ({
        ...accountView(agent),
        online: online.has(agent.id),
        alerted: agent.alerts.messages !== 'none',
        removedAt: agent.removedAt === null ? undefined : seconds(agent.removedAt),
      })),
      bots: integrations.map(({ id, displayName }) => ({ id, name: displayName })),
    };
    return c.json(answer);
  });

  routes.patch('/agents/:id', async (c) => {
    const { role, password } = await readBody(c, roleBody);
    const id = c.req.param('id');
    const agent = await proven(c, password, (admin) => setRole(deps, admin, id, role));
    return c.json({ agent: accountView(agent) });
  });

  routes.delete('/agents/:id', async (c) => {
    const { password } = await readBody(c, provenBody);
    await proven(c, password, (admin) => removeAgent(deps, admin, c.req.param('id')));
    return c.json({});
  });

  routes.post('/agents/:id/reset', async (c) => {
    const { password } = await readBody(c, provenBody);
    const token = await proven(c, password, (admin) => resetAgent(deps, admin, c.req.param('id')));
    const answer: ResetLinkAnswer = { link: linkAddress(originOf(c), token) };
    return c.json(answer);
  });

  routes.get('/invitations', async (c) => {
    const answer: InvitationsAnswer = {
      invitations: (await listedInvitations(deps)).map((link) => invitationView(link, deps.now())),
      mails: mailsLinks(deps),
    };
    return c.json(answer);
  });

  routes.post('/invitations', async (c) => {
    const { password, ...wanted } = await readBody(c, invitationBody);
    return c.json(invited(c, await proven(c, password, (admin) => invite(deps, admin, wanted))), 201);
  });

  routes.post('/invitations/:id/renew', async (c) => {
    const { password } = await readBody(c, provenBody);
    const id = c.req.param('id');
    return c.json(invited(c, await proven(c, password, (admin) => renewInvitation(deps, admin, id))));
  });

  routes.delete('/invitations/:id', async (c) => {
    await withdrawInvitation(deps, callerOf(c), c.req.param('id'));
    return c.json({});
  });

  return routes;
};
