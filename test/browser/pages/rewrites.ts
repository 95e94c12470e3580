import { inline, made, type Row, script } from './row';

/** A page that does this once the launcher is shown, and again while the visitor writes. */
const twice = (name: string, code: string, more: Partial<Row> = {}): Row =>
  made(
    name,
    {},
    { afterwards: `${code}; 0`, meanwhile: `${code}; 0`, moves: 'it writes itself anew', ...more },
  );

const AGAIN = "zE('messenger', 'open')";
const goneBy = (why: string) => ({
  launcher: 'gone' as const,
  why,
  ends: `${AGAIN}; zE('messenger', 'close'); 0`,
});

/** The messenger notices that its frame is gone a moment later. */
const LOST = [/A frame was removed|inactive browsing context/];

const WHOLE = `'<head><title>Another page</title><meta name="viewport" content="width=device-width"></head><body><h1>Another page</h1></body>'`;

/** Pages that replace parts of their document. */
export const REWRITES: readonly Row[] = [
  twice('a page that empties its body', "document.body.innerHTML = ''"),
  twice(
    'a page that puts another body in place of its own',
    "document.documentElement.replaceChild(document.createElement('body'), document.body)",
  ),
  twice('a page that sets its body, as Turbo does', "document.body = document.createElement('body')", {
    everyRun: true,
  }),
  twice(
    'a page that rewrites its head and the attributes of html',
    "document.head.innerHTML = ''; document.documentElement.className = 'x'; document.documentElement.removeAttribute('lang')",
  ),
  made(
    'a page that sets its body as soon as it has loaded',
    { body: inline("addEventListener('load', () => { document.body = document.createElement('body') })") },
    { moves: 'its body is another one' },
  ),
  made('a page that marks every element that is added', {
    body: inline(`new MutationObserver((records) => {
        for (const { addedNodes } of records) for (const node of addedNodes) node.setAttribute?.('data-seen', '');
      }).observe(document, { childList: true, subtree: true })`),
  }),
  made(
    'a page that removes every frame that it does not know',
    {
      body: inline(`removed = 0;
        new MutationObserver((records) => {
          for (const { addedNodes } of records) for (const node of addedNodes) if (node.localName === 'iframe') {
            node.remove();
            removed += 1;
          }
        }).observe(document, { childList: true, subtree: true })`),
    },
    {
      possibleProblems: [/A frame was removed|inactive browsing context|no later build|^Porch: /],
      limitation: {
        launcher: 'alone',
        why: 'The messenger runs in a frame, and starts at most ten times anew.',
        givenUp: 'removed > 10',
      },
    },
  ),
  made(
    'a page that is morphed as a whole',
    { head: script('idiomorph/dist/idiomorph.js') },
    {
      afterwards: `Idiomorph.morph(document.documentElement, '<html lang="en">' + ${WHOLE} + '</html>'); 0`,
      moves: 'it writes itself anew',
      possibleProblems: LOST,
      limitation: goneBy('It removes whatever its new document does not have.'),
    },
  ),
  made(
    'a page that writes its whole document anew',
    {},
    {
      afterwards: `document.documentElement.innerHTML = ${WHOLE}; 0`,
      moves: 'it writes itself anew',
      possibleProblems: LOST,
      limitation: goneBy('It removes whatever its new document does not have.'),
    },
  ),
  made(
    'a page that opens its document again',
    {},
    {
      afterwards: `document.open(); document.write('<!doctype html><html>' + ${WHOLE} + '</html>'); document.close(); 0`,
      moves: 'it writes itself anew',
      limitation: {
        launcher: 'gone',
        why: 'It removes the whole document, and the listeners of all elements. The tag can be part of what it writes.',
      },
    },
  ),
  made(
    'a page that opens its document again and writes the tag, too',
    {},
    {
      afterwards: `tag = document.querySelector('script[src*="/porch/"]')?.outerHTML ?? '';
        document.open();
        document.write('<!doctype html><html>' + ${WHOLE}.replace('<head>', '<head>' + tag) + '</html>');
        document.close();
        0`,
      possibleGlobals: /^tag$/,
      moves: 'it writes itself anew',
      everyRun: true,
    },
  ),
  made(
    'a page that React 18 hydrates as a whole',
    {
      head: script('react/umd/react.production.min.js') + script('react-dom/umd/react-dom.production.min.js'),
      body: inline(`const toReact = (node) => {
        if (node.nodeType === 3) return node.data;
        const { localName, attributes, childNodes } = node;
        const props = Object.fromEntries([...attributes].map(({ name, value }) => [name === 'charset' ? 'charSet' : name, value]));
        if (localName === 'script') return React.createElement(localName, { ...props, async: undefined, key: Math.random(), dangerouslySetInnerHTML: { __html: node.text } });
        return React.createElement(localName, props, ...[...childNodes].filter(({ dataset }) => dataset?.porch !== '').map(toReact));
      }`),
    },
    {
      afterwards: `ReactDOM.hydrateRoot(document, toReact(document.documentElement)); new Promise((done) => setTimeout(done, 100))`,
      moves: 'it writes itself anew',
      possibleProblems: [/Minified React error/],
      limitation: goneBy('React 18 draws a document anew that has an element which it does not know.'),
    },
  ),
];
