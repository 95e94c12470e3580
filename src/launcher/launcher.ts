import type { Call } from '../loader/call';
import type { Handover } from '../loader/handover';
import { CLOSE_PATH } from '../model/iconPaths';
import { REALM_HOOK, type RealmHook } from '../platform/realmHook';
import type { LauncherConfig } from '../wire/config';
import { num } from '../wire/decode';
import { decodeLauncherConfig } from '../wire/launcherConfig';
import { closes, customizes, hides, leaves, opens, setsCookies, setsZIndex, shows } from './earlyCalls';
import { loadAnalytics, loadCampaigns, loadLauncherLabel } from './features';
import { BUBBLE_PATH, drawIcon } from './icons';
import type { Launcher, LauncherState } from './launcherType';
import { make } from './make';
import { createSurface } from './surface';

/** Draws the launcher and handles the visitor's input. */
export const createLauncher = (handover: Handover): Launcher => {
  const config = decodeLauncherConfig(handover.config);
  const draw = (focused?: boolean) => {
    const open = surface.isOpen();
    button.ariaLabel = open
      ? state.close
      : (state.unreadName || state.open) + (state.label ? `, ${state.label}` : '');
    button.ariaExpanded = open as never;
    icon.setAttribute('d', open ? CLOSE_PATH : BUBBLE_PATH);
    if (focused && !open) button.focus();
  };
  const surface = createSurface(handover.host, config, handover.warm, draw);
  const state: LauncherState = config.launcher.words;

  const button = make('button', surface.root);
  button.className = 'l';
  // The icon is decorative; `aria-label` names the button.
  const icon = drawIcon(button, BUBBLE_PATH);

  // `pointerenter` also fires for a touch. The frame takes time too, which the click then need not wait for.
  button.onpointerenter = button.onfocus = () => {
    handover.warm();
    void surface.home();
  };
  // The page must not react to a key that presses the launcher, such as Space. `showWidget.ts` takes this over.
  button.onkeydown = (press) => press.stopPropagation();
  // The second click of a double click must not undo the first.
  button.onclick = (click) => click.detail < 2 && surface.toggle(click);
  draw();

  /** Each declares the part of the messenger it uses. */
  type Feature = { start(launcher: Launcher, handover: never, config: LauncherConfig): unknown };
  const start = (feature: Feature) => feature.start(launcher, handover as never, config);

  /** Applies the publisher's changes to the look. @param queued as for `early` */
  const customize = (queued?: boolean) => {
    // Hides launcher and window until then. `customize.ts` removes this. If its file does not load, they are shown as
    // they are after three seconds (styles.ts).
    if (queued) surface.root.host.toggleAttribute('data-wait', true);
    import('./customize').then(start).catch(handover.lost);
  };
  const launcher = Object.assign(surface, {
    button,
    update(next: Partial<LauncherState>) {
      Object.assign(state, next);
      draw();
    },
    early({ method, 2: value }: Call, queued?: boolean) {
      if (hides(method)) surface.setHidden(true);
      if (shows(method)) surface.setHidden(false);
      if (opens(method)) surface.setOpen(true);
      if (closes(method)) surface.setOpen(false);
      if (setsCookies(method)) (surface.root.host as HTMLElement).dataset.cookies = value as string;
      // The next visitor must not send this one's messages.
      if (leaves(method)) surface.unsent = [];
      if (setsZIndex(method)) surface.setZIndex(num(value) ?? config.zIndex);
      if (customizes(method)) customize(queued);
    },
  });
  if (config.onAction) customize(true);
  if (config.launcher.text) loadLauncherLabel().then(start).catch(handover.lost);
  // Ad blockers often refuse these files; the widget works without them.
  if (config.analytics)
    loadAnalytics()
      .then(start)
      .catch(() => {});
  if (config.campaigns)
    loadCampaigns()
      .then(start)
      .catch(() => {});
  return launcher;
};

/** What the loader calls, by this name or by the hook. */
export { createLauncher as start };

(globalThis as { [REALM_HOOK]?: RealmHook })[REALM_HOOK]?.(createLauncher);
