import type { Rule } from '../model/caller';

/** The rule for a call; `open` is for anybody. */
export type RouteRule = Rule | 'open';

const SELF = { role: 'agent' } as const;
const ADMIN = { role: 'admin' } as const;
const CONVERSATIONS = { role: 'agent', scope: 'conversations' } as const;
const VISITORS = { role: 'agent', scope: 'visitors' } as const;
const INSIGHTS = { role: 'agent', scope: 'insights' } as const;
const READ_SETTINGS = { role: 'agent', scope: 'settings' } as const;
const SETTINGS = { role: 'admin', scope: 'settings' } as const;

/** The rule for each call of the agent API, by method and path. Other calls are refused. */
export const AGENT_RULES = {
  'GET /sign-in': 'open',
  'POST /sign-in': 'open',
  'POST /sign-in/code': 'open',
  'POST /forgotten-password': 'open',
  'POST /demo-sign-in': 'open',
  'GET /link/:token': 'open',
  'POST /link/:token': 'open',

  'GET /session': 'any',
  'GET /agents': 'any',
  'POST /tickets': CONVERSATIONS,

  'POST /sign-out': SELF,
  'GET /me/sessions': SELF,
  'DELETE /me/sessions/:id': SELF,
  'PATCH /me': SELF,
  'GET /me/push': SELF,
  'PUT /me/push': SELF,
  'POST /me/push/test': SELF,
  'DELETE /me/push/:id': SELF,
  'POST /me/face': SELF,
  'POST /me/password': SELF,
  'POST /me/second-factor': SELF,
  'POST /me/second-factor/confirm': SELF,
  'DELETE /me/second-factor': SELF,

  'PATCH /agents/:id': ADMIN,
  'DELETE /agents/:id': ADMIN,
  'POST /agents/:id/reset': ADMIN,
  'GET /invitations': ADMIN,
  'POST /invitations': ADMIN,
  'POST /invitations/:id/renew': ADMIN,
  'DELETE /invitations/:id': ADMIN,
  'GET /first-run': ADMIN,
  'POST /first-run/hide': ADMIN,
  'GET /api-keys': ADMIN,
  'POST /api-keys': ADMIN,
  'DELETE /api-keys/:id': ADMIN,
  'GET /integrations': ADMIN,
  'POST /integrations': ADMIN,
  'PATCH /integrations/:id': ADMIN,
  'DELETE /integrations/:id': ADMIN,
  'POST /integrations/:id/webhooks': ADMIN,
  'DELETE /integrations/:id/webhooks/:webhookId': ADMIN,
  'GET /webhooks/:id/deliveries': ADMIN,
  'POST /deliveries/:id/repeat': ADMIN,
  'GET /audit': ADMIN,
  'GET /audit.csv': ADMIN,

  'GET /conversations': CONVERSATIONS,
  'GET /conversations/:id': CONVERSATIONS,
  'GET /conversations/:id/messages': CONVERSATIONS,
  'POST /conversations/:id/messages': CONVERSATIONS,
  'PATCH /conversations/:id/messages/:messageId': CONVERSATIONS,
  'POST /conversations/:id/messages/:messageId/edit': CONVERSATIONS,
  'DELETE /conversations/:id/messages/:messageId': CONVERSATIONS,
  'POST /conversations/:id/messages/:messageId/follow-up': CONVERSATIONS,
  'GET /conversations/:id/messages/:messageId/email': CONVERSATIONS,
  'POST /conversations/:id/activity': CONVERSATIONS,
  'POST /conversations/:id/files': CONVERSATIONS,
  'POST /conversations/:id/pictures': CONVERSATIONS,
  'POST /conversations/:id/queue': CONVERSATIONS,
  'POST /conversations/:id/assign': CONVERSATIONS,
  'POST /conversations/:id/close': CONVERSATIONS,
  'POST /conversations/:id/reopen': CONVERSATIONS,
  'POST /conversations/:id/snooze': CONVERSATIONS,
  'POST /conversations/:id/wake': CONVERSATIONS,
  'POST /conversations/:id/tags': CONVERSATIONS,
  'POST /conversations/many': CONVERSATIONS,
  'GET /conversations/:id/notes': CONVERSATIONS,
  'POST /conversations/:id/notes': CONVERSATIONS,
  'GET /conversation-counts': CONVERSATIONS,
  'POST /conversations/:id/attending': CONVERSATIONS,
  'GET /conversations/:id/postbacks': CONVERSATIONS,
  'GET /conversations/:id/referrals': CONVERSATIONS,
  'GET /conversations/:id/changes': CONVERSATIONS,
  'GET /refused-emails': CONVERSATIONS,
  'POST /refused-emails/:id/accept': { role: 'admin', scope: 'conversations' },
  'DELETE /refused-emails/:id': { role: 'admin', scope: 'conversations' },
  'GET /ticket-fields': CONVERSATIONS,
  'GET /saved-replies': CONVERSATIONS,
  'POST /saved-replies': CONVERSATIONS,
  'POST /saved-replies/:id': CONVERSATIONS,
  'POST /saved-replies/:id/delete': CONVERSATIONS,
  'POST /saved-reply-files': CONVERSATIONS,
  'GET /views': CONVERSATIONS,
  'POST /views': CONVERSATIONS,
  'POST /views/:id': CONVERSATIONS,
  'POST /views/:id/delete': CONVERSATIONS,
  'GET /calls': CONVERSATIONS,
  'POST /calls/:id/answer': CONVERSATIONS,
  'GET /calls/:id/signals': CONVERSATIONS,
  'POST /calls/:id/signals': CONVERSATIONS,
  'POST /presence': CONVERSATIONS,

  'GET /users': VISITORS,
  'GET /users/:id': VISITORS,
  'PATCH /users/:id': VISITORS,
  'GET /users/:id/merge/:otherId': VISITORS,
  'POST /users/:id/merge': VISITORS,
  'DELETE /users/:id/merge/:otherId': VISITORS,
  'GET /users/:id/notes': VISITORS,
  'POST /users/:id/notes': VISITORS,
  'PATCH /users/:id/notes/:noteId': VISITORS,
  'DELETE /users/:id/notes/:noteId': VISITORS,
  'GET /users/:id/data': VISITORS,
  'GET /users/:id/export': VISITORS,
  'DELETE /users/:id': VISITORS,
  'GET /users/:id/conversations': CONVERSATIONS,
  'POST /users/:id/conversations': CONVERSATIONS,
  'POST /users/:id/block': VISITORS,
  'POST /users/:id/unblock': VISITORS,
  'POST /users/:id/clients/:clientId/unlink': VISITORS,
  'POST /link-requests/:code/match': VISITORS,
  'POST /users/:id/expire-sessions': { role: 'admin', scope: 'visitors' },

  'GET /insights': INSIGHTS,
  'GET /insights.csv': INSIGHTS,
  'GET /insights/team': INSIGHTS,
  'GET /insights/ratings': INSIGHTS,
  'GET /insights/pages': INSIGHTS,
  'GET /campaigns': INSIGHTS,
  'GET /counters': INSIGHTS,

  'GET /settings': READ_SETTINGS,
  'GET /settings/history': READ_SETTINGS,
  'POST /settings': SETTINGS,
  'POST /settings/restore': SETTINGS,
  'POST /settings/drafts': SETTINGS,
  'POST /settings/pictures': SETTINGS,
  'GET /signing-keys': SETTINGS,
  'POST /signing-keys': SETTINGS,
  'DELETE /signing-keys/:id': SETTINGS,
  'POST /email-links/rotate': SETTINGS,
} as const satisfies Record<string, RouteRule>;

/** A call of the agent API: method and path. */
export type AgentRoute = keyof typeof AGENT_RULES;

/** Finds the rule of a call. @returns a function of a method and a path in the agent API */
export const createRuleOf = (): ((method: string, path: string) => RouteRule | undefined) => {
  const rules = Object.entries<RouteRule>(AGENT_RULES).map(([route, rule]) => {
    const [method = '', path = ''] = route.split(' ');
    const pattern = path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+');
    return { method, pattern: new RegExp(`^${pattern}$`), rule };
  });
  return (method, path) => {
    // Hono answers HEAD with the route of GET.
    const asked = method === 'HEAD' ? 'GET' : method;
    return rules.find((one) => one.method === asked && one.pattern.test(path))?.rule;
  };
};
