/**
 * Posts JSON in the background: without cookies, without a preflight, and also while the page is being left.
 * Never throws.
 * @returns false where sending again may help: there was no answer, or the service failed
 */
export const postQuietly = async (host: Window, url: string, body: unknown): Promise<boolean> => {
  try {
    const page = host as Window & typeof globalThis;
    // A string is sent as text/plain, which other origins may post without asking first.
    const text = JSON.stringify(body);
    // Older browsers end a plain request with the page.
    if (!('keepalive' in page.Request.prototype)) return page.navigator.sendBeacon(url, text);
    const answer = await page.fetch(url, {
      method: 'POST',
      body: text,
      keepalive: true,
      credentials: 'omit',
    });
    return answer.status < 500;
  } catch {
    return false;
  }
};
