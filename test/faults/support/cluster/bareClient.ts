import type { Server } from '../service';

type Reply = {
  channel: string;
  clientId?: string;
  successful?: boolean;
  advice?: { reconnect?: string };
  data?: { events: unknown[] };
};

/** What a subscription carries. */
type Ext = Record<string, unknown>;

/**
 * The smallest Bayeux client: one connection, one subscription, no faults between.
 * @param ext what the subscription carries, or what makes it for each
 */
export const createBareClient = (
  { desk }: Server,
  channel: string,
  ext: Ext | (() => Promise<Ext>),
  on: {
    /** The desk has taken a subscription. */
    ready?: () => void;
    event: (event: unknown) => void;
    closed?: () => void;
  },
) => {
  const socket = desk.openSocket();
  let clientId: string | undefined;
  const send = (message: object): void => {
    if (socket.readyState === 1) socket.send(JSON.stringify([message]));
  };
  const shakeHands = (): void =>
    send({ channel: '/meta/handshake', version: '1.0', supportedConnectionTypes: ['websocket'] });
  const connect = (): void => send({ channel: '/meta/connect', clientId, connectionType: 'websocket' });
  const subscribe = (carried: Ext): void => {
    send({ channel: '/meta/subscribe', clientId, subscription: channel, ext: carried });
    connect();
  };
  const take = (reply: Reply): void => {
    for (const event of reply.data?.events ?? []) on.event(event);
    if (reply.channel === '/meta/handshake' && reply.successful) {
      clientId = reply.clientId;
      if (typeof ext === 'function') ext().then(subscribe, () => socket.close());
      else subscribe(ext);
    }
    if (reply.channel === '/meta/subscribe' && reply.successful) on.ready?.();
    if (reply.channel === '/meta/connect') {
      if (reply.successful) connect();
      else if (reply.advice?.reconnect === 'handshake') shakeHands();
    }
  };
  socket.onopen = shakeHands;
  socket.onmessage = ({ data }) => {
    for (const reply of JSON.parse(data) as Reply[]) take(reply);
  };
  socket.onclose = () => on.closed?.();
  return { close: () => socket.close() };
};
