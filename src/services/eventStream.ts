/**
 * A stream is given up after this many seconds without data. The desk sends some at once, then every 4
 * seconds.
 */
const SILENT_SECONDS = 8;

/** The parts of faye's client that are used here. */
type StreamClient = {
  /** The service's last advice; the interval is in milliseconds. */
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

/** The parts of faye's dispatcher, which selects transports, that are used here. */
type StreamDispatcher = {
  readonly DOWN: number;
  readonly _client: StreamClient;
  readonly _transport?: unknown;
  _state: number;
  getConnectionTypes(): string[];
  selectTransport(types: string[]): void;
};

/** The parts of faye's EventSource transport that are used or changed here. */
export type StreamTransport = {
  _socket?: Pick<EventSource, 'onopen' | 'onmessage' | 'onerror'>;
  initialize(dispatcher: StreamDispatcher, endpoint: unknown): void;
  close(): void;
  addTimeout(name: string, seconds: number, task: () => void): void;
  removeTimeout(name: string): void;
  setDeferredStatus(status: 'failed' | 'unknown'): void;
};

/** Replaces a lost stream: selects another transport at once, whose first response shows that it works. */
const leave = (dispatcher: StreamDispatcher, stream: StreamTransport): void => {
  const client = dispatcher._client;
  client.addExtension({
    outgoing(message, pass) {
      // Ask for an immediate response instead of one that waits for new messages.
      if (message.channel === '/meta/connect' && dispatcher._state === dispatcher.DOWN)
        message.advice = { timeout: 0 };
      pass(message);
    },
  });
  // A stream's long interval would also delay the next handshake if the service has forgotten the client.
  client._advice.interval = 0;
  // If the stream's last connect was answered, the client would wait for its next interval; connect now.
  client.on('transport:up', () => client.connect());
  dispatcher.selectTransport(dispatcher.getConnectionTypes());
  dispatcher._state = dispatcher.DOWN;
  client.trigger('transport:down');
  // Connect in the next task, when the new transport has been selected.
  stream.addTimeout('instead', 0, () => client.connect());
};

/**
 * Makes faye test its event streams. A proxy may silently hold back a stream's response or its body. So a stream counts
 * as open only after data has arrived; faye's next connect then reports it to the service. A stream that breaks or
 * stays silent is given up, and long polling continues.
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
      // Fail pending and later checks of this stream. 'unknown' first clears a status that was already set.
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
