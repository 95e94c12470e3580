import { Hono } from 'hono';
import type { CallerSessionAnswer } from '../../shared/answers/accounts';
import type { AgentMessagesAnswer } from '../../shared/answers/messages';
import { activityBody } from '../../shared/bodies/conversations';
import { agentMessageBody, growthBody } from '../../shared/bodies/messages';
import { AGENT_CHANNEL } from '../../shared/channels';
import { ownAccount } from '../domain/accounts/ownAccount';
import { rowOf, takeActivity } from '../domain/conversations/activity';
import type { Attending } from '../domain/conversations/attending';
import { partsFor } from '../domain/deps';
import { inboxView } from '../domain/inboxViews';
import type { CountersSource } from '../domain/insights/counters';
import { sendAgentMessage } from '../domain/messages/agentMessages';
import { growMessage } from '../domain/messages/growing';
import { MESSAGES_A_PAGE } from '../domain/messages/messages';
import type { SettingsDrafts } from '../domain/settings/settingsDrafts';
import type { Presence } from '../domain/team/presence';
import { messageView } from '../domain/views';
import { readBody, withKey } from '../http/bodies';
import { callerOf } from '../http/callerOf';
import type { OriginOf } from '../http/origin';
import { queryBefore } from '../http/query';
import type { Rates } from '../http/rates';
import type { Intake } from '../http/takeUpload';
import { faceOf } from '../model/caller';
import { DeskError } from '../model/deskError';
import type { InboxRow } from '../model/entities';
import type { IntegrationRouteDeps } from '../sunshine/integrations';
import { ownAccountView } from './accountViews';
import { agentAccountRoutes } from './agentAccount';
import { agentAttendingRoutes } from './agentAttending';
import { agentAuditRoutes } from './agentAudit';
import { createAgentCheck } from './agentCheck';
import { createConversationCounts, createConversationList } from './agentConversations';
import { createAgentCookies } from './agentCookies';
import { createAgentDevices } from './agentDevices';
import { type AcceptMail, agentEmailRoutes } from './agentEmails';
import { agentFaceRoutes } from './agentFace';
import { agentFileRoutes } from './agentFiles';
import { agentIdentityRoutes } from './agentIdentity';
import { agentInsightRoutes } from './agentInsights';
import { agentIntegrationRoutes } from './agentIntegrations';
import { agentNoteRoutes } from './agentNotes';
import { agentPictureRoutes } from './agentPictures';
import { agentPresenceRoutes } from './agentPresence';
import { agentRoutingRoutes } from './agentRouting';
import { agentSavedReplyRoutes } from './agentSavedReplies';
import { agentSettingsRoutes } from './agentSettings';
import { agentTagRoutes } from './agentTags';
import { agentTeamRoutes } from './agentTeam';
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
  deps: CallDeps & AgentVisitorDeps & IntegrationRouteDeps & { presence: Presence; attending: Attending },
  originOf: OriginOf,
  { counters, intake, drafts, rates, demoSecret, acceptMail, countsMs = 0 }: AgentParts,
): Hono => {
  const routes = new Hono();
  const cookies = createAgentCookies(originOf);
  const devices = createAgentDevices(cookies, deps);
  const atOnce = partsFor(deps, 'desk');
  routes.use(createAgentCheck({ ...atOnce, originOf, cookies, rates }));

  routes.get('/conversations', (c, next) =>
    c.req.query('search') ? rates.limit('searches')(c, next) : next(),
  );

  const known = (id: string): Promise<InboxRow> => rowOf(deps.store, id);

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

  routes.get('/conversations', createConversationList(deps.store));
  routes.get('/conversation-counts', createConversationCounts(deps.store, countsMs));

  routes.get('/conversations/:id', async (c) =>
    c.json({ conversation: inboxView(await known(c.req.param('id'))) }),
  );

  routes.get('/conversations/:id/messages', async (c) => {
    const { conversation } = await known(c.req.param('id'));
    const page = await deps.store.messages(conversation.id, {
      before: queryBefore(c),
      limit: MESSAGES_A_PAGE,
    });
    const answer: AgentMessagesAnswer = {
      messages: page.messages.map(messageView),
      hasPrevious: page.hasPrevious,
    };
    return c.json(answer);
  });

  routes.post('/conversations/:id/messages', async (c) => {
    const input = withKey(c, await readBody(c, agentMessageBody));
    const { message, created } = await sendAgentMessage(atOnce, c.req.param('id'), input, callerOf(c));
    return c.json({ messages: [messageView(message)] }, created ? 201 : 200);
  });

  routes.patch('/conversations/:id/messages/:messageId', async (c) => {
    const { id, messageId } = c.req.param();
    const message = await growMessage(atOnce, id, messageId, await readBody(c, growthBody), callerOf(c));
    return c.json({ message: messageView(message) });
  });

  routes.post('/conversations/:id/activity', async (c) => {
    const body = await readBody(c, activityBody);
    const { type, name } = 'activity' in body ? body.activity : body;
    const { agent: team } = deps.settings();
    const caller = callerOf(c);
    const face =
      caller.kind === 'agent'
        ? faceOf(caller, {}, team)
        : { name: name ?? team.name, avatarUrl: team.avatarUrl };
    await takeActivity(atOnce, c.req.param('id'), {
      type,
      role: 'appMaker',
      ...face,
      agentId: caller.kind === 'agent' ? caller.agent.id : undefined,
    });
    return c.json({});
  });

  routes.route('/', signInRoutes(atOnce, { cookies, devices, rates, demoSecret }));
  routes.route('/', agentAccountRoutes(deps, rates));
  routes.route('/', agentFaceRoutes(deps, intake));
  routes.route('/', agentTeamRoutes(deps, originOf, rates));
  routes.route('/', agentAuditRoutes(deps));
  routes.route('/', agentIntegrationRoutes(deps));
  routes.route('/', agentFileRoutes(atOnce, intake));
  routes.route('/', agentIdentityRoutes(deps));
  routes.route('/', agentRoutingRoutes(deps, counters));
  routes.route('/', agentSettingsRoutes(deps, drafts));
  routes.route('/', agentPictureRoutes(deps, intake));
  routes.route('/', agentTagRoutes(deps));
  routes.route('/', agentSavedReplyRoutes(deps));
  routes.route('/', agentInsightRoutes(deps));
  routes.route('/', agentCallRoutes(deps));
  routes.route('/', agentNoteRoutes(deps));
  routes.route('/', agentEmailRoutes(deps, acceptMail));
  routes.route('/', agentAttendingRoutes(deps));
  routes.route('/', agentPresenceRoutes(deps));
  routes.route('/', agentVisitorRoutes(deps));

  routes.all('*', () => {
    throw new DeskError('not_found', 'The agent API has no such address');
  });

  return routes;
};
