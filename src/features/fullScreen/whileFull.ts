import { computed, effect } from '@preact/signals-react';
import type { Needs } from '../../conversation/featureDeps';
import type { createScreen } from '../../platform/screen';
import { createWindowEntry } from '../../platform/windowEntry';
import { createBackCloser } from './backCloses';
import { createScreenFiller } from './fillScreen';

export type WhileFullDeps = Needs<
  'clock' | 'seen' | 'host' | 'onDispose' | 'storages',
  'router' | 'launcher'
>;

/**
 * The rules for the page and for the browser's Back while the window fills the screen.
 * @param root the surface's
 */
export const createWhileFull = (
  { clock, seen, host, onDispose, storages, slices: { router, launcher } }: WhileFullDeps,
  root: ShadowRoot,
  screen: ReturnType<typeof createScreen>,
): void => {
  onDispose(createScreenFiller({ ...screen, shown: seen, clock }));
  const closer = createBackCloser({
    createEntry: (onMove) => createWindowEntry(host, root, storages.session, onMove),
    clock,
    close: () => router.closeWidget(1),
    reopen: () => router.openWidget(),
  });
  // In a hidden tab, the window stays open.
  const open = computed(() => router.widgetOpen.value && !launcher.hidden.value);
  const update = () => closer.cover(open.value && screen.fills());
  onDispose(effect(update));
  onDispose(screen.onResize(update));
  onDispose(closer.dispose);
};
