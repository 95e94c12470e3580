import type { CardFrame } from '../platform/frames';
import { adoptSheet } from '../platform/sheets';
import type { LauncherConfig } from '../wire/config';
import { CLOSE_PATH, drawIcon } from './icons';
import { skeletonCss } from './styles';

/** The failure view appears when the card's code has not loaded after this time. */
const LATE_MS = 120_000;

/**
 * Whether the configuration's locale is written right to left. The messenger asks its locale file instead.
 */
export const isRtl = ({ locale }: LauncherConfig): boolean => /^(ar|he|fa|ur)/.test(locale);

/**
 * Draws the card's loading skeleton, or a failure view with a retry button. The close button works at once.
 * @param on.toggle receives the click's `detail`: 1 for a pointer, 0 for the keyboard
 * @returns `remove` takes the skeleton away; `fail` shows the failure view
 */
export const drawSkeleton = (
  frame: CardFrame,
  config: LauncherConfig,
  on: { toggle(detail: number): void; retry(): void },
) => {
  const doc = frame.document;
  const { words } = config.launcher;
  const make = <K extends keyof HTMLElementTagNameMap>(tag: K, parent: Node, text = '') => {
    const element = doc.createElement(tag);
    element.textContent = text;
    parent.appendChild(element);
    return element;
  };
  const sheet = adoptSheet(doc, frame.window, skeletonCss(config, frame.window.parent));
  doc.documentElement.lang = config.locale;
  doc.documentElement.dir = isRtl(config) ? 'rtl' : 'ltr';
  const skeleton = make('div', doc.body);
  skeleton.id = 's';
  const header = make('header', skeleton);
  make('h1', header, config.title);
  const close = make('button', header);
  close.setAttribute('aria-label', words.close);
  close.appendChild(drawIcon(doc, CLOSE_PATH, ''));
  close.onclick = (e) => on.toggle(e.detail);
  const main = make('main', skeleton);
  const waiting = () => {
    main.textContent = '';
    main.ariaBusy = 'true';
    const shape = make('i', main);
    make('i', main);
    make('i', main);
    // Only if this wait is still shown. A card that loads even later is still drawn.
    frame.window.setTimeout(() => shape.isConnected && fail(), LATE_MS);
  };
  const fail = () => {
    main.textContent = '';
    main.ariaBusy = null;
    make('p', main, words.failed).role = 'alert';
    make('button', main, words.retry).onclick = () => {
      waiting();
      on.retry();
    };
  };
  waiting();
  make('b', skeleton);
  return {
    remove() {
      skeleton.remove();
      sheet.disabled = true;
    },
    fail,
  };
};
