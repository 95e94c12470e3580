import { createServer, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { listen } from './listen';

export type Balancer = {
  origin: string;
  /** How many answers were 404 of the requests for a file of the widget, and how many there were. */
  files(): { asked: number; missing: string[] };
  close(): Promise<void>;
};

/**
 * A balancer in front of desks, as the example of nginx: calls go to each in turn, live connections to one, and the next
 * one gets what one that is away has not taken.
 * @param ports of the desks; they may change
 */
export const startBalancer = async (ports: number[]): Promise<Balancer> => {
  let turn = 0;
  let asked = 0;
  const missing: string[] = [];
  const portFor = (url = '/', tried = 0): number =>
    ports[((url.startsWith('/faye') ? 0 : turn++) + tried) % ports.length] ?? 0;

  const pass = (
    incoming: IncomingMessage,
    body: Buffer,
    answer: import('node:http').ServerResponse,
    tried = 0,
  ) => {
    const { method, headers, url = '/' } = incoming;
    const out = request({
      host: '127.0.0.1',
      port: portFor(url, tried),
      method,
      headers,
      path: url,
      agent: false,
    });
    out.on('response', (response) => {
      if (/^\/porch\//.test(url)) {
        asked++;
        if (response.statusCode === 404) missing.push(url);
      }
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    out.on('error', () => {
      if (answer.headersSent) answer.destroy();
      else if (tried < ports.length) pass(incoming, body, answer, tried + 1);
      else answer.writeHead(502).end();
    });
    answer.on('close', () => out.destroy());
    out.end(body);
  };
  const server = createServer((incoming, answer) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => pass(incoming, Buffer.concat(parts), answer));
  });
  server.on('upgrade', (incoming, socket, head) => {
    const far = connect(portFor(incoming.url), '127.0.0.1', () => {
      const lines = [`GET ${incoming.url} HTTP/1.1`];
      for (let at = 0; at < incoming.rawHeaders.length; at += 2)
        lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`);
      far.write(`${lines.join('\r\n')}\r\n\r\n`);
      far.write(head);
      far.pipe(socket).pipe(far);
    });
    far.on('error', () => socket.destroy());
    socket.on('error', () => far.destroy());
  });
  return { ...(await listen(server)), files: () => ({ asked, missing: [...missing] }) };
};
