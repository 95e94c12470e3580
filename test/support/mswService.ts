import { HttpResponse, http, type RequestHandler } from 'msw';

type Json = Record<string, unknown>;
type Stored = Json & { _id: string; received: number; role: string; referenceId?: string };
type Conversation = { id: string; owner: string; messages: Stored[]; unread: number; lastRead?: number };
type User = { id: string; tokens: Set<string>; conversations: Map<string, Conversation> };

const PAGE = 50;
const LIST_PAGE = 10;

/** An error answer in the service's format. */
const refuse = (status: number, code: string, description: string) =>
  HttpResponse.json({ error: { code, description } }, { status });

class Refusal extends Error {
  constructor(readonly answer: Response) {
    super('refused');
  }
}
const fail = (...args: Parameters<typeof refuse>): never => {
  throw new Refusal(refuse(...args));
};

/**
 * Handlers for msw that imitate the messaging service independently of the desk.
 * @param base `{suncoUrl}/v2/apps/{appId}`
 */
export const createMswService = (base: string) => {
  const users = new Map<string, User>();
  const byReference = new Map<string, string>();
  const conversations = new Map<string, Conversation>();
  let ids = 0;
  const newId = () => (++ids).toString(16).padStart(24, '0');

  const addConversation = (user: User, reference: string): Conversation => {
    const known = user.conversations.get(reference);
    if (known) return known;
    const conversation: Conversation = { id: newId(), owner: user.id, messages: [], unread: 0 };
    user.conversations.set(reference, conversation);
    conversations.set(conversation.id, conversation);
    return conversation;
  };
  const addMessage = (conversation: Conversation, message: Json): Stored => {
    const last = conversation.messages.at(-1)?.received ?? 0;
    const received = Math.max(Date.now(), Math.round(last * 1000) + 1) / 1000;
    const stored = { type: 'text', role: 'appMaker', ...message, _id: newId(), received };
    conversation.messages.push(stored);
    const own = stored.role === 'appUser';
    conversation.unread = own ? 0 : conversation.unread + 1;
    if (own) conversation.lastRead = received;
    return stored;
  };
  const conversationView = (c: Conversation): Json => ({
    _id: c.id,
    type: 'personal',
    status: 'active',
    isDefault: users.get(c.owner)?.conversations.values().next().value === c,
    participants: [{ appUserId: c.owner, unreadCount: c.unread, lastRead: c.lastRead }],
  });
  const userView = (user: User, offset = 0): Json => {
    const all = [...user.conversations.values()].reverse();
    return {
      appUser: { _id: user.id, conversationStarted: all.length > 0, clients: [], properties: {} },
      conversations: all
        .slice(offset, offset + LIST_PAGE)
        .map((c) => ({ ...conversationView(c), messages: c.messages.slice(-1) })),
      conversationsPagination: { hasMore: all.length > offset + LIST_PAGE },
      settings: {
        realtime: { enabled: true, baseUrl: `${base}/faye`, retryInterval: 15, maxConnectionAttempts: 5 },
      },
    };
  };

  const visitor = (request: Request, named?: string): User => {
    const [, encoded = ''] = /^Basic (.+)$/.exec(request.headers.get('authorization') ?? '') ?? [];
    const [id = '', token = ''] = atob(encoded).split(':');
    const user = users.get(id);
    if (!user?.tokens.has(token)) return fail(401, 'invalid_auth', 'Failed to authenticate');
    if (named !== undefined && named !== id) return fail(403, 'forbidden', 'Somebody else');
    return user;
  };
  const own = (request: Request, id: string): Conversation => {
    const user = visitor(request);
    const conversation = conversations.get(id) ?? fail(404, 'not_found', 'No such conversation');
    return conversation.owner === user.id ? conversation : fail(403, 'forbidden', 'Somebody else');
  };

  type Handle = (context: { request: Request; id: string; body: Json; url: URL }) => Json | undefined;
  const route = (method: 'get' | 'post', path: string, handle: Handle): RequestHandler =>
    http[method](`${base}${path}`, async ({ request, params }) => {
      try {
        const text = await request.clone().text();
        const body = text ? (JSON.parse(text) as Json) : {};
        return HttpResponse.json(
          handle({ request, id: String(params.id), body, url: new URL(request.url) }) ?? {},
        );
      } catch (error) {
        if (error instanceof Refusal) return error.answer;
        throw error;
      }
    });

  const handlers = [
    route('post', '/appusers', ({ body }) => {
      const reference = String(body.referenceId);
      const known = users.get(byReference.get(reference) ?? '');
      const user: User = known ?? { id: newId(), tokens: new Set(), conversations: new Map() };
      users.set(user.id, user);
      byReference.set(reference, user.id);
      if (!known) addConversation(user, '');
      const sessionToken = `token-${newId()}`;
      user.tokens.add(sessionToken);
      return { ...userView(user), sessionToken };
    }),
    route('get', '/appusers/:id', ({ request, id }) => userView(visitor(request, id))),
    route('get', '/appusers/:id/conversations', ({ request, id, url }) =>
      userView(visitor(request, id), Number(url.searchParams.get('offset') ?? 0)),
    ),
    route('post', '/appusers/:id/conversations', ({ request, id, body }) => {
      const conversation = addConversation(visitor(request, id), String(body.referenceId));
      return {
        conversation: conversationView(conversation),
        messages: conversation.messages,
        hasPrevious: false,
      };
    }),
    route('post', '/appusers/:id/websocket/token', ({ request, id }) => ({
      token: `websocket-${visitor(request, id).id}`,
    })),
    route('get', '/conversations/:id', ({ request, id }) => {
      const conversation = own(request, id);
      return {
        conversation: conversationView(conversation),
        messages: conversation.messages.slice(-PAGE),
        hasPrevious: conversation.messages.length > PAGE,
      };
    }),
    route('get', '/conversations/:id/messages', ({ request, id, url }) => {
      const before = Number(url.searchParams.get('before') ?? Number.POSITIVE_INFINITY);
      const older = own(request, id).messages.filter((m) => m.received < before);
      return { messages: older.slice(-PAGE), hasPrevious: older.length > PAGE };
    }),
    route('post', '/conversations/:id/messages', ({ request, id, body }) => {
      const conversation = own(request, id);
      const message = body.message as Json;
      const author = body.author as Json;
      const text = String(message.text);
      if (author.appUserId !== conversation.owner) fail(403, 'forbidden', 'Somebody else');
      if (!text.trim()) fail(400, 'bad_request', 'The text is empty');
      if ([...text].length > 4096) fail(400, 'characterLimit', 'The text is too long');
      const known = conversation.messages.find((m) => m.referenceId === message.referenceId);
      return {
        messages: [known ?? addMessage(conversation, message)],
        conversation: conversationView(conversation),
      };
    }),
    route('post', '/conversations/:id/activity', ({ request, id, body }) => {
      const conversation = own(request, id);
      if ((body.activity as Json).type === 'conversation:read') {
        const { messages, lastRead = 0 } = conversation;
        const { messageId } = body.activity as Json;
        const read = messageId ? messages.find((m) => m._id === messageId) : messages.at(-1);
        conversation.lastRead = Math.max(lastRead, read?.received ?? 0) || undefined;
        conversation.unread = messages.filter((m) => m.received > (conversation.lastRead ?? 0)).length;
      }
      return undefined;
    }),
  ];

  return {
    handlers,
    agentSays(conversationId: string, text: string) {
      const conversation = conversations.get(conversationId);
      if (conversation) addMessage(conversation, { text });
    },
  };
};
