/** A call of the service that was made before the messenger was there. */
export type FirstCall = {
  /** What it asks, as `askedBy` says it. */
  asked: string;
  answer: Promise<Response>;
  abort(): void;
};

/**
 * Whether the page's calls change neither the visitor nor what the service is told about them. Such calls open, close,
 * show, hide or listen. With any other call, a first call does not count.
 */
export const isLookOnly = (calls: readonly { method: string }[]): boolean =>
  calls.every(({ method }) => /^messenger(\.(open|close|show|hide)$|:on\.)/.test(method));

/**
 * What a request asks, and as whom. Two that differ only in what they tell of the browser and its page ask the same.
 * @param authorization its Authorization header
 * @param body its JSON
 */
export const askedBy = (method: string, url: string, authorization = '', body = ''): string =>
  `${method} ${url} ${authorization} ${body.match(/"referenceId":"[^"]*"|"(intent":"proactive|metadata|properties)/g)}`;

/**
 * Takes the answer of a request that has been made already, once.
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
