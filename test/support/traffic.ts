import type { Page, Request } from 'playwright-core';

export type Loaded = {
  url: string;
  /** The path without origin, query and the build's folder: `/porch/launcher.js`. */
  path: string;
  method: string;
  status: number;
  encoding: string;
  /** Size of the body as transferred, in bytes. */
  bytes: number;
};

export type Traffic = {
  /** Every request so far, in order, answered or not: `GET /porch/porch.js`. */
  requests(): string[];
  /**
   * Every answer so far, with its size. Waits for pending requests, except those that stay open by design.
   */
  loaded(): Promise<Loaded[]>;
  /**
   * Resolves once no request has been pending for `quietMs`.
   * @throws the pending requests, if that takes a minute
   */
  settled(quietMs?: number): Promise<void>;
};

const LONGEST_MS = 60_000;

const pathOf = (url: string): string => new URL(url).pathname.replace(/(?<=\/porch)\/\w{5}(?=\/)/, '');
/**
 * Counts the requests of a page and its frames to one origin.
 * @param origin ignores other origins; counts all by default
 * @param openEnded paths not to wait for, because realtime's long requests last as long as the page
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
    // Read from the browser's cache: only the headers are subtracted, and nothing was loaded.
    if (sizes && sizes.responseBodySize < 0) return undefined;
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
    const start = Date.now();
    while (open.size > 0 || Date.now() - lastChange < quietMs) {
      if (Date.now() - start > LONGEST_MS) {
        throw new Error(
          `Still pending: ${[...open].map((request) => request.url()).join(' ') || 'new ones'}`,
        );
      }
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

/** Formats one line per answer and their total, for the test's output. */
export const table = (title: string, loaded: readonly Loaded[]): string =>
  [
    `${title}: ${sumOf(loaded).toLocaleString('en')} bytes`,
    ...loaded.map((l) => `  ${String(l.bytes).padStart(6)} ${l.encoding || '-'} ${l.method} ${l.path}`),
  ].join('\n');
