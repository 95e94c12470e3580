/** Watches a page for the service's answer. Only its source text is sent there, so it uses nothing from outside itself. */
import { REPORT } from '../../../scripts/porch-cost/measure/inPage.mjs';

/** What the service answers a visitor's message. */
export const ANSWER = 'Yes, within four days.';

/**
 * Reports `answer` with the time after the frame that showed the text was drawn, in ms since navigation.
 * @param {string} text
 * @param {string} report
 */
const watchAnswer = (text, report) => {
  if (window.top !== window) return;
  const send = Reflect.get(window, report);
  /** @param {Element} element @returns {boolean} whether a visitor sees it: drawn, not scrolled out of anything, not covered */
  const isSeen = (element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const { x, y, width, height } = element.getBoundingClientRect();
    if (width < 4 || height < 4) return false;
    const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    const hit = root.elementFromPoint(x + width / 2, y + height / 2);
    const frame = element.ownerDocument.defaultView?.frameElement;
    return !!hit && element.contains(hit) && (!frame || isSeen(frame));
  };
  /** @param {Element} element @returns {Document | ShadowRoot | null} */
  const inside = (element) => {
    try {
      return element.shadowRoot ?? /** @type {HTMLIFrameElement} */ (element).contentDocument ?? null;
    } catch {
      return null;
    }
  };
  /** @param {Document | ShadowRoot} root @returns {boolean} */
  const shows = (root) => {
    const nodes = (root.ownerDocument ?? document).createTreeWalker(
      root,
      NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    );
    while (nodes.nextNode()) {
      const node = nodes.currentNode;
      if (node.nodeType === Node.TEXT_NODE) {
        if (node.nodeValue?.includes(text) && node.parentElement && isSeen(node.parentElement)) return true;
        continue;
      }
      const within = inside(/** @type {Element} */ (node));
      if (within && shows(within)) return true;
    }
    return false;
  };
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => send(JSON.stringify({ what: 'answer', time: performance.now() }));
  const look = () => {
    if (shows(document)) port2.postMessage(0);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

/** The text of the script for the page. */
export const answerSource = () =>
  `(${watchAnswer})(${JSON.stringify(ANSWER)}, ${JSON.stringify(REPORT)});\n//# sourceURL=answer-watcher.js`;
