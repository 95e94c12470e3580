import { CLOSE_PATH } from '../model/iconPaths';
import type { CardFrame, Realm } from '../platform/frames';
import { adoptSheet } from '../platform/sheets';
import type { LauncherConfig } from '../wire/config';
import { drawIcon } from './icons';
import { make } from './make';
import { frameCss } from './styles';
import { drawTextBox, type TextBox } from './textBox';

/** The content of the home card's frame from the start. */
export type HomeFrame = CardFrame & {
  /** The element that fills the frame: what is drawn above the text box, and the text box. */
  card: HTMLElement;
  textBox: TextBox;
  /** Adds a message to those sent so far. */
  show(text: string): void;
};

/**
 * Draws what the visitor sees until the card is drawn: the header, the messages sent so far, and the text box, which
 * stays. The close button works at once.
 * @param on.toggle receives the click on the close button, and Escape in the text box
 * @returns `remove` takes away all but the text box; `fail` shows a failure view with a retry button, and returns what
 * gets the clicks on it
 */
export const drawSkeleton = (
  frame: CardFrame,
  config: LauncherConfig,
  on: { toggle(press: UIEvent): void; retry(): void; send(text: string, realm: Realm): void },
) => {
  const doc = frame.document;
  const { words } = config.launcher;
  const sheet = adoptSheet(doc, frame.window, frameCss(config, frame.window.parent));
  doc.documentElement.lang = config.locale;
  // The messenger uses its locale file instead.
  doc.documentElement.dir = /^ar|^fa|^he|^ur/.test(config.locale) ? 'rtl' : 'ltr';
  const card = make('div', doc.body);
  const header = make('header', card);
  const about = make('div', header);
  make('h1', about, config.title);
  make('p', about, config.description);
  const close = make('button', header);
  close.ariaLabel = words.close;
  drawIcon(close, CLOSE_PATH);
  close.onclick = (click) => on.toggle(click);
  const main = make('main', card);
  const state = make('div', main);
  const fail = () => {
    // The retry button may have the focus.
    if (!state.role) {
      state.role = 'alert';
      state.textContent = words.failed;
      make('button', state, words.retry).onclick = () => {
        state.role = state.textContent = null;
        on.retry();
      };
    }
    return state;
  };
  const show = (text: string) => {
    make('b', main, text).dir = 'auto';
  };
  const send = (text: string) => {
    if (main.isConnected) show(text);
    on.send(text, frame.window);
  };
  const textBox = drawTextBox(card, words, send, on);
  return {
    home: { ...frame, card, textBox, show },
    remove() {
      header.remove();
      main.remove();
      sheet.disabled = true;
    },
    fail,
  };
};
