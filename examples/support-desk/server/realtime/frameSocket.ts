/** A connection that transmits text in both directions, such as a websocket. */
export type FrameSocket = { send(text: string): void; close(code?: number, reason?: string): void };

/** Receives the data and the end of a connection from the transport that owns it. */
export type FrameListener = {
  receive(data: unknown): void;
  closed(): void;
  /** Whether a client that has shaken hands uses the connection. */
  isUsed(): boolean;
};
