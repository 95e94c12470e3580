import type { Call } from '../loader/call';
import type { Handover } from '../loader/handover';
import { REALM_HOOK, type RealmHook } from '../platform/realmHook';
import { decodeLauncherConfig } from '../wire/launcherConfig';
import { loadLauncherLabel } from './features';
import { BUBBLE_PATH, CLOSE_PATH, drawIcon } from './icons';
import type { Launcher, LauncherState } from './launcherType';
import { isRtl } from './skeleton';
import { createSurface } from './surface';

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
    loadLauncherLabel()
      .then((m) => m.start(launcher, handover, config))
      .catch(handover.lost);
  return launcher;
};

/** What the loader calls, by this name or by the hook. */
export { createLauncher as start };

(globalThis as { [REALM_HOOK]?: RealmHook })[REALM_HOOK]?.(createLauncher);
