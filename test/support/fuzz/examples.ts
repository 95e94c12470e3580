import { createECDH } from 'node:crypto';
import { signLink } from '../../../examples/support-desk/server/domain/mail/emailLinks';
import { PASSWORD } from './accounts';
import { LINK_KEY } from './fuzzDesk';
import type { Actor, World } from './world';

type Example = (actor: Actor, world: World) => unknown;

const client = {
  platform: 'web',
  id: 'browser',
  integrationId: 'web',
  appVersion: '1',
  info: { vendor: 'v', URL: 'https://shop.example', userAgent: 'Firefox', currentTitle: 'Shop' },
};
const action = { type: 'link', text: 'Buy', uri: 'https://shop.example/buy' };
const item = {
  title: 'Boots',
  description: 'Brown',
  mediaUrl: 'https://shop.example/b.png',
  actions: [action],
};
const author = (actor: Actor) => ({ role: 'appUser', appUserId: actor.userId, sessionId: 's', client });

const visitorMessages: Example[] = [
  (actor) => ({
    author: author(actor),
    message: {
      role: 'appUser',
      type: 'text',
      text: 'Hello 🎉',
      payload: 'p',
      metadata: { a: { b: [1, 'x'] } },
    },
  }),
  (actor) => ({ message: { type: 'text', text: 'A', quotedMessageId: actor.message } }),
  () => ({
    message: {
      type: 'location',
      coordinates: { lat: 1.5, long: -2 },
      location: { name: 'Here', address: 'A' },
    },
  }),
  (actor) => ({
    message: {
      type: 'formResponse',
      quotedMessageId: actor.form,
      fields: [
        { type: 'text', name: 'n', text: 'Ada' },
        { type: 'email', name: 'e', email: 'ada@shop.example' },
        { type: 'select', name: 's', select: [{ name: 'a', label: 'A' }] },
      ],
    },
  }),
];

const agentMessages: Example[] = [
  () => ({
    text: 'Hello',
    markdownText: '**Hello**',
    name: 'Ada',
    avatarUrl: 'https://shop.example/a.png',
    authorSubtypes: ['AI'],
    metadata: { a: 1 },
    actions: [
      action,
      { type: 'postback', text: 'This' },
      { type: 'buy', text: 'Buy', amount: 100, currency: 'eur' },
    ],
  }),
  (actor) => ({
    message: {
      type: 'text',
      text: 'A',
      quotedMessageId: actor.message,
      references: [{ uri: 'https://shop.example' }],
    },
  }),
  () => ({ text: 'Well', growing: true }),
  () => ({
    type: 'image',
    mediaUrl: 'https://shop.example/b.png',
    mediaType: 'image/png',
    mediaSize: 10,
    mediaWidth: 4,
    mediaHeight: 3,
  }),
  () => ({ type: 'file', mediaUrl: 'https://shop.example/b.pdf', altText: 'b.pdf' }),
  () => ({ type: 'carousel', items: [item, item] }),
  () => ({
    type: 'list',
    items: [item],
    actions: [{ type: 'webview', text: 'Open', uri: 'https://a.example', fallback: 'https://a.example' }],
  }),
  () => ({ type: 'location', coordinates: { lat: 1, long: 2 } }),
  () => ({
    type: 'form',
    fields: [
      { type: 'text', name: 'n', label: 'N', minSize: 1, maxSize: 5 },
      { type: 'select', name: 's', label: 'S', options: [{ name: 'a', label: 'A' }] },
    ],
  }),
  () => ({ type: 'formResponse', fields: [{ type: 'email', name: 'e', label: 'E', email: 'a@b.c' }] }),
  () => ({ type: 'template', template: { a: 1 }, textFallback: 'T' }),
  () => ({ text: 'Q', quotedMessage: { type: 'message', content: { text: 'q', role: 'appUser' } } }),
];

/** What programs send, by the API for bots. */
const business = { type: 'business', displayName: 'Bot', avatarUrl: 'https://shop.example/a.png' };
const contents: Example[] = [
  () => ({ type: 'text', text: 'Hello', actions: [action, { type: 'reply', text: 'Yes', payload: 'y' }] }),
  () => ({ type: 'image', mediaUrl: 'https://shop.example/b.png', altText: 'B' }),
  (actor) => ({ type: 'file', mediaUrl: `https://desk.example${actor.file}` }),
  () => ({ type: 'carousel', items: [item], displaySettings: { imageAspectRatio: 'square' } }),
  () => ({ type: 'location', coordinates: { lat: 1, long: 2 }, location: { name: 'Here' } }),
  () => ({ type: 'form', fields: [{ type: 'text', name: 'n', label: 'N' }], blockChatInput: true }),
  () => ({ type: 'formResponse', fields: [{ type: 'email', name: 'e', label: 'E', email: 'a@b.c' }] }),
  () => ({ type: 'template', template: { a: 1 } }),
];
const programMessages: Example[] = contents.flatMap((content) => [
  (actor, world) => ({ author: business, content: content(actor, world), metadata: { a: 1, b: 'x' } }),
  (actor, world) => ({ author: { type: 'user', userId: actor.userId }, content: content(actor, world) }),
]);
const webhook = {
  target: 'https://bot.example/hook?a=b',
  triggers: ['conversation:message', 'switchboard:passControl'],
  includeFullUser: true,
  includeFullSource: false,
};
const profile = { givenName: 'Ada', surname: 'L', email: 'a@b.example', locale: 'de', avatarUrl: null };
const SUNSHINE = '/sc/v2/apps/:appId';
let customers = 0;

const activities = ['conversation:read', 'typing:start', 'typing:stop'];

const signals: Example[] = [
  () => ({ signals: [{ type: 'offer', sdp: 'v=0' }] }),
  () => ({ signals: [{ type: 'answer', sdp: 'v=0' }] }),
  () => ({ signals: [{ type: 'candidate', candidate: 'candidate:1', sdpMid: '0', sdpMLineIndex: 0 }] }),
  () => ({ signals: [{ type: 'end', reason: 'hungUp' }] }),
];

/**
 * Valid request bodies by method and path of the route table. The fuzz test changes their fields, so that
 * requests get past validation. Every route with a body needs an example: the fuzz test fails if a route
 * never succeeds.
 */
export const EXAMPLES: Record<string, Example[]> = {
  'POST /sc/sdk/v2/apps/:appId/appusers': [
    () => ({
      client,
      intent: 'conversation:start',
      locale: 'en-us',
      properties: { name: 'Ada', n: { a: [1] } },
      signedCampaignData: 'c',
      conversation: {
        displayName: 'D',
        description: 'd',
        iconUrl: 'https://shop.example/i.png',
        metadata: { a: 1 },
      },
    }),
    () => ({ client, referenceId: 'the same' }),
  ],
  'PUT /sc/sdk/v2/apps/:appId/appusers/:appUserId': [
    () => ({ client, locale: 'de', properties: { email: 'a@b.c', a: 1 } }),
  ],
  'POST /sc/sdk/v2/apps/:appId/appusers/:appUserId/conversations': [
    () => ({ client, referenceId: 'r', displayName: 'D', metadata: { a: 1 }, signedCampaignData: 'c' }),
  ],
  'POST /sc/sdk/v2/apps/:appId/appusers/:appUserId/logout': [() => ({ client })],
  'POST /sc/sdk/v2/apps/:appId/login': [
    (actor) => ({ client, locale: 'de', appUserId: actor.userId, sessionToken: actor.ext.sessionToken }),
    () => ({ client, userId: 'x' }),
  ],
  'PUT /sc/sdk/v2/apps/:appId/conversations/:id': [() => ({ metadata: { a: { b: 'c' } } })],
  'POST /sc/sdk/v2/apps/:appId/conversations/:id/messages': visitorMessages,
  'POST /sc/sdk/v2/apps/:appId/conversations/:id/activity': [
    (actor) => ({ author: author(actor), activity: { type: 'conversation:read', messageId: actor.message } }),
    (actor) => ({ activity: { type: 'message:delivery', messageId: actor.message } }),
    ...[...activities, 'conversation:end'].map((type) => () => ({ activity: { type } })),
  ],
  'POST /sc/sdk/v2/apps/:appId/conversations/:id/rating': [
    () => ({ score: 'good', comment: 'c' }),
    () => ({ score: 'bad' }),
  ],
  'POST /sc/sdk/v2/apps/:appId/conversations/:id/transcript': [
    () => ({ email: 'a@b.example', referenceId: 'reference' }),
  ],
  'POST /sc/sdk/v2/apps/:appId/conversations/:id/postback': [
    (actor) => ({ author: author(actor), postback: { actionId: actor.button, referenceId: 'r' } }),
    (actor) => ({ postback: { actionId: actor.button } }),
  ],
  'POST /sc/sdk/v2/apps/:appId/conversations/:id/referral': [
    () => ({ signedCampaignData: 'c', intent: 'proactiveMessaging' }),
  ],
  'POST /sc/sdk/v2/apps/:appId/conversations/:id/files': [
    (actor) => ({
      author: author(actor),
      message: { role: 'appUser', text: 'T', altText: 'A', metadata: { a: 1 } },
    }),
  ],
  'POST /sc/sdk/v2/apps/:appId/emaillinks': [undefined, 'other'].map((other) => (actor) => ({
    token: signLink(LINK_KEY, { ...actor, expiresAt: 9e12, signedAt: 0 }),
    appUserId: other ?? actor.userId,
  })),
  'POST /sc/sdk/v2/apps/:appId/appusers/:appUserId/calls': [
    () => ({ lineId: 'default', recordingConsent: 'opted_in' }),
  ],
  'POST /sc/sdk/v2/apps/:appId/appusers/:appUserId/calls/:id/signals': signals,
  'POST /agent/api/calls/:id/answer': [() => ({ name: 'Ada' })],
  'POST /agent/api/calls/:id/signals': signals,
  'POST /agent/api/sign-in': [() => ({ email: 'ada@shop.example', password: PASSWORD })],
  'POST /agent/api/sign-in/code': [() => ({ code: '123456' })],
  'POST /agent/api/demo-sign-in': [() => ({ name: 'Ada' })],
  'POST /agent/api/link/:token': [
    () => ({ name: 'Cleo', email: 'cleo@shop.example', password: 'a password of Cleo' }),
  ],
  'PATCH /agent/api/me': [
    () => ({ name: 'Ada L.', avatarUrl: null, alerts: { mail: true } }),
    () => ({ name: 'Ada', avatarUrl: 'https://shop.example/a.png' }),
  ],
  'POST /agent/api/me/face': [() => ({})],
  'PUT /agent/api/me/push': [
    () => ({
      endpoint: 'https://push.example/send/1',
      keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) },
    }),
  ],
  'POST /agent/api/me/password': [() => ({ current: 'wrong', next: 'another password' })],
  'POST /agent/api/me/second-factor': [() => ({ password: PASSWORD })],
  'POST /agent/api/me/second-factor/confirm': [() => ({ code: '123456' })],
  'PATCH /agent/api/agents/:id': ['admin', 'agent'].map((role) => () => ({ role, password: PASSWORD })),
  'POST /agent/api/agents/:id/reset': [() => ({ password: PASSWORD })],
  'POST /agent/api/invitations': [
    () => ({ role: 'agent' }),
    () => ({ role: 'admin', email: 'd@shop.example', password: PASSWORD }),
  ],
  'POST /agent/api/forgotten-password': [() => ({ email: 'ada@shop.example' })],
  'POST /agent/api/invitations/:id/renew': [() => ({ password: PASSWORD })],
  'POST /agent/api/first-run/hide': [() => ({})],
  'POST /agent/api/api-keys': [() => ({ name: 'A bot', scopes: ['conversations', 'insights'] })],
  'POST /agent/api/presence': [false, true].map((away) => () => ({ inbox: 'an-inbox', away })),
  'POST /agent/api/conversations/:id/notes': [
    () => ({ text: 'Paid twice, @Ada', mentions: ['ada'], referenceId: 'n', name: 'A bot' }),
  ],
  'POST /agent/api/conversations/:id/attending': ['looking', 'typing', 'gone'].map((state) => () => ({
    inbox: 'inbox',
    state,
  })),
  'PATCH /agent/api/users/:id': [() => ({ name: 'Ana', email: 'ana@shop.example', phone: '+49 30 1' })],
  'POST /agent/api/users/:id/merge': [({ userId }) => ({ with: userId, kept: userId })],
  'POST /agent/api/users/:id/notes': [() => ({ text: 'Prefers to be called', name: 'Ada' })],
  'PATCH /agent/api/users/:id/notes/:noteId': [() => ({ text: 'Prefers email' })],
  'POST /agent/api/users/:id/conversations': [() => ({ text: 'Your canoe is ready' })],
  'POST /agent/api/users/:id/block': [() => ({})],
  'POST /agent/api/users/:id/unblock': [() => ({})],
  'POST /agent/api/conversations/:id/tags': ['add', 'remove'].map((what) => () => ({ [what]: 'vip' })),
  'POST /agent/api/conversations/:id/pictures': [() => ({})],
  'POST /agent/api/conversations/:id/files': [
    (actor) => ({ message: { text: 'T', name: 'Ada', quotedMessageId: actor.message, actions: [action] } }),
  ],
  'POST /agent/api/conversations/:id/messages': agentMessages,
  'PATCH /agent/api/conversations/:id/messages/:messageId': [
    () => ({
      text: 'Well then',
      markdownText: '**Well** then',
      references: [{ uri: 'https://shop.example', title: 'Shop' }],
      growing: true,
    }),
  ],
  'POST /agent/api/conversations/:id/messages/:messageId/edit': [
    () => ({ text: 'Well then', markdownText: '**Well** then' }),
  ],
  'POST /agent/api/conversations/:id/messages/:messageId/follow-up': [
    (actor) => ({
      acts: [
        { act: 'file', fileId: 'gone-file' },
        { act: 'tag', tag: 'vip' },
        { act: 'assign', agentId: 'ada' },
        { act: 'snooze', until: 4_000_000_000 },
      ],
      seen: { received: 1, assigneeId: actor.userId },
    }),
  ],
  'POST /agent/api/conversations/:id/activity': activities.map((type) => () => ({
    activity: { type, name: 'Ada' },
  })),
  'POST /agent/api/conversations/many': ['assign', 'tag', 'snooze', 'close', 'block'].map(
    (act) => (actor) => ({
      act,
      conversations: [{ id: actor.conversationId }, { id: 'gone' }],
      ...(act === 'tag' && { tag: 'vip' }),
    }),
  ),
  'POST /agent/api/conversations/:id/assign': [
    () => ({ agentId: 'ada' }),
    () => ({ name: 'Ada', avatarUrl: 'https://shop.example/a.png' }),
  ],
  'POST /agent/api/signing-keys': [() => ({ name: 'k' })],
  'POST /agent/api/views': [true, false].map((shared) => () => ({
    name: 'VIPs',
    shared,
    filter: { view: 'open', agentId: 'ada', tag: 'vip', waits: 60, search: 'boots', sort: 'waiting' },
  })),
  'POST /agent/api/views/:id': [() => ({ name: 'Waiting', shared: true, filter: { view: 'mine' } })],
  'POST /agent/api/saved-replies': ['a', 'b', 'c'].map((shortcut) => () => ({ shortcut, text: 'Hello' })),
  'POST /agent/api/saved-replies/:id': ['a', 'd'].map((shortcut) => () => ({
    shortcut,
    text: 'Hello',
    name: 'Ada',
    folder: 'Shop',
    acts: [{ act: 'tag', tag: 'vip' }, { act: 'assign' }, { act: 'snooze', until: 'week' }],
    files: [],
  })),
  'POST /agent/api/saved-reply-files': [() => ({})],
  'POST /agent/api/settings': [0, 1, 2, 3].map((base) => () => ({
    base,
    value: {
      agent: { name: 'Ada' },
      hours: { enabled: true, timeZone: 'UTC', days: { mon: [{ from: '09:00', to: '17:00' }] } },
      locales: { offered: ['en-us', 'de'], fallback: 'de' },
      messenger: {
        title: `Shop ${base}`,
        color: { primary: '#0b6e4f' },
        labels: { log_empty_title: 'Hi' },
        people: { faces: true, presence: true, starters: ['Hello'], team: [{ name: 'Ada' }] },
      },
    },
    name: 'Ada',
  })),
  'POST /agent/api/settings/restore': [0, 1, 2, 3, 4].map((base) => () => ({
    base,
    version: 0,
    name: 'Ada',
  })),
  'POST /agent/api/settings/pictures': [() => ({})],
  'POST /agent/api/settings/drafts': [() => ({ value: { messenger: { title: 'Shop' } }, draft: 'd' })],
  'POST /channel/:code': ['linked', 'matched', 'cancelled', 'leave'].map((press) => () => ({
    press,
    name: 'Ada',
  })),
  'POST /agent/api/link-requests/:code/match': ['matched', 'linked', 'cancelled', 'failed'].map(
    (outcome) => () => ({ outcome, displayName: 'Ada', error: { code: 'c', description: 'd' } }),
  ),
  'POST /agent/api/integrations': [() => ({ displayName: 'Bot', answersFirst: true, hearsAll: false })],
  'PATCH /agent/api/integrations/:id': [true, false].map((on) => () => ({
    displayName: 'Bot',
    answersFirst: on,
    hearsAll: !on,
  })),
  'POST /agent/api/integrations/:id/webhooks': [() => webhook],
  'POST /agent/api/deliveries/:id/repeat': [() => ({})],
  [`POST ${SUNSHINE}/users`]: [
    () => ({ externalId: `c${++customers}`, profile, metadata: { a: 1, b: true } }),
  ],
  [`PATCH ${SUNSHINE}/users/:id`]: [() => ({ profile, metadata: { a: null, c: 'x' } })],
  [`POST ${SUNSHINE}/conversations`]: [
    (actor) => ({
      type: 'personal',
      participants: [{ userId: actor.userId }],
      displayName: 'D',
      description: 'd',
      iconUrl: 'https://shop.example/i.png',
      metadata: { a: 1 },
    }),
  ],
  [`PATCH ${SUNSHINE}/conversations/:id`]: [() => ({ displayName: 'D', metadata: { a: 'b' } })],
  [`POST ${SUNSHINE}/conversations/:id/messages`]: programMessages,
  [`POST ${SUNSHINE}/conversations/:id/activity`]: [
    ...activities.map((type) => () => ({ author: business, type })),
    (actor: Actor) => ({ author: { type: 'user', userId: actor.userId }, type: 'conversation:read' }),
  ],
  [`POST ${SUNSHINE}/conversations/:id/passControl`]: [
    (_actor, world) => ({ switchboardIntegration: world.botId, metadata: { a: 1 } }),
    () => ({ switchboardIntegration: 'people' }),
    () => ({ switchboardIntegration: 'next' }),
  ],
  [`POST ${SUNSHINE}/conversations/:id/releaseControl`]: [() => ({})],
  [`POST ${SUNSHINE}/attachments`]: [() => ({})],
  [`POST ${SUNSHINE}/attachments/remove`]: [
    (_actor, world) => ({ mediaUrl: `https://desk.example/uploads/${world.unusedFile}/a.pdf` }),
    (actor) => ({ mediaUrl: `https://desk.example${actor.file}` }),
  ],
  [`POST ${SUNSHINE}/integrations`]: [() => ({ type: 'custom', displayName: 'Bot', webhooks: [webhook] })],
  [`PATCH ${SUNSHINE}/integrations/:id`]: [() => ({ displayName: 'Bot' })],
  [`POST ${SUNSHINE}/integrations/:integrationId/webhooks`]: [() => webhook],
  [`PATCH ${SUNSHINE}/integrations/:integrationId/webhooks/:webhookId`]: [
    () => ({ triggers: ['conversation:message', 'conversation:read'] }),
  ],
  [`PATCH ${SUNSHINE}/switchboards/:switchboardId`]: [
    (_actor, world) => ({ enabled: true, defaultSwitchboardIntegrationId: world.botId }),
    () => ({ defaultSwitchboardIntegrationId: 'people' }),
  ],
  [`PATCH ${SUNSHINE}/switchboards/:switchboardId/switchboardIntegrations/:id`]: [
    () => ({ deliverStandbyEvents: true, nextSwitchboardIntegrationId: 'people' }),
  ],
  'POST /frontendevents/pv': [
    () => ({ url: 'https://shop.example', pageView: { pageTitle: 'Shop', loadTime: 5 } }),
  ],
  'POST /frontendevents/dl': [
    () => ({ events: [{ kind: 'open', url: 'https://shop.example/a', suid: 's' }] }),
  ],
  'POST /frontendevents/errors': [
    () => ({ reports: [{ level: 'error', fingerprint: 'f', operation: 'o', reason: 'r', url: 'u' }] }),
  ],
};
