/** What one visit waits for after its click: each request, the work of the page, and what the visitor gets. */

/** @typedef {import('./exchange.mjs').Heard} Heard */
/**
 * @typedef {object} Asked a request that the network answered; times in ms after the click
 * @property {string} name
 * @property {number} begun
 * @property {number} answered when the first of its answer came
 * @property {number} ended
 * @property {number} [bytes] of the answer as transferred
 */
/**
 * @typedef {object} Story
 * @property {Asked[]} requests those begun until the visitor is live, in the order of their beginnings
 * @property {number} stepMs how long each part of the work is, ms
 * @property {number[]} script the share of each part, from the click on, in which scripts ran
 * @property {number[]} work the share with any task: scripts, style, layout and painting
 * @property {{ writing: number, card: number, started: number, live: number }} marks ms after the click
 */

export const STEP_MS = 5;

/** A part of an address that names one thing of many, such as a visitor or a build. */
const IS_ID = /^(?=.*\d)[\w-]{12,}$/;

/** @param {string} method @param {string} url @returns {string} a file's name, or a call's method and last word */
export const nameOf = (method, url) => {
  const parts = new URL(url).pathname.split('/').filter((part) => part && !IS_ID.test(part));
  const last = parts.at(-1) ?? '/';
  if (last === 'faye') return 'handshake';
  return /\.\w+$/.test(last) ? last : `${method} ${last}`;
};

/** @param {{ requestTime: number, sendEnd: number, receiveHeadersEnd: number } | undefined} timing @param {number} latency @returns {number} ms on the browser's own clock; NaN where it does not tell */
const firstByte = (timing, latency) =>
  timing
    ? timing.requestTime * 1000 + Math.max(timing.receiveHeadersEnd, timing.sendEnd + latency)
    : Number.NaN;

/** @param {readonly Heard[]} heard @returns {Map<string, Heard[]>} the events of each request */
const byRequest = (heard) => {
  /** @type {Map<string, Heard[]>} */
  const requests = new Map();
  for (const event of heard) {
    const id = event.params.requestId;
    requests.set(id, [...(requests.get(id) ?? []), event]);
  }
  return requests;
};

/**
 * @param {Heard[]} events of one request
 * @param {number} latency ms that the slowed-down connection adds, of which the browser's own timing knows nothing
 * @returns {Asked | undefined} on the browser's own clock
 */
const askedOf = (events, latency) => {
  /** @param {string} method */
  const find = (method) => events.find((event) => event.method === method)?.params;
  const sent = find('requestWillBeSent');
  const answer = find('responseReceived');
  const end = find('loadingFinished');
  if (!sent || !answer || !end || !/^https?:/.test(sent.request.url)) return undefined;
  // What a cache answers takes no time of the connection.
  if (find('requestServedFromCache') || answer.response.fromDiskCache) return undefined;
  const ended = end.timestamp * 1000;
  const first = firstByte(answer.response.timing, latency);
  return {
    name: nameOf(sent.request.method, sent.request.url),
    begun: sent.timestamp * 1000,
    answered: Math.min(ended, Number.isFinite(first) ? first : ended),
    ended,
    bytes: end.encodedDataLength,
  };
};

/** @param {Heard[]} events of one WebSocket @param {number} live @returns {Asked | undefined} on the browser's own clock */
const socketOf = (events, live) => {
  const begun = events.find(({ method }) => method === 'webSocketWillSendHandshakeRequest');
  const answered = events.find(({ method }) => method === 'webSocketHandshakeResponseReceived');
  if (!begun || !answered) return undefined;
  const [from, to] = [begun, answered].map(({ params }) => params.timestamp * 1000);
  return { name: 'live connection', begun: from ?? 0, answered: to ?? 0, ended: Math.max(to ?? 0, live) };
};

/**
 * @param {readonly Heard[]} heard since the pointer came: a file may be requested as soon as the launcher is pressed
 * @param {{ click: number, live: number, latency?: number }} of the moments, ms on the browser's own clock
 * @returns {Asked[]}
 */
export const requestsAfter = (heard, { click, live, latency = 0 }) =>
  [...byRequest(heard).values()]
    .flatMap((events) => askedOf(events, latency) ?? socketOf(events, live) ?? [])
    .filter(({ begun }) => begun <= live)
    .sort((a, b) => a.begun - b.begun)
    .map(({ begun, answered, ended, ...asked }) => ({
      ...asked,
      begun: begun - click,
      answered: answered - click,
      ended: ended - click,
    }));

/**
 * @param {(from: number, until: number) => number} spent ms that something took in between
 * @param {number} from
 * @param {number} until ms since navigation
 * @returns {number[]} the share of each step, from 0 to 1
 */
export const sharesOf = (spent, from, until) =>
  Array.from({ length: Math.ceil((until - from) / STEP_MS) }, (_, i) => {
    const at = from + i * STEP_MS;
    return Math.round((spent(at, at + STEP_MS) / STEP_MS) * 100) / 100;
  });
