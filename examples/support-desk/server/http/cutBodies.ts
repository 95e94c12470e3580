import type { IncomingMessage } from 'node:http';

/** The requests that this desk has cut off because their bodies took too long. That is no failure of the desk. */
const cut = new WeakSet<object>();

const ANSWER = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** Ends a request whose body takes too long. @param isAnswered whether its answer has begun */
export const cutBody = (request: IncomingMessage, isAnswered: boolean): void => {
  cut.add(request);
  const { socket } = request;
  if (isAnswered || !socket.writable) request.destroy();
  else socket.write(ANSWER, () => request.destroy());
};

/** Whether the desk has cut off this request of Node. */
export const wasCut = (request: object | undefined): boolean => request !== undefined && cut.has(request);
