import type { FrameSocket } from './frameSocket';
import type { BayeuxMessage } from './parseMessages';

type Stream = { socket: FrameSocket; request: object; trusted: boolean };

/** Opens and closes the sockets for clients' messages. */
type Sockets = {
  open(clientId: string, socket: FrameSocket, request: object): void;
  close(clientId: string, close?: boolean): void;
};

/**
 * Tracks the clients' event streams. A proxy may hold back a stream's data, so a stream transmits messages only after
 * its client has received data from it and confirms that with a connect of type `eventsource`. A connect of another
 * type means that the client has left the stream. In between, messages wait or go out over long polls.
 */
export const createStreams = (sockets: Sockets, knows: (clientId: string) => boolean) => {
  const streams = new Map<string, Stream>();

  const end = (clientId: string): void => {
    const stream = streams.get(clientId);
    if (!stream) return;
    streams.delete(clientId);
    if (stream.trusted) sockets.close(clientId, false);
    stream.socket.close();
  };

  return {
    /**
     * Opens a client's stream and ends its earlier one.
     * @returns a function to call when the stream has closed
     */
    open: (clientId: string, socket: FrameSocket, request: object): (() => void) => {
      end(clientId);
      const stream = { socket, request, trusted: false };
      streams.set(clientId, stream);
      return () => {
        if (streams.get(clientId) !== stream) return;
        streams.delete(clientId);
        if (stream.trusted) sockets.close(clientId);
      };
    },
    /** Reads the connection type from clients' messages before they are processed. */
    follow: (messages: BayeuxMessage[]): void => {
      for (const { channel, clientId, connectionType } of messages) {
        if (channel !== '/meta/connect' || typeof clientId !== 'string') continue;
        const stream = streams.get(clientId);
        if (!stream || !knows(clientId)) continue;
        if (connectionType !== 'eventsource') {
          if (stream.trusted) end(clientId);
        } else if (!stream.trusted) {
          stream.trusted = true;
          sockets.open(clientId, stream.socket, stream.request);
        }
      }
    },
    /** The request that opened a client's stream. */
    requestOf: (clientId: string): object | undefined => streams.get(clientId)?.request,
    /** Ends the stream of a lost client. */
    end,
    close: (): void => {
      for (const clientId of [...streams.keys()]) end(clientId);
    },
  };
};
