/**
 * The watcher that runs in the measured page. The page gets only its source text, so it uses nothing from outside
 * itself.
 */

/** The name of the watcher's script in a trace, so that it can be left out. */
export const WATCHER_URL = 'porch-measure-watcher.js';
/** The page's function by which the watcher reports. */
export const REPORT = '__porchMeasured';
/** The watcher's handle in the page. */
export const WATCHER = '__porchMeasure';

/**
 * @typedef {object} Places where the watcher looks; each is a list of selectors, one for each shadow root or frame on
 * the way to the element
 * @property {string[] | undefined} launcher
 * @property {string[][]} card all are visible once the card is finished
 */

/** Finds what a visitor sees. The page gets only its source text. */
const createEyes = () => {
  /** @param {Element} element @returns {Document | ShadowRoot | undefined} its document or open shadow root, if accessible */
  const inside = (element) => {
    try {
      return element.shadowRoot ?? /** @type {HTMLIFrameElement} */ (element).contentDocument ?? undefined;
    } catch {
      return undefined;
    }
  };
  /** @param {string[]} path */
  const find = (path) => {
    /** @type {Document | ShadowRoot | undefined} */
    let root = document;
    /** @type {Element | null | undefined} */
    let found;
    for (const selector of path) {
      found = root?.querySelector(selector);
      root = found ? inside(found) : undefined;
    }
    return found ?? undefined;
  };
  /** @param {Element} element @returns {DOMRect | undefined} its box in the page, if visible */
  const boxOf = (element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return undefined;
    const box = element.getBoundingClientRect();
    if (box.width < 4 || box.height < 4) return undefined;
    const view = element.ownerDocument.defaultView;
    const frame = view?.frameElement;
    const around = frame ? boxOf(frame) : new DOMRect(0, 0, innerWidth, innerHeight);
    if (!view || !around) return undefined;
    const x = frame ? around.x + box.x : box.x;
    const y = frame ? around.y + box.y : box.y;
    const seen =
      x < around.right && y < around.bottom && x + box.width > around.x && y + box.height > around.y;
    return seen ? new DOMRect(x, y, box.width, box.height) : undefined;
  };

  /** @param {Element} element */
  const takesText = (element) => {
    if (element.matches(':disabled, :read-only') || element.closest('[inert]')) return false;
    return !element.matches('input') || /^(text|search|)$/.test(element.getAttribute('type') ?? '');
  };
  const BOXES = 'textarea, input, [contenteditable]:not([contenteditable=false])';
  /** @param {Document | ShadowRoot} root @param {Set<Element>} others @returns {Element | undefined} a box in which a visitor can write now */
  const boxIn = (root, others) => {
    for (const box of root.querySelectorAll(BOXES)) {
      if (!others.has(box) && takesText(box) && boxOf(box)) return box;
    }
    for (const element of root.querySelectorAll('*')) {
      const within = inside(element);
      const box = within && boxIn(within, others);
      if (box) return box;
    }
    return undefined;
  };
  return { find, boxOf, boxIn, boxes: () => [...document.querySelectorAll(BOXES)].filter(boxOf) };
};

/**
 * Watches one page frame by frame, and reports `launcher`, `writing` and `card` with the time after the frame that
 * showed it was drawn, in ms since navigation.
 * @param {typeof createEyes} eyes
 * @param {Places} places
 * @param {string} report
 * @param {string} handle
 */
const watchPage = (eyes, places, report, handle) => {
  if (window.top !== window) return;
  /** Reports to the measurer. Kept here, because a page may replace properties of `window`. */
  const send = Reflect.get(window, report);
  const { port1, port2 } = new MessageChannel();
  /** @type {(() => void)[]} */
  const afterFrame = [];
  port1.onmessage = () => {
    for (const task of afterFrame.splice(0)) task();
  };
  /** @param {string} what @param {object} [more] */
  const tell = (what, more = {}) => {
    afterFrame.push(() => send(JSON.stringify({ what, time: performance.now(), ...more })));
    port2.postMessage(0);
  };

  const { find, boxOf, boxIn, boxes } = eyes();
  const hasFocus = (/** @type {Element} */ box) =>
    /** @type {Document | ShadowRoot} */ (box.getRootNode()).activeElement === box;
  const textOf = (/** @type {Element} */ box) =>
    /** @type {HTMLTextAreaElement} */ (box).value ?? box.textContent ?? '';

  /** @type {Set<Element>} the page's own boxes, and those seen before the widget opened */
  const others = new Set();
  let launcherSeen = !places.launcher;
  let clicked = 0;
  /** @type {Element | undefined} */
  let writing;
  let cardSeen = false;
  const look = () => {
    if (!launcherSeen && places.launcher) {
      const launcher = find(places.launcher);
      if (launcher && boxOf(launcher)) {
        launcherSeen = true;
        tell('launcher');
      }
    }
    if (!writing && (clicked || !places.launcher)) {
      writing = boxIn(document, others);
      if (writing) tell('writing', { focus: hasFocus(writing) });
    }
    // The card is not finished before one can write.
    if (writing && !cardSeen && places.card.every((path) => boxOf(find(path) ?? document.head))) {
      cardSeen = true;
      tell('card');
    }
    const waits = !launcherSeen || ((clicked || !places.launcher) && !cardSeen);
    if (waits) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);

  Object.defineProperty(window, handle, {
    value: {
      /** @returns {{ x: number, y: number } | undefined} where to click; starts the stopwatch of that click */
      aim: () => {
        const launcher = places.launcher && find(places.launcher);
        const box = launcher && boxOf(launcher);
        const view = launcher?.ownerDocument.defaultView;
        if (!launcher || !box || !view) return undefined;
        const stop = (/** @type {Event} */ event) => {
          clicked = event.timeStamp + view.performance.timeOrigin - performance.timeOrigin;
          for (const seen of boxes()) others.add(seen);
          tell('click', { time: clicked });
          requestAnimationFrame(look);
        };
        view.addEventListener('click', stop, { capture: true, once: true });
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      },
      now: () => performance.now(),
      /** Focuses the box, as a visitor's click would. */
      focus: () => /** @type {HTMLElement} */ (boxIn(document, others))?.focus(),
      /** @returns {string} the current text of the box */
      written: () => {
        const box = boxIn(document, others);
        return box ? textOf(box) : '';
      },
    },
  });
};

/** @param {Places} places @returns {string} the text of the script for the page */
export const watcherSource = (places) =>
  `(${watchPage})(${createEyes}, ${JSON.stringify(places)}, ${JSON.stringify(REPORT)}, ${JSON.stringify(WATCHER)});\n//# sourceURL=${WATCHER_URL}`;
