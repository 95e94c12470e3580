import type { Page, Request } from 'playwright-core';

export type Loaded = {
  url: string;
  /** The path without its origin and query, a build's hash taken out: `/porch/launcher.js`. */
  path: string;
  method: string;
  status: number;
  encoding: string;
  /** The body's bytes as they came over the wire. */
  bytes: number;
};

export type Traffic = {
  /** Every request so far, in order, answered or not: `GET /porch/porch.js`. */
  requests(): string[];
  /** Every answer so far, with its size. Waits for those under way, except for what stays open by design. */
  loaded(): Promise<Loaded[]>;
  /** Resolves when no request has been under way for `quietMs`. */
  settled(quietMs?: number): Promise<void>;
};

const pathOf = (url: string): string => new URL(url).pathname.replace(/\.[\w-]{8}(?=[./])/, '');
/**
 * Counts what a page and its frames load from one origin.
 * @param origin others are left out; all by default
 * @param openEnded paths not to wait for; realtime's long requests never end while the page lives
 */
export const watchTraffic = (page: Page, origin?: string, openEnded = /^\/faye/): Traffic => {
  const seen: Request[] = [];
  const open = new Set<Request>();
  const finished: Promise<Loaded | undefined>[] = [];
  let lastChange = Date.now();
  const ours = (request: Request) => !origin || new URL(request.url()).origin === origin;
  const measure = async (request: Request): Promise<Loaded | undefined> => {
    const response = await request.response().catch(() => null);
    if (!response) return undefined;
    const sizes = await request.sizes().catch(() => undefined);
    return {
      url: request.url(),
      path: pathOf(request.url()),
      method: request.method(),
      status: response.status(),
      encoding: response.headers()['content-encoding'] ?? '',
      bytes: sizes?.responseBodySize ?? 0,
    };
  };
  const end = (request: Request) => {
    if (open.delete(request)) lastChange = Date.now();
  };
  page.on('request', (request) => {
    if (!ours(request) || request.url().startsWith('data:')) return;
    lastChange = Date.now();
    seen.push(request);
    if (!openEnded.test(new URL(request.url()).pathname)) open.add(request);
  });
  page.on('requestfinished', (request) => {
    end(request);
    if (seen.includes(request)) finished.push(measure(request));
  });
  page.on('requestfailed', end);
  const settled = async (quietMs = 300): Promise<void> => {
    while (open.size > 0 || Date.now() - lastChange < quietMs) {
      await page.waitForTimeout(Math.max(10, quietMs / 10));
    }
  };
  return {
    requests: () => seen.map((request) => `${request.method()} ${pathOf(request.url())}`),
    settled,
    async loaded() {
      await settled();
      return (await Promise.all(finished)).filter((entry) => entry !== undefined);
    },
  };
};

export const sumOf = (loaded: readonly Loaded[]): number => loaded.reduce((sum, l) => sum + l.bytes, 0);

/** One line an answer and their sum, for the test's output. */
export const table = (title: string, loaded: readonly Loaded[]): string =>
  [
    `${title}: ${sumOf(loaded).toLocaleString('en')} bytes`,
    ...loaded.map((l) => `  ${String(l.bytes).padStart(6)} ${l.encoding || '-'} ${l.method} ${l.path}`),
  ].join('\n');
