/** Counts what a page and its frames load. */

/** @typedef {import('./chromium.mjs').Session} Session */
/**
 * @typedef {object} Request
 * @property {string} url
 * @property {number} begun ms on the browser's own clock
 * @property {number} [ended] absent while it is open
 * @property {number} [headers] bytes of the answer's headers
 * @property {number} bytes of its body as transferred
 * @property {string} [failed]
 */
/**
 * @typedef {object} Traffic
 * @property {Request[]} requests all but those of `data:` and `blob:`, redirects included
 * @property {(quietMs: number, mostMs: number) => Promise<void>} settled resolves once no request has begun or
 * ended for a while, or the longest wait is over
 */

/** @param {Session} page @returns {Promise<Traffic>} */
export const watchTraffic = async (page) => {
  /** @type {Map<string, Request>} */
  const open = new Map();
  /** @type {Request[]} */
  const requests = [];
  let lastChange = Date.now();
  /** @param {string} id @param {{ timestamp: number, errorText?: string }} params */
  const end = (id, { timestamp, errorText }) => {
    const request = open.get(id);
    if (!request) return;
    open.delete(id);
    lastChange = Date.now();
    request.ended = timestamp * 1000;
    if (errorText) request.failed = errorText;
  };
  page.on('Network.requestWillBeSent', ({ requestId, request: { url }, timestamp }) => {
    if (!/^https?:/.test(url)) return;
    lastChange = Date.now();
    end(requestId, { timestamp });
    const request = { url, begun: timestamp * 1000, bytes: 0 };
    requests.push(request);
    open.set(requestId, request);
  });
  page.on('Network.responseReceived', ({ requestId, response }) => {
    const request = open.get(requestId);
    if (request) request.headers = response.fromDiskCache ? undefined : response.encodedDataLength;
  });
  page.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = open.get(requestId);
    // What comes from the browser's cache has no headers from the network.
    if (request?.headers !== undefined) request.bytes = Math.max(0, encodedDataLength - request.headers);
    end(requestId, { timestamp });
  });
  page.on('Network.loadingFailed', ({ requestId, timestamp, errorText }) =>
    end(requestId, { timestamp, errorText }),
  );
  await page.send('Network.enable');
  /** Requests that stay open by design, such as a long poll, do not end the quiet. */
  const isLong = (/** @type {Request} */ request) => /\/faye\b|\/sockjs\/|\/events?$/.test(request.url);
  const settled = async (/** @type {number} */ quietMs, /** @type {number} */ mostMs) => {
    const begun = Date.now();
    const isBusy = () => [...open.values()].some((r) => !isLong(r)) || Date.now() - lastChange < quietMs;
    while (isBusy() && Date.now() - begun < mostMs) await new Promise((done) => setTimeout(done, 20));
  };
  return { requests, settled };
};

/**
 * @param {readonly Request[]} requests
 * @returns {{ bytes: number, requests: number }} the sum of those that were answered from the network
 */
const sumOf = (requests) => {
  const answered = requests.filter(
    ({ ended, failed, headers }) => ended !== undefined && !failed && headers !== undefined,
  );
  return { bytes: answered.reduce((sum, { bytes }) => sum + bytes, 0), requests: answered.length };
};

/**
 * What had arrived whole by then, the page itself left out.
 * @param {readonly Request[]} requests @param {number} [time] ms since navigation
 */
export const loadedBy = ([document, ...others], time = Number.POSITIVE_INFINITY) =>
  sumOf(others.filter(({ ended = Number.NaN }) => ended - (document?.begun ?? 0) <= time));

/** What was asked for before the first file had come: what the tag names. @param {readonly Request[]} requests */
export const namedByTag = ([, ...others]) => {
  const first = Math.min(...others.map(({ ended }) => ended ?? Number.POSITIVE_INFINITY));
  return sumOf(others.filter(({ begun }) => begun < first));
};
