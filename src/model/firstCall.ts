/** A call to the service that was made before the messenger loaded. */
export type FirstCall = {
  /** What it asks, as `askedBy` describes it. */
  asked: string;
  answer: Promise<Response>;
  /** Gives it up. */
  abort(): void;
};

/**
 * Whether all calls of the page only open, close, show, hide or listen. Any other call may change the visitor or their
 * data, and the answer to a first call is then not used.
 */
export const isLookOnly = (calls: readonly { method: string }[]): boolean =>
  // The array belongs to the page, and so may its methods.
  [...calls].every(({ method }) => /^messenger(\.(open|close|show|hide)$|:on\.)/.test(method));

/**
 * What a request asks, and as whom. Requests that differ only in their description of browser and page ask the same.
 * @param authorization its Authorization header
 * @param body its JSON
 */
export const askedBy = (method: string, url: string, authorization = '', body = ''): string =>
  `${method} ${url} ${authorization} ${body.match(/"referenceId":"[^"]*"|"(intent":"proactive|metadata|properties)/g)}`;
