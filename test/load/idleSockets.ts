import type { Desk } from '../support/desk';
import { createVisitor, sendText, type Visitor, visitorChannel } from '../support/deskClient';
import { type LiveSocket, openLiveSocket } from '../support/liveSocket';
import { sendSteadily } from './sendSteadily';

type Message = { channel: string; clientId?: string; successful?: boolean; error?: string };

export type IdleSockets = {
  /** How many are still subscribed. */
  open(): number;
  close(): void;
};

/** @returns a websocket that is subscribed to the visitor's channel, and asks for what comes, as the messenger's does */
const subscribe = (desk: Desk, { id, sessionToken }: Visitor, onClose: () => void): Promise<LiveSocket> =>
  new Promise((resolve, reject) => {
    const socket = openLiveSocket(desk.origin);
    const say = (message: object) => socket.send(JSON.stringify([message]));
    const connect = (clientId = '') =>
      say({ channel: '/meta/connect', clientId, connectionType: 'websocket' });
    socket.on('open', () =>
      say({ channel: '/meta/handshake', version: '1.0', supportedConnectionTypes: ['websocket'] }),
    );
    socket.on('message', ({ data = '[]' }) => {
      for (const { channel, clientId, successful, error } of [JSON.parse(data)].flat() as Message[]) {
        if (successful === false) reject(new Error(`${channel} was refused: ${error}`));
        else if (channel === '/meta/handshake')
          say({
            channel: '/meta/subscribe',
            clientId,
            subscription: visitorChannel(desk, id),
            ext: { appId: desk.appId, appUserId: id, sessionToken },
          });
        else if (channel === '/meta/subscribe') {
          connect(clientId);
          resolve(socket);
        } else if (channel === '/meta/connect') connect(clientId);
      }
    });
    socket.on('close', onClose);
  });

/** How many sockets open at a time. */
const AT_ONCE = 20;

/**
 * Opens websockets that are subscribed and hear nothing.
 * @param visitors whose channels they listen to, in turns
 */
export const openIdleSockets = async (
  desk: Desk,
  visitors: readonly Visitor[],
  count: number,
): Promise<IdleSockets> => {
  const sockets: LiveSocket[] = [];
  let closed = 0;
  const lane = async (first: number): Promise<void> => {
    for (let n = first; n < count; n += AT_ONCE) {
      const visitor = visitors[n % visitors.length] as Visitor;
      sockets.push(
        await subscribe(desk, visitor, () => {
          closed += 1;
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, first) => lane(first)));
  return {
    open: () => sockets.length - closed,
    close: () => {
      for (const socket of sockets) socket.close();
    },
  };
};

/** @returns how long each of these posts of one visitor takes, ms */
export const timePosts = async (desk: Desk, perSecond: number, seconds: number): Promise<number[]> => {
  const visitor = await createVisitor(desk);
  const times: number[] = [];
  await sendSteadily(perSecond, perSecond * seconds, async (n) => {
    const start = performance.now();
    const { status } = await sendText(visitor, `post ${n}`, `post-${n}`);
    if (status !== 201) throw new Error(`A post was answered with ${status}`);
    times.push(performance.now() - start);
  });
  return times;
};
