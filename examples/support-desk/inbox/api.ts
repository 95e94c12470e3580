import type {
  AgentActivityBody,
  AgentConversationsAnswer,
  AgentMessage,
  AgentMessagesAnswer,
  AgentSendBody,
  AgentSessionAnswer,
} from '../shared/agentApi';
import { decodeAgentMessages, decodeConversations, decodeSession } from './model/decode';

/**
 * Why a call did not work. `unauthorized`: the token is not valid (any more). `rejected`: the desk refuses this very
 * request, so that repeating it is no use. `busy`: asked to wait. `network`: no answer in time. `server`: the desk's fault.
 */
export type ApiFailure = 'unauthorized' | 'notFound' | 'rejected' | 'busy' | 'network' | 'server';

export type ApiResult<T> = { ok: true; value: T } | { ok: false; failure: ApiFailure };

/** The agent API (`shared/agentApi.ts`). No call throws; each gives a result. Times are float seconds. */
export type AgentApi = {
  session(): Promise<ApiResult<AgentSessionAnswer>>;
  conversations(): Promise<ApiResult<AgentConversationsAnswer>>;
  /** The newest page, or the one that ends before `before` (a message's `received`). */
  messages(conversationId: string, before?: number): Promise<ApiResult<AgentMessagesAnswer>>;
  /** Gives the one message that was stored; any other number of them is the desk's failure. */
  send(conversationId: string, body: AgentSendBody): Promise<ApiResult<AgentMessage>>;
  activity(conversationId: string, body: AgentActivityBody): Promise<ApiResult<undefined>>;
};

export type ApiOptions = {
  token: string;
  /** Where the API is; default `/agent/api`. */
  base?: string;
  fetch?: typeof fetch;
  /** How long to wait for an answer, in ms; default 15 000. */
  timeoutMs?: number;
};

const failureOf = (status: number): ApiFailure => {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 404) return 'notFound';
  if (status === 429) return 'busy';
  if (status === 408) return 'network';
  return status >= 400 && status < 500 ? 'rejected' : 'server';
};

/** A client of the agent API for one token. */
export const createApi = (options: ApiOptions): AgentApi => {
  const { token, base = '/agent/api', timeoutMs = 15_000 } = options;
  const request = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args));

  const call = async <T>(
    path: string,
    decode: (value: unknown) => T,
    body?: unknown,
  ): Promise<ApiResult<T>> => {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), timeoutMs);
    try {
      const response = await request(base + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          Accept: 'application/json',
          Authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        cache: 'no-store',
        signal: abort.signal,
      });
      if (!response.ok) return { ok: false, failure: failureOf(response.status) };
      const text = await response.text();
      return { ok: true, value: decode(parse(text)) };
    } catch {
      return { ok: false, failure: 'network' };
    } finally {
      clearTimeout(timer);
    }
  };

  const at = (id: string, rest: string): string => `/conversations/${encodeURIComponent(id)}/${rest}`;

  return {
    session: () => call('/session', decodeSession),
    conversations: () => call('/conversations', decodeConversations),
    messages: (id, before) =>
      call(at(id, `messages${before === undefined ? '' : `?before=${before}`}`), decodeAgentMessages),
    activity: (id, body) => call(at(id, 'activity'), () => undefined, body),
    send: async (id, body) => {
      const result = await call(at(id, 'messages'), decodeAgentMessages, body);
      if (!result.ok) return result;
      const [message, ...others] = result.value.messages;
      return message && others.length === 0 ? { ok: true, value: message } : { ok: false, failure: 'server' };
    },
  };
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What to tell the agent, with a next step. */
export const failureWords: Record<ApiFailure, string> = {
  unauthorized: 'You are signed out. Sign in again.',
  notFound: 'This conversation is no longer there.',
  rejected: 'The desk did not accept this message.',
  busy: 'The desk is busy. Wait a moment and try again.',
  network: 'The desk cannot be reached. Check the connection and try again.',
  server: 'The desk could not do this. Try again.',
};
