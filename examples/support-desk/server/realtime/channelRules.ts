import { AGENT_CHANNEL, AGENT_LIST_CHANNEL } from '../../shared/channels';
import type { TicketOwner } from '../model/accountEntities';
import type { BayeuxMessage } from './parseMessages';
import type { Grant } from './subscribers';

/** The identity checks for subscriptions. */
export type Authority = {
  appId: () => string;
  /**
   * Counts a handshake or a subscription, by the account of a proven agent or program.
   * @returns how long to wait, in ms; 0 if it is allowed
   */
  waitFor: (name: 'handshakes' | 'subscriptions', request: object, account?: string) => Promise<number>;
  /** The owner of a token or JWT and its expiry, or the reason for its refusal. */
  visitor: (claim: VisitorClaim) => Promise<{ appUserId: string; grant: Grant } | { refusal: string }>;
  /** Uses a ticket. @param request the request that contains it */
  redeem: (ticket: string, request: object) => Promise<TicketOwner | undefined>;
  /** The access of a ticket's owner to agents' channels; `undefined` once it has ended. */
  agent: (owner: TicketOwner) => Promise<{ tags: string[] } | undefined>;
  /** Counts the connection of this request for an account, no longer for its address. */
  countFor: (account: string, request: object) => void;
};

type VisitorClaim = { appUserId: string; token: string } | { jwt: string };

/** The verdict on a message: the reason for a refusal, or the credentials that allow it. */
export type Verdict = { refusal: string } | { grants: Grant[] };

const BAYEUX_VERSION = '1.0';
const INVALID_AUTH = '401::invalid_auth';
const PASS: Verdict = { grants: [] };
const CONVERSATION_CHANNEL = /^\/desk\/conversations\/([\w-]{1,64})$/;
const VISITOR_CHANNEL = /^\/sdk\/apps\/([^/*]+)\/appusers\/([^/*]+)$/;

/** The code of an error for too many of something. Its argument is the time to wait, in seconds. */
export const TOO_MANY = 429;

/** An error in Bayeux's form `code:args:text`, without characters that the client's parser rejects. */
const bayeuxError = (code: number, argument: string, text: string): string =>
  `${code}:${argument.replace(/[^\w\-!~()$@ ,/*.]/g, '').slice(0, 200)}:${text}`;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const claimOf = (ext: Record<string, unknown>): VisitorClaim | undefined => {
  const jwt = text(ext.jwt);
  if (jwt) return { jwt };
  const token = text(ext.sessionToken) || text(ext.websocketToken);
  const appUserId = text(ext.appUserId);
  return token && appUserId ? { appUserId, token } : undefined;
};

const tooMany = async (
  name: 'handshakes' | 'subscriptions',
  authority: Authority,
  request: object,
  account?: string,
): Promise<{ refusal: string } | undefined> => {
  const seconds = Math.ceil((await authority.waitFor(name, request, account)) / 1000);
  return seconds > 0 ? { refusal: bayeuxError(TOO_MANY, String(seconds), `Too many ${name}`) } : undefined;
};

/** The conversation of a channel that agents may subscribe to. */
export const conversationIn = (channel: string): string | undefined =>
  CONVERSATION_CHANNEL.exec(channel)?.[1];

export const visitorIn = (channel: string): { appId: string; appUserId: string } | undefined => {
  const [, appId, appUserId] = VISITOR_CHANNEL.exec(channel) ?? [];
  return appId && appUserId ? { appId, appUserId } : undefined;
};

/** Whether agents may subscribe to a channel of this name. */
export const isForAgents = (channel: string): boolean =>
  channel === AGENT_CHANNEL || channel === AGENT_LIST_CHANNEL || conversationIn(channel) !== undefined;

const isAgents = (channel: unknown): boolean => typeof channel === 'string' && isForAgents(channel);

/** The owner of a grant of agents' channels, for limits: the first of its tags. */
export const accountOf = ({ tags }: Pick<Grant, 'tags'>): string | undefined => tags[0];

/** The access of a message's sender to agents' channels. */
type AgentGrantOf = () => Promise<Grant | undefined>;

/**
 * Creates the check of a message's agent, who sends a ticket with the first subscription of a connection; the next ones
 * count as the same agent's. A ticket is used once, however often the message is checked.
 * @param standing the connection's existing access
 */
export const createAgentGrantOf = (
  { ext }: BayeuxMessage,
  authority: Authority,
  request: object,
  standing: () => Grant | undefined,
): AgentGrantOf => {
  const ticket = text((ext as Record<string, unknown> | undefined)?.ticket);
  let owner: ReturnType<Authority['redeem']> | undefined;
  return async () => {
    const had = standing();
    if (had || ticket === '') return had;
    owner ??= authority.redeem(ticket, request);
    const found = await owner;
    const grant = found && (await authority.agent(found));
    return grant && { ...grant, expiresAt: null, forAgents: true };
  };
};

const checkSubscription = async (
  channel: unknown,
  ext: Record<string, unknown>,
  authority: Authority,
  agentGrantOf: AgentGrantOf,
): Promise<Verdict> => {
  if (typeof channel !== 'string') return { refusal: bayeuxError(405, '', 'Invalid channel') };
  if (isForAgents(channel)) {
    const grant = await agentGrantOf();
    return grant ? { grants: [grant] } : { refusal: INVALID_AUTH };
  }
  const forbidden = { refusal: bayeuxError(403, channel, 'Forbidden channel') };
  const named = visitorIn(channel);
  if (!named) return forbidden;
  const { appId, appUserId } = named;
  const claim = claimOf(ext);
  const found = claim && (await authority.visitor(claim));
  if (!found) return { refusal: INVALID_AUTH };
  if ('refusal' in found) return found;
  const own = found.appUserId === appUserId && text(ext.appUserId) === appUserId;
  const here = appId === authority.appId() && text(ext.appId) === appId;
  return own && here ? { grants: [found.grant] } : forbidden;
};

/**
 * Decides whether a client's message is refused, with a Bayeux error, or passes. Clients may handshake,
 * connect, subscribe to their own channels and disconnect. Everything else is refused, including publishing.
 * @param agentGrantOf the check of the message's agent
 */
export const judge = async (
  message: BayeuxMessage,
  authority: Authority,
  request: object = {},
  agentGrantOf = createAgentGrantOf(message, authority, request, () => undefined),
): Promise<Verdict> => {
  const channel = text(message.channel);
  if (channel === '/meta/handshake') {
    const { version } = message;
    const refused = await tooMany('handshakes', authority, request);
    if (refused) return refused;
    return typeof version === 'string' && !version.startsWith(BAYEUX_VERSION.slice(0, 2))
      ? { refusal: bayeuxError(300, `${BAYEUX_VERSION},${version}`, 'Version mismatch') }
      : PASS;
  }
  if (channel !== '/meta/subscribe') {
    return channel.startsWith('/meta/') ? PASS : { refusal: bayeuxError(403, channel, 'Forbidden channel') };
  }
  if (message.subscription === undefined) return PASS;
  const channels = [message.subscription].flat();
  // Tickets come first, so that others' wrong ones do not keep an agent out.
  const agent = channels.every(isAgents) ? await agentGrantOf() : undefined;
  const account = agent && accountOf(agent);
  if (account !== undefined) authority.countFor(account, request);
  const refused = await tooMany('subscriptions', authority, request, account);
  if (refused) return refused;
  const ext = (message.ext ?? {}) as Record<string, unknown>;
  const grants: Grant[] = [];
  // Each channel costs a store read, so duplicates are checked once.
  for (const wanted of new Set(channels)) {
    const verdict = await checkSubscription(wanted, ext, authority, agentGrantOf);
    if ('refusal' in verdict) return verdict;
    grants.push(...verdict.grants);
  }
  return { grants };
};
