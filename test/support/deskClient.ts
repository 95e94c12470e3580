import { createRequire } from 'node:module';
import { connect, type Socket } from 'node:net';
import type { AgentMessage } from '../../examples/support-desk/shared/answers/messages';
import type { AgentNote, AgentSavedReply } from '../../examples/support-desk/shared/answers/work';
import { AGENT_CHANNEL } from '../../examples/support-desk/shared/channels';
import type { Desk } from './desk';
import { agentExt } from './tickets';

type Conversation = {
  _id: string;
  logId: string;
  status: string;
  isDefault: boolean;
  displayName?: string;
  /** For agents. */
  nameFrom?: string;
  lastUpdatedAt: number;
  unreadCount: number;
  businessLastRead?: number;
  appMakerLastRead?: number;
  visitorLastRead?: number;
  visitorDelivered?: number;
  routingStatus?: string;
  assignee?: string;
  assigneeId?: string;
  mentioned?: string[];
  mentions?: string[];
  matchedNote?: string;
  waitingSince?: number;
  missedCallAt?: number;
  metadata: Record<string, unknown>;
  participants: { appUserId: string; unreadCount: number; lastRead?: number }[];
  messages: AgentMessage[];
  lastMessage?: AgentMessage;
  match?: AgentMessage;
  queuedAt?: number;
  /** For agents. */
  visitor: { appUserId: string; channels: { id: string; type: string; displayName?: string }[] };
};

/** All fields that any answer of the desk may have. A test reads those of the call it made. */
export type Body = {
  appUser: {
    _id: string;
    userId?: string;
    givenName?: string;
    email?: string;
    conversationStarted: boolean;
    clients: { _id: string; id: string; platform: string }[];
    pendingClients: unknown[];
    properties: unknown;
  };
  /** A voice call. */
  call: { id: string };
  sessionToken: string;
  token: string;
  conversation: Conversation;
  conversations: Conversation[];
  conversationsPagination: { hasMore: boolean };
  messages: AgentMessage[];
  hasPrevious: boolean;
  hasMore: boolean;
  next?: string;
  logId: string;
  signingKey: { id: string; name: string; secret: string };
  signingKeys: { id: string; name: string; source: string; createdAt?: number; secret?: string }[];
  expired: number;
  reply: AgentSavedReply;
  replies: AgentSavedReply[];
  note: AgentNote;
  notes: AgentNote[];
  messageId: string;
  previewContentUrl: string;
  contentUrl: string;
  linkRequests: { integrationId: string; type: string; code: string; url: string }[];
  happenings: { _id: string; createdAt: number; [field: string]: unknown }[];
  queue_position: number | null;
  response_time: number | null;
  is_initial_routing: boolean;
  ticket_fields: unknown[];
  settings: { realtime: { baseUrl: string } };
  realtime: { baseUrl: string; channel: string };
  error: { code: string; description: string };
};

export type Answer = { status: number; headers: Headers; body: Body };

/** All fields that an event on either channel may have. */
export type LiveEvent = {
  type: string;
  logId?: string;
  conversation: Conversation;
  message: AgentMessage;
  activity: {
    type: string;
    role: string;
    appUserId?: string;
    name?: string;
    lastRead?: number;
    messageId?: string;
    data: unknown;
  };
  client: { id: string; platform: string; integrationId: string; displayName?: string; status: string };
  err: { status?: number; code: string; description?: string };
  data: { messageId: string };
  postback: Record<string, unknown>;
  note: AgentNote;
  change?: Record<string, unknown>;
  referral: Record<string, unknown>;
};

export type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const createCall =
  (base: string, common: Record<string, string>): Call =>
  async (method, path, body, headers = {}) => {
    const response = await fetch(base + path, {
      method,
      headers: { 'content-type': 'application/json', ...common, ...headers },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: parse(await response.text()) as Body };
  };

/** Calls the messaging service without credentials. Paths are relative to `/apps/{appId}`. */
export const anonymous = (desk: Desk): Call => createCall(`${desk.origin}/sc/sdk/v2/apps/${desk.appId}`, {});

export const agent = (desk: Desk): Call =>
  createCall(`${desk.origin}/agent/api`, { authorization: `Bearer ${desk.agentToken}` });

export const basic = (appUserId: string, token: string): string =>
  `Basic ${Buffer.from(`${appUserId}:${token}`).toString('base64')}`;

/** Calls the messaging service with this Authorization header. */
export const signedIn = (desk: Desk, authorization: string): Call =>
  createCall(`${desk.origin}/sc/sdk/v2/apps/${desk.appId}`, { authorization });

export type Visitor = { id: string; sessionToken: string; conversationId: string; call: Call };

/** Creates a visitor with one conversation. */
export const createVisitor = async (desk: Desk, body: Record<string, unknown> = {}): Promise<Visitor> => {
  const { body: user } = await anonymous(desk)('POST', '/appusers', {
    client: { platform: 'web', id: 'client-1', integrationId: 'web', info: { userAgent: 'Test' } },
    intent: 'conversation:start',
    locale: 'en-us',
    ...body,
  });
  const id = user.appUser._id;
  return {
    id,
    sessionToken: user.sessionToken,
    conversationId: user.conversations[0]?._id ?? '',
    call: signedIn(desk, basic(id, user.sessionToken)),
  };
};

/** The same visitor, who calls this process of the desk. */
export const at = (desk: Desk, visitor: Visitor): Visitor => ({
  ...visitor,
  call: signedIn(desk, basic(visitor.id, visitor.sessionToken)),
});

export const sendText = (visitor: Visitor, text: string, referenceId?: string): Promise<Answer> =>
  visitor.call('POST', `/conversations/${visitor.conversationId}/messages`, {
    author: {
      role: 'appUser',
      appUserId: visitor.id,
      sessionId: 'session-1',
      client: { platform: 'web', id: 'client-1' },
    },
    message: { role: 'appUser', type: 'text', text, referenceId },
  });

/**
 * Sends a file as the widget does. An omitted form field gets its usual value; `null` leaves the field out.
 */
export const sendFile = async (
  visitor: Visitor,
  desk: Desk,
  file: { name: string; content: BlobPart },
  parts: { author?: unknown; message?: unknown; authorization?: string } = {},
): Promise<Answer> => {
  const form = new FormData();
  const author = parts.author ?? {
    role: 'appUser',
    appUserId: visitor.id,
    client: { platform: 'web', id: 'client-1' },
  };
  form.append('author', JSON.stringify(author));
  form.append('message', JSON.stringify(parts.message ?? { role: 'appUser' }));
  form.append('source', new Blob([file.content]), file.name);
  const response = await fetch(
    `${desk.origin}/sc/sdk/v2/apps/${desk.appId}/conversations/${visitor.conversationId}/files`,
    {
      method: 'POST',
      headers: { authorization: parts.authorization ?? basic(visitor.id, visitor.sessionToken) },
      body: form,
    },
  );
  return { status: response.status, headers: response.headers, body: parse(await response.text()) as Body };
};

/** Sends the first part of a file of 9 MB, and no more. @param chunks how many times 64 kB @returns the connection */
export const beginFile = (desk: Desk, visitor: Visitor, chunks: number): Socket => {
  const stream = connect(Number(new URL(desk.origin).port), '127.0.0.1');
  stream.write(
    `POST /sc/sdk/v2/apps/${desk.appId}/conversations/${visitor.conversationId}/files HTTP/1.1\r\nHost: desk\r\n` +
      `Authorization: ${basic(visitor.id, visitor.sessionToken)}\r\nContent-Length: 9000000\r\n` +
      'Content-Type: multipart/form-data; boundary=b\r\n\r\n' +
      '--b\r\nContent-Disposition: form-data; name="source"; filename="a.zip"\r\n\r\n',
  );
  for (let i = 0; i < chunks; i++) stream.write(Buffer.alloc(65_536));
  return stream;
};

/** Sends a file as the inbox does. */
export const sendAgentFile = async (
  desk: Desk,
  conversationId: string,
  file: { name: string; content: BlobPart },
  message?: unknown,
): Promise<Answer> => {
  const form = new FormData();
  if (message !== undefined) form.append('message', JSON.stringify(message));
  form.append('source', new Blob([file.content]), file.name);
  const response = await fetch(`${desk.origin}/agent/api/conversations/${conversationId}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${desk.agentToken}` },
    body: form,
  });
  return { status: response.status, headers: response.headers, body: parse(await response.text()) as Body };
};

type BayeuxMessage = { channel: string; ext?: unknown; subscription?: unknown; [field: string]: unknown };
type FayeClient = {
  addExtension(extension: {
    outgoing?(message: BayeuxMessage, pass: (message: BayeuxMessage) => void): void;
    incoming?(message: BayeuxMessage, pass: (message: BayeuxMessage) => void): void;
  }): void;
  disable(feature: string): void;
  subscribe(channel: string, listener: (data: { events: LiveEvent[] }) => void): PromiseLike<void>;
  publish(channel: string, data: unknown): PromiseLike<void>;
  disconnect(): void;
};

/** A transport that Faye's client for Node supports. */
export type Transport = 'websocket' | 'long-polling';

const require = createRequire(import.meta.url);
const faye = require('faye') as { Client: new (endpoint: string, options?: object) => FayeClient };

/** Creates a real Faye client whose subscriptions carry `ext`, or what it makes for each. */
export const fayeClient = (
  desk: Desk,
  ext: unknown,
  transport: Transport = 'websocket',
  address = `${desk.origin}/faye`,
): FayeClient => {
  const client = new faye.Client(address);
  if (transport === 'long-polling') client.disable('websocket');
  client.addExtension({
    outgoing: (message, pass) => {
      if (message.channel !== '/meta/subscribe') pass(message);
      else if (typeof ext !== 'function') pass({ ...message, ext });
      else void ext().then((made: unknown) => pass({ ...message, ext: made }));
    },
  });
  return client;
};

export type Listening = {
  events: LiveEvent[];
  /** Waits until `count` events have arrived. */
  until(count: number): Promise<LiveEvent[]>;
  /** Waits until the client has made this many handshakes. It makes a new one whenever the desk drops it. */
  handshakes(count: number): Promise<void>;
  /** Waits until a subscription is refused. @returns the error's text as received */
  refused(): Promise<string>;
  stop(): void;
};

/** Collects the events of a channel. Rejects with Faye's error if the subscription is refused. */
export const listen = async (
  desk: Desk,
  channel: string,
  ext: unknown,
  transport?: Transport,
): Promise<Listening> => {
  const client = fayeClient(desk, ext, transport);
  const events: LiveEvent[] = [];
  const waiting: (() => void)[] = [];
  let acknowledged = 0;
  let refusal: string | undefined;
  const wake = () => {
    for (const check of waiting) check();
  };
  client.addExtension({
    incoming: (message, pass) => {
      if (message.channel === '/meta/subscribe') {
        if (message.successful) acknowledged++;
        else refusal = String(message.error);
      }
      pass(message);
      wake();
    },
  });
  const subscribed = client.subscribe(channel, (data) => {
    events.push(...data.events);
    wake();
  });
  try {
    await subscribed;
  } catch (error) {
    client.disconnect();
    throw error;
  }
  const when = <T>(value: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const check = () => {
        const found = value();
        if (found !== undefined) resolve(found);
      };
      waiting.push(check);
      check();
    });
  return {
    events,
    until: (count) => when(() => (events.length >= count ? events : undefined)),
    handshakes: async (count) => {
      await when(() => (acknowledged >= count ? true : undefined));
    },
    refused: () => when(() => refusal),
    stop: () => client.disconnect(),
  };
};

export const visitorChannel = (desk: Desk, appUserId: string): string =>
  `/sdk/apps/${desk.appId}/appusers/${appUserId}`;

export const listenAsVisitor = (desk: Desk, visitor: Visitor, transport?: Transport): Promise<Listening> =>
  listen(
    desk,
    visitorChannel(desk, visitor.id),
    { appId: desk.appId, appUserId: visitor.id, sessionToken: visitor.sessionToken },
    transport,
  );

export const listenAsAgent = (desk: Desk): Promise<Listening> => listen(desk, AGENT_CHANNEL, agentExt(desk));
