import * as v from 'valibot';
import { ALERT_WISHES, DEMO_NAMES, ROLES, SCOPES } from '../lists';

/** The answers about signing in, accounts and API keys. Times are float seconds. `bodies/accounts.ts` has the bodies. */

const role = v.picklist(ROLES);

/** A person who answers. */
export const account = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  avatarUrl: v.optional(v.string()),
  role,
});
export type AgentAccount = v.InferOutput<typeof account>;

/**
 * What alerts an agent: `mail` when a visitor waits too long, `messages` of which visitors in the inbox. Sound and
 * desktop notifications are stored by each browser.
 */
const alerts = v.object({ mail: v.boolean(), messages: v.picklist(ALERT_WISHES) });
export type AgentAlerts = v.InferOutput<typeof alerts>;

/** The signed-in agent's own account. */
export const ownAccount = v.object({
  ...account.entries,
  alerts,
  hasSecondFactor: v.boolean(),
  /** The demo's agents have no password, and are not asked for it. */
  hasPassword: v.boolean(),
});
export type OwnAccount = v.InferOutput<typeof ownAccount>;

/** `GET /sign-in`: what the sign-in page offers. */
export const signInPageAnswer = v.object({
  /** The agents that `POST /demo-sign-in` can sign in from this browser. */
  demo: v.array(v.picklist(DEMO_NAMES)),
  /** Whether the desk is a demo and this browser has not opened its printed link. */
  needsDemoLink: v.boolean(),
  /** Whether nobody has an account yet. The desk's log has a link for the first admin. */
  needsSetup: v.boolean(),
  /** Whether `POST /forgotten-password` sends links. */
  mailsLinks: v.boolean(),
});
export type SignInPageAnswer = v.InferOutput<typeof signInPageAnswer>;

/** `POST /sign-in/code`, `POST /demo-sign-in`, `PATCH /me`. */
export const ownAccountAnswer = v.object({ agent: ownAccount });
export type OwnAccountAnswer = v.InferOutput<typeof ownAccountAnswer>;

/** `POST /link/{token}`, too. With `secondFactor`, the next call is `POST /sign-in/code` with a code of the authenticator, or a recovery code. */
export const signInAnswer = v.union([ownAccountAnswer, v.object({ secondFactor: v.literal(true) })]);
export type SignInAnswer = v.InferOutput<typeof signInAnswer>;

/** `GET /session`: the team's name, and the address and the channel of live events; no `agent` for an API key. */
export const callerSessionAnswer = v.object({
  name: v.string(),
  realtime: v.object({ baseUrl: v.string(), channel: v.string() }),
  agent: v.optional(ownAccount),
});
export type CallerSessionAnswer = v.InferOutput<typeof callerSessionAnswer>;

/** `POST /tickets`: opens the live channel once, as `ext.ticket` of a subscription. `expiresIn` is in seconds. */
export const ticketAnswer = v.object({ ticket: v.string(), expiresIn: v.number() });
export type TicketAnswer = v.InferOutput<typeof ticketAnswer>;

/** An admin or the operator makes a `reset`; an agent asks for a `forgotten` one, which keeps the second factor. */
const linkKind = v.picklist(['setup', 'invitation', 'reset', 'forgotten']);
export type LinkKind = v.InferOutput<typeof linkKind>;
/** `GET /link/{token}`; `email` and `name` are present if they are already known. */
export const linkAnswer = v.object({
  kind: linkKind,
  role,
  email: v.optional(v.string()),
  name: v.optional(v.string()),
});
export type LinkAnswer = v.InferOutput<typeof linkAnswer>;

/** A session of the agent. `userAgent` is the browser's own name. */
const signedIn = v.object({
  id: v.string(),
  createdAt: v.number(),
  usedAt: v.number(),
  userAgent: v.string(),
  current: v.boolean(),
});
export type SignedIn = v.InferOutput<typeof signedIn>;
export const sessionsAnswer = v.object({ sessions: v.array(signedIn) });
export type SessionsAnswer = v.InferOutput<typeof sessionsAnswer>;

/** `POST /me/second-factor`: the data for an app. It takes effect once `…/confirm` gets one of the app's codes. */
export const secondFactorAnswer = v.object({ uri: v.string(), recoveryCodes: v.array(v.string()) });
export type SecondFactorAnswer = v.InferOutput<typeof secondFactorAnswer>;

/** Removed agents have `removedAt`, and their name stays on what they did. */
const teamMember = v.object({
  ...account.entries,
  /** Whether their inbox is open and they are not away. */
  online: v.boolean(),
  /** Whether visitors who write alert them, while they are online. */
  alerted: v.optional(v.boolean()),
  removedAt: v.optional(v.number()),
});
export type TeamMember = v.InferOutput<typeof teamMember>;
/** An integration, which conversations can also be assigned to. */
const teamBot = v.object({ id: v.string(), name: v.string() });
export type TeamBot = v.InferOutput<typeof teamBot>;
/** `GET /agents`. */
export const teamAnswer = v.object({ agents: v.array(teamMember), bots: v.array(teamBot) });
export type TeamAnswer = v.InferOutput<typeof teamAnswer>;

/** A link is shown once; only its hash is kept. */
export const resetLinkAnswer = v.object({ link: v.string() });
export type ResetLinkAnswer = v.InferOutput<typeof resetLinkAnswer>;
/** Why an email about an account was not sent: too many were, the server refused the address, or it did not answer. */
const mailProblem = v.picklist(['limit', 'refused', 'unanswered']);
export type MailProblem = v.InferOutput<typeof mailProblem>;
/** The email with an invitation, if there is one, and when it was last tried. */
const invitationMail = v.object({
  state: v.picklist(['sending', 'sent', 'failed']),
  at: v.number(),
  problem: v.optional(mailProblem),
});
export type InvitationMail = v.InferOutput<typeof invitationMail>;
/** Expired ones are listed for 30 days. */
const invitation = v.object({
  id: v.string(),
  role,
  email: v.optional(v.string()),
  name: v.optional(v.string()),
  mail: v.optional(invitationMail),
  createdAt: v.number(),
  expiresAt: v.number(),
});
export type Invitation = v.InferOutput<typeof invitation>;
/** `mails`: whether the desk sends invitations by email. */
export const invitationsAnswer = v.object({ invitations: v.array(invitation), mails: v.boolean() });
export type InvitationsAnswer = v.InferOutput<typeof invitationsAnswer>;
export const invitationAnswer = v.object({ invitation, link: v.string() });
export type InvitationAnswer = v.InferOutput<typeof invitationAnswer>;

/** For programs. `createdBy` is the name of the agent who created it. */
const apiKey = v.object({
  id: v.string(),
  name: v.string(),
  scopes: v.array(v.picklist(SCOPES)),
  createdAt: v.number(),
  lastUsedAt: v.optional(v.number()),
  createdBy: v.string(),
});
export type ApiKeyAccount = v.InferOutput<typeof apiKey>;
export const apiKeysAnswer = v.object({ apiKeys: v.array(apiKey) });
export type ApiKeysAnswer = v.InferOutput<typeof apiKeysAnswer>;
/** The secret is shown once; only its hash is kept. */
export const apiKeyAnswer = v.object({ apiKey, secret: v.string() });
export type ApiKeyAnswer = v.InferOutput<typeof apiKeyAnswer>;
