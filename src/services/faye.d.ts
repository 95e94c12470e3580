declare module 'faye/src/protocol/channel' {
  const Channel: { isValid(name: string): boolean };
  export default Channel;
}
declare module 'faye/src/protocol/client' {
  export type BayeuxMessage = {
    channel: string;
    advice?: { timeout?: number; interval?: number; reconnect?: string };
    supportedConnectionTypes?: unknown;
    id?: string;
    subscription?: string | string[];
    successful?: boolean;
    error?: string;
    ext?: Record<string, unknown>;
    data?: unknown;
  };

  export type Extension = {
    outgoing?(message: BayeuxMessage, pass: (message: BayeuxMessage | null) => void): void;
    incoming?(message: BayeuxMessage, pass: (message: BayeuxMessage | null) => void): void;
  };

  /** Decides when and how often a message is sent. Intervals and timeouts are seconds. */
  export type Scheduler = {
    getTimeout(): number;
    getInterval(): number;
    isDeliverable(): boolean;
    send(): void;
    succeed(): void;
    fail(): void;
    abort(): void;
  };
  export type SchedulerClass = new (
    message: BayeuxMessage,
    options: { timeout: number; interval: number },
  ) => Scheduler;

  type Options = { timeout?: number; retry?: number; scheduler?: SchedulerClass };
  export type Subscription = { cancel(): void };

  export default class Client {
    constructor(endpoint: string, options?: Options);
    addExtension(extension: Extension): void;
    disable(feature: string): void;
    on(event: 'transport:up' | 'transport:down', listener: () => void): void;
    subscribe(channel: string, listener: (data: unknown) => void): Subscription;
    connect(): void;
    disconnect(): void;
    /** What the service has asked for last, in milliseconds. */
    readonly _advice: { interval: number; timeout: number };
    readonly _dispatcher: {
      /** Whether a WebSocket may be used now; `fayePatches` asks it. */
      maySocket?: () => boolean;
      /** The transport in use. */
      connectionType: string;
      clientId?: string | undefined;
      /** Transports by kind and address. A transport that is still opening is not yet one of the client's. */
      readonly transports: Record<string, Map<string, { close(): void }> | undefined>;
      close(): void;
    };
  }
}

declare module 'faye/src/transport/transport' {
  const Transport: {
    prototype: { _receive(this: unknown, replies: unknown): void };
  };
  export default Transport;
}
declare module 'faye/src/util/set' {
  export default class {
    add(item: unknown): boolean;
  }
}
declare module 'faye/src/transport/web_socket' {
  type Socket = {
    close(): void;
    onclose?: (() => void) | null;
    onmessage?: ((event: { data: unknown }) => void) | null;
  };
  type Self = { _socket?: Socket; _pending?: unknown; made?: Socket };
  const WebSocketTransport: {
    isUsable(
      dispatcher: { maySocket?: () => boolean },
      endpoint: unknown,
      callback: (usable: boolean) => void,
      context: unknown,
    ): void;
    prototype: {
      request(this: Self & { close(): void }, messages: unknown[]): { abort(): void };
      close(this: Self): void;
      connect(this: Self): void;
      _createSocket(this: Self): Socket | undefined;
    };
  };
  export default WebSocketTransport;
}
declare module 'faye/src/transport/event_source' {
  const EventSourceTransport: {
    prototype: import('./eventStream').StreamTransport;
    isUsable(
      dispatcher: { clientId?: string | null },
      endpoint: unknown,
      callback: (usable: boolean) => void,
      context: unknown,
    ): void;
  };
  export default EventSourceTransport;
}
declare module 'faye/src/transport/xhr' {
  const XHR: {
    isUsable(
      dispatcher: unknown,
      endpoint: unknown,
      callback: (usable: boolean) => void,
      context: unknown,
    ): void;
  };
  export default XHR;
}
