import type { EventMessage } from './engine';
import type { FrameSocket } from './frameSocket';

/** The part of Faye's server that opens and closes sockets. */
type FayeSockets = {
  openSocket(clientId: string | undefined, socket: FrameSocket, request: object): void;
  closeSocket(clientId: string | undefined, close?: boolean): void;
};

/**
 * Tracks each client's open socket, as Faye does. Faye would serialize an event for each client, so events are sent
 * from here; Faye sends its replies, and events to a client without a socket.
 * @param frameOf the text of an event for the reader who made this request
 */
export const createClientSockets = (
  faye: FayeSockets,
  frameOf: (message: EventMessage, request: object) => string,
) => {
  const open = new Map<string, { socket: FrameSocket; request: object }>();
  return {
    open: (clientId: string | undefined, socket: FrameSocket, request: object): void => {
      if (clientId !== undefined) open.set(clientId, { socket, request });
      faye.openSocket(clientId, socket, request);
    },
    /** @param close false keeps the connection of the socket open */
    close: (clientId: string | undefined, close?: boolean): void => {
      if (clientId !== undefined) open.delete(clientId);
      faye.closeSocket(clientId, close);
    },
    /** Forgets the socket of a lost client; Faye closes it. */
    drop: (clientId: string): void => void open.delete(clientId),
    /** @returns false if the client has no socket */
    send: (clientId: string, message: EventMessage): boolean => {
      const own = open.get(clientId);
      own?.socket.send(frameOf(message, own.request));
      return own !== undefined;
    },
  };
};
