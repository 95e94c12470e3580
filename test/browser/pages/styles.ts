import { made, type Row } from './row';

const styled = (name: string, css: string, more: Partial<Row> = {}) =>
  made(name, { head: `<style>${css}</style>` }, more);

const END = {
  why: 'This style makes html what fixed elements are placed in: the launcher is at the end of the document.',
  launcher: 'elsewhere' as const,
};

export const STYLES: readonly Row[] = [
  styled(
    'a page that hides everything below the body and beside it',
    'body *, html > div, html > iframe, iframe, button { display: none !important; visibility: hidden !important }',
    { everyRun: true, everyBrowser: true },
  ),
  styled(
    'a page that makes every box static',
    'div, iframe { position: static !important; transform: none !important }',
    { everyBrowser: true },
  ),
  styled(
    'a page that shapes every frame and button',
    'iframe { width: 11px !important; height: 11px !important; border: 9px solid red !important; opacity: .1 !important; pointer-events: none !important } button { all: unset !important; font-size: 90px !important }',
    { everyBrowser: true },
  ),
  styled(
    'a page that sets everything in motion and in color',
    '* { transition: all 30s !important; animation: none !important; color: #eee !important; background: #eee !important; font: 60px serif !important; box-sizing: content-box !important; zoom: 1 !important }',
    { everyBrowser: true },
  ),
  styled('a page that unsets everything', '* { all: unset !important }', {
    withoutPhone: 'it has no scroller',
  }),
  styled(
    'a page that makes frames as wide as it is',
    'iframe { position: relative !important; visibility: visible !important; width: 100% !important; height: 56vw !important }',
  ),
  styled('a page that hides empty elements', 'div:empty { display: none !important }'),
  styled('html as a grid with a gap', 'html { display: grid; gap: 24px; min-height: 100% }', {
    everyBrowser: true,
  }),
  styled('html as a row with a gap', 'html { display: flex; gap: 24px }'),
  styled('html with vertical lines', 'html { writing-mode: vertical-rl }', {
    withoutPhone: 'it scrolls from right to left',
  }),
  styled('html in columns', 'html { columns: 2 }'),
  styled('html with a filter', 'html { filter: invert(1) hue-rotate(180deg) }'),
  styled('html that hides what overflows', 'html, body { overflow: hidden; height: 100% }'),
  styled('html with letters of 62.5%', 'html { font-size: 62.5% }'),
  styled('html with letters of 40 px', 'html { font: 40px serif }'),
  styled('html that cannot be selected or pressed', 'html { user-select: none; pointer-events: none }'),
  styled('html that cannot be seen', 'html { visibility: hidden }'),
  styled(
    'a body with a filter, transform and zoom',
    'body { filter: blur(0); transform: translate(4px); zoom: 1.2 }',
  ),
  styled(
    'a body that scrolls in place of the page',
    'html { height: 100%; overflow: hidden } body { height: 100%; margin: 0; overflow: auto }',
  ),
  styled(
    'a page that snaps as it scrolls',
    'html { scroll-snap-type: y mandatory } p { scroll-snap-align: start }',
    { withoutPhone: 'it snaps to a place of its own' },
  ),
  styled('a page with the same z-index', 'p { position: relative; z-index: 999999 }'),
  styled('a dark page', ':root { color-scheme: dark; background: #111; color: #eee }'),
  styled(
    'a page with container queries',
    'body { container-type: inline-size } @container (min-width: 1px) { div { color: red } }',
  ),
  styled('a page wider than a phone', 'main, h1 { width: 863px; white-space: nowrap }'),
  styled('a page that resets everything to its initial style', '*, ::before, ::after { all: initial }'),
  styled(
    'a page on which nothing can be pressed, selected or dragged',
    '* { pointer-events: none !important; user-select: none !important; touch-action: none !important }',
  ),
  styled('html with letters of 200%', 'html { font-size: 200% }'),
  styled('html that is zoomed', 'html { zoom: 1.25 }', {
    scale: 1.25,
    withoutPhone: 'everything is larger there, too',
  }),
  styled('html that is a container of queries', 'html { container-type: inline-size }'),
  styled('html that clips what overflows', 'html { overflow: clip } body { overflow-x: hidden }'),
  styled(
    'html with an opacity and a blend mode',
    'html { opacity: .99; mix-blend-mode: multiply; isolation: isolate }',
  ),
  styled('a body with vertical lines', 'body { writing-mode: vertical-lr }', {
    withoutPhone: 'it scrolls sideways',
  }),
  styled(
    'a body that is fixed while a menu is open',
    'body { position: fixed; top: -40px; width: 100%; overflow: hidden }',
  ),
  styled(
    'a page with custom properties of the same names',
    ':root { --left: 40px; --top: 60px; --bottom: 80px; --head: red; --ground: red; --z: -1; --a: red }',
  ),
  styled(
    'a page under a pattern that takes no presses',
    'body::after { content: ""; position: fixed; inset: 0; z-index: 2147483647; pointer-events: none; background: #0001 }',
  ),
  styled('html with a transform', 'html { transform: translateX(0) }', { limitation: END }),
  styled('html with a scale', 'html { scale: 1 }', { limitation: END }),
  styled('html with a perspective', 'html { perspective: 100px }', { limitation: END }),
  styled('html with paint containment', 'html { contain: paint }', { limitation: END }),
  styled('html that says a transform will change', 'html { will-change: transform }', { limitation: END }),
  styled('html whose content may be left out', 'html { content-visibility: auto }', { limitation: END }),
  made('a page from right to left that says so of everything', {
    html: 'lang="he" dir="rtl"',
    head: '<style>* { direction: rtl !important }</style>',
  }),
  made('a page that waits behind an opacity of 0', {
    html: 'lang="en" class="wait"',
    head: '<style>.wait { opacity: 0 !important }</style><script>addEventListener("load", () => document.documentElement.classList.remove("wait"))</script>',
  }),
  made('a body that is inert', { attributes: 'inert aria-hidden="true"' }),
  made('3,000 paragraphs', {
    text: `<h1>A long page</h1>${'<p>Words and words and words.</p>'.repeat(3000)}`,
  }),
];
