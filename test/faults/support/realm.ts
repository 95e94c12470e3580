import { readFileSync } from 'node:fs';
import type * as FayeClient from '../../../src/services/fayeClient';
import { FAYE_BUNDLE } from './bundleFaye';
import type { Link } from './link';

type Globals = {
  setTimeout: (task: () => void, ms: number) => object;
  clearTimeout: (timer: object | null | undefined) => void;
  WebSocket: unknown;
  XMLHttpRequest: unknown;
  EventSource?: unknown;
};

/** The network of live connections. */
export type Live = Pick<Link, 'call' | 'connect'>;

const NAMES = ['global', 'setTimeout', 'clearTimeout', 'XMLHttpRequest', 'navigator', 'location', 'process'];

let factory: ((...globals: unknown[]) => typeof FayeClient) | undefined;

/** Runs the realtime client's script with the given globals only. */
const load = (globals: Globals): typeof FayeClient => {
  factory ??= new Function(...NAMES, `${readFileSync(FAYE_BUNDLE, 'utf8')};return FayeClient`) as NonNullable<
    typeof factory
  >;
  const { setTimeout, clearTimeout, XMLHttpRequest } = globals;
  return factory(globals, setTimeout, clearTimeout, XMLHttpRequest, {}, undefined, undefined);
};

const createWebSocket = (link: Live) =>
  class {
    readyState = 0;
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onerror: (() => void) | null = null;
    onclose: (() => void) | null = null;
    private readonly wire: ReturnType<Link['connect']>;
    constructor(url: string) {
      this.wire = link.connect(url, {
        onOpen: () => {
          if (this.readyState !== 0) return;
          this.readyState = 1;
          this.onopen?.();
        },
        onFrame: (data) => this.readyState === 1 && this.onmessage?.({ data }),
        onClose: () => {
          this.readyState = 3;
          this.onclose?.();
        },
      });
    }
    send(text: string) {
      if (this.readyState === 0) throw new DOMException('connecting', 'InvalidStateError');
      if (this.readyState === 1) this.wire.send(text);
    }
    close() {
      if (this.readyState > 1) return;
      this.readyState = 2;
      this.wire.close();
    }
  };

const createEventSource = (link: Live) =>
  class {
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onerror: (() => void) | null = null;
    private readonly wire: ReturnType<Link['connect']>;
    constructor(url: string) {
      this.wire = link.connect(url, {
        onOpen: () => this.onopen?.(),
        onFrame: (data) => this.onmessage?.({ data }),
        onClose: () => this.onerror?.(),
      });
    }
    close() {
      this.wire.close();
    }
  };

const createXhr = (link: Live) =>
  class {
    readyState = 0;
    status = 0;
    responseText = '';
    onreadystatechange: (() => void) | null = null;
    private url = '';
    private method = '';
    private readonly headers: Record<string, string> = {};
    private stop = () => {};
    open(method: string, url: string) {
      this.method = method;
      this.url = url;
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value;
    }
    send(body: string) {
      const { method, headers } = this;
      const finish = (status: number, text: string) => {
        this.readyState = 4;
        this.status = status;
        this.responseText = text;
        this.onreadystatechange?.();
      };
      this.stop = link.call(
        () => new Request(this.url, { method, headers, body }),
        { answer: ({ status, text }) => finish(status, text), error: () => finish(0, '') },
        'poll',
      );
    }
    abort() {
      this.stop();
    }
  };

/**
 * Returns the function that creates realtime clients which use a tab's network and timers.
 * @param streams whether the browser has EventSource; without, they cannot use the desk's event stream
 */
export const createRealm = (
  link: Live,
  after: (ms: number, task: () => void) => () => void,
  streams = false,
): typeof FayeClient.createFayeClient => {
  const timers = new WeakMap<object, () => void>();
  let realm: typeof FayeClient | undefined;
  return (...args) => {
    // On first use, as in a browser: a tab that never goes live does not run the script.
    realm ??= load({
      setTimeout(task, ms) {
        const timer = {};
        timers.set(timer, after(ms, task));
        return timer;
      },
      clearTimeout: (timer) => {
        if (timer) timers.get(timer)?.();
      },
      WebSocket: createWebSocket(link),
      XMLHttpRequest: createXhr(link),
      ...(streams && { EventSource: createEventSource(link) }),
    });
    return realm.createFayeClient(...args);
  };
};
