import { Hono } from 'hono';
import type { CallerSessionAnswer } from '../../shared/answers/accounts';
import { AGENT_CHANNEL } from '../../shared/channels';
import type { AccountMailDeps } from '../domain/accounts/accountMail';
import { ownAccount } from '../domain/accounts/ownAccount';
import type { PushDeps } from '../domain/alerts/pushBrowsers';
import type { Attending } from '../domain/conversations/attending';
import { partsFor } from '../domain/deps';
import type { Sites } from '../domain/firstRun/sites';
import type { CountersSource } from '../domain/insights/counters';
import type { SettingsDrafts } from '../domain/settings/settingsDrafts';
import type { Presence } from '../domain/team/presence';
import { callerOf } from '../http/callerOf';
import type { OriginOf } from '../http/origin';
import type { Rates } from '../http/rates';
import type { Intake } from '../http/takeUpload';
import { DeskError } from '../model/deskError';
import { pause } from '../process/waits';
import type { IntegrationRouteDeps } from '../sunshine/integrations';
import { ownAccountView } from './accountViews';
import { agentAccountRoutes } from './agentAccount';
import { agentApiKeyRoutes } from './agentApiKeys';
import { agentAttendingRoutes } from './agentAttending';
import { agentAuditRoutes } from './agentAudit';
import { createAgentCheck } from './agentCheck';
import { createConversationCounts, createConversationList } from './agentConversations';
import { createAgentCookies } from './agentCookies';
import { createAgentDevices } from './agentDevices';
import { type AcceptMail, agentEmailRoutes } from './agentEmails';
import { agentFaceRoutes } from './agentFace';
import { agentFileRoutes } from './agentFiles';
import { agentFirstRunRoutes } from './agentFirstRun';
import { agentIdentityRoutes } from './agentIdentity';
import { agentInsightRoutes } from './agentInsights';
import { agentIntegrationRoutes } from './agentIntegrations';
import { agentManyRoutes } from './agentMany';
import { agentMessageRoutes } from './agentMessages';
import { agentNoteRoutes } from './agentNotes';
import { agentPeopleRoutes } from './agentPeople';
import { agentPictureRoutes } from './agentPictures';
import { agentPresenceRoutes } from './agentPresence';
import { agentPushRoutes } from './agentPush';
import { agentRoutingRoutes } from './agentRouting';
import { agentSavedReplyRoutes } from './agentSavedReplies';
import { agentSettingsRoutes } from './agentSettings';
import { agentTagRoutes } from './agentTags';
import { agentTeamRoutes } from './agentTeam';
import { agentViewRoutes } from './agentViews';
import { agentVisitorNoteRoutes } from './agentVisitorNotes';
import { type AgentVisitorDeps, agentVisitorRoutes } from './agentVisitors';
import { agentCallRoutes, type CallDeps } from './calls';
import { liveAddress } from './liveAddress';
import { signInRoutes } from './signIn';

type AgentParts = {
  counters: CountersSource;
  intake: Intake;
  drafts: SettingsDrafts;
  rates: Rates;
  /** What a browser needs to sign in as one of the demo's agents, if there are any. */
  demoSecret?: string;
  /** Only if the desk reads a mailbox. */
  acceptMail?: AcceptMail;
  countsMs?: number;
};

/**
 * The agent API; shared/bodies and shared/answers have its types. Authentication and sending do not wait for lists and reports.
 * @param deps for agents
 */
export const agentRoutes = (
  deps: CallDeps &
    AgentVisitorDeps &
    IntegrationRouteDeps &
    PushDeps &
    AccountMailDeps & { presence: Presence; attending: Attending; sites: Sites },
  originOf: OriginOf,
  { counters, intake, drafts, rates, demoSecret, acceptMail, countsMs = 0 }: AgentParts,
): Hono => {
  const routes = new Hono();
  const cookies = createAgentCookies(originOf);
  const devices = createAgentDevices(cookies, deps);
  const atOnce = partsFor(deps, 'desk');
  routes.use(createAgentCheck({ ...atOnce, originOf, cookies, rates }));

  for (const list of ['/conversations', '/users'])
    routes.get(list, (c, next) => (c.req.query('search') ? rates.limit('searches')(c, next) : next()));

  routes.get('/session', async (c) => {
    const caller = callerOf(c);
    // Even those who signed in before there were marks.
    if (caller.kind === 'agent') devices.remember(c, caller.agent.email);
    const answer: CallerSessionAnswer = {
      name: deps.settings().agent.name,
      agent: caller.kind === 'agent' ? ownAccountView(await ownAccount(deps.store, caller)) : undefined,
      realtime: { baseUrl: liveAddress(deps, originOf(c), deps.newId()), channel: AGENT_CHANNEL },
    };
    return c.json(answer);
  });

  routes.get('/conversations', createConversationList(deps.store, deps.now));
  routes.get(
    '/conversation-counts',
    createConversationCounts(deps.store, deps.now, () => pause(intake.after, countsMs)),
  );

  routes.route('/', agentMessageRoutes(deps, atOnce));
  routes.route('/', signInRoutes(atOnce, { cookies, devices, rates, demoSecret }));
  routes.route('/', agentAccountRoutes(deps, rates));
  routes.route('/', agentPushRoutes(deps, rates));
  routes.route('/', agentFaceRoutes(deps, intake));
  routes.route('/', agentTeamRoutes(deps, originOf, rates));
  routes.route('/', agentFirstRunRoutes(deps, originOf));
  routes.route('/', agentApiKeyRoutes(deps));
  routes.route('/', agentAuditRoutes(deps));
  routes.route('/', agentIntegrationRoutes(deps));
  routes.route('/', agentFileRoutes(atOnce, intake));
  routes.route('/', agentIdentityRoutes(deps));
  routes.route('/', agentRoutingRoutes(deps, counters));
  routes.route('/', agentSettingsRoutes(deps, drafts));
  routes.route('/', agentPictureRoutes(deps, intake));
  routes.route('/', agentTagRoutes(deps));
  routes.route('/', agentManyRoutes(deps));
  routes.route('/', agentSavedReplyRoutes(deps, intake));
  routes.route('/', agentViewRoutes(deps));
  routes.route('/', agentInsightRoutes(deps));
  routes.route('/', agentCallRoutes(deps));
  routes.route('/', agentNoteRoutes(deps));
  routes.route('/', agentEmailRoutes(deps, acceptMail));
  routes.route('/', agentAttendingRoutes(deps));
  routes.route('/', agentPresenceRoutes(deps));
  routes.route('/', agentPeopleRoutes(deps));
  routes.route('/', agentVisitorNoteRoutes(deps));
  routes.route('/', agentVisitorRoutes(deps));

  routes.all('*', () => {
    throw new DeskError('not_found', 'The agent API has no such address');
  });

  return routes;
};
