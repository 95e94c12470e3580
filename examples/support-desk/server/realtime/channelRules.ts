import { AGENT_CHANNEL } from '../../shared/agentApi';
import type { BayeuxMessage } from './parseMessages';

/** What a subscription is checked against. Both answers come from the desk's own rules of who is who. */
export type Authority = {
  appId: () => string;
  /** Whether this token opens this visitor's channel. */
  isVisitor: (appUserId: string, token: string) => Promise<boolean>;
  isAgent: (token: string) => boolean;
};

const BAYEUX_VERSION = '1.0';
const VISITOR_CHANNEL = /^\/sdk\/apps\/([^/*]+)\/appusers\/([^/*]+)$/;

/** An error in Bayeux's form `code:args:text`; what the client's parser would stumble over is left out. */
const bayeuxError = (code: number, argument: string, text: string): string =>
  `${code}:${argument.replace(/[^\w\-!~()$@ ,/*.]/g, '').slice(0, 200)}:${text}`;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const refuseSubscription = async (
  channel: unknown,
  ext: Record<string, unknown>,
  authority: Authority,
): Promise<string | undefined> => {
  if (typeof channel !== 'string') return bayeuxError(405, '', 'Invalid channel');
  if (channel === AGENT_CHANNEL) {
    return authority.isAgent(text(ext.agentToken)) ? undefined : '401::invalid_auth';
  }
  const [, appId, appUserId] = VISITOR_CHANNEL.exec(channel) ?? [];
  if (!appId || !appUserId) return bayeuxError(403, channel, 'Forbidden channel');
  const token = text(ext.sessionToken) || text(ext.websocketToken);
  const claimed = text(ext.appUserId);
  if (!token || !claimed || !(await authority.isVisitor(claimed, token))) return '401::invalid_auth';
  const own = claimed === appUserId && appId === authority.appId() && text(ext.appId) === appId;
  return own ? undefined : bayeuxError(403, channel, 'Forbidden channel');
};

/**
 * Why a message from a client is refused, in the codes of SPEC.md section 7, or `undefined` when it may pass.
 * Clients shake hands, connect, subscribe to their own channel and leave; all else, publishing too, is refused.
 */
export const refusalOf = async (
  message: BayeuxMessage,
  authority: Authority,
): Promise<string | undefined> => {
  const channel = text(message.channel);
  if (channel === '/meta/handshake') {
    const { version } = message;
    return typeof version === 'string' && !version.startsWith(BAYEUX_VERSION.slice(0, 2))
      ? bayeuxError(300, `${BAYEUX_VERSION},${version}`, 'Version mismatch')
      : undefined;
  }
  if (channel !== '/meta/subscribe') {
    return channel.startsWith('/meta/') ? undefined : bayeuxError(403, channel, 'Forbidden channel');
  }
  if (message.subscription === undefined) return undefined;
  const ext = (message.ext ?? {}) as Record<string, unknown>;
  for (const wanted of [message.subscription].flat()) {
    const refusal = await refuseSubscription(wanted, ext, authority);
    if (refusal) return refusal;
  }
  return undefined;
};
