import { computed, signal } from '@preact/signals-react';
import type { AttentionDeps } from '../../delivery/receiving/attentionDeps';
import type { WireMessage } from '../../wire/message';
import { beginning } from '../../wire/shown';

/** How much of a message a notification shows, in characters. */
const LONGEST = 200;

/** Desktop notifications, off until the visitor switches them on. */
export const createNotifications = (deps: AttentionDeps) => {
  const { host, storages, integrationId, flags } = deps;
  const { Notification } = host as Window & typeof globalThis;
  const key = `${integrationId}.notifications`;
  const wanted = signal(storages.lasting.get(key) === 'on');
  const permission = signal(Notification?.permission);
  const available = flags.desktopNotificationsEnabled === true && !!Notification && host.isSecureContext;

  return {
    available: computed(() => available && permission.value !== 'denied'),
    blocked: computed(() => available && permission.value === 'denied'),
    on: computed(() => wanted.value && permission.value === 'granted'),
    /** Asks the browser for permission where it has none. Rejects as canceled when it is refused. */
    async toggle(): Promise<void> {
      const on = wanted.value && permission.value === 'granted';
      if (!on) permission.value = await Notification.requestPermission();
      if (!on && permission.value !== 'granted') throw { isActionCancelled: true };
      wanted.value = !on;
      if (on) storages.lasting.remove(key);
      else storages.lasting.set(key, 'on');
    },
    show({ name, text, textFallback }: WireMessage, conversationId: string): void {
      if (!available || !wanted.value || Notification.permission !== 'granted') return;
      const words = deps.locale.words.value;
      const body =
        text?.trim() ||
        textFallback?.trim() ||
        (words?.knows('list.attachment') ? words.t('list.attachment') : '');
      try {
        const shown = new Notification(name || deps.title, {
          body: beginning(body, LONGEST),
          tag: `porch.${conversationId}`,
        });
        shown.onclick = () => {
          host.focus();
          deps.conversations.show(conversationId);
          deps.router.openWidget();
          shown.close();
        };
      } catch {
        // Some phones have the permission and still allow notifications to service workers alone.
      }
    },
  };
};
