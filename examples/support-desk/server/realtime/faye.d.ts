/** Types for the parts of faye 1.4.3 and its faye-websocket that the desk uses. */
declare module 'faye/src/protocol/server.js' {
  type BayeuxMessage = {
    channel?: string;
    error?: string;
    advice?: Record<string, unknown> & { timeout?: number };
    [field: string]: unknown;
  };
  type Extension = {
    incoming?: (
      message: BayeuxMessage,
      request: unknown,
      callback: (m: BayeuxMessage | null) => void,
    ) => void;
    outgoing?: (
      message: BayeuxMessage,
      request: unknown,
      callback: (m: BayeuxMessage | null) => void,
    ) => void;
  };
  type Socket = { send(text: string): void; close(code?: number, reason?: string): void };

  export default class Server {
    constructor(options: { timeout: number; engine: { type: unknown } });
    addExtension(extension: Extension): void;
    process(messages: BayeuxMessage[], request: object, callback: (replies: BayeuxMessage[]) => void): void;
    openSocket(clientId: string | undefined, socket: Socket, request: object): void;
    closeSocket(clientId: string | undefined, close?: boolean): void;
    close(): void;
  }
}

declare module 'faye/src/engines/memory.js' {
  type Proxy = { publish(message: { channel: string; data: unknown }): void };

  export default class Memory {
    constructor(server: Proxy, options: unknown);
    protected _namespace: { exists(clientId: string): boolean };
    protected _messages: Map<string, unknown[]>;
    protected _channels: Map<string, Iterable<string>>;
    protected _clients: Map<string, Iterable<string>>;
    publish(message: { channel: string; data: unknown }, channels: string[]): void;
    emptyQueue(clientId: string): void;
    createClient(callback: (clientId: string) => void): void;
    destroyClient(clientId: string): void;
    subscribe(clientId: string, channel: string): void;
  }
}
