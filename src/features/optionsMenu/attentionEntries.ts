import { signal } from '@preact/signals-react';
import type { MenuEntry } from '../../conversation/featureRow';
import type { MenuDeps } from './option';

/** The switches for sound and notifications, where the configuration allows them; otherwise nothing is loaded. */
export const attentionEntries = async ({ slices, delivery }: MenuDeps): Promise<MenuEntry[]> => {
  const { flags } = slices.settings;
  if (!flags.soundNotificationEnabled && !flags.desktopNotificationsEnabled) return [];
  const { attention } = await delivery.arrivals();
  if (!attention) return [];
  const { sound, notifications } = await attention();
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
