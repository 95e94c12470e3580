import type { CardFrame } from '../platform/frames';
import { adoptSheet } from '../platform/sheets';
import type { LauncherConfig } from '../wire/config';
import { CLOSE_PATH, drawIcon } from './icons';
import { skeletonCss } from './styles';

/** SPEC.md section 9: "Script chunk load timeout 120 s." */
const LATE_MS = 120_000;

/** Whether the words that came with the configuration run from right to left; the messenger asks the locale. */
export const isRtl = ({ locale }: LauncherConfig): boolean => /^(ar|he|fa|ur)/.test(locale);

/**
 * The card's shape before its code is there (SPEC.md section 2: each card has a loading skeleton and a load-failure
 * view with a retry button). Its button closes from the first moment.
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
    // Unless this wait is over. What comes still later is drawn all the same.
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
