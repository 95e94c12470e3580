import type { Http } from '../../src/services/http';
import { RequestError } from '../../src/services/requestError';
import type { SendMessageBody } from '../../src/wire/client';
import type { WireConversation } from '../../src/wire/conversation';
import type { WireMessage } from '../../src/wire/message';
import { decodeUserAnswer, type UserAnswer } from '../../src/wire/user';
import type { AllCalls } from './allCalls';
import { hold } from './hold';
import { own, wire, wireConversation } from './messages';

type Method = keyof AllCalls;
type Call = { method: Method; args: unknown[] };
/**
 * The outcome of one call: `fail` rejects it before it takes effect, `lose` loses its answer, `until` delays
 * it.
 */
type Fate = { fail?: Error; lose?: Error; until?: Promise<void> };

export const lost = (): RequestError => new RequestError('network', 'Request failed after 3 retries');
export const refused = (status: number, code?: string): RequestError =>
  new RequestError('http', code ? `${status}: ${code}` : String(status), status, code);

/**
 * An in-memory messaging service. The test decides the outcome of each call.
 * @param options.ignoresReference ignores `referenceId` and so does not detect repeated messages, as other
 * services may
 */
export const createFakeService = (options: { ignoresReference?: boolean; pageSize?: number } = {}) => {
  const { ignoresReference = false, pageSize = 3 } = options;
  const calls: Call[] = [];
  const fates = new Map<Method, Fate[]>();
  const logs = new Map<string, WireMessage[]>();
  const users = new Map<string, UserAnswer>();
  const created = new Map<string, string>();
  let seconds = 1000;
  let ids = 0;

  const through = async <T>(method: Method, args: unknown[], run: () => T): Promise<T> => {
    calls.push({ method, args });
    const fate = fates.get(method)?.shift();
    await fate?.until;
    if (fate?.fail) throw fate.fail;
    const result = run();
    if (fate?.lose) throw fate.lose;
    return result;
  };
  /** Sets the outcome of the next call of a method. Further calls of `next` apply to the calls after it. */
  const next = (method: Method, fate: Fate) => {
    fates.set(method, [...(fates.get(method) ?? []), fate]);
  };
  const log = (id: string) => {
    const held = logs.get(id) ?? [];
    logs.set(id, held);
    return held;
  };
  const conversation = (id: string): WireConversation =>
    wireConversation(id, { participants: [{ unreadCount: 0 }] });
  const answer = (userId: string, sessionToken?: string): UserAnswer => ({
    ...decodeUserAnswer({
      appUser: { _id: userId },
      sessionToken,
      settings: { realtime: { baseUrl: 'https://rt.example/faye' } },
    }),
    conversations: users.get(userId)?.conversations ?? [],
  });
  const createUser = (referenceId: string, withConversation = true) => {
    const known = created.get(referenceId);
    const id = known ?? `user-${++ids}`;
    if (!known) {
      created.set(referenceId, id);
      users.set(id, {
        ...answer(id),
        conversations: withConversation ? [conversation(`conv-of-${id}`)] : [],
      });
    }
    return answer(id, `token-of-${id}`);
  };

  const messaging: AllCalls = {
    // The network's answers are given here: nothing is left to change on the way.
    createBy() {},
    createUser: (body) => through('createUser', [body], () => createUser(body.referenceId)),
    getUser: (id) =>
      through('getUser', [id], () => {
        if (!users.has(id)) throw refused(401, 'invalid_auth');
        return answer(id);
      }),
    createConversation: (userId, body) =>
      through('createConversation', [userId, body], () => {
        const id = created.get(body.referenceId) ?? `conv-${++ids}`;
        created.set(body.referenceId, id);
        return { conversation: conversation(id) };
      }),
    listConversations: (userId, offset) =>
      through('listConversations', [userId, offset], () => ({ ...answer(userId), hasMore: false })),
    getConversation: (id) => through('getConversation', [id], () => ({ conversation: conversation(id) })),
    getMessages: (id, before) =>
      through('getMessages', [id, before], () => {
        const older = log(id).filter((m) => before === undefined || m.received < before);
        return { messages: older.slice(-pageSize), hasPrevious: older.length > pageSize };
      }),
    sendMessage: (id, body) =>
      through('sendMessage', [id, body], () => {
        const { referenceId, text } = body.message;
        const known = ignoresReference ? undefined : log(id).find((m) => m.referenceId === referenceId);
        if (known) return known;
        seconds += 1;
        const message = own(`m-${++ids}`, seconds, ignoresReference ? undefined : referenceId, { text });
        log(id).push(message);
        return message;
      }),
    sendActivity: (id, body) => through('sendActivity', [id, body], () => undefined),
    websocketToken: (id) => through('websocketToken', [id], () => 'token'),
  };

  /** The calls that the engine makes by path: of a conversation and its messages. */
  const http: Http = async (method, path, body) => {
    const { pathname, searchParams } = new URL(path, 'https://service.example');
    const [, , id = '', messages] = pathname.split('/');
    if (!messages) return messaging.getConversation(id);
    if (method === 'POST') {
      const { raw } = await messaging.sendMessage(id, body as SendMessageBody);
      return { messages: [raw] };
    }
    const before = searchParams.get('before');
    const page = await messaging.getMessages(id, before === null ? undefined : Number(before));
    return { ...page, messages: page.messages.map(({ raw }) => raw) };
  };

  return {
    messaging,
    http,
    calls,
    /** The arguments of each call of one method, in order. */
    callsOf: (method: Method) => calls.filter((c) => c.method === method).map((c) => c.args),
    next,
    /** Delays the outcome of the next call of a method. @returns the function that lets it happen */
    hold: (method: Method, fate: Fate = {}) => {
      const { until, release } = hold();
      next(method, { ...fate, until });
      return release;
    },
    createUser,
    /** The messages the service holds for a conversation. */
    log,
    /** Adds a message from the agent. */
    agentSays(conversationId: string, text: string): WireMessage {
      seconds += 1;
      const message = wire(`m-${++ids}`, seconds, { text, name: 'Ann' });
      log(conversationId).push(message);
      return message;
    },
  };
};

export type FakeService = ReturnType<typeof createFakeService>;
