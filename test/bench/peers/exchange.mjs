/** What a page and its service say to each other, read from the browser's own events. */

/** @typedef {import('../../../scripts/porch-cost/measure/chromium.mjs').Session} Session */
/** @typedef {{ method: string, params: Record<string, any> }} Heard an event of the domain Network, without that name */
/**
 * @typedef {object} Sought
 * @property {RegExp} [starts] the path of the call that starts a conversation
 * @property {string} [text] of the visitor's message
 */
/** @typedef {{ started?: number, live?: number, accepted?: number }} Moments ms on the browser's own clock */

const METHODS = [
  'requestWillBeSent',
  'requestServedFromCache',
  'responseReceived',
  'loadingFinished',
  'webSocketWillSendHandshakeRequest',
  'webSocketHandshakeResponseReceived',
  'webSocketFrameReceived',
  'eventSourceMessageReceived',
];
/** A call of the Bayeux protocol. Only its answer's body tells whether the subscription was taken. */
const IS_BAYEUX = /"\/meta\/subscribe"/;

/**
 * @param {Session} page
 * @returns {Promise<{ heard: Heard[], until: (reached: () => boolean, mostMs: number) => Promise<boolean> }>} all events so
 * far; and a wait for what they tell, which gives whether it came
 */
export const watchExchange = async (page) => {
  /** @type {Heard[]} */
  const heard = [];
  /** @type {Set<() => void>} */
  const waiting = new Set();
  /** @param {string} method @param {Heard['params']} params */
  const add = (method, params) => {
    heard.push({ method, params });
    for (const look of waiting) look();
  };
  /** @type {Set<string>} */
  const subscriptions = new Set();
  for (const method of METHODS) page.on(`Network.${method}`, (params) => add(method, params));
  page.on('Network.requestWillBeSent', async ({ requestId, request }) => {
    if (IS_BAYEUX.test(request.postData ?? '')) subscriptions.add(requestId);
    // The event lacks the body of a request that was made from another.
    if (!request.hasPostData || request.postData) return;
    const { postData } = await page
      .send('Network.getRequestPostData', { requestId })
      .catch(() => ({ postData: '' }));
    request.postData = postData;
  });
  page.on('Network.loadingFinished', async ({ requestId, timestamp }) => {
    if (!subscriptions.has(requestId)) return;
    const { body } = await page.send('Network.getResponseBody', { requestId }).catch(() => ({ body: '' }));
    add('body', { requestId, timestamp, body });
  });
  await page.send('Network.enable');
  /** @param {() => boolean} reached @param {number} mostMs @returns {Promise<boolean>} */
  const until = (reached, mostMs) =>
    new Promise((resolve) => {
      const end = (/** @type {boolean} */ came) => {
        waiting.delete(look);
        clearTimeout(timer);
        resolve(came);
      };
      const look = () => reached() && end(true);
      const timer = setTimeout(() => end(reached()), mostMs);
      waiting.add(look);
      look();
    });
  return { heard, until };
};

/** @param {string} text what the service sent @returns {boolean} whether it says that the visitor's channel is subscribed to */
const isSubscribed = (text) => {
  if (!IS_BAYEUX.test(text)) return false;
  try {
    return [JSON.parse(text)]
      .flat()
      .some(({ channel, successful }) => channel === '/meta/subscribe' && successful === true);
  } catch {
    return false;
  }
};

/** @param {Heard} event @returns {string} */
const payloadOf = ({ method, params }) => {
  if (method === 'webSocketFrameReceived') return params.response.payloadData;
  if (method === 'eventSourceMessageReceived') return params.data;
  return method === 'body' ? params.body : '';
};

/**
 * When the answer to a call had arrived and could be read.
 * @param {readonly Heard[]} heard
 * @param {(request: { method: string, url: string, postData?: string }) => boolean} isIt
 * @returns {number | undefined} ms; undefined without an answer that says it succeeded
 */
const answeredAt = (heard, isIt) => {
  for (const { method, params } of heard) {
    if (method !== 'requestWillBeSent' || !isIt(params.request)) continue;
    const own = heard.filter((event) => event.params.requestId === params.requestId);
    const answer = own.find((event) => event.method === 'responseReceived')?.params;
    const end = own.find((event) => event.method === 'loadingFinished')?.params;
    const status = answer?.response.status ?? 0;
    if (answer && end && status >= 200 && status < 300)
      return Math.max(answer.timestamp, end.timestamp) * 1000;
  }
  return undefined;
};

/** @param {readonly Heard[]} heard @param {Sought} sought @returns {Moments} */
export const readMoments = (heard, { starts, text }) => {
  const subscribed = heard.find((event) => isSubscribed(payloadOf(event)));
  return {
    started:
      starts &&
      answeredAt(heard, ({ method, url }) => method === 'POST' && starts.test(new URL(url).pathname)),
    live: subscribed && subscribed.params.timestamp * 1000,
    accepted:
      text === undefined
        ? undefined
        : answeredAt(heard, ({ method, postData }) => method === 'POST' && !!postData?.includes(text)),
  };
};
