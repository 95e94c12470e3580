import { effect, signal } from '@preact/signals-react';
import type { AttentionDeps } from '../../delivery/receiving/attentionDeps';
import { listen } from '../../platform/disposer';
import { createTimers } from '../../platform/timer';
import type { WireMessage } from '../../wire/message';
import { createNotifications } from './notifications';
import { createSound } from './sound';
import { createTitleMark } from './titleMark';

/** A tab without the focus waits, so that the focused tab goes first. */
const UNFOCUSED_MS = 50;

const SILENT = 'soundDisabled';

/**
 * Draws the visitor's attention to an agent's new message: by a sound, a mark in the title and on the icon of a page
 * that they do not look at, and a notification if they asked for it.
 */
export const createAttention = (deps: AttentionDeps) => {
  const { host, page, clock, storages, onDispose, flags, unread } = deps;
  const { lasting, session } = storages;
  const sound = createSound(deps);
  const notifications = createNotifications(deps);
  const audible = signal(session.get(SILENT) !== 'true');
  const hasSound = flags.soundNotificationEnabled === true;
  const key = `${deps.integrationId}.attended`;

  const isAway = () => !page.visible() || !page.focused();
  const away = signal(false);
  const update = () => {
    away.value = away.value && isAway();
  };
  const markTitle = createTitleMark(host.document);
  onDispose(page.onVisible(update));
  onDispose(listen(host, 'focus', update));
  onDispose(effect(() => markTitle(away.value ? unread.value : 0)));
  onDispose(() => markTitle(0));
  if (flags.faviconBadgeEnabled === true)
    import('./faviconBadge').then(
      ({ createFaviconBadge }) => {
        const badge = createFaviconBadge(host.document);
        onDispose(effect(() => badge(away.value && unread.value > 0)));
        onDispose(() => badge(false));
      },
      () => {},
    );

  /** Whether this is the first tab that has the message, which draws attention to it for all of them. */
  const first = async ({ received }: WireMessage): Promise<boolean> => {
    const take = () => {
      if (Number(lasting.get(key)) >= received) return false;
      lasting.set(key, `${received}`);
      return true;
    };
    // Without locks, two tabs may both notify. That is better than no notification.
    const locked = async () => host.navigator.locks.request(key, take);
    return locked().catch(take);
  };
  const attract = async (message: WireMessage, conversationId: string) => {
    if (!(await first(message))) return;
    if (hasSound && audible.value) void sound.play();
    if (isAway()) notifications.show(message, conversationId);
  };
  const waits = createTimers(clock);
  onDispose(waits.stopAll);
  onDispose(sound.dispose);

  return {
    take(message: WireMessage, conversationId: string): void {
      away.value = isAway();
      const ms = page.focused() ? 0 : UNFOCUSED_MS;
      waits.set(message._id, ms, () => void attract(message, conversationId));
    },
    notifications,
    sound: {
      available: signal(hasSound),
      on: audible,
      toggle() {
        audible.value = !audible.value;
        if (!audible.value) return session.set(SILENT, 'true');
        session.remove(SILENT);
        void sound.play();
      },
    },
  };
};
