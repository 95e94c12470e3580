import { type Clock, createClock } from '@porch/messenger/platform/clock';
import { createUploadFetch } from '@porch/messenger/platform/files';
import { obj } from '@porch/messenger/wire/decode';
import { isOwn, OWN_MARK } from '@porch/messenger/wire/ownMark';
import type {
  AgentConversation,
  AgentConversationsAnswer,
  AgentCountsAnswer,
  AgentTicketFieldsAnswer,
} from '../../shared/answers/conversations';
import type { AgentMessage, AgentMessagesAnswer } from '../../shared/answers/messages';
import type { AgentNote, AttendingAgent } from '../../shared/answers/work';
import type { AgentActivityBody, AgentSnoozeBody, AgentTagsBody } from '../../shared/bodies/conversations';
import type { AgentSendBody } from '../../shared/bodies/messages';
import type { AgentNoteBody, AgentPresenceBody, AttendingBody } from '../../shared/bodies/work';
import type { ApiCall, ApiResult } from '../model/apiResult';
import {
  type AgentSession,
  decodeAgentConversation,
  decodeAgentMessages,
  decodeConversations,
  decodeSession,
  decodeTicketFields,
} from '../model/decode';
import { decodeHappenings, type Happening, happeningOf } from '../model/decodeHappenings';
import { decodeAttending, decodeCounts } from '../model/decodeWork';
import { type AccountApi, createAccountApi } from './accountApi';
import { parse, refusal } from './apiAnswer';
import { type CallsApi, createCallsApi } from './callsApi';
import { type ChangingApi, createChangingApi } from './changingApi';
import { createEmailsApi, type EmailsApi } from './emailsApi';
import { createInsightsApi, type InsightsApi } from './insightsApi';
import { createIntegrationsApi, type IntegrationsApi } from './integrationsApi';
import type { ListQuery } from './listQuery';
import { createManyApi, type ManyApi } from './manyApi';
import { createSavedRepliesApi, type SavedRepliesApi } from './savedRepliesApi';
import { createSendApi, oneMessage, type SendApi } from './sendApi';
import { sendPicture } from './sendPicture';
import { createSettingsApi, type SettingsApi } from './settingsApi';
import { createSignInApi, type SignInApi } from './signInApi';
import { createTeamApi, type TeamApi } from './teamApi';
import { createViewsApi, type ViewsApi } from './viewsApi';
import { createVisitorsApi, type VisitorsApi } from './visitorsApi';

/** A change of a conversation's routing. */
export type Route = 'queue' | 'assign' | 'snooze' | 'wake' | 'close' | 'reopen';

export type UploadOptions = {
  /** From 0 to 1. */
  onProgress(done: number): void;
  signal: AbortSignal;
};

/** The agent API. No call throws; each returns a result. Times are float seconds. */
export type AgentApi = SendApi & {
  signIn: SignInApi;
  account: AccountApi;
  team: TeamApi;
  integrations: IntegrationsApi;
  emails: EmailsApi;
  many: ManyApi;
  changing: ChangingApi;
  session(): Promise<ApiResult<AgentSession>>;
  /** An aborted call fails as `network`. A new search cancels the previous one on the desk. */
  conversations(query?: ListQuery, signal?: AbortSignal): Promise<ApiResult<AgentConversationsAnswer>>;
  /** One conversation, even one that the list does not show yet. */
  conversation(id: string): Promise<ApiResult<AgentConversation>>;
  /** The newest page, or the one that ends before `before` (a message's `received`). */
  messages(conversationId: string, before?: number): Promise<ApiResult<AgentMessagesAnswer>>;
  /** Sends a file with the fields of its message. An aborted upload fails as `network`. */
  upload(
    conversationId: string,
    file: File,
    body: AgentSendBody,
    options: UploadOptions,
  ): Promise<ApiResult<AgentMessage>>;
  /** Uploads a picture for an item of a message. Returns its address. */
  uploadPicture(conversationId: string, picture: Blob): Promise<ApiResult<string>>;
  activity(conversationId: string, body: AgentActivityBody): Promise<ApiResult<undefined>>;
  /**
   * Returns the conversation's new state.
   * @param details `agentId` is the assignee, by default the agent; `seen` is the newest message seen by the agent who
   * closes or snoozes; `until` is the end of a snooze, in float seconds
   */
  route(
    conversationId: string,
    to: Route,
    details?: AgentSnoozeBody & { agentId?: string },
  ): Promise<ApiResult<AgentConversation>>;
  /** Adds or removes a tag. Returns the conversation's new state. */
  tag(conversationId: string, change: AgentTagsBody): Promise<ApiResult<AgentConversation>>;
  /** The names of the ticket fields. */
  ticketFields(): Promise<ApiResult<AgentTicketFieldsAnswer['fields']>>;
  /** The newest pressed buttons, campaigns, changes of state and notes, unordered. */
  happenings(conversationId: string): Promise<ApiResult<Happening[]>>;
  /** Writes a note, which only agents see. */
  note(conversationId: string, body: AgentNoteBody): Promise<ApiResult<Happening>>;
  /** Reports to colleagues what the agent does in a conversation. Resolves to all who attend to it. */
  attending(conversationId: string, body: AttendingBody): Promise<ApiResult<AttendingAgent[]>>;
  /** The number of conversations in each view. */
  counts(tag?: string): Promise<ApiResult<AgentCountsAnswer>>;
  /** Reports that this inbox is open. */
  presence(body: AgentPresenceBody, how?: { keepalive?: boolean }): Promise<ApiResult<undefined>>;
  settings: SettingsApi;
  savedReplies: SavedRepliesApi;
  views: ViewsApi;
  calls: CallsApi;
  visitors: VisitorsApi;
  insights: InsightsApi;
};

type ApiOptions = {
  /** The base of the API; default `/agent/api`. */
  base?: string;
  fetch?: typeof fetch;
  clock?: Clock;
  /** Timeout of a call in ms; default 15 000. An upload fails after 30 s without progress. */
  timeoutMs?: number;
};

/** A client of the agent API. The browser adds the session's cookie. */
export const createApi = (options: ApiOptions = {}): AgentApi => {
  const { base = '/agent/api', clock = createClock(), timeoutMs = 15_000 } = options;
  const request = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args));
  /** Identifies this inbox in its searches. */
  const inbox = Math.random().toString(36).slice(2);
  let turn = 0;
  const headers = { Accept: 'application/json' };
  let marked = false;
  /** Whether an answer may be the desk's. */
  const isDesks = ({ headers }: Response): boolean => {
    const own = isOwn(headers, marked);
    marked ||= headers.has(OWN_MARK);
    return own;
  };

  const read = async <T>(
    ask: () => Promise<Response>,
    decode: (value: unknown) => T,
    mayBeOwn = isDesks,
  ): Promise<ApiResult<T>> => {
    try {
      const response = await ask();
      const answer = parse(await response.text());
      if (!response.ok) return refusal(response, answer);
      // Neither a page nor an empty answer is the desk's, nor an object without the mark.
      return mayBeOwn(response) && obj(answer) === answer
        ? { ok: true, value: decode(answer) }
        : { ok: false, failure: 'network' };
    } catch {
      return { ok: false, failure: 'network' };
    }
  };

  const call: ApiCall = async (path, decode, body, how) => {
    const abort = new AbortController();
    const stop = clock.after(timeoutMs, () => abort.abort());
    how?.signal?.addEventListener('abort', () => abort.abort(), { once: true });
    const isForm = body instanceof FormData;
    const ask = () =>
      request(base + path, {
        method: how?.method ?? (body === undefined ? 'GET' : 'POST'),
        // The browser sets the type of a form, with its boundary.
        headers: body === undefined || isForm ? headers : { ...headers, 'Content-Type': 'application/json' },
        body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
        cache: 'no-store',
        keepalive: how?.keepalive,
        signal: abort.signal,
      });
    const result = await read(ask, decode);
    stop();
    return result;
  };

  /** Fetches a file of any size, without a time limit. */
  const download = async (path: string): Promise<ApiResult<Blob>> => {
    try {
      const response = await request(base + path, { headers, cache: 'no-store' });
      if (!response.ok) return refusal(response, parse(await response.text()));
      // A portal's page is not a file.
      if (!response.headers.has('content-disposition')) return { ok: false, failure: 'network' };
      return { ok: true, value: await response.blob() };
    } catch {
      return { ok: false, failure: 'network' };
    }
  };

  const upload = (path: string, body: FormData, { onProgress, signal }: UploadOptions) => {
    const send = createUploadFetch({ clock, cancelled: signal, onProgress });
    const ask = () => send(base + path, { method: 'POST', headers, body });
    // An upload's answer has no headers, but must contain the message.
    return read(ask, decodeAgentMessages, () => true);
  };

  const changed = async (path: string, body?: unknown): Promise<ApiResult<AgentConversation>> => {
    const result = await call(path, (answer) => decodeAgentConversation(obj(answer).conversation), body);
    if (!result.ok) return result;
    return result.value ? { ok: true, value: result.value } : { ok: false, failure: 'server' };
  };

  const at = (id: string, rest: string): string => `/conversations/${encodeURIComponent(id)}/${rest}`;

  return {
    signIn: createSignInApi(call),
    account: createAccountApi(call),
    team: createTeamApi(call, download),
    integrations: createIntegrationsApi(call),
    emails: createEmailsApi(call),
    many: createManyApi(call),
    changing: createChangingApi(call),
    session: () => call('/session', decodeSession),
    conversations: (query = {}, signal) => {
      const asked = query.search === undefined ? query : { ...query, inbox, turn: String(++turn) };
      const given = Object.entries(asked).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      );
      const params = new URLSearchParams(given).toString();
      return call(`/conversations${params && `?${params}`}`, decodeConversations, undefined, { signal });
    },
    conversation: (id) => changed(`/conversations/${encodeURIComponent(id)}`),
    messages: (id, before) =>
      call(at(id, `messages${before === undefined ? '' : `?before=${before}`}`), decodeAgentMessages),
    activity: (id, body) => call(at(id, 'activity'), () => undefined, body),
    uploadPicture: (id, picture) => sendPicture(call, at(id, 'pictures'), picture, 'mediaUrl'),
    ...createSendApi(call),
    upload: async (id, file, body, uploadOptions) => {
      const form = new FormData();
      form.append('message', JSON.stringify(body));
      form.append('source', file, file.name);
      return oneMessage(await upload(at(id, 'files'), form, uploadOptions));
    },
    route: (id, to, details = {}) => changed(at(id, to), details),
    tag: (id, change) => changed(at(id, 'tags'), change),
    ticketFields: () => call('/ticket-fields', decodeTicketFields),
    insights: createInsightsApi(call, download),
    happenings: async (id) => {
      const kinds = ['postback', 'referral', 'change', 'note'] as const;
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
    note: async (id, body) => {
      const result = await call(
        at(id, 'notes'),
        (answer) => happeningOf('note', obj(answer).note as AgentNote),
        body,
      );
      if (!result.ok) return result;
      return result.value ? { ok: true, value: result.value } : { ok: false, failure: 'server' };
    },
    attending: (id, body) => call(at(id, 'attending'), (answer) => decodeAttending(obj(answer).agents), body),
    counts: (tag) =>
      call(`/conversation-counts${tag ? `?tag=${encodeURIComponent(tag)}` : ''}`, decodeCounts),
    presence: (body, how) => call('/presence', () => undefined, body, how),
    settings: createSettingsApi(call),
    savedReplies: createSavedRepliesApi(call),
    views: createViewsApi(call),
    calls: createCallsApi(call),
    visitors: createVisitorsApi(call, download),
  };
};
