import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { ForeignAnswer } from './foreignAnswers';
import { hold } from './hold';
import { listen } from './listen';

export type HoldingProxy = {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** Holds the answers for these paths back. @returns lets them through, and all later ones */
  hold(paths: RegExp): () => void;
  /** Answers these paths in place of the desk, with each answer in turn, and takes no WebSocket. @returns ends it */
  cover(paths: RegExp, answers: readonly ForeignAnswer[]): () => void;
  close(): Promise<void>;
};

/** Starts a server in front of a desk that can hold answers back, so that files come late in any browser. */
export const startHoldingProxy = async (desk: { origin: string }): Promise<HoldingProxy> => {
  const { hostname, port } = new URL(desk.origin);
  let covered: { paths: RegExp; answers: readonly ForeignAnswer[]; given: number } | undefined;
  let held: { paths: RegExp; released: Promise<void> } | undefined;
  const pass = (from: IncomingMessage, to: ServerResponse) => {
    const asked = request(
      { hostname, port, method: from.method, path: from.url, headers: from.headers },
      (answer) => {
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(to);
      },
    );
    asked.on('error', () => to.destroy());
    to.on('close', () => asked.destroy());
    from.pipe(asked);
  };
  const answerInItsPlace = (from: IncomingMessage, to: ServerResponse): boolean => {
    if (!covered?.paths.test(from.url ?? '')) return false;
    const { status, text } = covered.answers[covered.given++ % covered.answers.length] as ForeignAnswer;
    // A request whose body is not read would be cut off before its answer is.
    from.resume().on('end', () => to.writeHead(status, { 'content-type': 'text/html' }).end(text));
    return true;
  };
  const server = createServer(async (from, to) => {
    if (answerInItsPlace(from, to)) return;
    if (held?.paths.test(from.url ?? '')) await held.released;
    pass(from, to);
  });
  // WebSocket: the desk answers the handshake and everything after it.
  server.on('upgrade', (from, near, first) => {
    if (covered) return near.destroy();
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const)
      socket.on('error', () => other.destroy()).on('close', () => other.destroy());
    const headers = from.rawHeaders.map((part, i) => part + (i % 2 ? '\r\n' : ': ')).join('');
    far.write(`${from.method} ${from.url} HTTP/1.1\r\n${headers}\r\n`);
    far.write(first);
    near.pipe(far).pipe(near);
    sockets.add(near);
    near.on('close', () => sockets.delete(near));
  });
  const sockets = new Set<{ destroy(): void }>();
  return {
    ...(await listen(server)),
    hold(paths) {
      const { until: released, release } = hold();
      held = { paths, released };
      return () => {
        held = undefined;
        release();
      };
    },
    cover(paths, answers) {
      covered = { paths, answers, given: 0 };
      for (const socket of sockets) socket.destroy();
      return () => {
        covered = undefined;
      };
    },
  };
};
