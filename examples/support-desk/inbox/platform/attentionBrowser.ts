import { createSound } from '@porch/messenger/features/attention/sound';
import type { Clock } from '@porch/messenger/platform/clock';
import type { PushBrowser } from './pushBrowser';

/** The browser's ways to get an agent's attention. */
export type AttentionBrowser = {
  /** Whether the agent looks at this page. */
  watched(): boolean;
  /** Whether the browser lets this page play sounds: not before the agent has used it. */
  mayPlay(): boolean;
  /** Plays the sound of a new message. */
  play(): void;
  /** Whether notifications are allowed; `undefined` if the browser has none. */
  permission(): NotificationPermission | undefined;
  askPermission(): Promise<NotificationPermission>;
  /** @param notice with `conversation`, a click opens it even if the page has gone */
  notify(notice: { title: string; body: string; tag: string; conversation?: string; onClick(): void }): void;
  /** Runs `work` while no other tab of the inbox runs it. */
  alone<T>(work: () => T): Promise<T>;
};

const LOCK = 'porch.agentAttended';

/** Sound, notifications and locks of this browser. */
export const createAttentionBrowser = (
  page: Window & typeof globalThis,
  clock: Pick<Clock, 'after'>,
  push: Pick<PushBrowser, 'notify'>,
): AttentionBrowser => {
  const sound = createSound({ host: page, clock });
  // Browsers omit it on pages without https.
  const { Notification } = page as Partial<typeof page>;
  return {
    watched: () => page.document.visibilityState === 'visible' && page.document.hasFocus(),
    // Older browsers do not tell.
    mayPlay: () => page.navigator.userActivation?.hasBeenActive !== false,
    play: () => void sound.play(),
    permission: () => Notification?.permission,
    askPermission: async () => (await Notification?.requestPermission()) ?? 'denied',
    notify: async ({ title, body, tag, conversation, onClick }) => {
      if (!Notification) return;
      try {
        // One of the service worker replaces what was pushed about the same.
        if (conversation && (await push.notify(title, { body, tag, data: { conversation } }))) return;
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
