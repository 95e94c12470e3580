import { askedBy, type FirstCall } from '../model/firstCall';

/**
 * Uses the answer of a request that was made already, once.
 * @param first the call that was made, if any
 * @param fetch makes all other requests
 */
export const takeFirst = (first: FirstCall | undefined, fetch: typeof globalThis.fetch): typeof fetch => {
  let left = first;
  return (url, options = {}) => {
    const { method = '', headers, body, signal } = options;
    const { Authorization } = (headers ?? {}) as Record<string, string | undefined>;
    // A form with files has no text.
    if (left?.asked !== askedBy(method, url as string, Authorization, String(body ?? '')))
      return fetch(url, options);
    const { answer, abort } = left;
    left = undefined;
    signal?.addEventListener('abort', abort);
    return answer;
  };
};
