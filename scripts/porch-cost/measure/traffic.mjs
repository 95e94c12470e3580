/** Counts the requests of a page and its frames. */

/** @typedef {import('./chromium.mjs').Session} Session */
/**
 * @typedef {object} Request
 * @property {string} url
 * @property {number} begun ms on the browser's own clock
 * @property {number} [ended] absent while it is open
 * @property {boolean} [answered] from the network, not from a cache
 * @property {number} [handed] when the page got the answer: after its end if it was intercepted
 * @property {number} [told] the length in the answer's headers
 * @property {number} bytes bytes of its transferred body
 * @property {string} [failed]
 * @property {number} [status] of the answer
 * @property {boolean} [isStream] stays open by design
 */
/**
 * @typedef {object} Traffic
 * @property {Request[]} requests all but those of `data:` and `blob:`, redirects included
 * @property {(quietMs: number, mostMs: number) => Promise<void>} settled resolves once no request has begun or ended
 * for `quietMs`, or the longest wait is over
 */

/** The browser requests the page's icon automatically. */
const BY_ITSELF = /\/favicon\.ico$/;

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
  page.on('Network.requestWillBeSent', ({ requestId, request: { url }, type, timestamp }) => {
    if (!/^https?:/.test(url) || BY_ITSELF.test(url)) return;
    lastChange = Date.now();
    end(requestId, { timestamp });
    const request = { url, begun: timestamp * 1000, bytes: 0, isStream: type === 'EventSource' };
    requests.push(request);
    open.set(requestId, request);
  });
  /** @type {Set<string>} those answered from the process's memory */
  const remembered = new Set();
  page.on('Network.requestServedFromCache', ({ requestId }) => remembered.add(requestId));
  page.on('Network.responseReceived', ({ requestId, response, timestamp }) => {
    const request = open.get(requestId);
    if (request) Object.assign(request, { status: response.status, handed: timestamp * 1000 });
    if (!request || response.fromDiskCache || remembered.has(requestId)) return;
    request.answered = true;
    const told = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-length');
    request.told = told && Number(told[1]);
  });
  page.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = open.get(requestId);
    // Without a known length, a body is counted with its headers: a throttled connection does not separate them.
    if (request?.answered) request.bytes = request.told ?? encodedDataLength;
    end(requestId, { timestamp });
  });
  page.on('Network.loadingFailed', ({ requestId, timestamp, errorText, blockedReason }) =>
    // A request blocked before it is sent has no error.
    end(requestId, { timestamp, errorText: errorText || blockedReason }),
  );
  await page.send('Network.enable');
  /** Requests that stay open by design, such as a long poll, do not end the quiet. */
  const isLong = (/** @type {Request} */ { url, isStream }) =>
    isStream || /\/faye\b|\/sockjs\/|\/events?$/.test(url);
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
  const answered = requests.filter((r) => r.answered && r.ended !== undefined && !r.failed);
  return { bytes: answered.reduce((sum, { bytes }) => sum + bytes, 0), requests: answered.length };
};

/**
 * The requests that were complete by then, without the page itself.
 * @param {readonly Request[]} requests
 * @param {number} [time] ms since navigation
 */
export const loadedBy = ([document, ...others], time = Number.POSITIVE_INFINITY) =>
  sumOf(others.filter(({ ended = Number.NaN }) => ended - (document?.begun ?? 0) <= time));

/** @param {readonly Request[]} requests @returns {number} when the page itself arrived, ms since navigation */
export const arrivalOf = ([document]) =>
  Math.max(document?.ended ?? Number.NaN, document?.handed ?? 0) - (document?.begun ?? 0);

/**
 * The requests made before the first file arrived: those of the tag.
 * @param {readonly Request[]} requests
 */
export const namedByTag = ([, ...others]) => {
  const first = Math.min(...others.map(({ ended }) => ended ?? Number.POSITIVE_INFINITY));
  return sumOf(others.filter(({ begun }) => begun < first));
};
