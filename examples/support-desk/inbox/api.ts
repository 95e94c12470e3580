import { listOf, obj, str } from '@porch/messenger/wire/decode';
import type {
  AgentActivityBody,
  AgentConversation,
  AgentConversationsAnswer,
  AgentInboxView,
  AgentInsightsAnswer,
  AgentMessage,
  AgentMessagesAnswer,
  AgentPresenceBody,
  AgentSendBody,
  AgentSessionAnswer,
  AgentTagsBody,
  AgentTicketFieldsAnswer,
} from '../shared/agentApi';
import { type CallsApi, createCallsApi } from './callsApi';
import {
  decodeAgentConversation,
  decodeAgentMessages,
  decodeConversations,
  decodeHappenings,
  decodeSession,
  decodeTicketFields,
  type Happening,
} from './model/decode';
import { decodeInsights } from './model/decodeInsights';
import { createSavedRepliesApi, type SavedRepliesApi } from './savedRepliesApi';
import { createSettingsApi, type SettingsApi } from './settingsApi';

/**
 * Why a call failed. `unauthorized`: the token is invalid or has expired. `rejected`: the desk refuses this
 * request, so repeating it is useless. `conflict`: another agent has changed the same in the meantime. `busy`:
 * the desk asks to wait. `network`: no answer in time. `server`: an error in the desk.
 */
export type ApiFailure =
  | 'unauthorized'
  | 'notFound'
  | 'rejected'
  | 'conflict'
  | 'busy'
  | 'network'
  | 'server';

/** The problem of one field in a refused request. */
export type ApiIssue = { path: string; words: string };

/** `reason` is the desk's own sentence, if it sent one. */
export type ApiRefusal = { ok: false; failure: ApiFailure; reason?: string; issues?: ApiIssue[] };
export type ApiResult<T> = { ok: true; value: T } | ApiRefusal;

/** Makes one call; with a body it is a POST. With `keepalive` it outlives the page. */
export type ApiCall = <T>(
  path: string,
  decode: (value: unknown) => T,
  body?: unknown,
  options?: { keepalive: boolean },
) => Promise<ApiResult<T>>;

/** Which conversations to list: a view, a search text, a tag, and how many to skip. */
export type ListQuery = {
  view?: AgentInboxView;
  assignee?: string;
  search?: string;
  tag?: string;
  offset?: number;
};

/** A change of a conversation's routing. */
export type Route = 'queue' | 'assign' | 'close' | 'reopen';

export type UploadOptions = {
  /** From 0 to 1. */
  onProgress(done: number): void;
  signal: AbortSignal;
};

/** The agent API (`shared/agentApi.ts`). No call throws; each returns a result. Times are float seconds. */
export type AgentApi = {
  session(): Promise<ApiResult<AgentSessionAnswer>>;
  conversations(query?: ListQuery): Promise<ApiResult<AgentConversationsAnswer>>;
  /** One conversation, also one that the list does not show yet. */
  conversation(id: string): Promise<ApiResult<AgentConversation>>;
  /** The newest page, or the one that ends before `before` (a message's `received`). */
  messages(conversationId: string, before?: number): Promise<ApiResult<AgentMessagesAnswer>>;
  /** Returns the stored message. An answer with any other number of messages is a `server` failure. */
  send(conversationId: string, body: AgentSendBody): Promise<ApiResult<AgentMessage>>;
  /** Sends a file with the fields of its message. An aborted upload fails as `network`. */
  upload(
    conversationId: string,
    file: File,
    body: AgentSendBody,
    options: UploadOptions,
  ): Promise<ApiResult<AgentMessage>>;
  activity(conversationId: string, body: AgentActivityBody): Promise<ApiResult<undefined>>;
  /** Returns the conversation's new state. */
  route(conversationId: string, to: Route, agentName: string): Promise<ApiResult<AgentConversation>>;
  /** Adds or removes a tag. Returns the conversation's new state. */
  tag(conversationId: string, change: AgentTagsBody): Promise<ApiResult<AgentConversation>>;
  /** The names of the ticket fields. */
  ticketFields(): Promise<ApiResult<AgentTicketFieldsAnswer['fields']>>;
  /** Ends the link of a visitor's channel. */
  unlink(appUserId: string, clientId: string): Promise<ApiResult<undefined>>;
  /** The newest pressed buttons, campaigns and changes of state, in no order. */
  happenings(conversationId: string): Promise<ApiResult<Happening[]>>;
  /** Tells that this inbox is open. */
  presence(body: AgentPresenceBody): Promise<ApiResult<undefined>>;
  settings: SettingsApi;
  savedReplies: SavedRepliesApi;
  calls: CallsApi;
  /** Page views, conversations and errors of the last days. */
  insights(days: number): Promise<ApiResult<AgentInsightsAnswer>>;
};

export type ApiOptions = {
  token: string;
  /** The base of the API; default `/agent/api`. */
  base?: string;
  fetch?: typeof fetch;
  /** Creates the requests that send files; tests replace it. */
  createXhr?(): XMLHttpRequest;
  /** Timeout of a call in ms; default 15 000. Uploads have no timeout. */
  timeoutMs?: number;
};

const failureOf = (status: number): ApiFailure => {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 404) return 'notFound';
  if (status === 409) return 'conflict';
  if (status === 429) return 'busy';
  if (status === 408) return 'network';
  return status >= 400 && status < 500 ? 'rejected' : 'server';
};

/** A client of the agent API for one token. */
export const createApi = (options: ApiOptions): AgentApi => {
  const { token, base = '/agent/api', timeoutMs = 15_000 } = options;
  const request = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args));

  const call: ApiCall = async (path, decode, body, how) => {
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
        keepalive: how?.keepalive,
        signal: abort.signal,
      });
      const answer = parse(await response.text());
      return response.ok ? { ok: true, value: decode(answer) } : refusal(response.status, answer);
    } catch {
      return { ok: false, failure: 'network' };
    } finally {
      clearTimeout(timer);
    }
  };

  const upload = (path: string, form: FormData, { onProgress, signal }: UploadOptions) =>
    new Promise<ApiResult<unknown>>((resolve) => {
      // Use XMLHttpRequest, because fetch does not report upload progress.
      const xhr = (options.createXhr ?? (() => new XMLHttpRequest()))();
      const lost = () => resolve({ ok: false, failure: 'network' });
      xhr.open('POST', base + path);
      xhr.setRequestHeader('Accept', 'application/json');
      xhr.setRequestHeader('Authorization', `Bearer ${token}`);
      xhr.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      xhr.onload = () => {
        const answer = parse(xhr.responseText);
        const good = xhr.status >= 200 && xhr.status < 300;
        resolve(good ? { ok: true, value: answer } : refusal(xhr.status, answer));
      };
      xhr.onerror = lost;
      xhr.onabort = lost;
      if (signal.aborted) return lost();
      signal.addEventListener('abort', () => xhr.abort(), { once: true });
      xhr.send(form);
    });

  /** The answer to a send must have exactly one message. */
  const oneOf = (result: ApiResult<unknown>): ApiResult<AgentMessage> => {
    if (!result.ok) return result;
    const [message, ...others] = decodeAgentMessages(result.value).messages;
    return message && others.length === 0 ? { ok: true, value: message } : { ok: false, failure: 'server' };
  };

  /** Makes a call that answers with the conversation. */
  const changed = async (path: string, body?: unknown): Promise<ApiResult<AgentConversation>> => {
    const result = await call(path, (answer) => decodeAgentConversation(obj(answer).conversation), body);
    if (!result.ok) return result;
    return result.value ? { ok: true, value: result.value } : { ok: false, failure: 'server' };
  };

  const at = (id: string, rest: string): string => `/conversations/${encodeURIComponent(id)}/${rest}`;

  return {
    session: () => call('/session', decodeSession),
    conversations: (query = {}) => {
      const given = Object.entries(query).flatMap(([name, value]) =>
        value === undefined || value === 0 ? [] : [[name, String(value)]],
      );
      const params = new URLSearchParams(given).toString();
      return call(`/conversations${params && `?${params}`}`, decodeConversations);
    },
    conversation: (id) => changed(`/conversations/${encodeURIComponent(id)}`),
    messages: (id, before) =>
      call(at(id, `messages${before === undefined ? '' : `?before=${before}`}`), decodeAgentMessages),
    activity: (id, body) => call(at(id, 'activity'), () => undefined, body),
    send: async (id, body) => oneOf(await call(at(id, 'messages'), (answer) => answer, body)),
    upload: async (id, file, body, uploadOptions) => {
      const form = new FormData();
      form.append('message', JSON.stringify(body));
      form.append('source', file, file.name);
      return oneOf(await upload(at(id, 'files'), form, uploadOptions));
    },
    route: (id, to, name) => changed(at(id, to), to === 'assign' ? { name } : {}),
    tag: (id, change) => changed(at(id, 'tags'), change),
    ticketFields: () => call('/ticket-fields', decodeTicketFields),
    unlink: (user, client) =>
      call(
        `/users/${encodeURIComponent(user)}/clients/${encodeURIComponent(client)}/unlink`,
        () => undefined,
        {},
      ),
    insights: (days) => call(`/insights?days=${days}`, decodeInsights),
    happenings: async (id) => {
      const kinds = ['postback', 'referral', 'change'] as const;
      const answers = await Promise.all(
        kinds.map((kind) => call(at(id, `${kind}s`), (answer) => decodeHappenings(kind, answer))),
      );
      const value: Happening[] = [];
      for (const answer of answers) {
        if (!answer.ok) return answer;
        value.push(...answer.value);
      }
      return { ok: true, value };
    },
    presence: (body) => call('/presence', () => undefined, body),
    settings: createSettingsApi(call),
    savedReplies: createSavedRepliesApi(call),
    calls: createCallsApi(call),
  };
};

/** The failure for an error answer, with the desk's sentence from its body. */
const refusal = (status: number, answer: unknown): ApiRefusal => {
  const { description, issues } = obj(obj(answer).error);
  const found = listOf(issues, (issue) => {
    const { path, words } = obj(issue);
    return Array.isArray(path) ? { path: path.join('/'), words: str(words) ?? '' } : undefined;
  });
  const refused: ApiRefusal = { ok: false, failure: failureOf(status), reason: str(description) };
  return found.length > 0 ? { ...refused, issues: found } : refused;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The text for the agent, with a next step. */
export const failureWords: Record<ApiFailure, string> = {
  unauthorized: 'You are signed out. Sign in again.',
  notFound: 'This conversation is no longer there.',
  rejected: 'The desk did not accept this message.',
  conflict: 'Somebody else has changed this in the meantime.',
  busy: 'The desk is busy. Wait a moment and try again.',
  network: 'The desk cannot be reached. Check the connection and try again.',
  server: 'The desk could not do this. Try again.',
};

/** What to tell the agent of a refusal: the desk's own words where it gives some. */
export const refusalWords = ({ failure, reason }: Pick<ApiRefusal, 'failure' | 'reason'>): string =>
  reason ?? failureWords[failure];
