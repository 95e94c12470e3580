import type { FrameListener, FrameSocket } from '../../examples/support-desk/server/realtime/frameSocket';

/** The parts of the browser's WebSocket that Bayeux clients use. */
export type MemorySocket = {
  readonly url: string;
  /** 0 connecting, 1 open, 2 closing, 3 closed. */
  readonly readyState: number;
  onopen: ((event: object) => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onerror: ((event: object) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  send(text: string): void;
  close(code?: number, reason?: string): void;
};

/**
 * Creates the browser's end of a connection; `accept` receives the other end. Frames arrive in order, a
 * microtask later. After a close, neither side receives anything more.
 * @param onClosed called once, when the connection has closed
 */
export const createMemorySocket = (
  url: string,
  accept: (outlet: FrameSocket) => FrameListener,
  onClosed: () => void,
): MemorySocket => {
  let readyState = 0;
  let far: FrameListener | undefined;
  const end = (code: number, reason: string): void => {
    if (readyState > 1) return;
    readyState = 2;
    onClosed();
    queueMicrotask(() => {
      readyState = 3;
      far?.closed();
      socket.onclose?.({ code, reason });
    });
  };
  const socket: MemorySocket = {
    url,
    get readyState() {
      return readyState;
    },
    onopen: null,
    onmessage: null,
    onerror: null,
    onclose: null,
    send: (text) => {
      if (readyState === 0) throw new Error('The socket is still connecting');
      queueMicrotask(() => readyState === 1 && far?.receive(text));
    },
    close: (code = 1005, reason = '') => end(code, reason),
  };
  queueMicrotask(() => {
    if (readyState !== 0) return;
    far = accept({
      send: (text) => queueMicrotask(() => readyState === 1 && socket.onmessage?.({ data: text })),
      close: (code = 1000, reason = '') => end(code, reason),
    });
    readyState = 1;
    socket.onopen?.({});
  });
  return socket;
};
