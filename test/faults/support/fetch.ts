import type { Link } from './link';

/** The browser's `fetch` over a tab's link: as much of it as the messenger uses. */
export const createFetch = (link: Link): typeof fetch =>
  ((url: string, init: RequestInit) =>
    new Promise((resolve, reject) => {
      const { method, headers, body, signal } = init;
      const stop = link.call(() => new Request(url, { method, headers, body }), {
        answer: ({ status, text }) =>
          resolve({
            ok: status >= 200 && status < 300,
            status,
            text: () => Promise.resolve(text),
          } as Response),
        error: () => reject(new TypeError('Failed to fetch')),
      });
      signal?.addEventListener('abort', stop);
    })) as typeof fetch;
