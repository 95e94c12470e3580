import type { FrameSocket } from './bayeux';
import type { BayeuxMessage } from './parseMessages';

type Stream = { socket: FrameSocket; request: object; trusted: boolean };

/** Where the sockets of Faye's server are opened and closed. */
type Sockets = {
  openSocket(clientId: string, socket: FrameSocket, request: object): void;
  closeSocket(clientId: string, close?: boolean): void;
};

/**
 * The event streams and their clients. A proxy may keep back what goes into a stream, so a stream carries messages only
 * once its client has said by a connect of that type that something came out of it. A connect of another type says that
 * the client has left it. In between messages wait, or go out over long polls.
 */
export const createStreams = (sockets: Sockets, knows: (clientId: string) => boolean) => {
  const streams = new Map<string, Stream>();

  const end = (clientId: string): void => {
    const stream = streams.get(clientId);
    if (!stream) return;
    streams.delete(clientId);
    if (stream.trusted) sockets.closeSocket(clientId, false);
    stream.socket.close();
  };

  return {
    /** Takes a client's stream in place of its earlier one. @returns to be called when it was closed */
    open: (clientId: string, socket: FrameSocket, request: object): (() => void) => {
      end(clientId);
      const stream = { socket, request, trusted: false };
      streams.set(clientId, stream);
      return () => {
        if (streams.get(clientId) !== stream) return;
        streams.delete(clientId);
        if (stream.trusted) sockets.closeSocket(clientId);
      };
    },
    /** Looks at what clients send, before it is processed. */
    follow: (messages: BayeuxMessage[]): void => {
      for (const { channel, clientId, connectionType } of messages) {
        if (channel !== '/meta/connect' || typeof clientId !== 'string') continue;
        const stream = streams.get(clientId);
        if (!stream || !knows(clientId)) continue;
        if (connectionType !== 'eventsource') {
          if (stream.trusted) end(clientId);
        } else if (!stream.trusted) {
          stream.trusted = true;
          sockets.openSocket(clientId, stream.socket, stream.request);
        }
      }
    },
    /** The client is gone. */
    end,
    close: (): void => {
      for (const clientId of [...streams.keys()]) end(clientId);
    },
  };
};
