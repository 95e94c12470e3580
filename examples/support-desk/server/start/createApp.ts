import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { AGENT_CHANNEL } from '../../shared/agentApi';
import { AGENT_LIST_CHANNEL } from '../../shared/agentList';
import type { Bus } from '../bus/bus';
import { inMemory, type LiveState } from '../bus/liveState';
import { createOutbox, type Outbox } from '../bus/outbox';
import { simulatedChannelRoutes } from '../demo/simulatedChannelRoutes';
import { hasDemoAgents } from '../domain/accounts/firstStart';
import type { Attending } from '../domain/conversations/attending';
import { type PublicKeys, partsFor } from '../domain/deps';
import { createUploadRoom, type UploadRoom } from '../domain/files/uploadRoom';
import { signCampaign } from '../domain/insights/campaigns';
import { createCounters } from '../domain/insights/counters';
import { createFigures } from '../domain/insights/figures';
import { createMailLimits, type MailLimits } from '../domain/mail/mailLimits';
import type { Mailer } from '../domain/mail/mailTranscript';
import type { DeskSettings } from '../domain/settings/deskSettings';
import type { SettingsDrafts } from '../domain/settings/settingsDrafts';
import type { Presence } from '../domain/team/presence';
import { createTeam, type ReadTeam } from '../domain/team/team';
import { createCalls } from '../domain/voice/calls';
import { limitBody } from '../http/bodies';
import { compressJson } from '../http/compressJson';
import { createErrorHandler, errorAnswer } from '../http/errors';
import { createHold } from '../http/lateRefusals';
import {
  fillAddresses,
  noStore,
  ownAnswer,
  refuseNul,
  refuseOtherSites,
  strictTransport,
} from '../http/middleware';
import { createOriginOf, type OriginOf, refuseBadHost } from '../http/origin';
import { createProxyWarning } from '../http/proxyWarning';
import type { Rates } from '../http/rates';
import { createUploadTurns, type Intake } from '../http/takeUpload';
import { DeskError } from '../model/deskError';
import { ALWAYS_THERE, type Availability } from '../nodes/nodeClaim';
import { createReadiness, type Readiness } from '../nodes/readiness';
import { type Clock, createClock } from '../process/clock';
import { createInTurn } from '../process/inTurn';
import type { Log } from '../process/log';
import type { Metrics } from '../process/metrics';
import { createPublisher, type FanOut } from '../realtime/fanOut';
import { agentRoutes } from '../routes/agent';
import type { AcceptMail } from '../routes/agentEmails';
import { allowOrigins, createMayCall } from '../routes/allowOrigins';
import { appUserRoutes } from '../routes/appUsers';
import { attachmentRoutes } from '../routes/attachments';
import { type CallDeps, lineStatusRoutes, visitorCallRoutes } from '../routes/calls';
import { type ConfigSources, configRoutes, createConfigText } from '../routes/config';
import { conversationRoutes } from '../routes/conversations';
import { emailLinkRoutes } from '../routes/emailLinks';
import { fileRoutes } from '../routes/files';
import { frontendEventRoutes } from '../routes/frontendEvents';
import { happeningRoutes } from '../routes/happenings';
import { integrationRoutes } from '../routes/integrations';
import { limitCalls } from '../routes/limitedCalls';
import { linkRoutes } from '../routes/links';
import { loginRoutes } from '../routes/login';
import { metricsRoutes, observe } from '../routes/observe';
import { pageRoutes, type Roots } from '../routes/pages';
import { ratingRoutes } from '../routes/ratings';
import { readyRoutes, requireDatabase } from '../routes/ready';
import { transcriptRoutes } from '../routes/transcripts';
import { uploadRoutes } from '../routes/uploads';
import { waitTimeRoutes } from '../routes/waitTime';
import type { Store } from '../store/store';
import { inSunshineFormat, SUNSHINE_PATH } from '../sunshine/errors';
import type { IntegrationRouteDeps } from '../sunshine/integrations';
import { sunshineRoutes } from '../sunshine/routes';
import type { Uploads } from '../uploads/uploads';
import { createDeliveries, type Deliveries } from '../webhooks/deliver';
import { createPost, type Post } from '../webhooks/postWebhook';
import { createRecorder } from '../webhooks/recordEvents';
import type { LocaleWords } from '../words/localeWords';
import { createCatchUp } from './catchUp';
import { countTaken, measureWebhooks } from './deskMetrics';

export type AppDeps = DeskSettings & {
  store: Store;
  /** Connects the processes of this desk; there is only this one by default. */
  bus?: Bus;
  /** Carries live events. Its endpoint asks the authority from `createAuthority` who may subscribe. */
  fanOut: FanOut;
  localeWords: LocaleWords;
  roots: Roots;
  /** Whether to serve the demo page and the gallery. */
  demo?: boolean;
  /** What a browser needs to sign in as one of the demo's agents; without it, none can. */
  demoSecret?: string;
  /** Replaces the Host header in every address the desk hands out; without a slash at its end. */
  publicUrl?: string;
  /** In ms. */
  now: () => number;
  /** The timers of voice calls; the real ones by default. */
  after?: Clock['after'];
  newId: () => string;
  newToken: () => string;
  publicKeys: PublicKeys;
  /** Sends transcripts; without it, there are none. */
  mailer?: Mailer;
  /** Makes emails messages that were refused; only where the desk reads a mailbox. */
  acceptMail?: AcceptMail;
  /** Stores the files of visitors and agents. */
  uploads: Uploads;
  log: Log;
  /** What `/metrics` shows to who has the token. */
  metrics?: Metrics;
  metricsToken?: string;
  /** What one address may do; shared with the authority, so that live connections count, too. */
  rates: Rates;
  /** How late refusals are answered that repeat at once, in ms; at once by default. */
  refusalMs?: number;
  /** How long agents share a count of conversations, in ms; as long as it takes by default. */
  countsMs?: number;
  /** Keeps presence and drafts; in memory by default. */
  liveState?: LiveState;
  /** Answers `/ready`; for an app that is never stopped by default. */
  readiness?: Readiness;
  /** Whether the database is there; it always is by default. */
  availability?: Availability;
  /** The hosts that webhooks may have wherever they are; by default they must be public. */
  webhookHosts?: readonly string[];
  /** Posts to webhooks; over the network by default. */
  postWebhook?: Post;
};

const LINE_STATUS = '/api/v2/channels/talk_embeddables/messaging';
const WAIT_TIME = '/api/services/end_user_connector/wait_time';

/** What visitors' pages call, from the origins that the settings allow. */
const VISITOR_CALLS = ['/embeddable', '/sc/sdk/v2', LINE_STATUS, WAIT_TIME, '/frontendevents'];

/** What needs the database at each call. */
const DATABASE_CALLS = [
  '/sc/sdk/v2',
  SUNSHINE_PATH,
  LINE_STATUS,
  WAIT_TIME,
  '/frontendevents',
  '/agent/api',
  '/channel',
];

/** What the routes work with. */
type AppParts = CallDeps &
  IntegrationRouteDeps &
  Pick<AppDeps, 'uploads' | 'log' | 'mailer'> & {
    outbox: Outbox;
    deliveries: Deliveries;
    presence: Presence;
    attending: Attending;
    drafts: SettingsDrafts;
    team: ReadTeam;
    room: UploadRoom;
    mailLimits: MailLimits;
  };

const messagingRoutes = (deps: AppParts, intake: Intake, originOf: OriginOf, rates: Rates): Hono => {
  const routes = new Hono();
  routes.use(noStore, compressJson, limitBody, fillAddresses(originOf));
  routes.route('/integrations', integrationRoutes(deps, originOf));
  routes.use('/apps/:appId/*', async (c, next) => {
    if (c.req.param('appId') !== deps.settings().messenger.appId) {
      throw new DeskError('not_found', 'There is no such app');
    }
    await next();
  });
  limitCalls(routes, rates);
  routes.route('/apps/:appId/appusers', appUserRoutes(deps, originOf, rates.addressOf));
  routes.route('/apps/:appId/login', loginRoutes(deps, originOf));
  routes.route('/apps/:appId/appusers', linkRoutes(deps, originOf));
  routes.route('/apps/:appId/emaillinks', emailLinkRoutes(deps, originOf));
  routes.route('/apps/:appId/appusers', visitorCallRoutes(deps));
  routes.route('/apps/:appId/conversations', fileRoutes(deps, intake, rates.addressOf));
  routes.route('/apps/:appId/conversations', happeningRoutes(deps));
  routes.route('/apps/:appId/conversations', conversationRoutes(deps, rates));
  routes.route('/apps/:appId/conversations', ratingRoutes(deps));
  routes.route('/apps/:appId/conversations', transcriptRoutes(deps));
  routes.route('/apps/:appId/attachments', attachmentRoutes(deps));
  routes.all('*', () => {
    throw new DeskError('not_found', 'There is no such call');
  });
  return routes;
};

/** What the domain works with, for calls and for what the desk does by itself. */
export const createDeps = (input: AppDeps): AppParts => {
  const clock = { now: input.now, after: input.after ?? createClock().after };
  const local = createPublisher(input.fanOut, () => input.settings().messenger.appId, clock);
  const onPublish = input.metrics && countTaken(input.metrics);
  const integrations = {
    record: createRecorder(input),
    // What cannot be sent now is sent in a later round.
    onRecorded: () => void deliveries.begin().catch(() => undefined),
  };
  const outbox = createOutbox({ ...input, local, onPublish, integrations, ...createCatchUp(input, local) });
  const { store, publisher } = outbox;
  const { webhookHosts = [], postWebhook = createPost(webhookHosts) } = input;
  const post = input.metrics ? measureWebhooks(postWebhook, input.metrics) : postWebhook;
  const inTurn = createInTurn();
  const forDesk = partsFor({ ...input, store }, 'desk');
  const deliveries = createDeliveries({ ...forDesk, post, inTurn });
  const { createPresence, createDrafts, createCallStore, createAttending } = input.liveState ?? inMemory;
  const connected = () => [AGENT_LIST_CHANNEL, AGENT_CHANNEL].some(input.fanOut.hears);
  const presence = createPresence({ now: input.now, connected });
  return {
    ...input,
    store,
    figures: createFigures(forDesk),
    publisher,
    outbox,
    deliveries,
    webhookHosts,
    newSecret: () => randomBytes(SECRET_BYTES).toString('base64'),
    isShared: input.bus !== undefined,
    inTurn,
    calls: createCalls({ ...input, clock, publisher, store: createCallStore(input) }),
    agentOnline: presence.isConnected,
    presence,
    attending: createAttending(input),
    drafts: createDrafts(input),
    // The sum of all files is read once a minute, whoever sends one.
    room: createUploadRoom({
      ...input,
      store: {
        addressBytes: store.addressBytes,
        attachmentBytes: (userId) => (userId === undefined ? forDesk.store : store).attachmentBytes(userId),
      },
    }),
    team: createTeam({ ...input, store, presence }),
    mailLimits: createMailLimits(input, input.rates),
  };
};

/** Of a webhook's secret. */
const SECRET_BYTES = 32;

const createAppReadiness = (input: AppDeps): Readiness =>
  createReadiness({ ...input, standing: () => 'running', after: input.after ?? createClock().after });

/**
 * Builds the desk's HTTP side. It opens no port: `app.fetch` answers a Request, from a server or from a test.
 */
export const createApp = (input: AppDeps, deps = createDeps(input)): Hono => {
  const { uploads, rates, acceptMail, countsMs } = input;
  const { room, store, drafts } = deps;
  const forAgents = partsFor(deps, 'agents');
  const { after = createClock().after } = input;
  const intake: Intake = { uploads, room, inTurn: createUploadTurns(), after };
  const originOf = createOriginOf(input.publicUrl);
  const counters = createCounters();
  // The default router compiles all routes at its first call; this one suits tests, which create many apps.
  const app = new Hono({ router: new TrieRouter() });
  app.onError(
    inSunshineFormat(createErrorHandler(input.log, createHold({ refusalMs: input.refusalMs, after }))),
  );
  app.notFound((c) => errorAnswer(c, 404, 'not_found', 'There is nothing here'));
  app.use(ownAnswer, strictTransport(input.publicUrl));
  app.use(...observe(input));
  app.use(createProxyWarning(input.publicUrl, input.log));
  app.use(refuseBadHost(input.publicUrl));

  // First, so that a page can read why it was refused, too.
  const allowed = allowOrigins(input.settings, createMayCall(input.settings, input.publicUrl));
  for (const path of VISITOR_CALLS) app.use(`${path}/*`, allowed, rates.limit('requests'));
  app.use(refuseNul);

  app.route('/', readyRoutes(input.readiness ?? createAppReadiness(input)));
  app.route('/', metricsRoutes(input.metrics, input.metricsToken));
  const availability = requireDatabase(input.availability ?? ALWAYS_THERE);
  for (const path of DATABASE_CALLS) app.use(`${path}/*`, availability);
  const sources: ConfigSources = {
    ...input,
    drafts,
    locale: input.localeWords,
    sign: (id) => signCampaign(store.campaignKey, id),
  };
  app.route('/embeddable', configRoutes(sources, originOf));
  app.route('/sc/sdk/v2', messagingRoutes(deps, intake, originOf, rates));
  app.route(SUNSHINE_PATH, sunshineRoutes(forAgents, intake, originOf, rates));
  app.route(WAIT_TIME, waitTimeRoutes(deps));
  app.route(LINE_STATUS, lineStatusRoutes(deps));
  app.use('/frontendevents/*', rates.limit('reports'));
  app.route('/frontendevents', frontendEventRoutes(deps, counters));
  app.route('/', uploadRoutes(store, uploads, input.settings));
  app.use('/agent/api/*', refuseOtherSites, noStore, compressJson, limitBody, fillAddresses(originOf));
  const demoSecret = hasDemoAgents(input) ? input.demoSecret : undefined;
  const agentParts = { counters, intake, drafts, rates, demoSecret, acceptMail, countsMs };
  app.route('/agent/api', agentRoutes(forAgents, originOf, agentParts));
  app.use('/channel/*', noStore, limitBody);
  app.route('/channel', simulatedChannelRoutes(deps));
  app.route('/', pageRoutes({ ...input, demoSecret, configText: createConfigText(sources, originOf) }));
  return app;
};
