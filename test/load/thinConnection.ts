import { once } from 'node:events';
import { connect } from 'node:net';

/** A kept connection that posts one thing at a time. It takes little of the processor, which the desk is to have. */
export type ThinConnection = {
  /** @returns the status of the answer */
  post(path: string, authorization: string, body: unknown): Promise<number>;
  end(): void;
};

const HEAD_END = '\r\n\r\n';

/** Whether an answer is there as a whole. */
const isWhole = (answer: string): boolean => {
  const head = answer.indexOf(HEAD_END);
  if (head < 0) return false;
  const length = /^content-length: *(\d+)/im.exec(answer.slice(0, head))?.[1];
  return length === undefined
    ? answer.endsWith(`0${HEAD_END}`)
    : answer.length >= head + HEAD_END.length + Number(length);
};

export const connectThinly = async (origin: string): Promise<ThinConnection> => {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1');
  let answer = '';
  let answered: { resolve(status: number): void; reject(error: Error): void } | undefined;
  socket.on('data', (chunk) => {
    answer += chunk;
    if (!isWhole(answer)) return;
    const status = Number(answer.slice('HTTP/1.1 '.length).slice(0, 3));
    answer = '';
    answered?.resolve(status);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => answered?.reject(new Error('The desk has closed the connection')));
  await once(socket, 'connect');
  return {
    post: (path, authorization, body) =>
      new Promise((resolve, reject) => {
        answered = { resolve, reject };
        const content = Buffer.from(JSON.stringify(body));
        const head = [
          `POST ${path} HTTP/1.1`,
          `host: ${host}`,
          `authorization: ${authorization}`,
          'content-type: application/json',
          `content-length: ${content.length}`,
        ].join('\r\n');
        socket.write(Buffer.concat([Buffer.from(head + HEAD_END), content]));
      }),
    end: () => socket.destroy(),
  };
};
