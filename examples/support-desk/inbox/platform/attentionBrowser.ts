import { createSound } from '@porch/messenger/features/attention/sound';
import type { AttentionBrowser } from '../state/alerts/attention';

const LOCK = 'porch.agentAttended';

/** Sound, notifications and locks of this browser. */
export const createAttentionBrowser = (page: Window & typeof globalThis): AttentionBrowser => {
  const clock = {
    after: (ms: number, task: () => void) => {
      const timer = setTimeout(task, ms);
      return () => clearTimeout(timer);
    },
  };
  const sound = createSound({ host: page, clock });
  // Browsers leave it out of pages without https.
  const { Notification } = page as Partial<typeof page>;
  return {
    watched: () => page.document.visibilityState === 'visible' && page.document.hasFocus(),
    play: () => void sound.play(),
    permission: () => Notification?.permission,
    askPermission: async () => (await Notification?.requestPermission()) ?? 'denied',
    notify: ({ title, body, tag, onClick }) => {
      if (!Notification) return;
      try {
        const shown = new Notification(title, { body, tag });
        shown.onclick = () => {
          page.focus();
          onClick();
          shown.close();
        };
      } catch {
        // Some phones allow notifications to service workers alone.
      }
    },
    alone: async (work) => {
      const locks = page.navigator.locks as LockManager | undefined;
      return locks ? locks.request(LOCK, work) : work();
    },
  };
};
