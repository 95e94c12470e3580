import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { listen } from './listen';

/** Reads a page of test/fixtures and replaces `{{NAME}}` by `values.NAME`. */
export const fixture = (name: string, values: Record<string, string> = {}): string =>
  readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8').replace(
    /\{\{(\w+)\}\}/g,
    (_, key: string) => values[key] ?? '',
  );

/** A stub that publishers may put before the loader to queue calls. */
export const STUB = 'window.zE = function () { (zE.q = zE.q || []).push(arguments) };';

export type HostPages = {
  /** `http://localhost:PORT`: another origin and another host name than the desk's 127.0.0.1. */
  origin: string;
  /**
   * Serves an HTML page from now on. A `Location` header makes it a redirect.
   * @param path a fixed path, which may replace an earlier page; a new one by default
   * @returns the page's address
   */
  serve(html: string, headers?: Record<string, string>, path?: string): string;
  close(): Promise<void>;
};

/**
 * Starts a publisher's server. It serves only the given pages; other addresses get an empty answer. The
 * caller closes it.
 */
export const startHostPages = async (): Promise<HostPages> => {
  const pages = new Map<string, { html: string; headers: Record<string, string> }>();
  const server = createServer((request, response) => {
    const page = pages.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (!page) response.writeHead(204).end();
    else
      response
        .writeHead(page.headers.Location ? 302 : 200, {
          'Content-Type': 'text/html; charset=utf-8',
          ...page.headers,
        })
        .end(page.html);
  });
  const { port, close } = await listen(server);
  const origin = `http://localhost:${port}`;
  return {
    origin,
    serve(html, headers = {}, path = `/page-${pages.size + 1}`) {
      pages.set(path, { html, headers });
      return origin + path;
    },
    close,
  };
};
