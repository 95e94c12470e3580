/** Given up after this many seconds without a sign of life. The desk gives one at once, and then every five seconds. */
const SILENT_SECONDS = 12;

/** What is used of the client that a transport carries messages for. */
type StreamClient = {
  /** What the service advised last; the interval is milliseconds. */
  readonly _advice: { interval: number };
  connect(): void;
  on(event: 'transport:up', listener: () => void): void;
  trigger(event: 'transport:down'): void;
  addExtension(extension: {
    outgoing(
      message: { channel: string; advice?: { timeout: number } },
      pass: (message: unknown) => void,
    ): void;
  }): void;
};

/** What is used of the library's chooser of transports. */
type StreamDispatcher = {
  readonly DOWN: number;
  readonly _client: StreamClient;
  readonly _transport?: unknown;
  _state: number;
  getConnectionTypes(): string[];
  selectTransport(types: string[]): void;
};

/** The library's transport over an EventSource, as far as it is used or changed here. */
export type StreamTransport = {
  _socket?: Pick<EventSource, 'onopen' | 'onmessage' | 'onerror'>;
  initialize(dispatcher: StreamDispatcher, endpoint: unknown): void;
  close(): void;
  addTimeout(name: string, seconds: number, task: () => void): void;
  removeTimeout(name: string): void;
  setDeferredStatus(status: 'failed' | 'unknown'): void;
};

/** A stream that carried messages is lost: another way is taken at once, and its first answer tells that it is free. */
const leave = (dispatcher: StreamDispatcher, stream: StreamTransport): void => {
  const client = dispatcher._client;
  client.addExtension({
    outgoing(message, pass) {
      // Answered at once, not when there is news.
      if (message.channel === '/meta/connect' && dispatcher._state === dispatcher.DOWN)
        message.advice = { timeout: 0 };
      pass(message);
    },
  });
  // A stream's connects are far apart, and so would be the next handshake, where the service has forgotten the client.
  client._advice.interval = 0;
  // The connect of a stream that was answered last would leave the client waiting for its next turn.
  client.on('transport:up', () => client.connect());
  dispatcher.selectTransport(dispatcher.getConnectionTypes());
  dispatcher._state = dispatcher.DOWN;
  client.trigger('transport:down');
  // The choice is made by then.
  stream.addTimeout('instead', 0, () => client.connect());
};

/**
 * Makes the library's event stream prove itself. A proxy between may keep a stream's answer back, or its head pass and
 * its body not, and nobody is told. So it counts as open once something came through it, which the library then tells
 * the service by its next connect. It is given up when nothing more comes, or when it breaks: long polls go on.
 */
export const proveStreams = ({ prototype }: { prototype: StreamTransport }): void => {
  const { initialize, close } = prototype;

  prototype.close = function () {
    this.removeTimeout('silence');
    close.call(this);
  };

  prototype.initialize = function (dispatcher, endpoint) {
    initialize.call(this, dispatcher, endpoint);
    const source = this._socket as EventSource | undefined;
    if (!source) return;
    const { onopen: trust, onmessage: receive } = source;
    const giveUp = () => {
      this.close();
      // Whoever waits for its proof is told; and who asks later too, for which a kept promise has to be forgotten.
      this.setDeferredStatus('failed');
      this.setDeferredStatus('unknown');
      this.setDeferredStatus('failed');
      if (dispatcher._transport === this) leave(dispatcher, this);
    };
    const listen = () => {
      this.removeTimeout('silence');
      this.addTimeout('silence', SILENT_SECONDS, giveUp);
    };
    source.onopen = null;
    source.onmessage = (event) => {
      listen();
      trust?.call(source, event);
      receive?.call(source, event);
    };
    source.onerror = giveUp;
    listen();
  };
};
