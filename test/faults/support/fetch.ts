import type { Link } from './link';

/** A `fetch` that sends requests over a tab's link. Implements only what the messenger uses. */
export const createFetch = (link: Link): typeof fetch =>
  ((url: string, init: RequestInit) =>
    new Promise((resolve, reject) => {
      const { method, headers, body, signal } = init;
      const stop = link.call(() => new Request(url, { method, headers, body }), {
        answer: ({ status, text }) =>
          resolve({
            ok: status >= 200 && status < 300,
            status,
            headers: new Headers(),
            text: () => Promise.resolve(text),
          } as Response),
        error: () => reject(new TypeError('Failed to fetch')),
      });
      signal?.addEventListener('abort', stop);
    })) as typeof fetch;
