/**
 * Who may call each route of the desk. A route that is not here fails `deskAuthorization.test.ts`: decide who may call
 * it, and add it with a reason where that is anybody.
 */
export type Guard =
  /** The visitor whom the path names, or whose things it names. */
  | 'visitor'
  | 'agent'
  /** A signed-in agent, for the own account; no key. */
  | 'self'
  /** A signed-in admin; no key. */
  | 'admin'
  /** An API key with the scope integrations, by Basic authentication; nobody else. */
  | 'program'
  /** Anybody who has a secret of the address or the body; `secret` says which. */
  | { secret: string }
  /** Anybody; `open` says why. */
  | { open: string };

const APP = '/sc/sdk/v2/apps/:appId';
const USER = `${APP}/appusers/:appUserId`;
const CONVERSATION = `${APP}/conversations/:id`;
const AGENT = '/agent/api';
const SUNSHINE = '/sc/v2/apps/:appId';

const all = (guard: Guard, routes: readonly string[]): [string, Guard][] =>
  routes.map((route) => [route, guard]);

export const ROUTES: ReadonlyMap<string, Guard> = new Map<string, Guard>([
  ...all('visitor', [
    `GET ${USER}`,
    `PUT ${USER}`,
    `GET ${USER}/conversations`,
    `POST ${USER}/conversations`,
    `POST ${USER}/logout`,
    `POST ${USER}/websocket/token`,
    `GET ${USER}/linkrequest`,
    `DELETE ${USER}/clients/:clientId`,
    `POST ${USER}/calls`,
    `GET ${USER}/calls/:id/signals`,
    `POST ${USER}/calls/:id/signals`,
    `GET ${CONVERSATION}`,
    `PUT ${CONVERSATION}`,
    `GET ${CONVERSATION}/messages`,
    `POST ${CONVERSATION}/messages`,
    `POST ${CONVERSATION}/messages/:messageId/stop`,
    `POST ${CONVERSATION}/activity`,
    `GET ${CONVERSATION}/rating`,
    `POST ${CONVERSATION}/rating`,
    `POST ${CONVERSATION}/transcript`,
    `POST ${CONVERSATION}/files`,
    `POST ${CONVERSATION}/postback`,
    `POST ${CONVERSATION}/referral`,
    `GET ${APP}/attachments/contentUrl`,
    'GET /api/services/end_user_connector/wait_time/conversations/:id',
  ]),
  ...all('agent', [
    `GET ${AGENT}/session`,
    `GET ${AGENT}/conversations`,
    `GET ${AGENT}/conversations/:id`,
    `GET ${AGENT}/conversations/:id/messages`,
    `POST ${AGENT}/conversations/:id/messages`,
    `PATCH ${AGENT}/conversations/:id/messages/:messageId`,
    `GET ${AGENT}/conversations/:id/messages/:messageId/email`,
    `POST ${AGENT}/conversations/:id/activity`,
    `POST ${AGENT}/conversations/:id/files`,
    `POST ${AGENT}/conversations/:id/pictures`,
    `POST ${AGENT}/conversations/:id/queue`,
    `POST ${AGENT}/conversations/:id/assign`,
    `POST ${AGENT}/conversations/:id/close`,
    `POST ${AGENT}/conversations/:id/reopen`,
    `POST ${AGENT}/conversations/:id/tags`,
    `GET ${AGENT}/conversations/:id/notes`,
    `POST ${AGENT}/conversations/:id/notes`,
    `POST ${AGENT}/conversations/:id/attending`,
    `GET ${AGENT}/conversation-counts`,
    `GET ${AGENT}/users/:id/conversations`,
    `POST ${AGENT}/users/:id/block`,
    `POST ${AGENT}/users/:id/unblock`,
    `GET ${AGENT}/insights.csv`,
    `GET ${AGENT}/conversations/:id/postbacks`,
    `GET ${AGENT}/conversations/:id/referrals`,
    `GET ${AGENT}/conversations/:id/changes`,
    `GET ${AGENT}/signing-keys`,
    `POST ${AGENT}/signing-keys`,
    `DELETE ${AGENT}/signing-keys/:id`,
    `POST ${AGENT}/email-links/rotate`,
    `POST ${AGENT}/users/:id/expire-sessions`,
    `GET ${AGENT}/users/:id/data`,
    `GET ${AGENT}/users/:id/export`,
    `POST ${AGENT}/users/:id/clients/:clientId/unlink`,
    `POST ${AGENT}/link-requests/:code/match`,
    `GET ${AGENT}/counters`,
    `GET ${AGENT}/settings`,
    `POST ${AGENT}/settings`,
    `POST ${AGENT}/settings/restore`,
    `GET ${AGENT}/settings/history`,
    `POST ${AGENT}/settings/drafts`,
    `POST ${AGENT}/settings/pictures`,
    `GET ${AGENT}/refused-emails`,
    `POST ${AGENT}/refused-emails/:id/accept`,
    `DELETE ${AGENT}/refused-emails/:id`,
    `GET ${AGENT}/ticket-fields`,
    `GET ${AGENT}/saved-replies`,
    `POST ${AGENT}/saved-replies`,
    `POST ${AGENT}/saved-replies/:id`,
    `POST ${AGENT}/saved-replies/:id/delete`,
    `GET ${AGENT}/insights`,
    `GET ${AGENT}/campaigns`,
    `GET ${AGENT}/calls`,
    `POST ${AGENT}/calls/:id/answer`,
    `GET ${AGENT}/calls/:id/signals`,
    `POST ${AGENT}/calls/:id/signals`,
    `POST ${AGENT}/presence`,
    `POST ${AGENT}/tickets`,
    `GET ${AGENT}/agents`,
    // Last, because it takes away what the calls before it are about.
    `DELETE ${AGENT}/users/:id`,
  ]),
  ...all('self', [
    `POST ${AGENT}/sign-out`,
    `GET ${AGENT}/me/sessions`,
    `DELETE ${AGENT}/me/sessions/:id`,
    `PATCH ${AGENT}/me`,
    `POST ${AGENT}/me/face`,
    `POST ${AGENT}/me/password`,
    `POST ${AGENT}/me/second-factor`,
    `POST ${AGENT}/me/second-factor/confirm`,
    `DELETE ${AGENT}/me/second-factor`,
  ]),
  ...all('admin', [
    `PATCH ${AGENT}/agents/:id`,
    `POST ${AGENT}/agents/:id/reset`,
    `DELETE ${AGENT}/agents/:id`,
    `GET ${AGENT}/invitations`,
    `POST ${AGENT}/invitations`,
    `DELETE ${AGENT}/invitations/:id`,
    `GET ${AGENT}/api-keys`,
    `POST ${AGENT}/api-keys`,
    `DELETE ${AGENT}/api-keys/:id`,
    `GET ${AGENT}/integrations`,
    `POST ${AGENT}/integrations`,
    `PATCH ${AGENT}/integrations/:id`,
    `POST ${AGENT}/integrations/:id/webhooks`,
    `DELETE ${AGENT}/integrations/:id/webhooks/:webhookId`,
    `DELETE ${AGENT}/integrations/:id`,
    `GET ${AGENT}/webhooks/:id/deliveries`,
    `POST ${AGENT}/deliveries/:id/repeat`,
    `GET ${AGENT}/audit`,
    `GET ${AGENT}/audit.csv`,
  ]),
  ...all('program', [
    'GET /sc/v2/apps',
    `GET ${SUNSHINE}`,
    `POST ${SUNSHINE}/users`,
    `GET ${SUNSHINE}/users/:id`,
    `GET ${SUNSHINE}/users/:id/clients`,
    `PATCH ${SUNSHINE}/users/:id`,
    `POST ${SUNSHINE}/conversations`,
    `GET ${SUNSHINE}/conversations`,
    `GET ${SUNSHINE}/conversations/:id`,
    `PATCH ${SUNSHINE}/conversations/:id`,
    `GET ${SUNSHINE}/conversations/:id/participants`,
    `POST ${SUNSHINE}/conversations/:id/messages`,
    `GET ${SUNSHINE}/conversations/:id/messages`,
    `GET ${SUNSHINE}/conversations/:id/messages/:messageId/email`,
    `POST ${SUNSHINE}/conversations/:id/activity`,
    `POST ${SUNSHINE}/conversations/:id/passControl`,
    `POST ${SUNSHINE}/conversations/:id/releaseControl`,
    `POST ${SUNSHINE}/attachments`,
    `POST ${SUNSHINE}/attachments/remove`,
    `POST ${SUNSHINE}/integrations`,
    `GET ${SUNSHINE}/integrations`,
    `GET ${SUNSHINE}/integrations/:id`,
    `PATCH ${SUNSHINE}/integrations/:id`,
    `POST ${SUNSHINE}/integrations/:integrationId/webhooks`,
    `GET ${SUNSHINE}/integrations/:integrationId/webhooks`,
    `GET ${SUNSHINE}/integrations/:integrationId/webhooks/:webhookId`,
    `PATCH ${SUNSHINE}/integrations/:integrationId/webhooks/:webhookId`,
    `DELETE ${SUNSHINE}/integrations/:integrationId/webhooks/:webhookId`,
    `DELETE ${SUNSHINE}/integrations/:id`,
    `GET ${SUNSHINE}/switchboards`,
    `PATCH ${SUNSHINE}/switchboards/:switchboardId`,
    `GET ${SUNSHINE}/switchboards/:switchboardId/switchboardIntegrations`,
    `PATCH ${SUNSHINE}/switchboards/:switchboardId/switchboardIntegrations/:id`,
    // Last, because they take away what the calls before them are about.
    `DELETE ${SUNSHINE}/conversations/:id/messages/:messageId`,
    `DELETE ${SUNSHINE}/conversations/:id/messages`,
    `DELETE ${SUNSHINE}/conversations/:id`,
    `DELETE ${SUNSHINE}/users/:id`,
  ]),
  [`POST ${AGENT}/sign-in`, { secret: 'email and password' }],
  [`POST ${AGENT}/sign-in/code`, { secret: 'the cookie of a right password, and a code' }],
  [`GET ${AGENT}/link/:token`, { secret: 'the token of a link' }],
  [`POST ${AGENT}/link/:token`, { secret: 'the token of a link' }],
  [`POST ${AGENT}/demo-sign-in`, { secret: 'the link that a demo has printed' }],
  [`GET ${AGENT}/sign-in`, { open: 'says whether there is a demo and whether there are accounts' }],
  [`POST ${APP}/login`, { secret: 'a JWT or a session' }],
  [`POST ${APP}/emaillinks`, { secret: 'the token of a link' }],
  [
    `POST ${USER}/calls/:id/left`,
    { secret: 'the token of the call: a page that unloads can send no header' },
  ],
  ['GET /uploads/:id/:name', { secret: 'the id in the address: pictures carry no header' }],
  ['GET /channel/:code', { secret: 'the code of a simulated channel' }],
  ['GET /channel/:code/messages', { secret: 'the code of a simulated channel' }],
  ['POST /channel/:code', { secret: 'the code of a simulated channel' }],
  [`POST ${APP}/appusers`, { open: 'makes a visitor, and gives only that one' }],
  ['GET /health', { open: 'balancers ask it' }],
  ['GET /ready', { open: 'balancers ask it' }],
  ...all({ open: 'the configuration of every page with the tag' }, [
    'GET /embeddable/config',
    'GET /embeddable/preview/config',
    'GET /embeddable/messaging/custom_ticket_fields',
    'GET /sc/sdk/v2/integrations/:integrationId/config',
    'GET /sc/sdk/v2/integrations/:integrationId/team',
    'GET /api/v2/channels/talk_embeddables/messaging/status',
  ]),
  ...all({ open: 'counts, where the settings say so, before there is a visitor' }, [
    'POST /frontendevents/pv',
    'POST /frontendevents/dl',
    'POST /frontendevents/errors',
  ]),
  ...all({ open: 'built files, without data' }, [
    'GET /agent',
    'GET /agent/*',
    'GET /agent/preview/*',
    'GET /docs',
    'GET /docs/*',
    'GET /porch',
    'GET /porch/*',
    'GET /porch/porch.js',
    'GET /porch/porch.now.js',
    'GET /times.html',
    'GET /times.css',
    'GET /times.js',
    'GET /*',
  ]),
]);

/** What a desk with METRICS_TOKEN has more, and one with the demo. */
export const MORE_ROUTES: ReadonlyMap<string, Guard> = new Map<string, Guard>([
  ['GET /metrics', { secret: 'METRICS_TOKEN' }],
  ...all({ open: 'built files, without data' }, ['GET /gallery', 'GET /gallery/*', 'GET /']),
]);

/** What runs before the routes, or answers 404 after them. None of it has data. */
export const BETWEEN: readonly string[] = [
  'ALL /*',
  'ALL /embeddable/*',
  'ALL /sc/sdk/v2/*',
  'ALL /sc/sdk/v2/apps/:appId/*',
  'ALL /sc/sdk/v2/apps/:appId/conversations/*',
  'ALL /sc/v2/*',
  'ALL /sc/v2/apps/:appId/*',
  'ALL /api/v2/channels/talk_embeddables/messaging/*',
  'ALL /api/services/end_user_connector/wait_time/*',
  'ALL /frontendevents/*',
  'ALL /agent/api/*',
  'ALL /channel/*',
];

/** What the link of an email may call beside its conversation. It gets only what the link is about. */
export const LINK_MAY: readonly string[] = [
  `GET ${USER}`,
  `GET ${USER}/conversations`,
  `POST ${USER}/logout`,
  `GET ${APP}/attachments/contentUrl`,
];
