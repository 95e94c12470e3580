import { signal } from '@preact/signals-react';
import type { MenuEntry } from '../../conversation/featureRow';
import { lazyChunks } from '../../delivery/chunks';
import type { MenuDeps } from './option';

/** The switches for sound and notifications, where the configuration allows them; else nothing is loaded. */
export const attentionEntries = async (deps: MenuDeps): Promise<MenuEntry[]> => {
  const { slices } = deps;
  const { flags } = slices.settings;
  if (!flags.soundNotificationEnabled && !flags.desktopNotificationsEnabled) return [];
  const { attentionOf } = await lazyChunks.arrivals();
  const { sound, notifications } = await attentionOf({ ...deps, ...slices.settings, ...slices });
  return [
    {
      label: 'attention.sound',
      available: sound.available,
      checked: sound.on,
      run() {
        sound.toggle();
        return undefined;
      },
    },
    {
      label: 'attention.notifications',
      available: notifications.available,
      checked: notifications.on,
      run: notifications.toggle,
    },
    {
      label: 'attention.blocked',
      available: notifications.blocked,
      disabled: signal(true),
      run: () => undefined,
    },
  ];
};
