import { type Call, type Handover, REALM_HOOK, type RealmHook } from '../loader/handover';
import { decodeLauncherConfig } from '../wire/launcherConfig';
import { BUBBLE_PATH, CLOSE_PATH, drawIcon } from './icons';
import { isRtl } from './skeleton';
import { createSurface, type Surface } from './surface';

/** The state the launcher draws. */
export type LauncherState = {
  /** The button's accessible name while the widget is closed and open. */
  openName: string;
  closeName: string;
  /** Replaces `openName` while there are unread messages. */
  unreadName?: string;
  rtl: boolean;
  /** The visible text beside the icon; it is added to the accessible name. */
  label?: string;
};

/** The surface with the launcher button, in plain DOM without a framework. */
export type Launcher = Surface & {
  button: HTMLElement;
  update(state: Partial<LauncherState>): void;
  /** Applies a queued call to the launcher at once. The messenger replays the call after it loads. */
  early(call: Call): void;
  /** Focuses the button. @param visible whether to show the focus ring */
  focus(visible: boolean): void;
};

/** Draws the launcher and handles the visitor's input. */
export const createLauncher = (handover: Handover): Launcher => {
  const { host } = handover;
  const config = decodeLauncherConfig(handover.config);
  const { words } = config.launcher;
  const surface = createSurface(host, config, handover.warm);
  const doc = host.document;
  const state: LauncherState = {
    openName: words.open,
    closeName: words.close,
    rtl: isRtl(config),
  };

  const button = doc.createElement('button');
  button.className = 'l';
  // The icons are decorative; `aria-label` names the button.
  button.append(drawIcon(doc, BUBBLE_PATH, ''), drawIcon(doc, CLOSE_PATH, 'x'));

  const draw = () => {
    const open = surface.isOpen();
    const name = (state.unreadName || state.openName) + (state.label ? `, ${state.label}` : '');
    button.setAttribute('aria-label', open ? state.closeName : name);
    button.setAttribute('aria-expanded', `${open}`);
    button.dir = state.rtl ? 'rtl' : 'ltr';
  };
  surface.onChange = draw;
  // `pointerenter` also fires for a touch.
  button.onpointerenter = button.onfocus = () => handover.warm();
  button.onblur = () => button.removeAttribute('data-focus');
  // Escape closes the widget from the launcher, as it does inside the window.
  button.onkeydown = ({ key }) => {
    if (key === 'Escape' && surface.isOpen()) surface.toggle(0);
  };
  button.onclick = (event) => surface.toggle(event.detail);
  surface.root.append(button);
  draw();

  const launcher = Object.assign(surface, {
    button,
    update(next: Partial<LauncherState>) {
      Object.assign(state, next);
      draw();
    },
    early({ method, 2: value }: Call) {
      if (/hide|show/.test(method)) surface.setHidden(/hide/.test(method));
      if (/r.(open|close)/.test(method)) surface.setOpen(/open/.test(method));
      if (/zIndex/.test(method)) surface.setZIndex(Number(value) || config.zIndex);
      if (/customi/.test(method))
        import('./customize').then((m) => m.start(launcher, handover, config)).catch(handover.lost);
    },
    focus(visible: boolean) {
      button.toggleAttribute('data-focus', visible);
      button.focus({ preventScroll: true });
    },
  });
  if (config.launcher.text)
    import('../features/launcherLabel/launcherLabel')
      .then((m) => m.start(launcher, handover, config))
      .catch(handover.lost);
  return launcher;
};

(globalThis as { [REALM_HOOK]?: RealmHook })[REALM_HOOK]?.(createLauncher);
