import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../../src/services/fayePatches';

type Answer = (usable: boolean) => void;
type Transport = {
  request(messages: object[]): { abort(): void };
  close(): void;
  connect(): void;
  _receive(replies: unknown): void;
};
type Kind = {
  new (dispatcher: object, endpoint: unknown): Transport;
  isUsable(dispatcher: object, endpoint: unknown, answer: Answer): void;
};
const library = createRequire(import.meta.url);
const kind = (name: string) => library(`faye/src/transport/${name}`) as Kind;
const endpoint = (library('faye/src/util/uri') as { parse(url: string): unknown }).parse(
  'http://desk.test/faye',
);
const sockets = library('faye/src/util/websocket') as { create: unknown };

class FakeSocket {
  static last: FakeSocket;
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readyState = 1;
  closing = false;
  constructor() {
    FakeSocket.last = this;
  }
  sent: string[] = [];
  send(text: string) {
    this.sent.push(text);
  }
  /** A dead socket never answers, so its browser fires no event. */
  close() {
    this.closing = true;
  }
}

const published = sockets.create;
beforeEach(() => {
  sockets.create = () => new FakeSocket();
});
afterEach(() => {
  sockets.create = published;
  vi.unstubAllGlobals();
});

/** A transport of faye's, and what it tells faye's client. */
const setUp = (name: string) => {
  const replies: unknown[] = [];
  const failed: unknown[] = [];
  const dispatcher = {
    proxy: {},
    headers: {},
    transports: {},
    clientId: 'c1',
    handleResponse: (reply: unknown) => replies.push(reply),
    handleError: (message: unknown) => failed.push(message),
  };
  return { transport: new (kind(name))(dispatcher, endpoint), replies, failed };
};

const VALID = { channel: '/sdk/apps/a/appusers/u', data: { text: 'Hello' } };

/** An open socket of faye's. */
const open = () => {
  const set = setUp('web_socket');
  set.transport.connect();
  const socket = FakeSocket.last;
  socket.onopen?.();
  return { ...set, socket };
};

it('XHR reaches other origins', () => {
  const answer = vi.fn();
  kind('xhr').isUsable({}, endpoint, answer);
  expect(answer.mock.calls).toEqual([[true]]);
});

it('a request that is given up reports the close of its socket at once', async () => {
  const { transport, socket, failed } = open();
  const message = { id: '1', channel: '/meta/connect' };
  const { abort } = transport.request([message]);
  abort();
  expect(failed).toEqual([message]);
  await vi.waitFor(() => expect(socket.closing).toBe(true));
});

it('a transport that faye closes sends what follows over a new socket', async () => {
  const { transport, socket, failed } = open();
  const waiting = { id: '1', channel: '/meta/connect' };
  transport.request([waiting]);
  transport.close();
  expect([socket.closing, failed]).toEqual([true, [waiting]]);
  transport.request([{ id: '2', channel: '/meta/subscribe' }]);
  expect(FakeSocket.last).not.toBe(socket);
  FakeSocket.last.onopen?.();
  await vi.waitFor(() => expect(FakeSocket.last.sent).toEqual(['[{"id":"2","channel":"/meta/subscribe"}]']));
});

it.each([
  ['may be used', true, [true], true],
  ['are avoided', false, [false], false],
])('a socket is tried only while sockets %s', async (_, may, usable, opened) => {
  const made = vi.fn(() => new FakeSocket());
  sockets.create = made;
  const answer = vi.fn();
  const dispatcher = { proxy: {}, headers: {}, transports: {}, clientId: 'c1', maySocket: () => may };
  kind('web_socket').isUsable(dispatcher, endpoint, answer);
  if (opened) FakeSocket.last.onopen?.();
  await Promise.resolve();
  expect([made.mock.calls.length > 0, answer.mock.calls.flat()]).toEqual([opened, usable]);
});

describe('event streams', () => {
  it('are not usable before the handshake, and no code of theirs loads for that', () => {
    const answer = vi.fn();
    kind('event_source').isUsable({}, endpoint, answer);
    expect(answer.mock.calls).toEqual([[false]]);
  });

  it('are usable only once they deliver', async () => {
    class FakeSource {
      static last: FakeSource;
      onopen: (() => void) | null = null;
      onmessage: ((event: { data: string }) => void) | null = null;
      onerror: (() => void) | null = null;
      constructor() {
        FakeSource.last = this;
      }
      close() {}
    }
    vi.stubGlobal('EventSource', FakeSource);
    const answer = vi.fn();
    const client = { on() {}, addExtension() {} };
    const dispatcher = { clientId: 'c1', transports: {}, proxy: {}, endpoint, _client: client };
    kind('event_source').isUsable(dispatcher, endpoint, answer);
    await vi.waitFor(() => expect(FakeSource.last).toBeDefined());
    FakeSource.last.onopen?.();
    await Promise.resolve();
    expect(answer).not.toHaveBeenCalled();
  });
});

it.each([
  ['nothing', null, []],
  ['a message', VALID, [VALID]],
  ['invalid entries among messages', [null, VALID, 5, { data: 1 }, { channel: 'no' }], [VALID]],
])('a transport takes the valid messages of a frame: %s', (_, frame, taken) => {
  const { transport, replies } = setUp('xhr');
  transport._receive(frame);
  expect(replies).toEqual(taken);
});

it.each([
  ['invalid entries among messages', JSON.stringify([null, VALID])],
  ['a text that names null', JSON.stringify([{ ...VALID, ext: null }])],
])('a socket takes the valid messages of a frame: %s', (_, data) => {
  const { socket, replies } = open();
  socket.onmessage?.({ data });
  expect(replies).toMatchObject([VALID]);
});

it('a socket takes a reply before the first request', () => {
  const { socket, replies } = open();
  const advice = { channel: '/meta/connect', successful: true, advice: { reconnect: 'retry' } };
  socket.onmessage?.({ data: JSON.stringify([advice]) });
  expect(replies).toEqual([advice]);
});

it('a socket survives a frame that is not JSON', () => {
  const { socket, replies } = open();
  socket.onmessage?.({ data: 'null and void' });
  expect(replies).toEqual([]);
});
