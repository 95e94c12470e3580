import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Answers the operator's commands on the socket of the folder's lock, to which only the folder's owner can connect.
 * @param answers by the path of the request
 * @returns handles a connection
 */
export const answerOperator = (answers: Record<string, RequestListener>): ((socket: Socket) => void) => {
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  return (socket) => void server.emit('connection', socket);
};
