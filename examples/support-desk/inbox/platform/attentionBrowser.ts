import { createSound } from '@porch/messenger/features/attention/sound';
import type { Clock } from '@porch/messenger/platform/clock';

/** The browser's ways to get an agent's attention. */
export type AttentionBrowser = {
  /** Whether the agent looks at this page. */
  watched(): boolean;
  /** Plays the sound of a new message. */
  play(): void;
  /** Whether notifications are allowed; `undefined` if the browser has none. */
  permission(): NotificationPermission | undefined;
  askPermission(): Promise<NotificationPermission>;
  notify(notice: { title: string; body: string; tag: string; onClick(): void }): void;
  /** Runs `work` while no other tab of the inbox runs it. */
  alone<T>(work: () => T): Promise<T>;
};

const LOCK = 'porch.agentAttended';

/** Sound, notifications and locks of this browser. */
export const createAttentionBrowser = (
  page: Window & typeof globalThis,
  clock: Pick<Clock, 'after'>,
): AttentionBrowser => {
  const sound = createSound({ host: page, clock });
  // Browsers omit it on pages without https.
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
        // Some phones allow notifications only from service workers.
      }
    },
    alone: async (work) => {
      const locks = page.navigator.locks as LockManager | undefined;
      return locks ? locks.request(LOCK, work) : work();
    },
  };
};
