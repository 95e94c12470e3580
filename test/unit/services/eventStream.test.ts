import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { proveStreams, type StreamTransport } from '../../../src/services/eventStream';
import { flush } from '../../support/fakeClock';

type Usable = (usable: boolean) => void;
type Library = {
  new (dispatcher: unknown, endpoint: unknown): StreamTransport;
  prototype: StreamTransport;
  isUsable(dispatcher: unknown, endpoint: unknown, callback: Usable, context?: unknown): void;
};
const library = createRequire(import.meta.url);
// A copy of faye's files for this test: those that the tests share may have our patches.
const ofFaye = () => Object.entries(library.cache).filter(([path]) => /[\\/]faye[\\/]src[\\/]/.test(path));
const forget = () => {
  for (const [path] of ofFaye()) delete library.cache[path];
};
const shared = ofFaye();
forget();
const Stream = library('faye/src/transport/event_source') as Library;
const uri = library('faye/src/util/uri') as { parse(url: string): unknown };
library('faye/src/transport/xhr').isUsable = (_d: unknown, _e: unknown, tell: Usable, on: unknown) =>
  tell.call(on, true);
forget();
Object.assign(library.cache, Object.fromEntries(shared));
proveStreams(Stream);

class FakeSource {
  static all: FakeSource[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  constructor(readonly url: string) {
    FakeSource.all.push(this);
  }
  close() {
    this.closed = true;
  }
}

/** Faye's own transport on a fake event stream. Records what the transport tells Faye's client. */
const standing = () => {
  const told: string[] = [];
  const extensions: { outgoing(message: object, pass: (message: unknown) => void): void }[] = [];
  const listeners: (() => void)[] = [];
  const dispatcher = {
    DOWN: 2,
    _state: 1,
    _transport: undefined as unknown,
    clientId: 'c1',
    transports: {} as { eventsource?: Map<string, unknown> },
    proxy: {},
    endpoint: uri.parse('http://desk.test/faye'),
    getConnectionTypes: () => ['websocket', 'eventsource', 'long-polling'],
    selectTransport: (types: string[]) => told.push(`select ${types}`),
    handleResponse: (reply: { text: string }) => told.push(reply.text),
    _client: {
      _advice: { interval: 25_000 },
      connect: () => told.push('connect'),
      trigger: (event: string) => told.push(event),
      on: (_event: string, listener: () => void) => listeners.push(listener),
      addExtension: (extension: (typeof extensions)[number]) => extensions.push(extension),
    },
  };
  const answers: boolean[] = [];
  const ask = () => Stream.isUsable(dispatcher, dispatcher.endpoint, (usable) => answers.push(usable));
  ask();
  const source = FakeSource.all.at(-1) as FakeSource;
  /** Proves that the stream works and lets the client select it. */
  const use = async () => {
    source.onmessage?.({ data: '[]' });
    await flush();
    [dispatcher._transport] = [...(dispatcher.transports.eventsource?.values() ?? [])];
  };
  const connectNow = () => {
    const message = { channel: '/meta/connect' };
    for (const { outgoing } of extensions) outgoing(message, () => {});
    return message;
  };
  return { dispatcher, told, listeners, answers, ask, source, use, connectNow };
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('EventSource', FakeSource);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('an event stream', () => {
  it('counts as open once something came through it, not when its head did', async () => {
    const { answers, source } = standing();
    expect(source.url).toBe('http://desk.test/faye/c1');
    source.onopen?.();
    await flush();
    expect(answers).toEqual([]);
    source.onmessage?.({ data: '[]' });
    await flush();
    expect(answers).toEqual([true]);
  });

  it.each([
    ['nothing comes through it for 8 s', () => vi.advanceTimersByTime(8000)],
    ['it is refused', (source: FakeSource) => source.onerror?.()],
  ])('is no way to go by when %s, and the client is told of no loss', async (_why, happen) => {
    const { answers, source, told, ask } = standing();
    vi.advanceTimersByTime(7999);
    expect(source.closed).toBe(false);
    happen(source);
    await flush();
    ask();
    await flush();
    expect([source.closed, answers, told]).toEqual([true, [false, false], []]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is trusted for as long as signs of life come', async () => {
    const { source, use, told } = standing();
    await use();
    for (let seconds = 0; seconds < 48; seconds += 8) {
      vi.advanceTimersByTime(7999);
      source.onmessage?.({ data: '[{"text":"hello"}]' });
    }
    expect([source.closed, told]).toEqual([false, Array(6).fill('hello')]);
  });

  it.each([
    ['has been silent for 8 s', () => vi.advanceTimersByTime(8000)],
    ['breaks', (source: FakeSource) => source.onerror?.()],
  ])('that %s is left for another way, which is connected over at once', async (_why, happen) => {
    const { source, use, told, ask, answers, dispatcher } = standing();
    await use();
    happen(source);
    expect([source.closed, dispatcher._state]).toEqual([true, dispatcher.DOWN]);
    expect(dispatcher._client._advice.interval).toBe(0);
    expect(told).toEqual(['select websocket,eventsource,long-polling', 'transport:down']);
    vi.advanceTimersByTime(1);
    expect(told.at(-1)).toBe('connect');
    ask();
    await flush();
    expect(answers).toEqual([true, false]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that is lost has its next connect answered at once, and the ones after it when there is news', async () => {
    const { source, use, told, listeners, connectNow, dispatcher } = standing();
    await use();
    source.onerror?.();
    vi.advanceTimersByTime(1);
    expect(connectNow()).toEqual({ channel: '/meta/connect', advice: { timeout: 0 } });
    dispatcher._state = 1;
    expect(connectNow()).toEqual({ channel: '/meta/connect' });
    // A late answer makes the client wait for its next connect.
    told.length = 0;
    for (const listener of listeners) listener();
    expect(told).toEqual(['connect']);
  });

  it('leaves no timer when it is closed', async () => {
    const { dispatcher, use } = standing();
    await use();
    (dispatcher._transport as StreamTransport).close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
