import type { Page } from 'playwright-core';

/** What Porch must leave as it is. */
export type Looked = {
  /** Name and place of each element of the body, in the order of the document, from the document's corner. */
  boxes: string[];
  size: string;
  attributes: string;
  sheets: number;
  frames: number;
  globals: string[];
  /** The names of the members of built-in prototypes, and which functions are the browser's own. */
  builtIns: string;
};

export type Look = {
  /** Evaluates an expression where the page's own prototypes and globals do not reach. */
  ask<T>(expression: string): Promise<T>;
  /** Evaluates an expression as the page's own scripts would. */
  askPage<T>(expression: string): Promise<T>;
  looked(): Promise<Looked>;
};

const DOCUMENT = `(() => {
  const round = (px) => Math.round(px * 2) / 2;
  const boxes = [...document.querySelectorAll('body, body *')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [element.localName, round(x + scrollX), round(y + scrollY), round(width), round(height)].join(' ');
  });
  const { documentElement: html, body } = document;
  const attributes = [html, ...(body ? [body] : [])].flatMap((element) =>
    [...element.attributes].map(({ name, value }) => element.localName + ' ' + name + '=' + value));
  return {
    boxes,
    size: html.scrollWidth + ' × ' + html.scrollHeight,
    attributes: attributes.join('; '),
    sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
  };
})()`;

const SCRIPTS = `(() => {
  const text = Function.prototype.toString;
  const names = ['Object', 'Array', 'Function', 'String', 'Promise', 'Map', 'Element', 'Node', 'Document', 'Event',
    'EventTarget', 'HTMLElement', 'HTMLIFrameElement', 'History', 'Storage', 'XMLHttpRequest', 'WebSocket'];
  const own = (object) => Object.getOwnPropertyNames(object).join();
  return {
    globals: Reflect.ownKeys(window).map(String),
    builtIns: names.map((name) => {
      const made = window[name];
      const native = typeof made === 'function' && text.call(made).indexOf('[native code]') > 0;
      return name + ' ' + native + ' ' + own((made && made.prototype) || {});
    }).join('\\n') + text.call(window.fetch).indexOf('[native code]'),
  };
})()`;

/** Looks at a page without relying on anything that its scripts may have replaced. */
export const lookAt = async (page: Page): Promise<Look> => {
  const client = await page.context().newCDPSession(page);
  const evaluate = async <T>(expression: string, contextId?: number): Promise<T> => {
    const { result, exceptionDetails } = await client.send('Runtime.evaluate', {
      expression,
      contextId,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as T;
  };
  const ask = async <T>(expression: string): Promise<T> => {
    const { frameTree } = await client.send('Page.getFrameTree');
    const frameId = frameTree.frame.id;
    const world = await client.send('Page.createIsolatedWorld', { frameId, worldName: 'look' });
    return evaluate<T>(expression, world.executionContextId);
  };
  const askPage = <T>(expression: string) => evaluate<T>(expression);
  return {
    ask,
    askPage,
    looked: async () => ({
      ...(await ask<Looked>(DOCUMENT)),
      ...(await askPage<Looked>(SCRIPTS)),
      frames: page.frames().length,
    }),
  };
};
