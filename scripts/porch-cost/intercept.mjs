/** Changes a page on its way into the browser. Its server need not know. */

/** @typedef {import('./measure/chromium.mjs').Session} Session */
/** @typedef {{ name: string, value: string }[]} Headers */
/**
 * @typedef {object} Change
 * @property {(html: string) => string} [html]
 * @property {string} [policy] replaces the page's own policy if that is a header
 * @property {string[]} [blocked] patterns of addresses to block
 */

const POLICY = 'content-security-policy';

/** @param {Headers} headers @param {string | undefined} policy @returns {Headers} */
const changed = (headers, policy) => {
  const stale = ['content-length', 'content-encoding', ...(policy ? [POLICY, `${POLICY}-report-only`] : [])];
  const kept = headers.filter(({ name }) => !stale.includes(name.toLowerCase()));
  return policy ? [...kept, { name: POLICY, value: policy }] : kept;
};

/** @param {{ responseStatusCode?: number, responseHeaders?: Headers }} answer */
const isPage = ({ responseStatusCode: status = 0, responseHeaders = [] }) =>
  status >= 200 &&
  status < 300 &&
  responseHeaders.some(({ name, value }) => /^content-type$/i.test(name) && /html/i.test(value));

/**
 * Intercepts the answer of each page, changed or not, so that visits with and without the embed differ in nothing else.
 * The HTML is changed byte for byte, whatever its encoding.
 * @param {Change} change
 * @returns {(page: Session) => Promise<void>}
 */
export const changePage =
  ({ html = (text) => text, policy, blocked = [] }) =>
  async (page) => {
    const { frameTree } = await page.send('Page.getFrameTree');
    /** @param {Record<string, any>} paused */
    const handOn = async ({ requestId, frameId, responseStatusCode, responseHeaders = [] }) => {
      if (frameId !== frameTree.frame.id || !isPage({ responseStatusCode, responseHeaders }))
        return page.send('Fetch.continueRequest', { requestId });
      const { body, base64Encoded } = await page.send('Fetch.getResponseBody', { requestId });
      const text = Buffer.from(body, base64Encoded ? 'base64' : 'utf8').toString('latin1');
      return page.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: responseStatusCode,
        responseHeaders: changed(responseHeaders, policy),
        body: Buffer.from(html(text), 'latin1').toString('base64'),
      });
    };
    // The page may be left before its answer arrives.
    page.on('Fetch.requestPaused', (paused) => handOn(paused).catch(() => undefined));
    await page.send('Fetch.enable', {
      patterns: [{ urlPattern: '*', resourceType: 'Document', requestStage: 'Response' }],
    });
    if (blocked.length === 0) return;
    await page.send('Network.enable');
    await page.send('Network.setBlockedURLs', { urls: blocked });
  };

/** @param {string} text @returns {string} its UTF-8 bytes in the form of `changePage` */
export const asBytes = (text) => Buffer.from(text).toString('latin1');
