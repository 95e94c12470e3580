import { type Handover, REALM_HOOK, type RealmHook } from '../loader/handover';
import { decodeLauncherConfig } from '../wire/config';
import { BUBBLE_PATH, CLOSE_PATH, drawIcon } from './icons';
import { createSurface, type Surface } from './surface';

/** What the launcher shows beside the icon. */
export type LauncherState = {
  /** The button's accessible name while the widget is closed and open; unread messages are part of the first. */
  openName: string;
  closeName: string;
  /** Empty when nothing is unread. */
  badge: string;
  rtl: boolean;
};

/** The surface with its button (DESIGN.md 3.13: plain DOM, a small state object in, intents out). */
export type Launcher = Surface & {
  update(state: Partial<LauncherState>): void;
  /** @param visible whether the focus mark shows although no key was pressed on the button itself */
  focus(visible: boolean): void;
};

/** Draws the one launcher and reports what the visitor does to it through `handover.intents`. */
export const createLauncher = (handover: Handover): Launcher => {
  const { host } = handover;
  const config = decodeLauncherConfig(handover.config);
  const { words, text } = config.launcher;
  const surface = createSurface(host, config);
  const doc = host.document;
  const state: LauncherState = { openName: words.open, closeName: words.close, badge: '', rtl: false };

  const button = doc.createElement('button');
  button.type = 'button';
  button.className = 'l';
  button.append(drawIcon(doc, BUBBLE_PATH, 'c'), drawIcon(doc, CLOSE_PATH, 'x'));
  const label = doc.createElement('span');
  label.className = 't';
  // The name says what the button does; the label beside it is for the eye.
  label.setAttribute('aria-hidden', 'true');
  const badge = doc.createElement('span');
  badge.className = 'b';
  badge.setAttribute('aria-hidden', 'true');
  if (text) {
    label.textContent = text;
    button.append(label);
  }
  button.append(badge);

  const draw = () => {
    const open = surface.isOpen();
    button.setAttribute('aria-label', open ? state.closeName : state.openName);
    button.setAttribute('aria-expanded', String(open));
    button.dir = state.rtl ? 'rtl' : 'ltr';
    badge.textContent = state.badge;
  };
  surface.onChange = draw;
  for (const type of ['pointerenter', 'focus', 'touchstart']) {
    button.addEventListener(type, () => handover.intents.warm(), { passive: true });
  }
  button.addEventListener('blur', () => button.removeAttribute('data-focus'));
  button.addEventListener('click', (event) => handover.intents.toggle(event.detail));
  surface.root.insertBefore(button, null);
  draw();

  return Object.assign(surface, {
    update(next: Partial<LauncherState>) {
      Object.assign(state, next);
      draw();
    },
    focus(visible: boolean) {
      button.toggleAttribute('data-focus', visible);
      button.focus({ preventScroll: true });
    },
  });
};

(globalThis as { [REALM_HOOK]?: RealmHook })[REALM_HOOK]?.(createLauncher);
