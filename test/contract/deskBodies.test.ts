import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startDesk } from '../support/desk';
import { forThisFile } from '../support/forThis';

const SERVER = join(import.meta.dirname, '../../examples/support-desk/server');
/** What the kernel may hold of a body that nobody reads. */
const MOST_SENT = 24 * 1024 * 1024;

/**
 * Sends a body without an end and without a length until the desk answers or cuts the connection.
 * @returns the status, or 0 where it was cut, and the bytes that were taken until then
 */
const sendEndless = (url: string, method: string): Promise<{ status: number; sent: number }> =>
  new Promise((resolve) => {
    const piece = Buffer.from('a=&'.repeat(5_000));
    let sent = 0;
    let status = 0;
    const call = request(url, {
      method,
      headers: { 'Transfer-Encoding': 'chunked', 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    const done = () => {
      call.destroy();
      resolve({ status, sent });
    };
    const write = () => {
      if (status || sent > 2 * MOST_SENT) return done();
      sent += piece.length;
      call.write(piece, (error) => (error ? done() : setImmediate(write)));
    };
    call.on('response', (answer) => {
      status = answer.statusCode ?? 0;
      done();
    });
    call.on('error', done);
    write();
  });

describe('the desk under a flood', async () => {
  const desk = await forThisFile(startDesk());

  it('answers or cuts a body without an end on every route, and serves others', async () => {
    const routes = desk.routes.filter(({ method }) => /POST|PUT|PATCH|DELETE/.test(method));
    expect(routes.length).toBeGreaterThan(30);
    for (const { method, path } of routes) {
      const url = desk.origin + path.replace(/:[^/{]+(\{[^}]*\})?/g, 'x').replaceAll('*', 'x');
      const { status, sent } = await sendEndless(url, method);
      expect(status, `${method} ${path}`).toBeLessThan(500);
      expect(sent, `${method} ${path}`).toBeLessThan(MOST_SENT);
    }
    expect((await fetch(`${desk.origin}/health`)).status).toBe(200);
  });

  it.each([
    ['empty frames of one message', [0x01, 0x80, 1, 2, 3, 4], [0x00, 0x80, 1, 2, 3, 4]],
    ['empty messages', [0x81, 0x80, 1, 2, 3, 4], [0x81, 0x80, 1, 2, 3, 4]],
    ['pings', [0x89, 0x80, 1, 2, 3, 4], [0x89, 0x80, 1, 2, 3, 4]],
  ])('cuts a live connection that sends a storm of %s', async (_, first, more) => {
    const { hostname, port } = new URL(desk.origin);
    const socket = connect(Number(port), hostname);
    const cut = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => {});
    socket.write(
      `GET /faye HTTP/1.1\r\nHost: ${hostname}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    await new Promise<void>((resolve) => socket.once('data', () => resolve()));
    const storm = Buffer.from(Array(5_000).fill(more).flat());
    socket.write(Buffer.from(first));
    let pieces = 0;
    const write = () => {
      if (!socket.destroyed && pieces++ < 1_000) socket.write(storm, () => setImmediate(write));
    };
    write();
    await cut;
    expect(pieces).toBeLessThan(1_000);
    expect((await fetch(`${desk.origin}/health`)).status).toBe(200);
  });
});

it('the routes of the desk read no body by themselves, so that each is counted in one place', () => {
  const files = readdirSync(SERVER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/http[\\/]bodies\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(50);
  for (const file of files)
    expect(readFileSync(file, 'utf8'), file).not.toMatch(
      /\breq(?:uest)?\.(?:parseBody|json|text|formData|arrayBuffer|blob|bytes)\(/,
    );
});
