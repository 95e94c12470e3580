import { Hono } from 'hono';
import * as v from 'valibot';
import { SCOPES } from '../../shared/accountsApi';
import { AGENT_CHANNEL, type AgentMessagesAnswer, type AgentSessionAnswer } from '../../shared/agentApi';
import { rowOf, takeActivity } from '../domain/activity';
import { sendAgentMessage } from '../domain/agentMessages';
import type { ApiKey } from '../domain/caller';
import type { CountersSource } from '../domain/counters';
import { DeskError } from '../domain/deskError';
import type { InboxRow } from '../domain/entities';
import { MESSAGES_A_PAGE } from '../domain/messages';
import type { Presence } from '../domain/presence';
import type { SettingsDrafts } from '../domain/settingsDrafts';
import { sameSecret } from '../domain/tokens';
import { inboxView, messageView } from '../domain/views';
import { createConversationList } from './agentConversations';
import { agentFileRoutes } from './agentFiles';
import { agentIdentityRoutes } from './agentIdentity';
import { agentInsightRoutes } from './agentInsights';
import { agentMessageBody } from './agentMessage';
import { agentNoteRoutes } from './agentNotes';
import { agentPresenceRoutes } from './agentPresence';
import { agentRoutingRoutes } from './agentRouting';
import { agentSavedReplyRoutes } from './agentSavedReplies';
import { agentSettingsRoutes } from './agentSettings';
import { agentTagRoutes } from './agentTags';
import { type AgentVisitorDeps, agentVisitorRoutes } from './agentVisitors';
import { setCaller } from './callerOf';
import { agentCallRoutes, type CallDeps } from './calls';
import { shortText } from './decode';
import { queryBefore, readBody } from './http';
import { liveAddress } from './liveAddress';
import type { OriginOf } from './origin';
import type { Rates } from './rates';
import type { Intake } from './takeUpload';

const activity = v.object({
  type: v.picklist(['conversation:read', 'typing:start', 'typing:stop']),
  name: v.optional(shortText),
});
const activityBody = v.union([v.object({ activity }), activity]);

const TOKEN_KEY: ApiKey = { id: 'AGENT_TOKEN', name: 'AGENT_TOKEN', scopes: SCOPES };

/** Checks the agent token: `Authorization: Bearer AGENT_TOKEN` on HTTP, `ext.agentToken` on subscriptions. */
export const createAgentCheck =
  (agentToken: string) =>
  (token: string): boolean =>
    token !== '' && sameSecret(token, agentToken);

/** The agent API; shared/agentApi.ts has its types. */
export const agentRoutes = (
  deps: CallDeps & AgentVisitorDeps & { presence: Presence },
  originOf: OriginOf,
  isAgent: (token: string) => boolean,
  {
    counters,
    intake,
    drafts,
    rates,
  }: { counters: CountersSource; intake: Intake; drafts: SettingsDrafts; rates: Rates },
): Hono => {
  const routes = new Hono();

  routes.use(async (c, next) => {
    const [, token = ''] = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
    await rates.checkFailures(c);
    if (!isAgent(token)) {
      if (token !== '') await rates.failed(c);
      throw new DeskError('invalid_auth', 'Sign in with the agent token as Bearer');
    }
    setCaller(c, { kind: 'key', key: TOKEN_KEY });
    await next();
  });

  routes.get('/conversations', (c, next) =>
    c.req.query('search') ? rates.limit('searches')(c, next) : next(),
  );

  const known = (id: string): Promise<InboxRow> => rowOf(deps.store, id);

  routes.get('/session', (c) => {
    const answer: AgentSessionAnswer = {
      name: deps.settings().agent.name,
      realtime: { baseUrl: liveAddress(deps, originOf(c), deps.newId()), channel: AGENT_CHANNEL },
    };
    return c.json(answer);
  });

  routes.get('/conversations', createConversationList(deps.store));

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
    const input = await readBody(c, agentMessageBody);
    const { message, created } = await sendAgentMessage(deps, c.req.param('id'), input);
    return c.json({ messages: [messageView(message)] }, created ? 201 : 200);
  });

  routes.post('/conversations/:id/activity', async (c) => {
    const body = await readBody(c, activityBody);
    const { type, name } = 'activity' in body ? body.activity : body;
    const { agent } = deps.settings();
    await takeActivity(deps, c.req.param('id'), {
      type,
      role: 'appMaker',
      name: name ?? agent.name,
      avatarUrl: agent.avatarUrl,
    });
    return c.json({});
  });

  routes.route('/', agentFileRoutes(deps, intake));
  routes.route('/', agentIdentityRoutes(deps));
  routes.route('/', agentRoutingRoutes(deps, counters));
  routes.route('/', agentSettingsRoutes(deps, drafts));
  routes.route('/', agentTagRoutes(deps));
  routes.route('/', agentSavedReplyRoutes(deps));
  routes.route('/', agentInsightRoutes(deps));
  routes.route('/', agentCallRoutes(deps));
  routes.route('/', agentNoteRoutes(deps));
  routes.route('/', agentPresenceRoutes(deps));
  routes.route('/', agentVisitorRoutes(deps));

  routes.all('*', () => {
    throw new DeskError('not_found', 'The agent API has no such address');
  });

  return routes;
};
