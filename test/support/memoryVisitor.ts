import { flush } from './fakeClock';
import type { MemoryDesk } from './memoryDesk';

/** A message of the Bayeux protocol as the desk sends it. */
export type Reply = {
  channel: string;
  clientId?: string;
  successful?: boolean;
  error?: string;
  advice?: { reconnect: string; timeout?: number };
  data?: { events: { type: string; message?: { text: string } }[] };
};

type UserAnswer = { appUser: { _id: string }; sessionToken: string; conversations: [{ _id: string }] };
type MessagesAnswer = { messages: { text: string; _id: string }[] };

export const HANDSHAKE = {
  channel: '/meta/handshake',
  version: '1.0',
  supportedConnectionTypes: ['websocket', 'long-polling'],
};

/** Calls the messaging service of an in-memory desk. */
export const callMemoryDesk = async (
  desk: MemoryDesk,
  method: string,
  path: string,
  body?: unknown,
  authorization?: string,
): Promise<{ status: number; body: unknown }> => {
  const response = await desk.fetch(
    new Request(`${desk.origin}/sc/sdk/v2/apps/${desk.appId}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
      body: body === undefined ? undefined : JSON.stringify(body),
    }),
  );
  return { status: response.status, body: await response.json() };
};

/** Creates a visitor of an in-memory desk, with one conversation. */
export const createMemoryVisitor = async (desk: MemoryDesk) => {
  const { body } = await callMemoryDesk(desk, 'POST', '/appusers', { intent: 'conversation:start' });
  const { appUser, sessionToken, conversations } = body as UserAnswer;
  const own = `Basic ${btoa(`${appUser._id}:${sessionToken}`)}`;
  const path = `/conversations/${conversations[0]._id}/messages`;
  return {
    id: appUser._id,
    conversationId: conversations[0]._id,
    ext: { appId: desk.appId, appUserId: appUser._id, sessionToken },
    call: (method: string, to: string, content?: unknown) => callMemoryDesk(desk, method, to, content, own),
    send: (text: string) => callMemoryDesk(desk, 'POST', path, { message: { text } }, own),
    messages: async () => {
      const answer = await callMemoryDesk(desk, 'GET', path, undefined, own);
      return { status: answer.status, texts: (answer.body as MessagesAnswer).messages?.map((m) => m.text) };
    },
  };
};

/**
 * Makes a handshake, subscribes and connects over a socket as Faye's client does, and collects the replies.
 */
export const subscribeInMemory = async (desk: MemoryDesk, appUserId: string, ext: unknown) => {
  const socket = desk.openSocket();
  const replies: Reply[] = [];
  let closed = false;
  socket.onmessage = ({ data }) => replies.push(...(JSON.parse(data) as Reply[]));
  socket.onclose = () => {
    closed = true;
  };
  const send = async (message: unknown): Promise<Reply | undefined> => {
    socket.send(JSON.stringify([message]));
    await flush();
    return replies.at(-1);
  };
  await flush();
  const clientId = (await send(HANDSHAKE))?.clientId;
  const connect = { channel: '/meta/connect', clientId, connectionType: 'websocket' };
  const subscription = `/sdk/apps/${desk.appId}/appusers/${appUserId}`;
  const subscribed = await send({ channel: '/meta/subscribe', clientId, subscription, ext });
  await send(connect);
  return {
    replies,
    /** The reply to the subscription. */
    subscribed,
    connect: () => send(connect),
    texts: () => replies.flatMap((r) => r.data?.events ?? []).flatMap((e) => e.message?.text ?? []),
    isClosed: () => closed,
  };
};
