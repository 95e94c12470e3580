import { Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { simulatedChannelRoutes } from '../demo/simulatedChannelRoutes';
import { hasDemoAgents } from '../domain/accounts/firstStart';
import { partsFor } from '../domain/deps';
import { signCampaign } from '../domain/insights/campaigns';
import { createCounters } from '../domain/insights/counters';
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
import { ALWAYS_THERE } from '../nodes/nodeClaim';
import { createReadiness, type Readiness } from '../nodes/readiness';
import { agentRoutes } from '../routes/agent';
import { allowOrigins, createMayCall } from '../routes/allowOrigins';
import { apiDocumentRoutes } from '../routes/apiDocument';
import { appUserRoutes } from '../routes/appUsers';
import { attachmentRoutes } from '../routes/attachments';
import { lineStatusRoutes, visitorCallRoutes } from '../routes/calls';
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
import { LOADERS, noteSites } from '../routes/noteSites';
import { metricsRoutes, observe } from '../routes/observe';
import { pageRoutes } from '../routes/pages';
import { ratingRoutes } from '../routes/ratings';
import { readyRoutes, requireDatabase } from '../routes/ready';
import { transcriptRoutes } from '../routes/transcripts';
import { uploadRoutes } from '../routes/uploads';
import { waitTimeRoutes } from '../routes/waitTime';
import { inSunshineFormat, SUNSHINE_PATH } from '../sunshine/errors';
import { sunshineRoutes } from '../sunshine/routes';
import { type AppDeps, type AppParts, createDeps } from './createDeps';

const LINE_STATUS = '/api/v2/channels/talk_embeddables/messaging';
const WAIT_TIME = '/api/services/end_user_connector/wait_time';

/** The calls of visitors' pages, from the origins that the settings allow. */
const VISITOR_CALLS = ['/embeddable', '/sc/sdk/v2', LINE_STATUS, WAIT_TIME, '/frontendevents'];

/** The parts that need the database at each call. */
const DATABASE_CALLS = [
  '/sc/sdk/v2',
  SUNSHINE_PATH,
  LINE_STATUS,
  WAIT_TIME,
  '/frontendevents',
  '/agent/api',
  '/channel',
];

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

const createAppReadiness = (input: AppDeps): Readiness =>
  createReadiness({ ...input, standing: () => 'running' });

/**
 * Builds the desk's HTTP side. It opens no port: `app.fetch` answers a Request, from a server or from a test.
 */
export const createApp = (input: AppDeps, deps = createDeps(input)): Hono => {
  const { uploads, rates, acceptMail, countsMs, after } = input;
  const { room, store, drafts } = deps;
  const forAgents = partsFor(deps, 'agents');
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

  // First, so that a page can also read why it was refused.
  const mayCall = createMayCall(input.settings, input.publicUrl);
  const allowed = allowOrigins(input.settings, mayCall);
  const noted = noteSites(deps.sites, mayCall);
  for (const loader of LOADERS) app.use(loader, noted);
  for (const path of VISITOR_CALLS) app.use(`${path}/*`, noted, allowed, rates.limit('requests'));
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
  app.route('/', apiDocumentRoutes(originOf));
  app.route('/', pageRoutes({ ...input, demoSecret, configText: createConfigText(sources, originOf) }));
  return app;
};
