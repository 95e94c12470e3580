import { effect, type ReadonlySignal } from '@preact/signals-react';
import type { Words } from '../i18n/words';
import type { Launcher } from '../launcher/launcherType';
import type { Surface } from '../launcher/surface';
import { listen, undoAll } from '../platform/disposer';
import { focusLauncher } from '../platform/focusLauncher';
import type { LauncherSlice } from '../slices/launcher';
import type { Router } from '../slices/router';
import type { Settings } from '../slices/settings';

/** A surface; without a launcher it has no button to update or focus. */
export type WidgetSurface = Surface & Partial<Pick<Launcher, 'button' | 'update'>>;

/**
 * Hides presses of the launcher, and of keys that press it, from the page's listeners, which would see an element of
 * the page as the target. Other keys reach the page.
 */
const keepPress = (event: Event) => {
  const { key } = event as KeyboardEvent;
  if (key === undefined || / |Enter/.test(key)) event.stopPropagation();
};

/**
 * Updates the plain-DOM launcher and the card's frame from the slices.
 * @returns the undo
 */
export const showWidget = (deps: {
  surface: WidgetSurface;
  router: Router;
  launcher: LauncherSlice;
  settings: Settings;
  words: ReadonlySignal<Words | undefined>;
}): (() => void) => {
  const { surface, router, words } = deps;
  const { button } = surface;
  // In the card's frame, the card listens itself.
  if (button)
    button.onkeydown = ({ key }) => {
      if (key === 'Escape') router.closeWidget(0);
    };
  const stops = [
    listen(surface.root.host, 'keydown keyup pointerdown mousedown touchstart', keepPress),
    effect(() => {
      const open = router.widgetOpen.value;
      const by = router.openedBy();
      if (surface.isOpen() === open) return;
      const hadFocus = !!surface.root.activeElement;
      // A window that an earlier page left open does not move, because a hidden element has no transition.
      if (by === 'lastPage') surface.setHidden(true);
      surface.setOpen(open, open && by === 'visitor');
      surface.setHidden(deps.launcher.hidden.peek());
      // After closing, focus returns to the launcher; the focus ring shows only after keyboard use.
      if (!open && hadFocus && button) focusLauncher(button, router.widgetClosedMethod.value === 'keyboard');
    }),
    effect(() => surface.setHidden(deps.launcher.hidden.value)),
    effect(() => surface.setZIndex(deps.settings.zIndex.value)),
    effect(() => {
      const now = words.value;
      if (!now) return;
      surface.update?.({
        open: now.t('launcher_open'),
        close: now.t('launcher_close'),
      });
    }),
  ];
  return undoAll(stops);
};
